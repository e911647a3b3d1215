"""Names and the words of a box in each sentence: what is known to go wrong where they come into it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import cycle, islice
from pathlib import Path

# By language: what goes wrong, an expression that finds it (NAME: anybody's), and a sentence that has it.
FAULTS = Path(__file__).parent / "faults.json"
# They end on s, x and z, begin with a vowel, or have no case anybody knows.
NAMES = (
    "Hans",
    "Max",
    "Fritz",
    "Iris",
    "James",
    "Ana",
    "Élodie",
    "Hugo",
    "Zoë",
    "Óscar",
    "Ignacio",
    "Łukasz",
    "李",
)
_PEOPLE = (
    "name",
    "player",
    "other",
    "who",
    "first",
    "second",
    "partner",
    "before",
    "after",
    "seat",
    "active",
)
# Cards and what else a box has its own word for, by the gap that it comes into; persons and ships of every article.
_SHIPS = ("yellow", "blue", "green", "red", "black")
_PERSONS = (
    *(
        "sailor",
        "pirate",
        "trader",
        "settler",
        "captain",
        "priest",
        "jack",
        "mademoiselle",
        "jester",
        "admiral",
    ),
    *("governor", "clerk", "gunner", "vice_admiral", "merchant", "passenger", "gambler"),
)
_THINGS: Mapping[str, Sequence[str]] = {
    "card": (*_PERSONS, *_SHIPS, "expedition", "tax"),
    "person": _PERSONS,
    "ship": _SHIPS,
    "expedition": ("expedition",),
    "expeditions": ("expeditions",),
    "tax": ("tax",),
    "harbor": ("harbor",),
    "trader": ("trader",),
    "jester": ("jester",),
    "admiral": ("admiral",),
}
_GAP = re.compile(r"\{([a-z_]+)(?:\.([a-z_0-9]+))?\}")


@dataclass(frozen=True, slots=True)
class Fault:
    """One way in which a language goes wrong around an inserted word; `example` has it."""

    why: str
    finds: re.Pattern[str]
    example: str


@cache
def faults(language: str) -> tuple[Fault, ...]:
    """What is known of a language; none where nobody has said."""
    known: Mapping[str, Sequence[Mapping[str, str]]] = json.loads(FAULTS.read_text("utf-8"))
    names = f"(?:{'|'.join(NAMES)})"
    return tuple(
        Fault(one["why"], re.compile(one["fault"].replace("NAME", names)), one["example"])
        for one in (*known["*"], *known.get(language, ()))
    )


def badly_inserted(
    language: str, texts: Mapping[str, str], terms: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    """A line for each text and fault that shows once it is filled in; `terms`: the words of each box, the first one whole."""
    for way, text in texts.items():
        told: set[str] = set()
        for said in filled(text, terms) if "{" in text else ():
            for fault in faults(language):
                if fault.why not in told and fault.finds.search(said):
                    told.add(fault.why)
                    yield f"{way}, {fault.why}: {said!r}"


def filled(text: str, terms: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """The sentence with every name, in the words of every box, with every card that one may mean."""
    first, gaps = next(iter(terms.values())), {what for what, _ in _GAP.findall(text)}
    things = [len(_THINGS[what]) for what in gaps if what in _THINGS]
    names = [len(NAMES) for what in gaps if what in (*_PEOPLE, "names")]
    for own in terms.values() if things or "term" in gaps else (first,):
        box = {**first, **own}
        for turn in range(max((1, *things, *names))):
            yield _GAP.sub(partial(_fill, box, _after(turn), turn), text)


def _after(turn: int) -> Iterator[str]:
    """All names, over and over, from another one each time."""
    return islice(cycle(NAMES), turn % len(NAMES), None)


def _fill(box: Mapping[str, str], names: Iterator[str], turn: int, gap: re.Match[str]) -> str:
    what, key = gap[1], gap[2]
    if what == "term":
        return box.get(key, "")
    if what in _PEOPLE:
        return next(names)
    if what == "names":
        return f"{next(names)}, {next(names)}"
    if things := _THINGS.get(what):
        # A language without that module's words says no such card.
        return box.get(things[turn % len(things)], box["sailor"])
    return "2"
