"""A table outlives the rules that it was played by: nothing that was recorded becomes unreadable."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import bridge
from companion.engine import Refusal, codec
from companion.engine.printed import editions
from companion.engine.version import engine_version
from companion.storage import Database, Store, StoredLine
from companion.tables import Draft, Forbidden, LogUnreadable, Opened, Place, Tables
from companion.tables import table as table_room
from tests.tables.conftest import DRAW, SETUP

EARLIER = Path(__file__).parents[1] / "data" / "earlier"
Another = Callable[..., Tables]
GOVERNOR = {"kind": "person", "type": "governor", "cost": 3, "vp": 0}


def bought(place: Place) -> None:
    """Ada hires for all the coins that she started with."""
    for revision, entry in enumerate(
        ({"type": "draw", "card": GOVERNOR}, {"type": "stop"}, {"type": "take", "harbor_index": 0})
    ):
        place.record(Draft(f"e{revision}", revision, {"entry": entry}))


@pytest.fixture
def change_the_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A newer version of the program, whose editions have other defaults."""
    as_they_are = editions._data

    def change(**switches: Any) -> None:
        def changed(path: str) -> Any:
            data = as_they_are(path)
            if path.startswith("editions/"):
                data["switches"].update(switches)
            return data

        monkeypatch.setattr(editions, "_data", changed)
        editions.edition.cache_clear()

    yield change
    monkeypatch.undo()
    editions.edition.cache_clear()


def test_a_table_keeps_the_rules_that_it_was_opened_by(
    opened: Opened, keeper: Place, another_process: Another, change_the_rules: Callable[..., None]
) -> None:
    bought(keeper)
    before = codec.view_json(keeper.read())
    change_the_rules(starting_coins=2)
    later = another_process().find(opened.table.code, opened.token)
    assert codec.view_json(later.read()) == before
    assert another_process().open(SETUP).history.state.players[0].coins == 2


def test_the_set_up_says_which_rules_and_which_engine(opened: Opened, database: Database) -> None:
    stored = Store(database).table(opened.table.code)
    assert stored
    kept = json.loads(stored.setup)["settled"]
    assert kept["engine"] == engine_version()
    assert kept["switches"]["starting_coins"] == 3
    assert kept["options"]["required_vp"] == 12


def test_an_options_value_stays_where_its_default_changes(
    tables: Tables, another_process: Another, change_the_rules: Callable[..., None]
) -> None:
    one = tables.open({**SETUP, "edition": "yucata", "options": {"required_vp": 15, "governor_new": True}})
    change_the_rules(required_vp=99, governor_new=False, end_trigger="end_of_round")
    rules = another_process().find(one.table.code, one.token).read().state.game.rules
    assert (rules.required_vp, rules.switches.governor_new) == (15, True)
    assert rules.switches.end_trigger == "latched"


def earlier(database: Database, tables: Tables) -> tuple[Opened, list[dict[str, Any]]]:
    """A table as an earlier version has stored it: its set-up does not say which rules it is played by."""
    data = json.loads((EARLIER / "stored.json").read_text("utf-8"))
    opened = tables.open(SETUP)
    store = Store(database)
    store.settle(opened.table.id, json.dumps(data["setup"]))
    for revision, line in enumerate(data["lines"], 1):
        store.append(opened.table.id, StoredLine(revision, line["entry_id"], line["body"]))
    return opened, data["lines"]


def test_a_table_of_the_earlier_form_opens_and_keeps_the_rules_from_then_on(
    database: Database, tables: Tables, another_process: Another, change_the_rules: Callable[..., None]
) -> None:
    opened, lines = earlier(database, tables)
    place = another_process().find(opened.table.code, opened.token)
    before = codec.view_json(place.read())
    assert before["revision"] == len(lines)
    assert not place.read().pardoned
    change_the_rules(starting_coins=0)
    again = another_process().find(opened.table.code, opened.token)
    assert codec.view_json(again.read()) == before


def test_an_exported_file_of_the_earlier_form_opens(
    tables: Tables, change_the_rules: Callable[..., None]
) -> None:
    document = json.loads((EARLIER / "exported.json").read_text("utf-8"))
    opened = tables.load(document)
    assert opened.history.revision == len(document["lines"])
    assert not opened.history.pardoned
    change_the_rules(starting_coins=0)
    assert tables.load(document).history.pardoned


def test_a_repeat_of_a_line_of_the_earlier_form_is_still_known(database: Database, tables: Tables) -> None:
    opened, lines = earlier(database, tables)
    place = tables.find(opened.table.code, opened.token)
    first = json.loads(lines[0]["body"])
    assert place.record(Draft(lines[0]["entry_id"], 0, first)).known


def refused_later(
    opened: Opened, keeper: Place, database: Database, another_process: Another
) -> tuple[Place, StoredLine]:
    """A line that these rules refuse is in the log, with others after it."""
    bought(keeper)
    store = Store(database)
    wrong = StoredLine(4, "old", '{"entry":{"by":0,"harbor_index":7,"type":"take"}}')
    store.append(opened.table.id, wrong)
    store.append(opened.table.id, StoredLine(5, "on", '{"entry":{"coins":{"1":7},"type":"count"}}'))
    return another_process().find(opened.table.code, opened.token), wrong


