"""The house that the doors of a table's modules make together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any

from companion.engine.entering.entries import OF_THE_TABLE, Key, keys_of
from companion.engine.printed.cards import BUST, TAX, Abilities
from companion.engine.printed.catalogue import card_set
from companion.engine.printed.manifests import manifests
from companion.engine.table.draft import HEADLINES

from .door import COMMON, EVERYTHING, HOOKS, Door, House

DOORS: dict[str, Door] = {}


def install(door: Door) -> None:
    """Whoever plays the module has what it brings; what its persons pay brings lines of the ledger with it."""
    common = DOORS[COMMON].lines if door.module else {}
    lines = {
        income.why: ("count",) if income.when in (BUST, TAX) else ("cards", "count", "each")
        for person in _persons(door.module)
        for income in person.incomes
        if income.why not in common
    }
    door = replace(door, lines={**door.lines, **lines}, payments=(*lines, *door.payments))
    if any(getattr(door, hook.name) for hook in HOOKS):
        DOORS[door.module] = door
        built.cache_clear()


def _persons(module: str) -> Iterable[Abilities]:
    """What the persons on a module's own cards do."""
    found = manifests().get(module)
    own = [part for part in found.cards if part.set == module] if found else []
    return card_set(module).persons.values() if own else ()


@cache
def built(modules: tuple[str, ...], way: str | None = None) -> House:
    """The house of these modules, played in that way, or with all that they bring in any; those that have no door of
    their own bring cards only. Raises TypeError where a door adds keys to a form of entry that has no place for them.
    """
    doors: list[Door] = []
    for door in (DOORS[name] for name in (COMMON, *modules) if name in DOORS):
        more = door.ways.values() if way is None else [door.ways[way]] if way in door.ways else []
        doors += {id(one): one for one in (door, *more)}.values()
    brought = {
        hook.name: hook.metadata["collect"]([getattr(door, hook.name) for door in doors]) for hook in HOOKS
    }
    kinds = {kind.form.type: kind for kind in brought["entries"]}
    brought["adds"] = {
        entry: _added(entry, kinds[entry].form, doors) for entry in brought["adds"] if entry in kinds
    }
    brought["against"] = _against(kinds, doors)
    places = {room.name: place for place, room in enumerate(brought["rooms"])}
    return House(modules, tuple(doors), kinds, places, _ranks(doors), **brought)


def _against(kinds: Mapping[str, Any], doors: list[Door]) -> dict[str, tuple[Any, ...]]:
    """What stands against everything is asked for each type of entry that is played, but for the door's own."""
    playing = {type_ for type_, kind in kinds.items() if kind.form not in OF_THE_TABLE and not kind.lays}
    found: dict[str, tuple[Any, ...]] = {}
    for door in doors:
        others = playing - {kind.form.type for kind in door.entries}
        for entry, vetoes in door.against.items():
            for one in others if entry == EVERYTHING else {entry}:
                found[one] = (*found.get(one, ()), *vetoes)
    return found


def _ranks(doors: list[Door]) -> Mapping[str, int]:
    """The order of the headlines. Two doors may have the same one, each behind another."""
    codes = list(HEADLINES)
    for code, after in (pair for door in doors for pair in door.headlines.items()):
        codes.insert(codes.index(after) + 1, code)
    return {code: rank for rank, code in enumerate(codes)}


def _added(entry: str, form: type[Any], doors: list[Door]) -> dict[str, Key]:
    """The keys that the doors add to such entries; two may add the same."""
    found: dict[str, Key] = {}
    for door in doors:
        for name, declared in door.adds.get(entry, {}).items():
            if not any(one.name == "more" for one in fields(form)):
                raise TypeError(f"{door.module} adds keys to {entry}, whose form has no `more` for them")
            if name in ("type", "by") or name in keys_of(form) or found.get(name, declared) != declared:
                raise TypeError(f"{door.module} adds {name} to {entry}, which has a key of that name")
            found[name] = declared
    return found


def added(entry: str) -> Mapping[str, Key]:
    """The keys that any module adds to such entries, whichever are played."""
    return built(tuple(DOORS)).adds.get(entry, {})
