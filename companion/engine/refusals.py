"""Why something is not recorded: what the rules forbid, and what is no entry at all."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class EngineError(Exception):
    """Anything that keeps an entry, a setup or a situation from being accepted; `line` is the revision of the line
    that it is in, where a whole log is read.
    """

    line: int | None = None


class Takes(NamedTuple):
    """What a field takes: a key of `allowed` in companion/words, and what fills its gaps."""

    key: str
    params: Mapping[str, object] = MappingProxyType({})


# What is wrong with a field: the keys of `faults` in companion/words.
UNFIT, MISSING, UNKNOWN = FAULTS = ("unfit", "missing", "unknown")


def fault_of(value: object) -> str:
    """What is wrong with a field of that value: null says as little as nothing."""
    return MISSING if value is None else UNFIT


class Malformed(EngineError):
    """The input is no entry, setup or situation: names the field, its fault and what it takes, by their keys."""

    def __init__(self, field: str, key: str, fault: str = UNFIT, **params: object) -> None:
        super().__init__(f"{field} ({fault}): {key} {params or ''}".rstrip())
        self.field = field
        self.fault = fault
        self.takes = Takes(key, params)

    def within(self, place: str) -> Malformed:
        """The same, said of the whole that the field is in."""
        return Malformed(f"{place}.{self.field}", self.takes.key, self.fault, **self.takes.params)


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
