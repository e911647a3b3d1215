"""python -m tools.hooks: writes what a module may bring, as its door declares it, into docs/changing.md."""

from __future__ import annotations

import re
from pathlib import Path

from companion.engine.house.building import DOORS
from companion.engine.house.door import COMMON, HOOKS
from companion.engine.printed.manifests import manifests

DOCUMENT = Path(__file__).parents[1] / "docs" / "changing.md"
HEAD = "| hook | what a module brings | for example |\n|---|---|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"(\|.*\n)*")


def table() -> str:
    """A row for each hook, in the order in which they are declared."""
    rows = (f"| `{hook.name}` | {hook.metadata['says']} | {_example(hook.name)} |\n" for hook in HOOKS)
    return HEAD + "".join(rows)


def _example(hook: str) -> str:
    """The first that brings it: the folder of a module, else the rules that all have in common."""
    for name in (COMMON, *manifests()):
        door = DOORS.get(name)
        if door and any(getattr(one, hook) for one in (door, *door.ways.values())):
            return f"`{name}`" if name else "`rules/`"
    return ""


if __name__ == "__main__":
    told = DOCUMENT.read_text("utf-8")
    DOCUMENT.write_text(TABLE.sub(lambda _: table(), told), "utf-8")
