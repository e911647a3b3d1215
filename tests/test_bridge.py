"""The bridge for callers that speak JSON texts: a table on the phone, confirmed by the server or not yet."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion import rulebook
from companion.bridge import Bridge
from companion.engine import codec
from companion.engine.version import engine_version
from tests import attacks

SETUP = {"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben", "Cleo"]}
FLUTE = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}
SKIFF = {"kind": "ship", "color": "green", "swords": 1, "coins": 1}
SAILOR = "base.person.sailor.v1.p3"


class Desk:
    """A bridge with one open table."""

    def __init__(self) -> None:
        self.bridge = Bridge()
        self.ok("open", setup=SETUP)

    def ask(self, call: str, **body: Any) -> dict[str, Any]:
        return json.loads(self.bridge.answer(json.dumps({"call": call, "code": "T", **body})))

    def ok(self, call: str, **body: Any) -> Any:
        return self.ask(call, **body)["ok"]

    def enter(self, name: str, **entry: Any) -> Any:
        return self.ok("record", line={"entry_id": name, "entry": entry})


def draw(name: str, card: Any, **more: Any) -> dict[str, Any]:
    return {"entry_id": name, "entry": {"type": "draw", "card": card}, **more}


def undo(name: str, count: int = 1, **more: Any) -> dict[str, Any]:
    return {"entry_id": name, "correction": {"type": "undo", "count": count}, **more}


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_answers_as_the_codec_does(desk: Desk) -> None:
    answer = desk.enter("one", type="draw", card=FLUTE)
    assert answer["view"] == desk.ok("view")
    assert answer["view"]["last"]["ledger"] == answer["ledger"]
    history = codec.history_from_json(desk.ok("export"))
    assert desk.ok("view") == json.loads(json.dumps(codec.view_json(history)))
    assert desk.ok("lines", since=0) == json.loads(json.dumps(codec.lines_json(history)))
    for seat in range(3):
        assert desk.ok("outlook", seat=seat) == json.loads(json.dumps(codec.outlook_json(history, seat)))
        assert desk.ok("account", seat=seat) == json.loads(json.dumps(codec.account_json(history, seat)))
        counted = {"coins": {str(seat): 9}, "draw_pile": 3}
        found = json.loads(json.dumps(codec.slips_json(history, counted)))
        assert desk.ok("slips", counted=counted) == found
    assert desk.ask("outlook", seat=3)["problem"]["field"] == "seat"
    assert desk.ask("account", seat=3)["problem"]["field"] == "seat"
    assert desk.ask("slips", counted={"coins": {"7": 1}})["problem"]["field"] == "entry.coins"
    assert desk.ok("evening") == json.loads(json.dumps(codec.evening_json(history)))
    assert desk.ok("score") == json.loads(json.dumps(codec.score_json(history.state)))
    assert desk.ok("editions") == json.loads(json.dumps(codec.editions_json()))
    assert desk.ok("catalogue") == json.loads(json.dumps(codec.catalogue_json()))
    assert desk.ok("version") == engine_version()


def test_a_correction_answers_with_its_consequences_and_a_card_with_its_repairs(desk: Desk) -> None:
    desk.enter("one", type="draw", by=0, card=FLUTE)
    desk.enter("two", type="stop", by=0)
    desk.enter("three", type="take", by=0, harbor_index=0)
    assert desk.ask("repairs", berth=0)["problem"]["field"] == "berth"
    told = desk.ok("repairs", revision=3)
    assert (told["drawn"]["revision"], told["take"]["seat"]) == (1, 0)
    richer = {"type": "draw", "by": 0, "card": {**FLUTE, "coins": 3}}
    line = {"entry_id": "four", "correction": {"type": "change", "revision": 1, "entry": richer}}
    answer = desk.ok("record", line=line, dry_run=True)
    assert answer["consequences"]["players"] == [{"seat": 0, "coins": [4, 6], "vp": [0, 0]}]
    assert desk.ok("view")["revision"] == 3


def test_says_what_it_refuses_and_what_it_cannot_read(desk: Desk) -> None:
    refused = desk.ask("record", line={"entry_id": "one", "entry": {"type": "stop"}})["problem"]
    assert (refused["code"], refused["overridable"]) == ("MUST_DRAW_FIRST", True)
    assert (
        desk.ask("record", line={"entry_id": "one", "entry": {"type": "sing"}})["problem"]["field"]
        == "entry.type"
    )
    assert desk.ask("dance")["problem"]["field"] == "call"
    assert desk.ask("view", code="other")["problem"]["field"] == "code"
    assert json.loads(desk.bridge.answer("[]"))["problem"]["field"] == "body"
    assert json.loads(desk.bridge.answer("{"))["problem"]["field"] == "body"
    assert desk.ok("view")["revision"] == 0


def test_a_dry_run_keeps_nothing_and_a_known_line_counts_once(desk: Desk) -> None:
    line = draw("one", FLUTE)
    assert desk.ok("record", line=line, dry_run=True)["view"]["revision"] == 1
    assert desk.ok("view")["revision"] == 0
    desk.ok("record", line=line)
    again = desk.ok("record", line=line)
    assert again["known"] is True
    assert again["view"]["revision"] == 1


def test_an_answered_ruling_is_the_codecs(desk: Desk) -> None:
    body = {
        "edition": "bigbox",
        "situation": {"players": [{"id": "A"}, {"id": "B"}], "active": "A", "phase": "discover"},
        "steps": [{"type": "stop", "by": "A"}],
    }
    assert desk.ok("ruling", body=body) == json.loads(json.dumps(codec.answer_ruling(body)))


def test_a_rules_question_is_answered_as_the_rules_desk_does(desk: Desk) -> None:
    asked = {
        "query": "do two admirals pay 4 coins",
        "edition": "pegasus",
        "modules": ["base"],
        "language": "en",
    }
    found = desk.ok("search", **asked, limit=3)
    assert found["results"]
    assert found == rulebook.codec.results_json(rulebook.search(*asked.values(), 3))
    assert desk.ask("search", query=7)["problem"]["field"] == "query"


def test_a_question_and_lists_of_them_are_the_rules_desks(desk: Desk) -> None:
    box = {"edition": "sjg", "modules": ["base"], "language": "de"}
    one = rulebook.question("tax-how", "sjg", ["base"], "de")
    assert one is not None
    assert desk.ok("question", id="tax-how", **box) == {"question": rulebook.codec.answer_json(one)}
    assert desk.ok("question", id="no-such") == {"question": None}
    about = rulebook.questions(explains="repel_swords", edition="sjg", modules=["base"], language="de")
    assert desk.ok("questions", explains="repel_swords", **box) == rulebook.codec.questions_json(about)
    assert {each["topic"] for each in desk.ok("questions", topic="tax")["questions"]} == {"tax"}
    for field, wrong in (("topic", "cooking"), ("module", "chess"), ("language", "fr"), ("explains", 7)):
        assert desk.ask("questions", **{field: wrong})["problem"]["field"] == field


def test_an_answer_is_applied_to_the_open_table(desk: Desk) -> None:
    before = desk.ok("at_table", id="takes-how-many")["facts"]
    assert [(fact["code"], fact["seat"], fact["params"]["count"]) for fact in before] == [
        ("takes_if_stopped", 0, 1)
    ]
    desk.enter("one", type="draw", card=FLUTE)
    lying = desk.ok("at_table", id="bust-when")["facts"]
    assert lying == [{"code": "bust_colors", "seat": 0, "params": {"colors": ["blue"]}}]
    assert desk.ok("at_table", id="no-such")["facts"] == []
    assert desk.ask("at_table", id="tax-how", code="other")["problem"]["field"] == "code"


@pytest.mark.parametrize(
    "query", ["", " ", "\x00\x1b[31m", "x" * 10_000, "'; DROP TABLE tables; --", "<script>alert(1)</script>"]
)
def test_a_hostile_question_finds_nothing(desk: Desk, query: str) -> None:
    assert desk.ok("search", query=query)["nothing_fits"] is True


def test_a_closed_table_is_gone_and_a_kept_one_comes_back(desk: Desk) -> None:
    desk.enter("one", type="draw", card=FLUTE)
    document = desk.ok("export")
    desk.ok("close")
    assert "problem" in desk.ask("view")
    loaded = desk.ok("load", document=document, pending=[draw("two", SKIFF)])
    assert (loaded["revision"], loaded["view"]["revision"], loaded["stopped"]) == (1, 2, None)
    assert [line["entry_id"] for line in loaded["pending"]] == ["two"]


def test_confirmed_lines_stay_when_others_arrive(desk: Desk) -> None:
    desk.enter("one", type="draw", card=FLUTE)
    desk.enter("two", type="draw", card=SAILOR)
    assert desk.ok("confirm", count=1) == {"revision": 1, "waiting": 1}
    moved = desk.ok("rebase", missing=[draw("other", SKIFF)], pending=[draw("two", SAILOR)])
    assert moved["stopped"] is None
    assert [line["entry_id"] for line in desk.ok("export")["lines"]] == ["one", "other", "two"]
    assert desk.ok("confirm", count=1) == {"revision": 3, "waiting": 0}


def test_a_line_that_no_longer_holds_waits_with_those_after_it(desk: Desk) -> None:
    mine = [draw("mine", SKIFF), draw("after", SAILOR)]
    desk.ok("rebase", missing=[draw("one", FLUTE)])
    moved = desk.ok("rebase", missing=[{"entry_id": "other", "entry": {"type": "stop"}}], pending=mine)
    assert moved["stopped"]["why"] == "refused"
    assert moved["stopped"]["problem"]["code"]
    assert [row["entry_id"] for row in moved["stopped"]["meanwhile"]] == ["other"]
    assert [row["entry_id"] for row in moved["waiting"]] == ["mine", "after"]
    assert moved["pending"] == []
    assert moved["view"]["revision"] == 2


def test_the_same_card_drawn_by_two_phones_is_asked_about_once(desk: Desk) -> None:
    moved = desk.ok("rebase", missing=[draw("theirs", FLUTE)], pending=[draw("mine", FLUTE)])
    assert moved["stopped"]["why"] == "twice"
    two = desk.ok("rebase", pending=[draw("mine", FLUTE, sure=True)])
    assert two["stopped"] is None
    # decided as the same card: left out by the phone
    assert desk.ok("rebase", pending=[])["view"]["revision"] == 1


def test_the_question_stands_while_others_go_on(desk: Desk) -> None:
    mine = [draw("mine", FLUTE), draw("next", SAILOR)]
    asked = desk.ok("rebase", missing=[draw("theirs", FLUTE), draw("also", SAILOR)], pending=mine)
    moved = desk.ok("rebase", missing=[draw("more", SKIFF)], pending=asked["waiting"])
    assert (moved["stopped"]["why"], moved["waiting"][0]["entry_id"]) == ("twice", "mine")
    assert [row["entry_id"] for row in moved["stopped"]["meanwhile"]] == ["theirs", "also", "more"]
    # the first one is answered: the next one is asked about
    moved = desk.ok("rebase", pending=moved["waiting"][1:])
    assert (moved["stopped"]["why"], moved["waiting"][0]["entry_id"]) == ("twice", "next")


def test_a_take_that_moved_before_a_question_still_means_its_card_when_more_arrives(desk: Desk) -> None:
    stop, take = {"type": "stop"}, {"type": "take", "harbor_index": 0}
    own = [draw("a", SAILOR), draw("b", SKIFF), {"entry_id": "stop", "entry": stop}]
    own += [{"entry_id": "take", "entry": take}, {"entry_id": "far", "correction": {"type": "undo", "to": 0}}]
    for missing in (draw("x", FLUTE), {"entry_id": "y", "entry": {"type": "count", "draw_pile": 50}}):
        asked = desk.ok("rebase", missing=[missing], pending=own)
        assert asked["stopped"]["why"] == "stale"
        assert [lying["card"].get("color") for lying in asked["view"]["harbor"]] == ["blue", "green"]
        own = [*asked["pending"], *asked["waiting"]]
    # Closed and opened again, the phone shows the same up to what is asked.
    document = desk.ok("export")
    lines = {line["entry_id"] for line in own}
    document["lines"] = [line for line in document["lines"] if line["entry_id"] not in lines]
    loaded = desk.ok("load", document=document, pending=own[:-1])
    assert [lying["card"].get("color") for lying in loaded["view"]["harbor"]] == ["blue", "green"]
    # The group leaves the undo out: what is sent reads as it has to now.
    done = desk.ok("rebase", pending=own[:-1])
    assert (done["stopped"], done["pending"][3]["entry"]["harbor_index"]) == (None, 1)


def test_what_waits_behind_a_question_is_judged_by_all_that_came_before_the_answer(desk: Desk) -> None:
    stop, rest = {"type": "stop"}, {"type": "pass", "rest": True}
    own = [draw("mine", FLUTE), {"entry_id": "own stop", "entry": stop}]
    asked = desk.ok("rebase", missing=[draw("theirs", FLUTE)], pending=own)
    over = [
        {"entry_id": "their stop", "entry": stop},
        {"entry_id": "rest", "entry": rest},
        draw("next", SKIFF),
    ]
    asked = desk.ok("rebase", missing=over, pending=asked["waiting"])
    assert asked["stopped"]["why"] == "twice"
    # The same card: left out. The stop was that turn's, and others have entered it.
    done = desk.ok("rebase", pending=asked["waiting"][1:])
    assert (done["stopped"], done["already"], done["pending"]) == (None, ["own stop"], [])
    assert (done["view"]["phase"], done["view"]["active"], len(done["view"]["harbor"])) == ("discover", 1, 1)


def test_own_lines_that_had_arrived_are_not_entered_again(desk: Desk) -> None:
    desk.ok("record", line=draw("mine", FLUTE))
    moved = desk.ok(
        "rebase", missing=[draw("mine", FLUTE)], pending=[draw("mine", FLUTE), draw("next", FLUTE)]
    )
    assert (moved["revision"], moved["view"]["revision"], moved["stopped"]) == (1, 2, None)
    assert [line["entry_id"] for line in moved["pending"]] == ["next"]


def test_an_own_undo_follows_its_entry(desk: Desk) -> None:
    mine = [draw("mine", SAILOR), undo("back")]
    moved = desk.ok("rebase", missing=[draw("theirs", FLUTE)], pending=mine)
    assert moved["stopped"] is None
    assert [lying["card"]["kind"] for lying in moved["view"]["harbor"]] == ["ship"]
    redo = {"entry_id": "forth", "correction": {"type": "redo", "count": 1}}
    assert desk.ok("rebase", missing=[draw("more", SKIFF)], pending=[*mine, redo])["view"]["revision"] == 5


@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_an_undo_never_reaches_what_others_entered(desk: Desk, kind: str) -> None:
    desk.ok("rebase", missing=[draw("first", SAILOR), undo("their undo")])
    back = {"entry_id": "back", "correction": {"type": kind, "count": 1}}
    moved = desk.ok("rebase", missing=[draw("theirs", FLUTE), undo("again")], pending=[back])
    assert moved["stopped"]["why"] == "stale"
    for pending in ([draw("mine", SKIFF), undo("a"), undo("b")], [draw("mine", SKIFF), undo("a", 2)]):
        assert (
            desk.ok("rebase", missing=[draw("x" + pending[-1]["entry_id"], SAILOR)], pending=pending)[
                "stopped"
            ]["why"]
            == "stale"
        )


def test_an_undo_to_a_revision_and_a_change_keep_their_aim(desk: Desk) -> None:
    mine = [
        draw("mine", SAILOR),
        draw("typo", SKIFF),
        {
            "entry_id": "fix",
            "correction": {"type": "change", "revision": 2, "entry": {"type": "draw", "card": FLUTE}},
        },
        {"entry_id": "back", "correction": {"type": "undo", "to": 1}},
    ]
    theirs = draw("theirs", {"kind": "ship", "color": "red", "swords": 1, "coins": 1})
    moved = desk.ok("rebase", missing=[theirs], pending=mine)
    assert moved["stopped"] is None
    assert moved["pending"][2]["correction"]["revision"] == 3
    assert moved["pending"][3]["correction"]["to"] == 2
    assert len(moved["view"]["harbor"]) == 2
    reaching = {"entry_id": "far", "correction": {"type": "undo", "to": 0}}
    assert desk.ok("rebase", missing=[draw("later", SAILOR)], pending=[reaching])["stopped"]["why"] == "stale"


def test_the_version_changes_with_the_files(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    import companion.engine.version as module

    (tmp_path / "engine" / "data").mkdir(parents=True)
    (tmp_path / "engine" / "a.py").write_text("1")
    (tmp_path / "engine" / "data" / "b.json").write_text("{}")
    (tmp_path / "engine" / "README.md").write_text("no rule")
    folders = {"companion": tmp_path, "companion.engine": tmp_path / "engine"}
    monkeypatch.setattr(module.resources, "files", lambda name: folders[name])
    fresh = module.engine_version.__wrapped__
    first = fresh()
    (tmp_path / "engine" / "README.md").write_text("still none")
    (tmp_path / "engine" / "words").mkdir()
    (tmp_path / "engine" / "words" / "en.json").write_text('{"said": "by the phone app"}')
    assert fresh() == first
    (tmp_path / "engine" / "data" / "b.json").write_text("{ }")
    assert fresh() != first
    (tmp_path / "engine" / "VERSION").write_text("built")
    assert fresh() == "built"


def test_who_joins_and_leaves_without_a_network_is_on_the_server_as_on_the_phone(desk: Desk) -> None:
    join = {"entry_id": "join", "entry": {"type": "join", "name": "Eve", "after": 0}}
    entries = [
        join,
        draw("d", FLUTE),
        {"entry_id": "s", "entry": {"type": "stop"}},
        {"entry_id": "t", "entry": {"type": "take", "by": 3, "harbor_index": 0, "passing": True}},
        {"entry_id": "leave", "entry": {"type": "leave", "by": 2}},
        {"entry_id": "rules", "entry": {"type": "rules", "options": {"governor_new": True}}},
    ]
    for line in entries:
        desk.ok("record", line=line)
    shown = desk.ok("view")
    assert shown["order"] == [0, 3, 1]
    assert desk.ok("outlook", seat=3)["seat"] == 3
    # Ben has counted meanwhile; all of it is put on top of that.
    other = {"entry_id": "other", "entry": {"type": "count", "coins": {"1": 4}}}
    answer = desk.ok("rebase", missing=[other], pending=entries)
    assert (answer["stopped"], len(answer["pending"]), answer["waiting"]) == (None, 6, [])
    assert answer["view"]["order"] == [0, 3, 1]
    again = codec.history_from_json(desk.ok("export"), kept=True)
    assert json.loads(json.dumps(codec.view_json(again))) == answer["view"]


def test_a_file_is_looked_at_before_it_is_opened_and_is_kept_nowhere(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.enter("one", type="draw", card=SAILOR)
    file = desk.ok("export")
    assert desk.ok("check", document=file) == desk.ok("view")
    late = {**file, "lines": [{**file["lines"][0], "at": 946_080_000_000}]}
    assert desk.ask("check", document=late)["problem"]["field"] == "lines[0].at"
    assert desk.ask("check", document={**file, "opened": -5})["problem"]["field"] == "opened"
    stop = {**file, "lines": [{"entry_id": "stop", "entry": {"type": "stop"}}]}
    refused = desk.ask("check", document=stop)["problem"]
    assert (refused["code"], refused["revision"]) == ("line_refused", 1)
    assert refused["reason"]["code"] == "MUST_DRAW_FIRST"
    monkeypatch.setattr("companion.bridge.WORK_FOR_A_FILE", 500)
    slow = desk.ask("check", document=attacks.insert_after_insert(1200))["problem"]
    assert slow["code"] == "too_much_work"
    assert 1 < slow["revision"] <= 1200
