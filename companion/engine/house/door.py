"""The door through which the base game and the modules come to the table, and the house that they make together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, NamedTuple

from companion.engine.printed.cards import Abilities, Card, HarborCard, PartIncome
from companion.engine.refusals import Reason
from companion.engine.table.draft import HEADLINES, Draft, Table
from companion.engine.table.entries import OF_THE_TABLE, Entry, Key, keys_of
from companion.engine.table.moments import Moment
from companion.engine.table.state import Game, Outcome, State
from companion.engine.table.templates import Ask, Template


class Figure(NamedTuple):
    """A part of a figure and who gives it, a term of the words."""

    why: str
    more: int


class Worth(NamedTuple):
    """What a person pays now at the start of a part, and the code that says why not where it is nothing."""

    coins: int
    unpaid: str = "NO_EFFECT"


class Declined(NamedTuple):
    """A ship whose coins the taker does not want, and what stands against that. `bonus`: what it pays besides its own
    coins is paid all the same.
    """

    against: Reason | None = None
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Merit:
    """What a player must have to bring the end and to win (`by`), and what breaks a tie before the coins: the fewest of
    `tie`.
    """

    by: str
    rule: str
    has: bool
    tie: str
    tie_rule: str
    count: int


@dataclass(frozen=True, slots=True)
class Merits:
    """That of a player at the table, and of one of whom only the end is told; `code`: what is said where nobody has it."""

    of: Callable[[Table, int], Merit]
    told: Callable[[Mapping[str, Any]], Merit]
    code: str


class Refused(NamedTuple):
    """A refusal: the rules that it may name (none: whichever it is about), and the keys of its params."""

    rules: tuple[str, ...] = ()
    params: tuple[str, ...] = ()


class Stay(NamedTuple):
    """Where a ship stays that is traded with, a word of the view, and the points that it is worth there."""

    where: str
    points: int


Against = Callable[[Table, int], Reason | None]
OfPlayer = Callable[[Table, int], Iterable[Figure]]
OfCard = Callable[[Table, int, HarborCard], Iterable[Figure]]
AgainstCard = Callable[[Table, int, Card], Reason | None]
DeclinesOf = Callable[[Table, int, HarborCard], Declined | None]
StaysOf = Callable[[Table, int, HarborCard], Stay | None]
CardsOf = Callable[[Table, int], Iterable[Card]]
AsksOf = Callable[[Table, int, HarborCard], Iterable[Ask]]
TemplatesOf = Callable[[State, int], Iterable[Template]]
Income = Callable[[Table, int, PartIncome], Worth]
# Abilities, each with the term of the words for who lends it.
Lend = Callable[[Table, int], Iterable[tuple[str, Abilities]]]
TopOf = Callable[[Table], Card | None]
Listener = Callable[[Draft, Any], None]


@dataclass(frozen=True, slots=True)
class EntryKind:
    """A kind of entry: the form whose fields are its keys, and what it does. `check` raises Malformed where its keys
    contradict each other; `once` tells one from another where a player's turn sees each only once, so that two phones
    that enter the same are one. `forced`: it only says what happens whether the player wants it or not; `lays`: it lays out
    what has to lie there before anything is played, so that no other module waits for its own first; `still`: what is open
    for the moment is open after it.
    """

    form: type[Any]
    record: Callable[[Draft, Any, int], None]
    check: Callable[[Any, Game], None] | None = None
    once: Callable[[Any], object] | None = None
    forced: bool = False
    lays: bool = False
    still: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """State of a module's own. `begin` is what a new game has there, `turn` what the next turn begins with, of what was
    there and whether the turn busted; `read` makes it of the part of a situation that has its `name`.
    """

    name: str
    begin: Callable[[Game], Any]
    turn: Callable[[Any, bool], Any] | None = None
    read: Callable[[object, Game], Any] | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of a module's own: whether the next card has to come from it, what becomes of it when one does, how many
    cards it holds with others that are out of the game, and what stands meanwhile against several of the draw pile at once.
    """

    due: Callable[[Table], bool]
    leaves: Callable[[Draft], None]
    holds: Callable[[Table], int]
    first: Callable[[Table], Reason | None]


