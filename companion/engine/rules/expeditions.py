"""Expeditions: who may claim one, and with which persons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

from companion.engine.entering.entries import ClaimExpedition
from companion.engine.following.moments import Claimed
from companion.engine.house.door import IN_TURN
from companion.engine.house.living import tell, veto
from companion.engine.printed.box import own_id
from companion.engine.printed.cards import Expedition, Person
from companion.engine.refusals import MISSING, Malformed, Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Helper, helpers

from . import ending, turns
from .discover import open_question


def none_here(table: Table) -> Reason | None:
    """The game is played without expeditions."""
    if table.game.deck.holds["expedition"]:
        return None
    return Reason("NO_EXPEDITIONS", table.game.rules.rule("expedition_claim"))


def claim_reason(table: Table, by: int) -> Reason | None:
    """Why this player may claim no expedition now (`000 1. Discover (Expedition)`, C18-C20)."""
    if by == table.claimant and table.claimant_busted and not table.game.rules.switches.expedition_after_bust:
        return Reason("EXPEDITION_AFTER_BUST", "expedition_after_bust", overridable=True)
    if by not in (table.active, table.claimant):
        return Reason("ONLY_ACTIVE_EXPEDITION", "expedition_who", {"seat": table.active}, overridable=True)
    too_early = None if by == table.claimant else veto(table, IN_TURN, by)
    return too_early or open_question(table)


def covered(need: Sequence[str], persons: Sequence[Helper]) -> int:
    """How many symbols of `need` the persons can cover, one each."""
    matched: dict[int, int] = {}

    def assign(index: int, seen: set[int]) -> bool:
        for place, symbol in enumerate(need):
            if place in seen or symbol not in persons[index][1]:
                continue
            seen.add(place)
            if place not in matched or assign(matched[place], seen):
                matched[place] = index
                return True
        return False

    return sum(assign(index, set()) for index in range(len(persons)))


@lru_cache(maxsize=4096)
def _ways(need: tuple[str, ...], owned: tuple[Helper, ...]) -> tuple[tuple[str, ...], ...]:
    kinds = sorted(set(owned), key=lambda helper: (len(helper[1]), helper[0]))
    found: list[tuple[str, ...]] = []

    def choose(start: int, chosen: tuple[Helper, ...]) -> None:
        if len(chosen) == len(need):
            if covered(need, chosen) == len(need):
                found.append(tuple(name for name, _ in chosen))
            return
        for place in range(start, len(kinds)):
            if chosen.count(kinds[place]) < owned.count(kinds[place]):
                choose(place, (*chosen, kinds[place]))

    choose(0, ())
    return tuple(found)


@lru_cache(maxsize=4096)
def _uncovered(need: tuple[str, ...], owned: tuple[Helper, ...]) -> Reason | None:
    missing = len(need) - covered(need, owned)
    if not missing:
        return None
    return Reason("EXPEDITION_MISSING_SYMBOLS", "expedition_matching", {"missing": missing}, overridable=True)


def ways_to_pay(expedition: Expedition, owned: tuple[Helper, ...]) -> tuple[tuple[str, ...], ...]:
    """Every choice of person types that pays for the expedition exactly; the plainest first."""
    return _ways(expedition.need, owned) if len(owned) >= len(expedition.need) else ()


def plainest(person: Person) -> tuple[bool, int]:
    """Who is given up first where nobody says which: who is of no color, then who has the fewest points."""
    return person.color is not None, person.vp or 0


def name_of(person: Person) -> str:
    """By which one card is told from another of its type; one that the box does not know has its numbers alone."""
    return person.id or own_id(person)


def pick(
    display: Sequence[Person], types: Sequence[str], which: Sequence[str] | None = None
) -> list[Person] | None:
    """One card of the display for each named type, the plainest first, or those that are meant; None if one is missing."""
    names: Sequence[str | None] = (None,) * len(types) if which is None else which
    left = sorted(display, key=plainest)
    chosen = []
    for kind, name in zip(types, names, strict=True):
        fits = (one for one in left if one.type == kind and name in (None, name_of(one)))
        person = next(fits, None)
        if person is None:
            return None
        left.remove(person)
        chosen.append(person)
    return chosen


def has_twins(display: Sequence[Person]) -> bool:
    """Whether two who can pay are of one type and differ."""
    first: dict[str, Person] = {}
    for person in display:
        if person.abilities.symbols:
            other = first.setdefault(person.type, person)
            if other is not person and name_of(other) != name_of(person):
                return True
    return False


def particulars(display: Sequence[Person], types: Sequence[str]) -> list[tuple[str, ...]]:
    """Which cards may be meant by those types, where persons of one type differ; empty where they do not (C21)."""
    kinds = [(kind, types.count(kind)) for kind in dict.fromkeys(types)]
    fits = {kind: [person for person in display if person.type == kind] for kind, _ in kinds}
    if all(len(fits[kind]) == count or len({*map(name_of, fits[kind])}) == 1 for kind, count in kinds):
        return []
    choices = [
        list(dict.fromkeys(combinations(map(name_of, sorted(fits[kind], key=plainest)), count)))
        for kind, count in kinds
    ]
    ways = []
    for chosen in product(*choices):
        named = {kind: iter(names) for (kind, _), names in zip(kinds, chosen, strict=True)}
        ways.append(tuple(next(named[kind]) for kind in types))
    return ways


def payment_reason(expedition: Expedition, persons: Sequence[Person]) -> Reason | None:
    """Why these persons do not pay for the expedition: a wrong one before a wrong number (C21)."""
    rule = "expedition_matching"
    for person in persons:
        if not set(person.abilities.symbols) & set(expedition.need):
            return Reason("EXPEDITION_WRONG_PERSON", rule, {"person": person.type}, overridable=True)
    uncovered = shortfall(expedition, helpers(persons))
    if uncovered is not None:
        return uncovered
    if len(persons) > len(expedition.need):
        figures = {"need": len(expedition.need), "given": len(persons)}
        return Reason("EXPEDITION_OVER_DISCARD", rule, figures, overridable=True)
    return None


def shortfall(expedition: Expedition, owned: tuple[Helper, ...]) -> Reason | None:
    """Why these persons leave symbols uncovered."""
    return _uncovered(expedition.need, owned)


def claim(draft: Draft, entry: ClaimExpedition, by: int) -> None:
    """The persons are discarded, the expedition and its coins are the player's."""
    index = entry.expedition_index
    draft.contest(none_here(draft))
    if not 0 <= index < len(draft.expeditions):
        raise Malformed("expedition_index", "lies_there")
    expedition = draft.expeditions[index]
    draft.contest(claim_reason(draft, by))
    draft.lapse()
    if by != draft.claimant:
        turns.under_way(draft)
    player = draft.players[by]
    types = entry.discard
    if types is None:
        ways = ways_to_pay(expedition, helpers(player.display))
        if len(ways) > 1:
            raise Malformed("discard", "persons_given", MISSING)
        types = ways[0] if ways else ()
    if entry.which is not None and len(entry.which) != len(types):
        raise Malformed("entry.which", "list_of", count=len(types))
    persons = pick(player.display, types, entry.which)
    if persons is None:
        draft.refuse("EXPEDITION_MISSING_SYMBOLS", "expedition_matching", missing=len(expedition.need))
    draft.contest(payment_reason(expedition, persons))
    display = list(player.display)
    for person in persons:
        display.remove(person)
        draft.discard(person)
    given_up = sum(person.vp or 0 for person in persons)
    points = expedition.vp - given_up
    draft.players[by] = player.with_display(tuple(display), player.vp + points).with_expedition(expedition)
    draft.expeditions = (*draft.expeditions[:index], *draft.expeditions[index + 1 :])
    given = tuple(person.type for person in persons)
    params = {"card": expedition, "discard": given, "points": points, "given_up": given_up}
    if expedition.coins == 0 or not draft.earn(
        by, expedition.coins, "expedition", "expedition_claim", params
    ):
        draft.say("expedition", "expedition_claim", by, params=params)
    tell(draft, Claimed, by, expedition)
    ending.note_points(draft, by)
    ending.note_late_points(draft)
