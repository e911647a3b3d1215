"""What the page says of entries, ledger lines, refusals and rules: all of it gathered from what the engine declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass
from typing import Any, NamedTuple

from companion.api.shapes import Schemas, written
from companion.engine.entering.entries import Key, keys_of
from companion.engine.house.brought import EntryKind
from companion.engine.house.building import DOORS
from companion.engine.house.door import Door
from companion.engine.json.shapes import View
from companion.engine.printed.manifests import manifests
from companion.words import Words

Json = dict[str, Any]
# The same key is declared for several entries; below the heading of one its name says nothing.
_WITH = re.compile(r"^With (?!a ship)(?:a )?[a-z_]+: (.)")


class SaidKey(NamedTuple):
    """A key of an entry; `module`: who adds it to an entry of others."""

    name: str
    schema: Json
    needed: bool
    about: str
    bounds: str
    module: str


class SaidEntry(NamedTuple):
    type: str
    about: str
    keys: Sequence[SaidKey]


class SaidLine(NamedTuple):
    """A line of the ledger, or a refusal: how it is said (a title and why) and its params."""

    code: str
    sentences: Sequence[tuple[str, str]]
    params: Sequence[str]
    rules: Sequence[str] = ()


@dataclass(frozen=True)
class Part:
    """What one module brings; without a name, what all games have in common."""

    name: str
    entries: Sequence[SaidEntry]
    lines: Sequence[SaidLine]
    refusals: Sequence[SaidLine]


def parts(words: Words) -> list[Part]:
    """The common rules first, then the modules in the order of the box."""
    names = sorted(manifests(), key=lambda name: manifests()[name].place)
    doors = [("", DOORS[""]), *((name, DOORS[name]) for name in names if name in DOORS)]
    told = _sentences(words)
    found, known = [], set[str]()
    for name, door in doors:
        own = [code for code in door.refuses if code not in known]
        known.update(own)
        found.append(
            Part(
                words.module(name)[:1].upper() + words.module(name)[1:],
                [_entry(kind, words) for one in _whole(door) for kind in one.entries],
                [SaidLine(why, told[why], params) for why, params in sorted(door.lines.items())],
                [_refusal(code, words) for code in sorted(own)],
            )
        )
    return found


def nested(schemas: Mapping[str, Json], root: str = View.__name__) -> list[str]:
    """The shapes that a shape consists of, in the order in which they are met."""
    found = [root]
    for name in found:
        found += [one for one in _referred(schemas[name]) if one not in found]
    return list(dict.fromkeys(found[1:]))


def _referred(schema: object) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield str(schema["$ref"]).rsplit("/", 1)[-1]
        for value in schema.values():
            yield from _referred(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _referred(value)


def _whole(door: Door) -> list[Door]:
    """With what it brings where it is played in a way of its own."""
    return [*{id(one): one for one in (door, *door.ways.values())}.values()]


def _entry(kind: EntryKind, words: Words) -> SaidEntry:
    keys = [
        _key(name, declared, otherwise is MISSING, "")
        for name, (declared, otherwise) in keys_of(kind.form).items()
    ]
    for module, door in DOORS.items():
        for one in _whole(door):
            added = one.adds.get(kind.form.type, {})
            keys += [_key(name, declared, False, words.module(module)) for name, declared in added.items()]
    return SaidEntry(kind.form.type, " ".join((kind.form.__doc__ or "").split()), keys)


def _key(name: str, declared: Key, needed: bool, module: str) -> SaidKey:
    about = _WITH.sub(lambda found: found[1].upper(), declared.about)
    return SaidKey(name, Schemas().of(written(declared)), needed, about, _bounds(declared), module)


def _bounds(declared: Key) -> str:
    if declared.of == "number":
        return (
            f"{declared.least} or more" if declared.most is None else f"{declared.least} to {declared.most}"
        )
    if declared.of in ("numbers_by_seat", "steps_by_seat") and declared.most is not None:
        return f"each at most {declared.most}"
    return "" if declared.most is None else f"at most {declared.most}"


def _sentences(words: Words) -> Mapping[str, list[tuple[str, str]]]:
    """How each line is said: a sentence under its own name, or several under that and what tells them apart."""
    whys = sorted((why for door in DOORS.values() for why in door.lines), key=len, reverse=True)
    found: dict[str, list[tuple[str, str]]] = {why: [] for why in whys}
    for name, said in words.ledger.items():
        for why in (why for why in whys if name == why or name.startswith(f"{why}_")):
            found[why].append((_one_form(said, "title"), _one_form(said, "why")))
            break
    return found


def _one_form(said: Mapping[str, str], key: str) -> str:
    """Of sentences that count, the one for many."""
    return said.get(key) or said.get(f"{key}_other", "")


def _refusal(code: str, words: Words) -> SaidLine:
    declared = [door.refuses[code] for door in DOORS.values() if code in door.refuses]
    return SaidLine(
        code,
        [(words.refusals.get(code, ""), "")],
        _once(key for one in declared for key in one.params),
        _once(rule for one in declared for rule in one.rules),
    )


def _once(values: Iterable[str]) -> list[str]:
    return [*dict.fromkeys(values)]
