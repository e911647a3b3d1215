"""No module is known in the desk's code, nor by name in what it says of the base game: its folder has its share."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.printed.manifests import WAYS
from companion.rulebook.content import BASE
from companion.rulebook.desks import read
from tools.brought import brought

COMPANION = Path(__file__).resolve().parents[2] / "companion"
RULEBOOK, MODULES = COMPANION / "rulebook", COMPANION / "engine" / "modules"
FOLDERS = sorted(file.parent for file in MODULES.glob("*/module.json"))
# Learned from what is asked of all modules.
BUILT = "learned.json"
# What players type and read, and drawings, which show no module's card alone.
UNNAMED = {"en", "de", "drawing"}
# What dictionaries have too, what an edition calls something of the base game, and what every person and goal has.
PRINTED = {
    said.lower() for box in read("terms").values() for words in box.values() for said in words.values()
}
# Then English, and how taxes of any box may be taken.
ENGLISH = {"decline", "down_to", "mixed", "of", "source", "unknown"}
ORDINARY = {*dir(dict), *PRINTED, "ability", "marker", *ENGLISH}
WORD = re.compile(r"[A-Za-z]\w*")


def load(file: Path) -> Any:
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def on_its_desk(folder: Path) -> set[str]:
    """What a desk's share gives a name: questions, topics, and the rows of its parts but for what pages show."""
    desk = folder / "desk"
    data = load(desk / "desk.json")
    lexicon, moments = data.get("lexicon", {}), data.get("manner", {}).get("moments", ())
    found = {*data.get("places", ()), *data.get("rulings", ()), *data.get("beliefs", ()), *moments}
    found |= {*lexicon.get("words", ()), *lexicon.get("phrases", ())}
    found |= {page["id"] for page in data.get("pages", {}).get("written", ())}
    for file in desk.glob("questions/*.json"):
        found |= {file.stem, *(question["id"] for question in load(file))}
    return found


def of_the_base_game() -> set[str]:
    topics = {file.stem for file in (RULEBOOK / "data" / "questions").glob("*.json")}
    return {*WAYS, *topics, *load(RULEBOOK / "data" / "manner.json")["moments"], *on_its_desk(MODULES / BASE)}


def in_code(file: Path) -> Iterator[str]:
    """Names and texts, without what only people read."""
    tree = ast.parse(file.read_text("utf-8"))
    shown = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        said = [getattr(node, part, None) for part in ("id", "name", "attr", "arg", "value")]
        yield from (one for one in said if isinstance(one, str) and id(node) not in shown)


def in_data(node: Any) -> Iterator[str]:
    """Keys and names, but for drawings; no sentences, in which the names of cards are words."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield key
            if key not in UNNAMED:
                yield from in_data(value)
    elif isinstance(node, list):
        for value in node:
            yield from in_data(value)
    elif isinstance(node, str):
        yield node


def known(said: Iterable[str], brought: Iterable[str]) -> set[str]:
    """What of modules is named: alone, among other words, or as words of a name."""
    names = {f"_{name}_": name for name in brought}
    words = {f"_{word}_" for one in said for word in (one, *WORD.findall(one))}
    return {name for part, name in names.items() if any(part in word for word in words)}


# Keys of the view that only one module uses are words of the view.
SHAPES = "shapes"
BROUGHT = {
    folder.name: (
        {folder.name, *on_its_desk(folder)}
        | {word for word, by in brought().items() if by.get(folder.name, SHAPES) != SHAPES}
    )
    - of_the_base_game()
    - ORDINARY
    for folder in FOLDERS
    if folder.name != BASE
}
LOOKED_AT = {
    **dict.fromkeys(sorted(RULEBOOK.glob("*.py")), in_code),
    **{
        file: lambda file: in_data(load(file))
        for file in sorted((RULEBOOK / "data").rglob("*.json"))
        if file.name != BUILT
    },
}


def test_modules_bring_what_is_looked_for() -> None:
    assert {"gunner", "clerk", "gift_ship", "vice-what", "part_income:gunner"} <= BROUGHT["jomc_cards"]
    assert {"lay_contracts", "CONTRACT_NOT_MET", "ship_kept", "coop.points"} <= BROUGHT["jomc"]
    assert {"lookout", "reveal_event", "months_end", "MISSION_LIMIT", "crowns"} <= BROUGHT["adventure_begins"]


@pytest.mark.parametrize("file", LOOKED_AT, ids=lambda file: str(file.relative_to(RULEBOOK)))
def test_nothing_of_a_module_is_named_outside_its_folder(file: Path) -> None:
    said = list(LOOKED_AT[file](file))
    assert said
    assert {name: found for name, brought in BROUGHT.items() if (found := known(said, brought))} == {}


def test_what_is_named_is_found() -> None:
    assert known(["with_crowns"], {"crowns"}) == known(["a crowns b"], {"crowns"}) == {"crowns"}
    assert known(["crownsfoot", "Crowns"], {"crowns"}) == set()
