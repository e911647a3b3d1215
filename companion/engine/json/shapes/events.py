"""What is entered and what follows: entries, ledger lines, refusals, the lines of the log, corrections."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from .cards import Card, Expedition, Person
from .marks import Exactly, Named, Value

Params = Annotated[dict[str, Value], "The figures of the moment.", Named("Params")]
Turn = Annotated[list[int], Exactly(2), "In which round, and whose turn."]


class Refusal(TypedDict):
    """Why the rules forbid it."""

    code: Annotated[str, "Stable; listed under Refusals."]
    rule: Annotated[str, "A key of the edition's rules, which has its place in the booklet."]
    params: Annotated[Params, "The figures of the moment."]
    overridable: Annotated[bool, "It may be entered again with `override`."]


class LedgerLine(TypedDict):
    """Who gained or lost what, why, and by which rule."""

    why: Annotated[str, "What happened; listed under Ledger lines."]
    rule: Annotated[str, "A key of the edition's rules."]
    seat: NotRequired[Annotated[int, "To whom; left out where nobody is meant."]]
    coins: NotRequired[Annotated[int, "Gained, or below 0 paid; left out where no coin moves."]]
    params: NotRequired[Annotated[Params, "The figures of the moment."]]


class Entry(TypedDict):
    """What happened on the table. Its further keys are those that the forms of entries declare."""

    type: Annotated[str, "One of those under Entries."]
    by: NotRequired[Annotated[int, "Left out, whoever's turn it is."]]


class Happened(TypedDict):
    """What an entry brought about."""

    reason: Annotated[str, "The headline: a code for the weightiest thing that happened."]
    ledger: Annotated[list[LedgerLine], "What followed, line by line."]
    overridden: NotRequired[Annotated[list[Refusal], "What stands against it; it was entered all the same."]]


class Kept(TypedDict):
    """An entry that stays although the rules refuse it as things stand."""

    fits: Annotated[bool, "false: it changes nothing."]
    by: NotRequired[Annotated[int, "The revision of the correction that it no longer fits."]]


Accepted = Annotated[int, "The revision by which the table said that it is right."]


class Marks(TypedDict):
    """What stands beside an entry that the rules refuse."""

    kept: NotRequired[Annotated[Kept, "Left out where the rules allow it."]]
    accepted: NotRequired[Accepted]


class Last(Happened, Marks):
    revision: Annotated[int, "Its line in the log."]
    entry: Annotated[Entry, "As it was entered, or corrected since."]


class Undone(TypedDict):
    """What an undo took back: an entry, or a correction where there is none."""

    entry: NotRequired[Annotated[Entry, "As it was entered."]]


class Undo(TypedDict):
    """So many actions back, or forward again; or back `to` a revision that stays the last one."""

    type: Literal["undo", "redo"]
    count: NotRequired[Annotated[int, "How many actions; left out, one."]]
    to: NotRequired[Annotated[int, "Back to this revision, which stays."]]


class _Touching(TypedDict):
    override: NotRequired[Annotated[bool, "What is corrected happened although the rules forbid it."]]
    keep: NotRequired[Annotated[bool, "Later entries that no longer hold happened anyway and are marked."]]


class Change(_Touching):
    type: Literal["change"]
    revision: Annotated[int, "The line that is corrected."]
    entry: Annotated[Entry, "What really happened there."]


class Remove(_Touching):
    type: Literal["remove"]
    revision: Annotated[int, "The line that never happened."]


class Insert(_Touching):
    type: Literal["insert"]
    before: Annotated[int, "The line before which it happened."]
    entry: Annotated[Entry, "What was forgotten."]


class Replace(_Touching):
    """Others in the place of so many entries."""

    type: Literal["replace"]
    revision: Annotated[int, "The first of them."]
    count: Annotated[int, "How many."]
    entries: Annotated[list[Entry], "What stands in their place."]


class Accept(TypedDict):
    """It is right as it stands."""

    type: Literal["accept"]
    revision: Annotated[int, "The marked line."]


Touching = Change | Remove | Insert | Replace
Correction = Annotated[Undo | Change | Remove | Insert | Replace | Accept, Named("Correction")]


class Corrected(TypedDict):
    """By which line an entry was corrected, added or removed, and what had been entered."""

    by: Annotated[int, "The revision of the correction."]
    was: NotRequired[Annotated[Entry, "What had been entered; left out of one that was added."]]


class Written(TypedDict):
    """A line of the log as it was entered."""

    entry_id: Annotated[str, "The client's own id; sent twice, it counts once."]
    entry: NotRequired[Annotated[Entry, "What happened; or `correction`."]]
    correction: NotRequired[Annotated[Correction, "What puts other lines right."]]
    override: NotRequired[Annotated[bool, "It was entered although the rules forbid it."]]


class HeldEntry(Happened, Marks):
    """An entry that holds, as it reads now: whose it is, in which turn, and what follows from it."""

    entry: Entry
    seat: Annotated[int, "Whose it is."]
    turn: Turn


class Line(Written, Marks):
    """A line of the log, with what follows from it as things stand. `holds`: whether it still counts; `order`: its
    place among those that do.
    """

    revision: Annotated[int, "Its number in the log, from 1."]
    holds: Annotated[bool, "Whether it still counts."]
    order: NotRequired[Annotated[int, "Its place among those that count."]]
    seat: NotRequired[Annotated[int, "Whose entry it is."]]
    turn: NotRequired[Turn]
    reason: NotRequired[Annotated[str, "The headline."]]
    ledger: NotRequired[Annotated[list[LedgerLine], "What follows from it as things stand."]]
    overridden: NotRequired[Annotated[list[Refusal], "What stands against it."]]
    corrected: NotRequired[Annotated[Corrected, "Left out where nobody has corrected it."]]
    unread: NotRequired[
        Annotated[bool, "Recorded by another version; this one cannot read it, and it changes nothing."]
    ]
    member: NotRequired[Annotated[int, "The number of the member who entered it."]]
    at: NotRequired[Annotated[int, "When it was entered, in seconds since 1970."]]
    phone: NotRequired[Annotated[int | Literal["keeper"], "At whose phone: a seat, or keeper."]]


class Differs(TypedDict):
    """A player's coins and points without the correction and with it."""

    seat: Annotated[int, "Whose they are."]
    coins: Annotated[list[int], Exactly(2)]
    vp: Annotated[list[int], Exactly(2)]