def test_a_line_that_newer_rules_refuse_is_shown_and_marked_and_the_game_goes_on(
    opened: Opened,
    keeper: Place,
    database: Database,
    another_process: Another,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place, _ = refused_later(opened, keeper, database, another_process)
    with caplog.at_level(logging.WARNING):
        history = place.read()
    assert history.state.players[1].coins == 7
    rows = place.table.lines_json(0)
    assert rows[3]["holds"]
    assert rows[3]["overridden"]
    assert rows[3]["ledger"][0]["why"] == "does_not_fit"
    assert f"table {opened.table.id}: line 4" in caplog.text
    assert place.record(Draft("next", 5, DRAW)).revision == 6


def test_a_line_that_does_not_fit_is_repaired_by_removing_or_undoing_it(
    opened: Opened, keeper: Place, database: Database, another_process: Another
) -> None:
    place, _ = refused_later(opened, keeper, database, another_process)
    place.record(Draft("away", 5, {"correction": {"type": "remove", "revision": 4}}))
    assert not place.read().pardoned
    assert [row["holds"] for row in place.table.lines_json(0)] == [True, True, True, False, True, False]
    place.record(Draft("back", 6, {"correction": {"type": "undo"}}))
    assert len(place.read().pardoned) == 1


def test_a_correction_that_shall_keep_nothing_is_held_to_the_rules_all_the_same(
    opened: Opened, keeper: Place, database: Database, another_process: Another
) -> None:
    place, _ = refused_later(opened, keeper, database, another_process)
    dearer = {"type": "draw", "card": {**GOVERNOR, "cost": 9}}
    strict = {"type": "change", "revision": 1, "entry": dearer, "keep": False}
    with pytest.raises(Refusal, match="LATER_ENTRY_FAILS"):
        place.record(Draft("c", 5, {"correction": strict}))


@pytest.mark.parametrize(
    "body", ['{"entry":{"type":"dance"}}', "no JSON", '{"entry":{"type":"draw","card":"gone"}}']
)
def test_a_line_that_cannot_be_read_is_handed_on_and_changes_nothing(
    opened: Opened, keeper: Place, database: Database, another_process: Another, body: str
) -> None:
    bought(keeper)
    before = codec.view_json(keeper.read())
    Store(database).append(opened.table.id, StoredLine(4, "odd", body))
    place = another_process().find(opened.table.code, opened.token)
    assert {**codec.view_json(place.read()), "revision": 3} == before
    assert place.table.lines_json(3)[0] | {"unread": True, "holds": False} == place.table.lines_json(3)[0]
    assert keeper.read().revision == 4
    exported = place.exported()
    assert exported["lines"][3]["entry_id"] == "odd"
    exported["setup"]["settled"]["engine"] = "earlier"
    assert another_process().load(exported).history.revision == 4


def test_a_log_with_a_gap_is_read_around_it(
    opened: Opened, another_process: Another, database: Database
) -> None:
    Store(database).append(
        opened.table.id, StoredLine(2, "late", '{"entry":{"coins":{"1":7},"type":"count"}}')
    )
    history = another_process().find(opened.table.code, opened.token).read()
    assert (history.revision, history.state.players[1].coins) == (2, 7)


def test_a_table_whose_set_up_means_nothing_can_still_be_exported_and_left(
    opened: Opened, keeper: Place, database: Database, another_process: Another
) -> None:
    bought(keeper)
    Store(database).settle(opened.table.id, json.dumps({**SETUP, "modules": ["gone"]}))
    place = another_process().find(opened.table.code, opened.token)
    with pytest.raises(LogUnreadable, match=f"table {opened.table.id}"):
        place.read()
    assert len(place.exported()["lines"]) == 3
    assert place.members_json()
    place.enter_by_keeper_only(True)


def test_a_wrong_token_has_nothing_folded(
    opened: Opened, keeper: Place, another_process: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    bought(keeper)
    folded: list[object] = []
    fold_log = table_room.fold_log
    monkeypatch.setattr(table_room, "fold_log", lambda *asked: folded.append(asked) or fold_log(*asked))
    tables = another_process()
    with pytest.raises(Forbidden):
        tables.find(opened.table.code, "forged")
    place = tables.find(opened.table.code, opened.token)
    place.exported()
    assert place.members_json()
    assert not folded
    place.read()
    assert len(folded) == 1


def test_settled_rules_of_a_file_are_of_their_kind(tables: Tables, opened: Opened) -> None:
    document = opened.table.exported()
    for switches, options in (
        ({"starting_coins": 10**9}, {}),
        ({"governor_new": 1}, {}),
        ({"end_trigger": "x" * 100}, {}),
        ({}, {"special_expedition": "under the table"}),
    ):
        kept = document["setup"]["settled"]
        wrong = {
            **kept,
            "switches": {**kept["switches"], **switches},
            "options": {**kept["options"], **options},
        }
        with pytest.raises(codec.Malformed):
            tables.load({**document, "setup": {**document["setup"], "settled": wrong}})


def test_a_table_that_a_phone_opened_by_itself_keeps_the_rules_of_that_phone(
    tables: Tables, change_the_rules: Callable[..., None]
) -> None:
    phone = bridge.Bridge()
    phone.answer(json.dumps({"call": "open", "code": "here-1", "setup": SETUP}))
    setup = json.loads(phone.answer(json.dumps({"call": "export", "code": "here-1"})))["ok"]["setup"]
    change_the_rules(starting_coins=2)
    assert setup["settled"]["switches"]["starting_coins"] == 3
    assert tables.open(setup, "a" * 43).history.state.players[0].coins == 3
    assert tables.open(setup, "a" * 43).again


@pytest.mark.parametrize("value", [{"x": 1}, [], "never", 10**9, None])
def test_options_beside_settled_rules_count_only_where_they_can_be(tables: Tables, value: object) -> None:
    settled = {"engine": "0", "switches": {}, "options": {}}
    options = {"required_vp": value, "end_trigger": value, "no_such_option": value}
    rules = tables.open({**SETUP, "options": options, "settled": settled}).history.state.game.rules
    assert (rules.required_vp, rules.switches.end_trigger) == (12, "latched")
