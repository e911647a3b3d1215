"""Who wins, written down from the entries alone: a second opinion on the ends of The Adventure Begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import State
from companion.engine.modules.adventure_begins import people

ENOUGH, TROPHY, MARKERS = 12, 2, 4
TURN_BEGINS = ("reveal_event", "months_end")


class Chronicle:
    """Missions, markers and turns of one evening, as a group would note them on paper."""

    def __init__(self, way: str, order: tuple[int, ...], known: Mapping[str, Mapping[str, Any]]) -> None:
        self.way, self.order = way, order
        self.together = way in ("coop", "solo")
        # What the cards say that were read, on the evenings before too.
        self.cards = {number: dict(row) for number, row in known.items()}
        self.nine: Mapping[str, int] = {}
        self.shields: tuple[int, ...] = ()
        self.done: dict[str, list[int]] = {}
        self.waiting: set[tuple[str, int]] = set()
        self.paid: list[int] = []
        self.turns = 0
        self.triggered = False
        self.outcome: str | None = None
        self.missing: list[str] = []
        # Which story card has to be read next at Month's End.
        self.story: str | None = None

    def note(self, body: Mapping[str, Any], after: State) -> None:
        kind = body["type"]
        if kind in TURN_BEGINS:
            self.turns += 1
        if kind == "read_story":
            assert self.story in (None, body["story"]), f"story {self.story} follows"
            self.story = None
            self.done[body["story"]] = []
        elif kind == "lay_missions":
            self.done = {str(number): [] for number in body["missions"]}
        elif kind == "learn_mission":
            self.cards[body["mission"]] = dict(body)
        elif kind == "complete_mission":
            self.completed(body["mission"], body["by"])
        elif kind == "buy_marker":
            self.paid.append(body["by"])
        elif kind == "months_end":
            self.month_ends(after)
        if not self.together:
            self.triggered |= any(
                self.points(after, seat) >= ENOUGH and self.uncovered(seat) >= TROPHY for seat in self.order
            )

    def completed(self, number: str, seat: int) -> None:
        """Of Mission 52 the marker stands on its first space before (`004 Missions`)."""
        if number == "52" and (number, seat) not in self.waiting:
            self.waiting.add((number, seat))
            return
        self.waiting.discard((number, seat))
        self.done[number].append(seat)

    def month_ends(self, state: State) -> None:
        """The mission that is the newest when Month's End comes says what follows (`004 Phase 0`, C91)."""
        if self.way == "variable":
            return
        glass = self.cards[list(self.done)[-1]]["hourglass"]
        if glass.get("nine") and self.together:
            markers = sum(map(len, self.done.values()))
            points = sum(self.points(state, seat) for seat in self.order)
            checks = {
                "missions": all(self.done.values()),
                "markers": markers >= self.nine["markers"],
                "points": points >= self.nine["points"],
            }
            self.missing = [name for name, met in checks.items() if not met]
            self.outcome = "lost" if self.missing else "won"
        elif "asks" in glass:
            self.story = glass["done" if self.done[glass["asks"]] else "missed"]

    def points(self, state: State, seat: int) -> int:
        """Persons, expeditions, and the last shield that the crowns have reached."""
        player, crowns = state.players[seat], people.person(state, seat).crowns
        cards = sum(card.vp or 0 for card in (*player.display, *player.expeditions))
        return cards + sum(space <= crowns for space in self.shields)

    def uncovered(self, seat: int) -> int:
        """Windows of the character card, the door first; a marker on the first space of Mission 52 opens none (C139)."""
        return sum(seat in done for done in self.done.values()) + self.paid.count(seat)

    def left(self, seat: int) -> int:
        return MARKERS - self.uncovered(seat) - sum(seat == waits for _, waits in self.waiting)

    def whole_round(self) -> bool:
        """Everybody has been active as often."""
        return self.turns % len(self.order) == 0

    def winners(self, state: State) -> tuple[list[int], str]:
        """With a trophy; most points, then fewest markers, then most coins (C93); and what has decided."""
        left = [seat for seat in self.order if self.uncovered(seat) >= TROPHY]
        by = "points"
        for by, figure in (
            ("points", lambda seat: self.points(state, seat)),
            ("markers", lambda seat: -self.left(seat)),
            ("coins", lambda seat: state.players[seat].coins),
        ):
            best = max(map(figure, left))
            left = [seat for seat in left if figure(seat) == best]
            if len(left) == 1:
                return left, by
        return left, "shared"
