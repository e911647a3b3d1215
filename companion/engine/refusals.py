"""Why something is not recorded: what the rules forbid, and what is no entry at all."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class EngineError(Exception):
    """Anything that keeps an entry, a set-up or a situation from being accepted; `line` is the revision of the line
    that it is in, where a whole log is read.
    """

    line: int | None = None


class Malformed(EngineError):
    """The input is no entry, set-up or situation: names the field and what is allowed there."""

    def __init__(self, field: str, allowed: str) -> None:
        super().__init__(f"{field}: {allowed}")
        self.field = field
        self.allowed = allowed


class TooMuchWork(EngineError):
    """Working out what the log comes to takes more than it may; the entry of that revision was one too many."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"the entry of revision {revision}")
        self.revision = revision


class Reason(NamedTuple):
    """What the rules say against an entry: a stable code, the rule, the figures of the moment.

    `overridable`: a group that did it all the same can record it ("it happened at our table").
    """

    code: str
    rule: str
    params: Mapping[str, object] = MappingProxyType({})
    overridable: bool = False


class Refusal(EngineError):
    """The rules forbid the entry; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason

    @property
    def because(self) -> Reason:
        """What the rules have against the very entry that does not hold."""
        return self.reason

    @property
    def code(self) -> str:
        return self.reason.code

    @property
    def rule(self) -> str:
        return self.reason.rule

    @property
    def params(self) -> Mapping[str, object]:
        return self.reason.params

    @property
    def overridable(self) -> bool:
        return self.reason.overridable


class NoLongerHolds(Refusal):
    """A correction is refused, as it contradicts a later entry; or a log, as an entry contradicts those before it."""

    def __init__(self, revision: int, because: Reason, code: str) -> None:
        super().__init__(Reason("LATER_ENTRY_FAILS", because.rule, {"revision": revision, "code": code}))
        self.line = revision
        self._because = because

    @property
    def because(self) -> Reason:
        return self._because


class LineRefused(EngineError):
    """A log that comes from elsewhere has a line that the rules forbid; `reason` says why."""

    def __init__(self, revision: int, reason: Reason) -> None:
        super().__init__(f"line {revision}: {reason.code}")
        self.revision = revision
        self.reason = reason