@dataclass(frozen=True, slots=True)
class Door:
    """What the base game or a module brings. All of it is optional, and each hook asks the table, never another module.

    `adds`: keys for entries of others, found in `Draft.more`; `against`: vetoes by type of entry, or against EVERYTHING that is played; `repelling`: what stands against sending a ship away; `takes`, `price`,
    `trade`: figures with their reasons; `grants`: more cards to take once that card is taken; `stays`: where a ship stays
    that pays its coins, which `keeps` then sees to; `declines`: that the taker of a card wants none of its coins; `holds`: cards that lie before a player besides those of his display;
    `asks`: what the taking of a card asks for besides; `incomes`: what an income pays that does not always pay its coins,
    by its `why`; `payments`: what its ledger lines pay; `headlines`: codes of its own, each with the one that it comes
    after; `lends`: abilities that no person in the display gives; `keeps`: says where a card goes that is `repelled`,
    `traded` or `hired`, true if it is taken care of; `shows`: more of the view; `ends`: the game is won or lost; `items`:
    points that lie on no card, by their label; `pile`: where cards come from besides the draw pile; `unpacks`: steps more
    from the box to the first card; `reaches`: what goals a player could complete, whoever's turn it is; `queries`: what may be asked of a situation besides, and `figures`: what rulings tell of
    the table; `brings`: what taking a card brings besides coins, by its name; `beside`: of how many cards of its sets that
    lie beside the table when a game begins, by id, and `apart` how many do now; `merits`: what somebody needs to win besides
    points; `top`: the card of the draw pile that comes next, where somebody has seen it; `facts`: how what was entered from its cards is checked, by kind; `lines`: the
    lines that it adds to the ledger, by their `why`, each with the keys of its params, and `refuses` its refusals, by code;
    both are there to be read about; `ways`: what else it brings where it is played in such a way.
    """

    module: str
    entries: tuple[EntryKind, ...] = ()
    adds: Mapping[str, Mapping[str, Key]] = field(default_factory=dict)
    rooms: tuple[Room, ...] = ()
    against: Mapping[str, Against] = field(default_factory=dict)
    repelling: AgainstCard | None = None
    takes: OfPlayer | None = None
    price: OfCard | None = None
    trade: OfCard | None = None
    grants: OfCard | None = None
    stays: StaysOf | None = None
    declines: DeclinesOf | None = None
    holds: CardsOf | None = None
    asks: AsksOf | None = None
    incomes: Mapping[str, Income] = field(default_factory=dict)
    payments: tuple[str, ...] = ()
    headlines: Mapping[str, str] = field(default_factory=dict)
    lends: Lend | None = None
    keeps: Callable[[Draft, int, HarborCard, str], bool] | None = None
    moments: Mapping[type[Moment], Listener] = field(default_factory=dict)
    templates: Callable[[State], Iterable[Template]] | None = None
    shows: Callable[[State], Mapping[str, Any]] | None = None
    ends: Callable[[Table], Outcome | None] | None = None
    items: OfPlayer | None = None
    pile: Pile | None = None
    unpacks: Callable[[Game], Iterable[Mapping[str, Any]]] | None = None
    reaches: TemplatesOf | None = None
    queries: Mapping[str, Callable[[Any], Mapping[str, Any]]] = field(default_factory=dict)
    figures: Callable[[State], Mapping[str, Any]] | None = None
    brings: OfCard | None = None
    beside: Callable[[Game], Mapping[str, int]] | None = None
    apart: Callable[[Table], int] | None = None
    merits: Merits | None = None
    top: TopOf | None = None
    facts: Mapping[str, Callable[[str, object], Mapping[str, Any]]] = field(default_factory=dict)
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    refuses: Mapping[str, Refused] = field(default_factory=dict)
    ways: Mapping[str, Door] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class House:
    """All doors of a table as one: for each hook those who use it, in the order of the modules."""

    modules: tuple[str, ...]
    kinds: Mapping[str, EntryKind]
    adds: Mapping[str, Mapping[str, Key]]
    rooms: tuple[Room, ...]
    # Where each room stands among them, by its name.
    places: Mapping[str, int]
    against: Mapping[str, tuple[Against, ...]]
    repelling: tuple[AgainstCard, ...]
    takes: tuple[OfPlayer, ...]
    price: tuple[OfCard, ...]
    trade: tuple[OfCard, ...]
    grants: tuple[OfCard, ...]
    stays: tuple[StaysOf, ...]
    declines: tuple[DeclinesOf, ...]
    holds: tuple[CardsOf, ...]
    asks: tuple[AsksOf, ...]
    incomes: Mapping[str, Income]
    payments: tuple[str, ...]
    ranks: Mapping[str, int]
    lends: tuple[Lend, ...]
    keeps: tuple[Callable[[Draft, int, HarborCard, str], bool], ...]
    moments: Mapping[type[Moment], tuple[Listener, ...]]
    templates: tuple[tuple[str, Callable[[State], Iterable[Template]]], ...]
    shows: tuple[tuple[str, Callable[[State], Mapping[str, Any]]], ...]
    ends: tuple[Callable[[Table], Outcome | None], ...]
    items: tuple[OfPlayer, ...]
    piles: tuple[Pile, ...]
    unpacks: tuple[Callable[[Game], Iterable[Mapping[str, Any]]], ...]
    reaches: tuple[TemplatesOf, ...]
    queries: Mapping[str, Callable[[Any], Mapping[str, Any]]]
    figures: tuple[Callable[[State], Mapping[str, Any]], ...]
    brings: tuple[OfCard, ...]
    beside: tuple[Callable[[Game], Mapping[str, int]], ...]
    apart: tuple[Callable[[Table], int], ...]
    merits: tuple[Merits, ...]
    tops: tuple[TopOf, ...]


