"""What the server writes down of itself: lines to be read, or a JSON object each (`LOG_FORMAT=json`), with the request.

Nothing big is imported here: the main process writes too.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import orjson
from gunicorn.glogging import Logger
from pythonjsonlogger.json import JsonFormatter

from companion.settings import Settings

# The request that is being answered; empty between requests.
REQUEST: ContextVar[str] = ContextVar("request", default="")
TEXT = "[%(asctime)s] [%(process)d] [%(levelname)s] %(name)s: %(message)s"


class Lines(JsonFormatter):
    """A line's time, level, logger, process and message, its request, and whatever else it says."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(
            ["levelname", "name", "process", "message"],
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "error", "timestamp": "time"},
            timestamp=True,
            json_ensure_ascii=False,
        )

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        super().add_fields(log_data, record, message_dict)
        if request := REQUEST.get():
            log_data["request"] = request


def set_up(settings: Settings) -> None:
    """How this process writes from now on."""
    logging.basicConfig(level=settings.log_level.upper(), format=TEXT)
    if settings.log_format == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(Lines())
    # What became of the database is said before.
    logging.getLogger("alembic").setLevel(logging.WARNING)


def answered(**said: Any) -> None:
    """The line of a request, in the form of `Lines`. It is written past `logging`, which costs several times as much: the
    only line that each request has. An answer never fails for a line that cannot be written.
    """
    line = {"level": "INFO", "logger": "harbormaster.requests", "process": os.getpid(), "message": "answered"}
    line |= {**said, "time": datetime.now(UTC), "request": REQUEST.get()}
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{orjson.dumps(line).decode()}\n")


class GunicornLines(Logger):  # type: ignore[misc]
    """Gunicorn's own log in the same form."""

    def setup(self, cfg: Any) -> None:
        """Where gunicorn sets its handlers up."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(Lines())


def say(settings: Settings, text: str) -> None:
    """Tells whoever started the server, by a line of the log where those are for programs."""
    if settings.log_format == "json":
        record = logging.LogRecord("harbormaster", logging.INFO, "", 0, " ".join(text.split()), None, None)
        text = Lines().format(record)
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
