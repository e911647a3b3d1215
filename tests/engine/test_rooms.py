"""The rooms of the engine lie on floors: each imports those below it, and nothing goes round in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "companion" / "engine"
PACKAGE = "companion.engine"
# From the ground up: first files that all may use. What else stands in no room is above them all.
GROUND = ("version", "refusals", "values")
FLOORS = (
    *GROUND,
    "printed",
    "following",
    "table",
    "entering",
    "house",
    "rules",
    "goals",
    "modules",
    "json",
    "opening",
    "asking",
    "log",
    "memory",
)
FILES = {
    ".".join((PACKAGE, *file.relative_to(ENGINE).with_suffix("").parts)).removesuffix(".__init__"): file
    for file in ENGINE.rglob("*.py")
}


def imports(name: str) -> Iterator[str]:
    """Every file that a file imports, also in functions and only for types."""
    file = FILES[name]
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        for alias in node.names:
            found = f"{module}.{alias.name}"
            if found in FILES:
                yield found
            elif module in FILES:
                yield module


def room(name: str) -> str:
    # What a module adds to the shapes of all that is told stands with those.
    if name.endswith(".shapes"):
        return "json"
    return name.removeprefix(PACKAGE).removeprefix(".").partition(".")[0]


def test_every_room_stands_on_a_floor() -> None:
    folders = {file.parent.name for file in ENGINE.glob("*/__init__.py")}
    assert folders == set(FLOORS) - set(GROUND)


def test_no_room_imports_one_above_it() -> None:
    upwards = [
        (name, other)
        for name in FILES
        for other in imports(name)
        if room(name) in FLOORS
        and (room(other) not in FLOORS or FLOORS.index(room(other)) > FLOORS.index(room(name)))
    ]
    assert upwards == []


def test_no_imports_go_round_in_a_circle() -> None:
    ways = {name: set(imports(name)) - {name} for name in FILES}
    # A package is imported with each of its files; that alone is no way back.
    left = dict(ways)
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert sorted(left) == []
