"""What others entered while own lines waited, and where in the game those own lines were made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.entering.entries import (
    OF_THE_TABLE,
    ClaimExpedition,
    Coach,
    Draw,
    Entry,
    FinishTurn,
    HouseRules,
    Join,
    Keep,
    Keeping,
    Learn,
    Leave,
    Missing,
    Pass,
    ReadCard,
    Rename,
    Repel,
    Reshuffle,
    Seats,
    StartTurn,
    Stop,
    Take,
)
from companion.engine.house.living import house
from companion.engine.printed.cards import Card
from companion.engine.refusals import EngineError
from companion.engine.rules import discover
from companion.engine.rules.record import acting_seat
from companion.engine.table.draft import waiting
from companion.engine.table.state import State

from . import line_reading
from .history import MOVES, Correction, History, Line, append


@dataclass(frozen=True, slots=True)
class Made:
    """An entry, and the table that it was made at."""

    # Of whichever form the look-up below is for.
    entry: Any
    at: State


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What became of the revisions that own lines were made on, and what others did."""

    own: Mapping[int, str]
    places: Mapping[str, int]
    last_foreign: int
    others: Sequence[Made]
    made: Mapping[str, Made]
    corrected: Sequence[Correction] = ()

    def drawn(self, entry: Draw) -> bool:
        """Whether others drew that very card."""
        return any(isinstance(other.entry, Draw) and other.entry.card == entry.card for other in self.others)

    def already(self, line: Line) -> bool:
        """Whether others entered the same thing, which happens only once: a second tap on it says nothing new."""
        if line.correction is not None and line.correction.type not in MOVES:
            revision = self._place(line.correction.revision or 0)
            return replace(line.correction, revision=revision) in self.corrected
        made = self.made.get(line.entry_id)
        return made is not None and any(same_act(made, other) for other in self.others)

    def aimed(self, line: Line, now: State) -> Line | None:
        """The line as it has to read at the table as it is now; None where it was meant for another moment."""
        made = self.made.get(line.entry_id)
        if made is None or line.entry is None:
            return line
        if isinstance(line.entry, Join) and len(made.at.players) != len(now.players):
            # Others have let somebody join: that number is not this one's any more.
            return None
        if isinstance(line.entry, OF_THE_TABLE):
            return line
        if made.at.turn != now.turn:
            return None
        if line.entry.by is None and made.at.acting != now.acting:
            return None
        entry = _on_the_same_card(line.entry, made.at, now)
        return None if entry is None else replace(line, entry=entry)

    def moved(self, correction: Correction, undoable: int, redoable: int) -> Correction | None:
        """The correction as it has to read now; None where it would reach what others entered.

        `undoable` and `redoable` are the own actions before it that it may take back or bring back.
        """
        if correction.type == "redo":
            return correction if correction.count <= redoable else None
        if correction.type == "undo" and correction.to is None:
            return correction if correction.count <= undoable else None
        if correction.type == "undo":
            to = self._place(correction.to or 0)
            return None if to is None or to < self.last_foreign else replace(correction, to=to)
        revision = self._place(correction.revision or 0)
        if revision is None or self._in_doubt(correction, revision):
            return None
        return replace(correction, revision=revision)

    def _in_doubt(self, correction: Correction, revision: int) -> bool:
        """Others have put something else right at the same place."""
        if correction.type == "replace":
            return bool(self.corrected)
        return any(one.type == "replace" or one.revision == revision for one in self.corrected)

    def _place(self, revision: int) -> int | None:
        return self.places.get(self.own[revision]) if revision in self.own else revision


def same_act(one: Made, other: Made) -> bool:
    """Whether two entries tell of one and the same thing, of a kind that a turn, or a game, sees only once."""
    if type(one.entry) is not type(other.entry):
        return False
    once = _ONCE.get(type(one.entry))
    if once is not None:
        return once(one) == once(other)
    if one.at.turn != other.at.turn:
        return False
    if acting_seat(one.at, one.entry) != acting_seat(other.at, other.entry):
        return False
    tells = _TELLS.get(type(one.entry)) or _told_by_its_module(one)
    return tells is not None and tells(one) == tells(other)


def _told_by_its_module(made: Made) -> Callable[[Made], object] | None:
    once = house(made.at).kinds[made.entry.type].once
    return None if once is None else lambda made: once(made.entry)


