"""JSON in: the lines of a log, entries and corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache

from companion.engine.entering.entries import Draw, Entry, Pass, Stop, Take
from companion.engine.json.reading import entry
from companion.engine.table.state import Game
from companion.engine.values import flag, mapping, number, sequence, word

from .history import MOVES, Correction, Line

CORRECTIONS = ("undo", "redo", "change", "remove", "insert", "replace", "accept")
MOST_REPLACED = 60


def line(data: object, game: Game, kept: bool = False) -> Line:
    """A line of the log, new or `kept`: `entry` or `correction`, with `entry_id` and `override`; raises Malformed."""
    body = mapping(data, "body")
    entry_id = word(body.get("entry_id"), "entry_id")
    override = flag(body.get("override", False), "override")
    names = game.names
    if body.get("correction") is not None:
        return Line(entry_id, None, correction(body["correction"], game, kept), override)
    return Line(entry_id, _shared(entry(body.get("entry"), game, names, kept=kept)), None, override)


# The forms of entry that are most of a log, with what each says beside what modules add.
_PLAIN: Mapping[type, tuple[str, ...]] = {
    form: tuple(one.name for one in fields(form) if one.name != "more") for form in (Draw, Take, Pass, Stop)
}


def _shared(found: Entry) -> Entry:
    """The same object for all plain entries that say the same."""
    names = _PLAIN.get(type(found))
    if names is None or getattr(found, "more", None):
        return found
    # Cards with equal numbers are equal, whatever they are called.
    called = getattr(getattr(found, "card", None), "id", None)
    return _first(type(found), called, *[getattr(found, name) for name in names])


@lru_cache(4096)
def _first(form: Callable[..., Entry], _called: str | None, *said: object) -> Entry:
    return form(*said)


def entered_line(data: object, game: Game) -> Line:
    """A line as it is entered now: its correction keeps what comes after it, where it does not say otherwise."""
    body = mapping(data, "body")
    said = body.get("correction")
    if isinstance(said, Mapping) and "keep" not in said and said.get("type") not in (*MOVES, "accept"):
        body = {**body, "correction": {**said, "keep": True}}
    return line(body, game)


def correction(data: object, game: Game, kept: bool = False) -> Correction:
    """Undo, redo, change, remove, insert, replace or accept; raises Malformed."""
    body = mapping(data, "correction")
    kind = word(body.get("type"), "correction.type", CORRECTIONS)
    if kind in ("undo", "redo"):
        to = body.get("to")
        return Correction(
            kind,
            number(body.get("count", 1), "correction.count", 100_000, 1),
            None if to is None else number(to, "correction.to", 100_000),
        )
    name = "before" if kind == "insert" else "revision"
    revision = number(body.get(name), f"correction.{name}", 100_000, 1)
    if kind == "accept":
        return Correction(kind, revision=revision)
    keep = flag(body.get("keep", False), "correction.keep")
    if kind == "remove":
        return Correction(kind, revision=revision, keep=keep)
    override = flag(body.get("override", False), "correction.override")
    names = game.names
    if kind == "replace":
        rows = sequence(body.get("entries"), "correction.entries", MOST_REPLACED)
        return Correction(
            kind,
            number(body.get("count"), "correction.count", MOST_REPLACED, 1),
            revision=revision,
            override=override,
            keep=keep,
            entries=tuple(entry(row, game, names, kept=kept) for row in rows),
        )
    right = entry(body.get("entry"), game, names, kept=kept)
    return Correction(kind, revision=revision, entry=right, override=override, keep=keep)
