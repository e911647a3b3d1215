"""What the desk says lies in data/, and what it says of a module in that module's folder: both are read as one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

# Among what a list says: here stands what the others say.
OTHERS = "*"


@dataclass(frozen=True, slots=True)
class Desk:
    """A module's share of the desk, in `desk/` of its folder: files as in data/, the small ones as parts of `desk.json`.

    Modules come by `rank`; the answer of one goes before those of the modules below it.
    """

    module: str
    folder: Traversable
    data: Mapping[str, Any]

    @property
    def rank(self) -> int:
        rank: int = self.data["rank"]
        return rank

    @property
    def about(self) -> str:
        """The module that its questions are about."""
        about: str = self.data.get("about", self.module)
        return about

    def says(self, name: str) -> list[Any]:
        """Its part of a data file, if it has one."""
        if name in self.data:
            return [self.data[name]]
        file = self.folder.joinpath(*f"{name}.json".split("/"))
        if not file.is_file():
            return []
        found = json.loads(file.read_text("utf-8"))
        return [[{"module": self.about, **one} for one in found] if isinstance(found, list) else found]

    def topics(self) -> list[str]:
        folder = self.folder.joinpath("questions")
        return sorted(file.name.removesuffix(".json") for file in folder.iterdir()) if folder.is_dir() else []


@cache
def desks() -> tuple[Desk, ...]:
    """Those of all modules, by rank."""
    found = []
    for folder in resources.files("companion.engine").joinpath("modules").iterdir():
        desk = folder.joinpath("desk")
        file = desk.joinpath("desk.json")
        if file.is_file():
            found.append(Desk(folder.name, desk, json.loads(file.read_text("utf-8"))))
    return tuple(sorted(found, key=lambda one: one.rank))


def read(name: str) -> Any:
    """A data file of this package, with what the modules say besides."""
    file = resources.files(__package__).joinpath("data", *f"{name}.json".split("/"))
    common = json.loads(file.read_text("utf-8")) if file.is_file() else None
    return merged(common, [said for desk in desks() for said in desk.says(name)])


def merged(common: Any, more: Sequence[Any]) -> Any:
    """What is said in common and what modules say besides: by key, one behind the other, or where OTHERS stands."""
    kind = more[0] if common is None else common
    if isinstance(kind, dict):
        there = common or {}
        keys = dict.fromkeys(key for said in (there, *more) for key in said)
        return {key: merged(there.get(key), [said[key] for said in more if key in said]) for key in keys}
    if isinstance(kind, list):
        # Who says OTHERS first comes behind the other modules, who says it last before them.
        ordered = sorted(more, key=lambda said: (said[:1] == [OTHERS]) - (said[-1:] == [OTHERS]))
        told = [one for said in ordered for one in said if one != OTHERS]
        there = common or []
        at = there.index(OTHERS) if OTHERS in there else len(there)
        return [*there[:at], *told, *there[at + 1 :]]
    if isinstance(kind, str):
        return "; ".join(said for said in (common, *more) if said)
    return kind


def put_beside(rows: list[Any], new: Mapping[str, Any], place: int) -> None:
    """Puts it `before` or `after` the row there, further away from it than what was put there earlier."""
    if "after" in new:
        place += 1
        while place < len(rows) and rows[place].get("after") == new["after"]:
            place += 1
    else:
        while place and rows[place - 1].get("before") == new["before"]:
            place -= 1
    rows.insert(place, new)