DOORS: dict[str, Door] = {}
# The rules that every game of the family has in common.
COMMON = ""
# What stands against everything that is played, but for a door's own entries.
EVERYTHING = "*"
# What stands against turning up cards in any other way than by a draw.
DRAWING = "drawing"
# And against what a player does for a goal in a turn that has just begun, but for what is left over from the one before.
IN_TURN = "in_turn"


def install(door: Door) -> None:
    """Whoever plays the module has what it brings."""
    DOORS[door.module] = door
    house_of.cache_clear()


@cache
def house_of(modules: tuple[str, ...], way: str | None = None) -> House:
    """The house of these modules, played in that way, or with all that they bring in any; those that have no door of
    their own bring cards only. Raises TypeError where a door adds keys to a form of entry that has no place for them.
    """
    doors: list[Door] = []
    for door in (DOORS[name] for name in (COMMON, *modules) if name in DOORS):
        more = door.ways.values() if way is None else [door.ways[way]] if way in door.ways else []
        doors += {id(one): one for one in (door, *more)}.values()
    kinds = {kind.form.type: kind for door in doors for kind in door.entries}
    playing = {type_ for type_, kind in kinds.items() if kind.form not in OF_THE_TABLE and not kind.lays}
    adds: dict[str, dict[str, Key]] = {}
    against: dict[str, list[Against]] = {}
    moments: dict[type[Moment], list[Listener]] = {}
    for door in doors:
        for entry, keys in door.adds.items():
            if entry in kinds:
                _check_added(door.module, kinds[entry].form, keys, adds.setdefault(entry, {}))
                adds[entry].update(keys)
        own = {kind.form.type for kind in door.entries}
        for entry, veto in door.against.items():
            for one in playing - own if entry == EVERYTHING else {entry}:
                against.setdefault(one, []).append(veto)
        for moment, listener in door.moments.items():
            moments.setdefault(moment, []).append(listener)
    rooms = tuple(room for door in doors for room in door.rooms)
    return House(
        modules,
        kinds,
        adds,
        rooms,
        {room.name: place for place, room in enumerate(rooms)},
        {entry: tuple(vetoes) for entry, vetoes in against.items()},
        tuple(door.repelling for door in doors if door.repelling is not None),
        tuple(door.takes for door in doors if door.takes is not None),
        tuple(door.price for door in doors if door.price is not None),
        tuple(door.trade for door in doors if door.trade is not None),
        tuple(door.grants for door in doors if door.grants is not None),
        tuple(door.stays for door in doors if door.stays is not None),
        tuple(door.declines for door in doors if door.declines is not None),
        tuple(door.holds for door in doors if door.holds is not None),
        tuple(door.asks for door in doors if door.asks is not None),
        {why: income for door in doors for why, income in door.incomes.items()},
        tuple(why for door in doors for why in door.payments),
        _ranked(doors),
        tuple(door.lends for door in doors if door.lends is not None),
        tuple(door.keeps for door in reversed(doors) if door.keeps is not None),
        {moment: tuple(listeners) for moment, listeners in moments.items()},
        tuple((door.module, door.templates) for door in doors if door.templates is not None),
        tuple((door.module, door.shows) for door in doors if door.shows is not None),
        tuple(door.ends for door in doors if door.ends is not None),
        tuple(door.items for door in doors if door.items is not None),
        tuple(door.pile for door in doors if door.pile is not None),
        tuple(door.unpacks for door in doors if door.unpacks is not None),
        tuple(door.reaches for door in doors if door.reaches is not None),
        {what: answers for door in doors for what, answers in door.queries.items()},
        tuple(door.figures for door in doors if door.figures is not None),
        tuple(door.brings for door in doors if door.brings is not None),
        tuple(door.beside for door in doors if door.beside is not None),
        tuple(door.apart for door in doors if door.apart is not None),
        tuple(door.merits for door in doors if door.merits is not None),
        tuple(door.top for door in doors if door.top is not None),
    )


