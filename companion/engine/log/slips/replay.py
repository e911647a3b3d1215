"""A log gone through once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.entering.entries import (
    Coach,
    Entry,
    HouseRules,
    Join,
    Keeping,
    Leave,
    Repel,
    Reshuffle,
    Seats,
    Take,
    drawn,
)
from companion.engine.log.history import History, replayed_from
from companion.engine.log.timeline import Held
from companion.engine.printed.cards import Person, Ship
from companion.engine.rules.record import Recorded
from companion.engine.table.state import State

# Further back nobody remembers: longer than any game.
MOST = 600
OTHER_TABLE = Leave | Join | Seats | HouseRules | Reshuffle | Coach | Keeping


class Where(NamedTuple):
    """Where in the log a card was drawn: the entry, and which of its cards."""

    place: int
    card: int = 0


class Course:
    """The newest entries that hold, each with the table before it and what it brought about."""

    def __init__(self, history: History) -> None:
        held = history.timeline.held
        # At another table, or by other rules, a slip would have come to something else.
        others = (at for at in reversed(range(len(held))) if isinstance(held[at].entry, OTHER_TABLE))
        rows = list(replayed_from(history, max(next(others, -1) + 1, len(held) - MOST)))
        self.history = history
        self.items: list[Held] = [item for _, item, _, _ in rows]
        self.before: list[State] = [state for _, _, state, _ in rows]
        self.done: list[Recorded] = [done for _, _, _, done in rows]
        self.end = history.state
        self.turns = [state.turn for state in self.before]
        self.seats = len(history.state.players)
        self._ends = self._turn_ends()
        # The ships that lay there in a turn, by the entry that comes after it.
        self._laid: dict[int, list[tuple[Where, str]]] = {}
        self.drawn_at = self._drawn_at()

    def after(self, place: int) -> State:
        """The table after that entry."""
        return self.done[place].state

    def same_turn(self, place: int, other: int) -> bool:
        return 0 <= other < len(self.turns) and self.turns[place] == self.turns[other]

    def turn_ends(self, place: int) -> int:
        """The first entry of the next turn."""
        return self._ends[place]

    def turns_ago(self, turns: int) -> int:
        """The first entry of the turn that many turns ago, or of all."""
        starts = [0, *sorted(set(self._ends))]
        return starts[max(0, len(starts) - 1 - turns)]

    def in_the_last_turn(self, place: int) -> bool:
        """Nobody has acted in a later one yet."""
        return self._ends[place] == len(self.items)

    def lies_beside(self, where: Where, color: str) -> bool:
        """Another ship of that color lay there in the same turn."""
        laid = self._laid.get(self._ends[where.place], ())
        return any(its == color and other != where for other, its in laid)

    def _turn_ends(self) -> list[int]:
        ends, end = [0] * len(self.turns), len(self.turns)
        for place in range(len(self.turns) - 1, -1, -1):
            ends[place] = end
            if place and self.turns[place] != self.turns[place - 1]:
                end = place
        return ends

    def _drawn_at(self) -> Mapping[int, Where]:
        """Of each take, where its card was drawn."""
        found: dict[int, Where] = {}
        lying: dict[int, Where] = {}
        for place, item in enumerate(self.items):
            if place and self.turns[place] != self.turns[place - 1]:
                lying = {}
            entry = item.entry
            if isinstance(entry, Take) and entry.harbor_index in lying:
                found[place] = lying[entry.harbor_index]
            berth = len(self.before[place].harbor)
            for number, card in enumerate(drawn(entry)):
                if isinstance(card, Ship | Person):
                    lying[berth] = Where(place, number)
                    berth += 1
            self._lay(place, entry)
        return found

    def _lay(self, place: int, entry: Entry) -> None:
        laid = self._laid.setdefault(self._ends[place], [])
        if any(line.why == "repelled" for line in self.done[place].ledger):
            if isinstance(entry, Repel) and laid:
                laid.pop()
            return
        for number, card in enumerate(drawn(entry)):
            if isinstance(card, Ship):
                laid.append((Where(place, number), card.color))
