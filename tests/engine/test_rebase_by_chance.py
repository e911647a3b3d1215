"""Two phones at once, by chance; those that put something right, and those at which people come and go."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from companion.engine import EngineError, History, append, codec, fold
from companion.engine.entering.entries import Stop
from companion.engine.log import line_reading
from companion.engine.log.rebase import Rebased, rebase

from .play import any_correction, enter, random_game, table
from .two_phones import (
    CAPTAIN,
    FLUTE,
    PRIEST,
    REST,
    SAILOR,
    SKIFF,
    STOP,
    drawn,
    harbor,
    in_trade,
    meanwhile,
)

# --- all of it by chance ---


class Phone:
    """A phone that sends late, and answers every question by leaving its own line out."""

    def __init__(self, history: History) -> None:
        self.confirmed = history
        self.shown = history
        self.pending: list[dict[str, Any]] = []
        self.settled: set[str] = set()

    def tap(self, name: str, body: dict[str, Any], kind: str = "entry") -> None:
        row = {"entry_id": name, kind: body}
        try:
            self.shown, _ = append(self.shown, line_reading.entered_line(row, self.shown.state.game))
        except EngineError:
            return
        self.pending.append(row)

    def hear(self, log: History) -> None:
        missing = list(log.lines[self.confirmed.revision :])
        before, self.confirmed = self.confirmed, log
        while True:
            found = rebase(log, missing, self.pending, before)
            self.settled |= set(found.already)
            arrived = {line.entry_id for line in missing} | set(found.already)
            if found.stop is None:
                self.pending = [codec.line_json(line) for line in found.lines]
                self.shown = found.history
                return
            done = arrived | {line.entry_id for line in found.lines}
            asked = next(row["entry_id"] for row in self.pending if row["entry_id"] not in done)
            self.settled.add(asked)
            self.pending = [row for row in self.pending if row["entry_id"] != asked]


@pytest.mark.parametrize("seed", range(12))
def test_phones_that_tap_at_once_end_with_one_log_and_no_turn_ended_twice(seed: int) -> None:
    chance = random.Random(seed)
    log = table(players=3)
    phones = [Phone(log) for _ in range(3)]
    accepted: set[str] = set()
    taps = itertools.count(1)
    for _ in range(60):
        phone = chance.choice(phones)
        entries = [body for _, body in itertools.islice(random_game(phone.shown, chance), 1)]
        for body in entries:
            name = f"tap-{next(taps)}"
            phone.tap(name, body)
            accepted.add(name)
            if chance.random() < 0.3:  # another phone records the same thing, in its own words
                chance.choice(phones).tap(f"{name}-too", {k: v for k, v in body.items() if k != "by"})
        if chance.random() < 0.5:
            sender = chance.choice(phones)
            sender.hear(log)
            for row in sender.pending:
                log, _ = append(log, line_reading.line(row, log.state.game))
    for phone in phones:
        phone.hear(log)
        for row in phone.pending:
            log, _ = append(log, line_reading.line(row, log.state.game))
    for phone in phones:
        phone.hear(log)
        assert codec.history_json(phone.shown) == codec.history_json(log)
        assert phone.pending == []
    ids = [line.entry_id for line in log.lines]
    assert len(ids) == len(set(ids))
    settled = set().union(*(phone.settled for phone in phones))
    # Every tap is in the log, or was settled by what others had entered: none is lost without a word.
    assert accepted == (settled & accepted) | (set(ids) & accepted)
    stops = turns_of_stops(log)
    assert len(stops) == len(set(stops))


def turns_of_stops(log: History) -> list[tuple[int, int]]:
    """The turn of each stop that the log has."""
    history, found = table(players=3), []
    for line in log.lines:
        if isinstance(line.entry, Stop):
            found.append((history.state.round, history.state.active))
        history, _ = append(history, line)
    return found


# --- two that put something right at once ---


def corrected(history: History, others: dict[str, Any], own: dict[str, Any]) -> Rebased:
    """What becomes of an own correction when another phone was faster with its own."""
    game = history.state.game
    line = line_reading.entered_line({"entry_id": "theirs", "correction": others}, game)
    confirmed, _ = append(history, line)
    found = rebase(confirmed, [line], [{"entry_id": "mine", "correction": own}], history)
    assert codec.view_json(found.history) == codec.view_json(fold(history.setup, found.history.lines))
    return found


def test_the_same_correction_from_two_phones_is_one() -> None:
    history = in_trade(SAILOR, FLUTE)
    same = {"type": "change", "revision": 1, "entry": drawn(PRIEST, by=0)}
    found = corrected(history, same, same)
    assert (found.stop, found.lines, found.already) == (None, (), ("mine",))
    removed = corrected(history, {"type": "remove", "revision": 2}, {"type": "remove", "revision": 2})
    assert removed.already == ("mine",)


def test_two_corrections_of_one_entry_are_asked_about_and_those_of_two_entries_are_both_made() -> None:
    history = in_trade(SAILOR, FLUTE)
    one = {"type": "change", "revision": 1, "entry": drawn(PRIEST, by=0)}
    found = corrected(history, one, {**one, "entry": drawn(CAPTAIN, by=0)})
    assert found.stop
    assert found.stop.why == "stale"
    both = corrected(history, one, {"type": "change", "revision": 2, "entry": drawn(SKIFF, by=0)})
    assert both.stop is None
    assert harbor(both.history) == ["priest", "green"]


@pytest.mark.parametrize("seed", range(12))
def test_phones_that_correct_at_once_end_with_one_log(seed: int) -> None:
    chance = random.Random(seed)
    log = table(players=3)
    phones = [Phone(log) for _ in range(3)]
    names = itertools.count(1)
    for _ in range(60):
        phone = chance.choice(phones)
        for _, body in itertools.islice(random_game(phone.shown, chance), 2):
            phone.tap(f"tap-{next(names)}", body)
        if phone.shown.timeline.held and chance.random() < 0.4:
            phone.tap(f"right-{next(names)}", any_correction(phone.shown, chance), "correction")
        if chance.random() < 0.5:
            sender = chance.choice(phones)
            sender.hear(log)
            for row in sender.pending:
                log, _ = append(log, line_reading.entered_line(row, log.state.game))
    for phone in phones:
        phone.hear(log)
        for row in phone.pending:
            log, _ = append(log, line_reading.entered_line(row, log.state.game))
    for phone in phones:
        phone.hear(log)
        assert phone.pending == []
        assert codec.view_json(phone.shown) == codec.view_json(log)
        assert codec.lines_json(phone.shown) == codec.lines_json(log)
    assert codec.view_json(fold(log.setup, log.lines)) == codec.view_json(log)


LEAVE = {"type": "leave", "by": 2}


def test_a_stop_and_a_leave_at_once_are_both_entered() -> None:
    history = enter(enter(table(players=4), **drawn(FLUTE)), **drawn(SKIFF))
    for one, other in ((STOP, LEAVE), (LEAVE, STOP)):
        found = meanwhile(history, one, own=[other])
        assert found.stop is None
        assert found.history.state.phase == "trade_hire"
        assert codec.view_json(found.history)["order"] == [0, 1, 3]


def test_the_same_leave_from_two_phones_is_one_whatever_turn_it_is() -> None:
    history = enter(table(players=4), **drawn(FLUTE))
    found = meanwhile(history, STOP, REST, LEAVE, own=[LEAVE])
    assert (found.stop, len(found.already)) == (None, 1)
    assert codec.view_json(found.history)["order"] == [0, 1, 3]


def test_the_same_join_and_the_same_rules_from_two_phones_are_one() -> None:
    join = {"type": "join", "name": "Eve", "after": 0}
    rules = {"type": "rules", "options": {"governor_new": True}}
    found = meanwhile(table(), join, rules, own=[{**join, "name": "eve", "after": 1}, rules])
    assert (found.stop, len(found.already)) == (None, 2)
    assert codec.view_json(found.history)["order"] == [0, 3, 1, 2]


def test_two_who_join_at_once_are_asked_about_as_both_go_by_the_same_number() -> None:
    eve, fay = ({"type": "join", "name": name, "after": 0} for name in ("Eve", "Fay"))
    found = meanwhile(table(), eve, own=[fay, {"type": "count", "coins": {"3": 5}}])
    assert found.stop is not None
    assert (found.stop.index, found.stop.why) == (0, "stale")


def test_the_same_early_shuffle_from_two_phones_is_one_and_other_rules_are_asked_about_by_nobody() -> None:
    history = enter(enter(enter(table(), **drawn(FLUTE)), **STOP), **REST)
    found = meanwhile(history, {"type": "reshuffle"}, own=[{"type": "reshuffle"}])
    assert (found.stop, len(found.already)) == (None, 1)
    on, other = ({"type": "rules", "options": {key: True}} for key in ("governor_new", "jester_empty_active"))
    found = meanwhile(history, on, drawn(SKIFF), own=[other])
    assert found.stop is None
    assert found.history.state.game.rules.options == {"governor_new": True, "jester_empty_active": True}


def test_a_draw_for_somebody_who_left_meanwhile_is_asked_about() -> None:
    found = meanwhile(table(), {"type": "leave", "by": 0}, own=[drawn(FLUTE, by=0)])
    assert found.stop is not None
    assert found.stop.why == "stale"