class Marked(Happened):
    """An entry that a correction would have kept as it happened; `overridden` says what stands against it."""

    revision: Annotated[int, "Its line in the log."]
    order: Annotated[int, "Its place among those that count."]
    entry: Annotated[Entry, "What it says."]
    seat: Annotated[int, "Whose it is."]
    turn: Turn
    kept: Annotated[Kept, "How it would be marked."]


class Consequences(TypedDict):
    """What a correction changes."""

    players: Annotated[list[Differs], "Whose coins or points would differ."]
    harbor: Annotated[bool, "Whether the harbor would differ."]
    expeditions: Annotated[bool, "Whether the expeditions would differ."]
    piles: Annotated[bool, "Whether the piles would differ."]
    moment: Annotated[bool, "Phase, round, turn or part are others."]
    kept: Annotated[list[Marked], "The first of the entries that are marked from then on."]
    kept_count: Annotated[int, "How many there are."]
    fits: Annotated[list[int], "Revisions that are marked no longer."]


# What the kinds of values that entries declare are when they are written; `writing.WRITERS` writes them.
WRITTEN = {
    "card": Card,
    "cards": list[Card],
    "number": int,
    "change": int,
    "flag": bool,
    "word": str,
    "id": str,
    "payment": str,
    "words": list[str],
    "seat": int,
    "seats": list[int],
    "name": str,
    "printed": str,
    "options": dict[str, Value],
    "numbers_by_seat": dict[str, int],
    "colors_by_seat": dict[str, list[str]],
    "steps_by_seat": dict[str, dict[str, int]],
    "goals": list[Value],
    "words_by_seat": dict[str, list[str]],
    "label": str,
    "labels": list[str],
    "numbers": list[int],
    "counts": dict[str, int],
    "record": dict[str, Value],
    "rows": list[dict[str, Value]],
    "persons_by_seat": dict[str, list[Person]],
    "expeditions_by_seat": dict[str, list[Expedition]],
}