def _ranked(doors: Iterable[Door]) -> Mapping[str, int]:
    codes = list(HEADLINES)
    for code, after in (pair for door in doors for pair in door.headlines.items()):
        codes.insert(codes.index(after) + 1, code)
    return {code: rank for rank, code in enumerate(codes)}


def _check_added(module: str, form: type[Any], keys: Mapping[str, Key], others: Mapping[str, Key]) -> None:
    if not any(one.name == "more" for one in fields(form)):
        raise TypeError(f"{module} adds keys to {form.type}, whose form has no `more` for them")
    for name, declared in keys.items():
        if name in ("type", "by") or name in keys_of(form) or others.get(name, declared) != declared:
            raise TypeError(f"{module} adds {name} to {form.type}, which has a key of that name")


def added(entry: str) -> Mapping[str, Key]:
    """The keys that any module adds to such entries, whichever are played."""
    return house_of(tuple(DOORS)).adds.get(entry, {})


def house(table: Table) -> House:
    """The house that a table is played in."""
    found: House = table.game.house
    return found


def is_still(table: Table, entry: Entry) -> bool:
    """Whether the moment goes on after such an entry: what the whole table does, and what is done in that moment."""
    return isinstance(entry, OF_THE_TABLE) or house(table).kinds[entry.type].still


def tell(draft: Draft, moment: Callable[..., Moment], *about: object) -> None:
    """A moment has come; where nobody listens it costs nothing."""
    listeners = draft.game.house.moments
    if moment in listeners:
        told = moment(*about)
        for listener in listeners[moment]:
            listener(draft, told)


def pile_due(table: Table) -> Pile | None:
    """The pile that the next card has to come from, where that is not the draw pile."""
    for pile in house(table).piles:
        if pile.due(table):
            return pile
    return None


def top_of(table: Table) -> Card | None:
    """The card of the draw pile that comes next, where somebody has seen it."""
    return next((card for top in house(table).tops if (card := top(table)) is not None), None)


