"""What the engine declares once is what the specification shows and what is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import jsonschema_rs
import pytest

from companion.api import shapes as made
from companion.engine import codec
from companion.engine.json import shapes
from companion.engine.json.reading import READERS
from companion.engine.json.shapes.declared import declared
from tests.api.conftest import DRAW, SAILOR, OpenedTable
from tests.conforming import Conforms, committed

SHIP = "base.ship.blue.s1.c2"


class Boat(TypedDict):
    """Lies in the
    harbor.
    """

    kind: Literal["boat"]
    name: Annotated[str, "As painted on it."]
    sails: NotRequired[Annotated[list[int], shapes.Exactly(2)]]
    flag: Annotated[str | None, "If it has one."]


class Raft(TypedDict):
    kind: Literal["raft"]
    wood: Annotated[str, shapes.OneOf(("oak", "fir"))]


Vessel = Annotated[Boat | Raft, shapes.Named("Vessel")]


class Bay(TypedDict):
    vessels: list[Vessel]
    first: Boat | None
    depths: dict[str, int]


def other_boat() -> Any:
    class Boat(TypedDict):
        oars: int

    return Boat


@pytest.fixture(scope="module")
def conforms() -> Conforms:
    return committed()


def test_a_declared_shape_becomes_a_closed_schema_with_all_that_it_says() -> None:
    found = made.components([Bay])
    assert found["Bay"] == {
        "type": "object",
        "properties": {
            "vessels": {"type": "array", "items": {"$ref": "#/components/schemas/Vessel"}},
            "first": {"anyOf": [{"$ref": "#/components/schemas/Boat"}, {"type": "null"}]},
            "depths": {"type": "object", "additionalProperties": {"type": "integer"}},
        },
        "additionalProperties": False,
        "required": ["vessels", "first", "depths"],
    }
    assert found["Vessel"] == {
        "oneOf": [{"$ref": "#/components/schemas/Boat"}, {"$ref": "#/components/schemas/Raft"}]
    }
    assert found["Boat"]["description"] == "Lies in the harbor."
    assert found["Boat"]["required"] == ["kind", "name", "flag"]
    assert found["Boat"]["properties"]["kind"] == {"type": "string", "enum": ["boat"]}
    assert found["Boat"]["properties"]["name"] == {"type": "string", "description": "As painted on it."}
    assert found["Boat"]["properties"]["sails"]["maxItems"] == 2
    assert found["Boat"]["properties"]["flag"]["type"] == ["string", "null"]
    assert found["Raft"]["properties"]["wood"]["enum"] == ["oak", "fir"]


def test_two_shapes_of_one_name_are_noticed() -> None:
    with pytest.raises(ValueError, match="Boat"):
        made.components([Boat, other_boat()])


def test_every_kind_of_value_that_an_entry_may_declare_is_written_as_something_declared() -> None:
    assert set(shapes.WRITTEN) == set(READERS)


def test_an_entry_is_told_under_the_keys_that_its_form_declares() -> None:
    keys = made.components([shapes.Entry])["Entry"]["properties"]
    declared = {name for found in codec.entry_keys().values() for name in found}
    assert set(keys) == declared | {"type", "by"}


def test_what_modules_add_is_added_to_a_shape_that_there_is() -> None:
    found = made.components(made.TOLD)
    for shapes_of_module in declared("SHAPES"):
        for name, more in shapes_of_module.items():
            assert more.__annotations__.keys() <= found[name]["properties"].keys(), name


@pytest.mark.parametrize("change", [{"more": 1}, {"round": None}, {"phase": "tea"}])
def test_what_is_told_otherwise_than_declared_is_noticed(
    table: OpenedTable, conforms: Conforms, change: dict[str, Any]
) -> None:
    view = table.get().json
    assert view is not None
    conforms("View", view)
    with pytest.raises(jsonschema_rs.ValidationError):
        conforms("View", {**view, **change})


def test_a_view_without_a_key_is_noticed(table: OpenedTable, conforms: Conforms) -> None:
    view = table.get().json
    assert view is not None
    del view["order"]
    with pytest.raises(jsonschema_rs.ValidationError):
        conforms("View", view)


def test_what_no_game_changes_is_told_as_declared(conforms: Conforms) -> None:
    conforms("Catalogue", codec.catalogue_json())
    conforms("Editions", codec.editions_json())


def test_a_situation_is_taken_as_declared(open_table: Callable[..., OpenedTable], conforms: Conforms) -> None:
    situation = {
        "players": [{"coins": 4, "display": [SAILOR]}, {"coins": 1, "expeditions_owned": 1}],
        "active": 1,
        "acting": 0,
        "round": 5,
        "phase": "trade_hire",
        "harbor": [{"kind": "ship", "color": "blue", "swords": 1, "coins": 2}],
        "begun": True,
        "takes_left": 1,
        "draw_pile": 60,
    }
    conforms("Situation", situation)
    view = open_table(players=["Ada", "Ben"], situation=situation).get().json
    assert view is not None
    assert [player["coins"] for player in view["players"]] == [4, 1]
    assert (view["round"], view["phase"], view["active"], view["acting"]) == (5, "trade_hire", 1, 0)


def test_every_answer_about_a_card_and_what_is_put_right_is_told_as_declared(
    open_table: Callable[..., OpenedTable], conforms: Conforms
) -> None:
    table = open_table(players=["Ada", "Ben"])
    for entry in (
        DRAW,
        {"type": "draw", "card": SHIP},
        {"type": "stop"},
        {"type": "take", "harbor_index": 1},
        {"type": "pass", "rest": True},
        {"type": "count", "coins": {"0": 4}, "display": {"0": []}, "draw_pile": 100},
        {"type": "payment", "by": 0, "why": "trade", "coins": 2, "times": 2},
        {"type": "join", "name": "Cem", "after": 0},
        {"type": "rules", "options": {"expedition_after_bust": True}},
        {"type": "missing", "card": SHIP},
    ):
        answer = table.enter(entry, override=True)
        assert answer.status_code == 201, (entry, answer.text)
        conforms("Recorded", answer.json)
    conforms("Repairs", table.get("/entries/4/repairs").json)
    conforms("OtherWays", table.get("/entries/4/ways").json)
    conforms("ForgottenGoals", table.get("/goals/none/forgotten").json)
    conforms("Slips", table.post("/slips", {"coins": {"0": 9}, "draw_pile": 99}).json)
    replaced = [{"type": "stop"}, {"type": "take", "harbor_index": 0}]
    for correction in (
        {"type": "remove", "revision": 4},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "undo", "to": 10},
        {"type": "insert", "before": 3, "entry": {"type": "draw", "card": SHIP}},
        {"type": "change", "revision": 2, "entry": {"type": "draw", "card": "base.ship.red.s3.c2"}},
        {"type": "replace", "revision": 3, "count": 2, "entries": replaced, "override": True},
    ):
        answer = table.correct(correction)
        assert answer.status_code == 201, (correction, answer.text)
        conforms("Recorded", answer.json)
    conforms("Log", table.get("/entries").json)
