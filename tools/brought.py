"""What each module brings, read off its files and its door: words that nobody outside its folder needs to know.

`python -m tools.brought` prints them as JSON, by module.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import companion.engine
from companion.engine.asking.queries import QUERIES
from companion.engine.house.building import DOORS
from companion.engine.house.door import COMMON, Door
from companion.engine.printed.editions import EDITIONS

ENGINE = Path(companion.engine.__file__).parent
MODULES = ENGINE / "modules"
WORDS = ENGINE.parent / "words"
BASE = "base"


@cache
def brought() -> Mapping[str, Mapping[str, str]]:
    """Each word that a module brings, with the modules that do and what it is there; none that the base game has too."""
    common = {
        word for word, _ in (*_of_cards(BASE), *_of_door(COMMON), *_of_editions(), *_of_words(WORDS))
    } | {*QUERIES}
    found: dict[str, dict[str, str]] = {}
    for folder in sorted(MODULES.iterdir()):
        if folder.is_dir() and folder.name not in (BASE, "__pycache__"):
            for word, what in _of_module(folder.name):
                if word not in common:
                    found.setdefault(word, {}).setdefault(folder.name, what)
    return found


def _data(path: Path) -> Any:
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def _of_module(module: str) -> Iterator[tuple[str, str]]:
    yield from _of_manifest(module)
    yield from _of_cards(module)
    yield from _of_door(module)
    yield from _of_words(MODULES / module / "words")
    yield from _of_shapes(module)


def _of_editions() -> Iterator[tuple[str, str]]:
    """What the boxes say without any module."""
    for name in EDITIONS:
        yield from _of_rules(_data(ENGINE / "data" / "editions" / f"{name}.json"))


def _of_manifest(module: str) -> Iterator[tuple[str, str]]:
    for part in _data(MODULES / module / "module.json").get("editions", {}).values():
        yield from _of_rules(part)


def _of_rules(part: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for what in ("switches", "options", "house_rules", "rules"):
        for word in part.get(what, ()):
            yield word, what


def _of_shapes(module: str) -> Iterator[tuple[str, str]]:
    name = f"companion.engine.modules.{module}.shapes"
    shapes = import_module(name).SHAPES if find_spec(name) else {}
    for shape in shapes.values():
        for key in shape.__annotations__:
            yield key, "shapes"


def _of_words(folder: Path) -> Iterator[tuple[str, str]]:
    for terms in _data(folder / "en.json").get("terms", {}).values():
        for word in terms:
            if word.islower():
                yield word, "terms"


def _of_cards(module: str) -> Iterator[tuple[str, str]]:
    cards = _data(MODULES / module / "cards.json")
    for word in cards.get("persons", ()):
        yield word, "persons"
    for row in cards.get("cards", ()):
        for key, value in row.items():
            yield key, "keys of cards"
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str) and not key.startswith("name_"):
                    yield word, "cards"


def _of_door(module: str) -> Iterator[tuple[str, str]]:
    for door in _doors(module):
        for kind in door.entries:
            yield kind.form.type, "entries"
        for keys in door.adds.values():
            for key in keys:
                yield key, "keys of entries"
        for room in door.rooms:
            yield room.name, "rooms"
        for refused in door.refuses.values():
            if refused.in_rulings:
                yield refused.in_rulings, "refuses"
        for what in ("lines", "refuses", "headlines", "facts", "queries", "payments", "incomes"):
            for word in getattr(door, what):
                yield word, what


def _doors(module: str) -> Iterator[Door]:
    if module in DOORS:
        yield DOORS[module]
        yield from DOORS[module].ways.values()


if __name__ == "__main__":
    # What only a shape has is a word of the view, as the phone reads it for every module.
    by_module: dict[str, list[str]] = {}
    for word, modules in brought().items():
        for module, what in modules.items():
            if what != "shapes":
                by_module.setdefault(module, []).append(word)
    sys.stdout.write(json.dumps(by_module))
