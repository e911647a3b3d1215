"""Two phones at once: what is merged, what is one and the same tap, and what the group is asked."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from companion.engine import EngineError, History, append, codec, fold, open_history
from companion.engine.log import line_reading
from companion.engine.log.rebase import Rebased, rebase
from companion.engine.table.entries import Stop

from .play import any_correction, enter, random_game, table

SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
PRIEST = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
CAPTAIN = {"kind": "person", "type": "captain", "cost": 4, "vp": 1}
FLUTE = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}
SKIFF = {"kind": "ship", "color": "green", "swords": 1, "coins": 1}
GALLEON = {"kind": "ship", "color": "red", "swords": 6, "coins": 3}
STOP = {"type": "stop"}
REST = {"type": "pass", "rest": True}
_numbers = itertools.count(1)


def drawn(card: Any, **more: Any) -> dict[str, Any]:
    return {"type": "draw", "card": card, **more}


def rows(*entries: dict[str, Any]) -> list[dict[str, Any]]:
    """Lines as a phone keeps them, each under an id of its own."""
    return [{"entry_id": f"own-{next(_numbers)}", "entry": entry} for entry in entries]


def meanwhile(history: History, *entries: dict[str, Any], own: Any, sure: bool = False) -> Rebased:
    """What becomes of own entries made on that table when others were faster with theirs."""
    game = history.state.game
    missing = [line_reading.line(row, game) for row in rows(*entries)]
    confirmed = history
    for line in missing:
        confirmed, _ = append(confirmed, line)
    pending = own if own and "entry_id" in own[0] else rows(*own)
    found = rebase(confirmed, missing, [{**row, "sure": sure} for row in pending])
    # The same with the earlier table at hand, as the phone has it.
    again = rebase(confirmed, missing, [{**row, "sure": sure} for row in pending], history)
    assert (again.history.lines, again.already, again.stop and again.stop.why) == (
        found.history.lines,
        found.already,
        found.stop and found.stop.why,
    )
    return found


def harbor(history: History) -> list[str]:
    view = codec.view_json(history)
    return [place["card"].get("type") or place["card"].get("color") for place in view["harbor"]]


def in_trade(*cards: Any, players: int = 3) -> History:
    """The first player has drawn those cards and stopped."""
    history = table(players=players)
    for card in cards:
        history = enter(history, type="draw", card=card)
    return enter(history, **STOP)


# --- what commutes is merged ---


def test_cards_that_two_phones_drew_are_both_there() -> None:
    found = meanwhile(table(), drawn(FLUTE), own=[drawn(SAILOR), drawn(SKIFF)])
    assert found.stop is None
    assert harbor(found.history) == ["blue", "sailor", "green"]


def test_a_count_is_possible_whatever_others_did() -> None:
    found = meanwhile(table(), drawn(FLUTE), STOP, REST, own=[{"type": "count", "draw_pile": 70}])
    assert (found.stop, found.history.state.draw_pile) == (None, 70)


def test_takes_of_different_cards_by_different_players_are_both_there() -> None:
    history = in_trade(SAILOR, FLUTE, SKIFF)
    others = ({"type": "take", "harbor_index": 1},)
    found = meanwhile(history, *others, own=[{"type": "take", "by": 1, "harbor_index": 2}])
    assert found.stop is None
    assert harbor(found.history) == ["sailor"]


def test_a_take_follows_its_card_when_others_cards_came_before_it() -> None:
    own = [drawn(SAILOR), STOP, {"type": "take", "harbor_index": 0}]
    found = meanwhile(table(), drawn(FLUTE), own=own)
    assert found.stop is None
    assert harbor(found.history) == ["blue"]
    assert codec.line_json(found.lines[2])["entry"]["harbor_index"] == 1


# --- one thing tapped twice ---


@pytest.mark.parametrize("by", [{}, {"by": 0}])
def test_a_second_stop_never_advances_the_turn_again(by: dict[str, Any]) -> None:
    history = enter(table(), **drawn(FLUTE))
    found = meanwhile(history, STOP, own=[{**STOP, **by}])
    assert (found.stop, found.lines, len(found.already)) == (None, (), 1)
    assert (found.history.state.phase, found.history.state.acting) == ("trade_hire", 0)


@pytest.mark.parametrize("passed", [{"type": "pass"}, REST, {"type": "pass", "by": 0}])
def test_a_second_pass_never_passes_for_the_next_player(passed: dict[str, Any]) -> None:
    history = in_trade(SAILOR, FLUTE)
    once = meanwhile(history, passed, own=[{"type": "count", "draw_pile": 70}]).history
    found = meanwhile(history, passed, own=[passed])
    assert (found.stop, found.lines, len(found.already)) == (None, (), 1)
    assert (found.history.state.active, found.history.state.acting) == (once.state.active, once.state.acting)


def test_the_same_take_from_two_phones_is_one() -> None:
    history = in_trade(SAILOR, FLUTE)
    take = {"type": "take", "harbor_index": 1}
    found = meanwhile(history, take, own=[take, {"type": "pass", "by": 1}])
    assert (found.stop, len(found.already)) == (None, 1)
    assert [line.entry.by for line in found.lines if line.entry] == [1]


@pytest.mark.parametrize("decided", ["repel", "keep"])
def test_the_same_decision_about_a_ship_is_one(decided: str) -> None:
    history = enter(in_trade(SAILOR), type="take", harbor_index=0)
    while history.state.active != 0:  # the others draw a card each and nobody wants it
        history = enter(enter(enter(history, **drawn(PRIEST)), **STOP), **REST)
    history = enter(history, **drawn(FLUTE))
    assert codec.view_json(history)["pending"]
    found = meanwhile(history, {"type": decided}, own=[{"type": decided}, drawn(SKIFF)])
    assert (found.stop, len(found.already), len(found.lines)) == (None, 1, 1)


def test_different_decisions_about_one_ship_are_asked_about() -> None:
    history = enter(table(), **drawn(FLUTE))
    found = meanwhile(history, STOP, own=[drawn(SKIFF)])
    assert found.stop
    assert (found.stop.why, found.history.revision) == ("refused", 2)


def test_a_pass_is_entered_where_the_others_took_theirs_back() -> None:
    history = in_trade(SAILOR, FLUTE)
    game = history.state.game
    passing, undoing = (
        line_reading.line({"entry_id": "p", "entry": {"type": "pass"}}, game),
        line_reading.line({"entry_id": "u", "correction": {"type": "undo", "count": 1}}, game),
    )
    confirmed = append(append(history, passing)[0], undoing)[0]
    found = rebase(confirmed, [passing, undoing], rows({"type": "pass"}))
    assert (found.stop, found.already) == (None, ())
    assert found.history.state.acting == 1


def test_what_waits_behind_a_tap_that_others_made_too_goes_on() -> None:
    history = enter(table(), **drawn(FLUTE))
    found = meanwhile(history, STOP, own=[STOP, {"type": "take", "harbor_index": 0}])
    assert (found.stop, len(found.already), len(found.lines)) == (None, 1, 1)
    assert harbor(found.history) == []


# --- what the group is asked ---


def test_the_same_card_drawn_by_two_phones_is_asked_about_and_decided_by_the_group() -> None:
    own = rows(drawn(FLUTE))
    found = meanwhile(table(), drawn(FLUTE), own=own)
    assert found.stop
    assert found.stop.why == "twice"
    assert harbor(found.history) == ["blue"]
    two = meanwhile(table(), drawn(PRIEST), own=own, sure=True)
    assert two.stop is None


def test_a_card_that_others_drew_and_took_back_is_not_asked_about() -> None:
    history = table()
    game = history.state.game
    theirs = [
        line_reading.line({"entry_id": "d", "entry": drawn(FLUTE)}, game),
        line_reading.line({"entry_id": "u", "correction": {"type": "undo", "count": 1}}, game),
    ]
    confirmed = append(append(history, theirs[0])[0], theirs[1])[0]
    found = rebase(confirmed, theirs, rows(drawn(FLUTE)))
    assert found.stop is None
    assert harbor(found.history) == ["blue"]


@pytest.mark.parametrize(
    "late",
    [STOP, {**STOP, "by": 0}, drawn(SKIFF), {"type": "repel"}, {"type": "keep"}, REST, {"type": "pass"}],
)
@pytest.mark.parametrize("players", [2, 3])
def test_what_was_meant_for_one_turn_is_never_entered_for_another(late: dict[str, Any], players: int) -> None:
    """The others have ended the turn and are in the next one, in the same phase as the own entry was made in."""
    history = table(players=players)
    if late["type"] == "pass":
        history = enter(enter(enter(history, **drawn(SAILOR)), **drawn(FLUTE)), **STOP)
        others = [REST, drawn(PRIEST), drawn(SKIFF), STOP]
    else:
        history = enter(history, **drawn(SAILOR))
        others = [STOP, REST, drawn(PRIEST)]
    # Where the others passed in the same words, it is the same pass; here they mean it by somebody's name.
    others = [{**one, "by": 0} if one == REST and late != REST else one for one in others]
    found = meanwhile(history, *others, own=[late])
    confirmed = history.revision + len(others)
    assert found.history.revision == confirmed
    assert found.already or (found.stop and found.stop.why in ("stale", "refused"))


def test_a_turn_of_the_same_player_a_round_later_is_another_turn() -> None:
    history = enter(table(players=2), **drawn(SAILOR))
    others = [drawn(FLUTE), STOP, REST, drawn(PRIEST), STOP, REST, drawn(SKIFF)]
    late = rows(drawn(CAPTAIN, by=0))
    found = meanwhile(history, *others, own=late)
    assert found.history.state.active == 0
    assert found.stop
    assert (found.stop.why, found.history.revision) == ("stale", history.revision + len(others))


def test_a_take_of_a_card_that_others_took_is_asked_about() -> None:
    history = in_trade(SAILOR, FLUTE, SKIFF)
    others = ({"type": "take", "harbor_index": 1}, {"type": "take", "by": 1, "harbor_index": 2})
    found = meanwhile(history, *others, own=[{"type": "take", "by": 2, "harbor_index": 2}])
    assert found.stop
    assert found.stop.why == "stale"


def test_an_expedition_is_claimed_by_its_card_and_not_by_its_place() -> None:
    need = [
        {"kind": "expedition", "need": [symbol, symbol], "coins": 2, "vp": 4}
        for symbol in ("priest", "captain")
    ]
    history = table()
    display = [
        {"kind": "person", "type": kind, "cost": 4, "vp": 1}
        for kind in ("priest", "priest", "captain", "captain")
    ]
    situation = {
        "players": [{"id": "Ann", "coins": 3, "display": display}, {"id": "Bob", "coins": 3}],
        "active": "Ann",
        "expeditions": need,
    }
    body = {
        "edition": "pegasus",
        "modules": ["base"],
        "options": {},
        "players": ["Ann", "Bob"],
        "situation": situation,
    }
    history = open_history(codec.setup_from_json(body))
    found = meanwhile(
        history,
        {"type": "claim_expedition", "expedition_index": 0},
        own=[{"type": "claim_expedition", "expedition_index": 1}],
    )
    assert found.stop is None
    assert codec.line_json(found.lines[0])["entry"]["expedition_index"] == 0
    assert found.history.state.players[0].expedition_count == 2
    twice = meanwhile(
        history,
        {"type": "claim_expedition", "expedition_index": 0},
        own=[{"type": "claim_expedition", "expedition_index": 0}],
    )
    assert (twice.stop, len(twice.already)) == (None, 1)
    assert twice.history.state.players[0].expedition_count == 1


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
        assert phone.shown.lines == log.lines
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
