"""A log gone through once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.cards import Card
from companion.engine.entries import Draw, Entry, ExpansionEntry, HouseRules, Join, Leave, Reshuffle, Take
from companion.engine.history import History, replayed_from
from companion.engine.record import Recorded
from companion.engine.state import State
from companion.engine.timeline import Held

# Further back nobody remembers: longer than any game.
MOST = 600
OTHER_TABLE = Leave | Join | HouseRules | Reshuffle


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
        self.drawn_at = self._drawn_at()
        # Of each card, those for which it may be tapped.
        self.taken_for: dict[Card, list[tuple[int, Card, tuple[str, float]]]] = {}

    def after(self, place: int) -> State:
        """The table after that entry."""
        return self.done[place].state

    def same_turn(self, place: int, other: int) -> bool:
        return 0 <= other < len(self.turns) and self.turns[place] == self.turns[other]

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
            for number, card in enumerate(cards_of(entry)):
                if card.kind in ("ship", "person"):
                    lying[berth] = Where(place, number)
                    berth += 1
        return found


def cards_of(entry: Entry) -> tuple[Card, ...]:
    """The cards that an entry turns up."""
    if isinstance(entry, Draw):
        return (entry.card,)
    return entry.cards if isinstance(entry, ExpansionEntry) else ()
