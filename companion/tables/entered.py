"""What is known of a line beside what it says: who entered it, when, and at whose phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine import codec
from companion.storage import StoredLine

from .members import KEEPER, Member

# The keeper's phone, where nobody sits behind it.
_KEEPER = -1


class Entered(NamedTuple):
    """`member` is the number of who entered it here, `at` the seconds since 1970, `seat` whose phone it was."""

    member: int | None = None
    at: int | None = None
    seat: int | None = None

    def sign(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A line with all of it that is known."""
        member = {} if self.member is None else {"member": self.member}
        return {**row, **member, **self.exported()}

    def exported(self) -> dict[str, Any]:
        """What goes along with the line elsewhere, where nobody knows this table's members."""
        data: dict[str, Any] = {} if self.at is None else {"at": self.at}
        if self.seat is not None:
            data["phone"] = KEEPER if self.seat == _KEEPER else self.seat
        return data


NOTHING = Entered()


def stored_as(line: StoredLine) -> Entered:
    """What is stored of it beside the line."""
    return Entered(line.member, line.entered_at, line.entered_as)


def entered_by(member: Member | None, at: int | None, now: float) -> Entered:
    """A line that somebody enters, now or, on a phone offline, some time ago."""
    moment = int(now) if at is None else min(at, int(now))
    if member is None:
        return Entered(None, moment)
    return Entered(member.number, moment, _KEEPER if member.seat is None else member.seat)


def taken_from(row: dict[str, Any], field: str) -> Entered:
    """Takes out of an exported line what stands beside it; raises Malformed."""
    at = codec.seconds_from_json(row.pop("at", None), f"{field}.at")
    phone = codec.phone_from_json(row.pop("phone", None), f"{field}.phone")
    return Entered(None, at, _KEEPER if isinstance(phone, str) else phone)
