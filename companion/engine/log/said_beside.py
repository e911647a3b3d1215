"""What an exported log says beside its lines: when each was entered, at whose phone, and when the table was opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.refusals import Malformed
from companion.engine.values import mapping, sequence

# 2100: what claims to be later comes from no clock.
LATEST = 4_102_444_800
LARGEST_SEAT = 20
KEEPER = "keeper"


def seconds(value: object, field: str) -> int | None:
    """A moment in seconds since 1970; raises Malformed."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LATEST:
        raise Malformed(field, "whole_number", least=0, most=LATEST)
    return value


def phone(value: object, field: str) -> int | str | None:
    """The seat of the player at whose phone it was, or `keeper`; raises Malformed."""
    if value is None or value == KEEPER:
        return None if value is None else KEEPER
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_SEAT:
        raise Malformed(field, "seat_or_keeper")
    return value


def check(document: Mapping[str, Any], most: int) -> None:
    """Raises Malformed naming the line where one says what cannot be."""
    seconds(document.get("opened"), "opened")
    for number, row in enumerate(sequence(document.get("lines"), "lines", most)):
        line = mapping(row, f"lines[{number}]")
        seconds(line.get("at"), f"lines[{number}].at")
        phone(line.get("phone"), f"lines[{number}].phone")