def cards_apart(table: Table) -> int:
    """Cards in piles that modules have made of the draw pile, or that lie beside the table."""
    found = house(table)
    return sum(pile.holds(table) for pile in found.piles) + sum(apart(table) for apart in found.apart)


def cards_beside(game: Game) -> Mapping[str, int]:
    """Cards of the table's sets that are in no deck when a game begins, by id."""
    return {name: count for beside in game.house.beside for name, count in beside(game).items()}


def swords_of(table: Table, seat: int) -> int:
    """What a player can repel with: the swords of his persons, and those that are lent or taken away, which is never
    less than none (C146).
    """
    return max(0, table.players[seat].swords + sum(able.swords for _, able in lent(table, seat)))


def veto(table: Table, entry: str, seat: int) -> Reason | None:
    """What the modules have against such an entry of that player: asked before the rules of its kind, when it is
    recorded and when templates say what could be.
    """
    home: House = table.game.house
    if not home.against:
        return None
    for against in home.against.get(entry, ()):
        reason = against(table, seat)
        if reason is not None:
            return reason
    return None


def put_away(draft: Draft, seat: int, card: HarborCard, how: str) -> None:
    """Where a card goes that is `repelled`, `traded` or `hired`: the first of the house that wants it has it."""
    for keeps in house(draft).keeps:
        if keeps(draft, seat, card, how):
            return


def vetoed(table: Table, templates: Iterable[Template]) -> tuple[Template, ...]:
    """The templates, refused where the modules have something against such an entry, which is asked once for each kind
    and player.
    """
    said: dict[tuple[str, int], Reason | None] = {}
    found = []
    for one in templates:
        what = one.type, one.by
        if what not in said:
            said[what] = veto(table, *what)
        against = said[what]
        found.append(one if against is None else one._replace(refusal=against))
    return tuple(found)


def begun(game: Game, situation: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
    """What the rooms hold at the start of a game, or in the middle of one, as the situation tells."""
    told = situation or {}
    return tuple(
        room.begin(game) if room.read is None or room.name not in told else room.read(told[room.name], game)
        for room in game.house.rooms
    )


def room(table: Table, name: str) -> Any:
    """What a room holds; None where its module is not played."""
    place = table.game.house.places.get(name)
    return None if place is None else table.rooms[place]


def set_room(draft: Draft, name: str, value: Any) -> None:
    """What a room of a module that is played holds from now on."""
    place, was = draft.game.house.places[name], draft.rooms
    draft.rooms = (*was[:place], value, *was[place + 1 :])


def stay_of(table: Table, seat: int, card: HarborCard) -> Stay | None:
    """Where a ship stays that the player trades with; None where it is discarded."""
    for stays in house(table).stays:
        found = stays(table, seat, card)
        if found is not None:
            return found
    return None


def declined(table: Table, seat: int, card: HarborCard) -> Declined | None:
    """Whether the taker of a card says that he wants none of its coins."""
    for declines in house(table).declines:
        found = declines(table, seat, card)
        if found is not None:
            return found
    return None


def held_by(table: Table, seat: int) -> list[Card]:
    """The cards that lie before a player besides those of his display."""
    return [card for holds in house(table).holds for card in holds(table, seat)]


def points_besides(table: Table, seat: int) -> int:
    """A player's points that lie on no card."""
    return sum(more for items in house(table).items for _, more in items(table, seat))


def lent(table: Table, seat: int) -> Sequence[tuple[str, Abilities]]:
    """What a player can do though no person in his display does it, and who lends it."""
    lends = house(table).lends
    return [one for lend in lends for one in lend(table, seat)] if lends else ()


def abilities(table: Table, seat: int) -> list[Abilities]:
    """What a player's persons can do, and what is lent to him besides."""
    found = [person.abilities for person in table.players[seat].display]
    found += [able for _, able in lent(table, seat)]
    return found