def _pending(made: Made) -> object:
    """The ship that is decided about. Where none is, the two are no decisions about one ship."""
    asked = waiting(made.at, discover.REPEL)
    return object() if asked is None else asked.about["harbor_index"]


def _taken(made: Made) -> object:
    index: int = made.entry.harbor_index
    return index, _lying(made.at.harbor, index), dict(made.entry.more)


def _claimed(made: Made) -> object:
    index: int = made.entry.expedition_index
    return _lying(made.at.expeditions, index)


def _passed(made: Made) -> object:
    return made.entry.rest, made.entry.passing


# What tells one such act from another of the same turn and player.
_TELLS: Mapping[type[Entry], Callable[[Made], object]] = {
    Stop: lambda _: None,
    Pass: _passed,
    Take: _taken,
    Repel: _pending,
    Keep: _pending,
    ClaimExpedition: _claimed,
    StartTurn: lambda _: None,
    FinishTurn: lambda _: None,
    Reshuffle: lambda _: None,
    ReadCard: lambda made: (made.entry.harbor_index, made.entry.card),
}
# And what tells it where the turn makes no difference.
_ONCE: Mapping[type[Entry], Callable[[Made], object]] = {
    Leave: lambda made: made.entry.by,
    Join: lambda made: made.entry.name.casefold(),
    Rename: lambda made: (made.entry.by, made.entry.name),
    Seats: lambda made: (made.entry.order, made.entry.start),
    HouseRules: lambda made: dict(made.entry.options),
    Coach: lambda made: made.entry.on,
    Keeping: lambda made: made.entry.how,
    Learn: lambda made: (made.entry.card, made.entry.instead_of),
    Missing: lambda made: (made.entry.card, made.entry.count),
}


def _lying(cards: Sequence[Card | None], index: int) -> Card | None:
    return cards[index] if 0 <= index < len(cards) else None


def _on_the_same_card(entry: Entry, then: State, now: State) -> Entry | None:
    """The entry with the index that its card has now: others' cards and claims shift the places."""
    if isinstance(entry, Take | ReadCard) or (isinstance(entry, Repel) and entry.harbor_index is not None):
        index = _found(then.harbor, now.harbor, entry.harbor_index or 0)
        return None if index is None else replace(entry, harbor_index=index)
    if isinstance(entry, ClaimExpedition):
        index = _found(then.expeditions, now.expeditions, entry.expedition_index)
        return None if index is None else replace(entry, expedition_index=index)
    return entry


def _found(then: Sequence[Card | None], now: Sequence[Card | None], index: int) -> int | None:
    card = _lying(then, index)
    if card is None or _lying(now, index) == card:
        return index
    # Of cards that are printed the same, one is as good as the other.
    return next((place for place, lying in enumerate(now) if lying == card), None)


def seen(
    before: History, confirmed: History, missing: Sequence[Line], pending: Sequence[Mapping[str, Any]]
) -> Meanwhile:
    """What happened between `before`, where own lines stood, and `confirmed`, which has the lines `missing` more."""
    ids = [str(row.get("entry_id")) for row in pending]
    places = {line.entry_id: before.revision + number for number, line in enumerate(missing, 1)}
    foreign = [line for line in missing if line.entry_id not in ids]
    held = {item.revision for item in confirmed.timeline.held}
    others = [
        made
        for line, made in _followed(before, missing, kept=True)
        if line.entry_id not in ids and places[line.entry_id] in held
    ]
    standing = {action.revision for action in confirmed.timeline.done()}
    game = before.state.game
    own_lines = (line_reading.entered_line(row, game) for row in pending)
    return Meanwhile(
        own={before.revision + number: name for number, name in enumerate(ids, 1)},
        places=places,
        last_foreign=max((places[line.entry_id] for line in foreign), default=0),
        others=others,
        made={line.entry_id: made for line, made in _followed(before, own_lines)},
        corrected=[
            line.correction
            for line in foreign
            if line.correction is not None and places[line.entry_id] in standing
        ],
    )


def _followed(history: History, lines: Any, kept: bool = False) -> list[tuple[Line, Made]]:
    """Entries with the table that each was made at, as far as they can be followed."""
    found: list[tuple[Line, Made]] = []
    try:
        for line in lines:
            if line.entry is not None:
                found.append((line, Made(line.entry, history.state)))
            history, _ = append(history, line, kept=kept)
    except EngineError:
        pass  # what comes after a line that does not hold has no place yet
    return found
