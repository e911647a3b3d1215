"""What a table asks the house that it is played in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.engine.entering.entries import OF_THE_TABLE, Entry
from companion.engine.entering.templates import Template
from companion.engine.following.moments import Moment
from companion.engine.printed.cards import Abilities, Card, HarborCard
from companion.engine.refusals import Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game

from .brought import Declined, Pile, Stay
from .door import Against, House


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
    """The templates, refused where the modules have something against such an entry; each is asked once for a player,
    as it looks at the table alone.
    """
    vetoes: Mapping[str, tuple[Against, ...]] = table.game.house.against
    said: dict[tuple[Against, int], Reason | None] = {}
    found = []
    for one in templates:
        by = one.by
        for against in vetoes.get(one.type, ()):
            asked = against, by
            if asked not in said:
                said[asked] = against(table, by)
            if (reason := said[asked]) is not None:
                one = one._replace(refusal=reason)
                break
        found.append(one)
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
    return sum(more for scores in house(table).scores for _, more in scores(table, seat))


def lent(table: Table, seat: int) -> Sequence[tuple[str, Abilities]]:
    """What a player can do though no person in his display does it, and who lends it."""
    lends = house(table).lends
    return [one for lend in lends for one in lend(table, seat)] if lends else ()


def abilities(table: Table, seat: int) -> list[Abilities]:
    """What a player's persons can do, and what is lent to him besides."""
    found = [person.abilities for person in table.players[seat].display]
    found += [able for _, able in lent(table, seat)]
    return found
