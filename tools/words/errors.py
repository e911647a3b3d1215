"""All that the API and the phone say when something fails, as one document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from companion.api.problems import STATUSES
from companion.words import words_for

from .rooms import FIRST, flat, read

DOCUMENT = "docs/errors.md"
# By room, the ways (or the beginnings of ways) of what the phone says where something fails.
PHONE: dict[str, list[str]] = json.loads((Path(__file__).parent / "errors.json").read_text("utf-8"))


def document() -> str:
    """Markdown: a table of the API's problems, one of the phone's texts; in English."""
    return "\n".join(
        (
            "# Errors",
            "",
            "Written by `make openapi`. Each says what happened, what is safe, what to do; a name in braces is filled in.",
            "What the rules refuse, with its place in the booklet, is at `/api/docs` of a running server.",
            "",
            "## The API's problems",
            "",
            "| Status | Code | Title | Detail |",
            "|---|---|---|---|",
            *_problems(),
            "",
            "## The phone",
            "",
            "| Where | Text |",
            "|---|---|",
            *_phone(),
            "",
        )
    )


def told(room: str) -> dict[str, str]:
    """What the phone says of errors in a room, by its ways."""
    begins = tuple(f"{way}." for way in PHONE[room])
    return {
        way: text
        for way, text in flat(read(room, FIRST) or {}).items()
        if f"{way}.".startswith(begins) or f"{way.rpartition('_')[0]}." in begins
    }


def _problems() -> Iterator[str]:
    problems = words_for(FIRST).problems
    for code in sorted(problems, key=lambda code: (STATUSES.get(code, 0), code)):
        said = problems[code]
        yield f"| {STATUSES.get(code, '')} | {code} | {said['title']} | {said['detail']} |"


def _phone() -> Iterator[str]:
    for room in PHONE:
        for way, text in told(room).items():
            yield f"| {way} | {text} |"
