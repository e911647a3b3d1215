"""The composition root: the only place where storage, tables, live news and API meet."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Flask

from companion import api
from companion.live import Hub, Live, PostgresHub
from companion.metrics.instruments import Metrics
from companion.settings import Settings
from companion.storage import LOST, Database, DatabaseError, People, Store, open_database
from companion.tables import Aside, Tables
from companion.threads import elsewhere


class Application(Flask):
    """Flask, without looking at each request whether any of what it calls is a coroutine: none is."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """What it is given."""
        return func


def create_app(settings: Settings | None = None) -> Flask:
    """The application, ready to serve. An embedded database is brought up to date by itself."""
    settings = settings or Settings.from_environment()
    metrics = Metrics()
    database = open_database(*settings.database, waited=metrics.waited_for_connection)
    try:
        if database.embedded:
            database.upgrade()
        else:
            _look_at(database, settings.workers)
    except DatabaseError:
        database.close()
        raise
    tables = Tables(
        Store(database),
        People(database),
        _live(database),
        kept=settings.kept_bytes,
        max_lines=settings.max_log_lines,
        budget=settings.fold_budget,
        aside=Aside(
            elsewhere(settings.folds_at_once), settings.folds_at_once + settings.folds_waiting, metrics
        ),
        watch=metrics,
        # Processes that share a file tell each other nothing: each looks for itself.
        look=1.0 if database.embedded and settings.workers > 1 else 15.0,
    )

    app = Application(__name__, static_folder=None, template_folder=None)
    app.extensions["harbormaster"] = api.register(app, tables, settings, metrics)
    app.extensions["harbormaster.tables"] = tables
    return app


def _look_at(database: Database, workers: int) -> None:
    """Raises DatabaseError where it cannot serve this program. One that does not answer may do so in a moment."""
    with suppress(*LOST):
        database.refuse_misfit(workers)
        database.is_current()


def _live(database: Database) -> Live:
    """Who tells what is new: the database between its processes, where it can."""
    return Hub() if database.embedded else PostgresHub(database.address)
