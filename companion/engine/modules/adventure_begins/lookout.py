"""The Lookout: three cards are looked at, two go away without effect, one goes back on top (C100)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import Settled
from companion.engine.house.living import room, set_room
from companion.engine.printed.cards import Card
from companion.engine.refusals import Malformed, Reason
from companion.engine.rules import discover, findings, turns
from companion.engine.rules.piles import several_reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import DISCOVER, State
from companion.engine.values import number

from . import people
from .used import change, used

LOOKOUT, RULE, CARDS = "lookout", "lookout", 3
ROOM = "adventure_on_top"


class OnTop(NamedTuple):
    """The card that was put back, and how many the draw pile had with it on top."""

    card: Card
    pile: int


@dataclass(frozen=True, slots=True)
class UseLookout:
    """A player looks at the cards on top of the draw pile; one goes back, and the others away without effect."""

    cards: tuple[Card, ...] = field(
        metadata=key(Key("cards", "With use_lookout: the cards looked at, from the top.", most=CARDS))
    )
    keep: int = field(
        default=0,
        metadata=key(
            Key("number", "With use_lookout: which of them went back, 0 the first.", most=CARDS - 1)
        ),
    )
    by: int | None = None
    type: ClassVar[str] = "use_lookout"


def owned(table: Table, seat: int) -> int:
    """Lookouts, and a character who is like one."""
    persons = sum(who.type == LOOKOUT for who in table.players[seat].display)
    return persons + int(people.able(table, seat) == "thomas_fishborn")


def reason(table: Table, by: int) -> Reason | None:
    """Each once in a turn, by the active player, while he discovers."""
    against = discover.turn_reason(table, by, RULE)
    if against is not None:
        return against
    if used(table).looked >= owned(table, by):
        locked = people.person(table, by).character == "thomas_fishborn" and not owned(table, by)
        return Reason("ABILITY_LOCKED" if locked and not people.opened(table, by) else "NO_EFFECT", RULE)
    return discover.open_question(table) or several_reason(table)


def wanted(table: Table) -> int:
    return min(CARDS, table.draw_pile + table.discard_pile)


def use(draft: Draft, entry: UseLookout, by: int) -> None:
    """Two of them have no effect, whatever they are."""
    draft.contest(reason(draft, by))
    expected = wanted(draft)
    if len(entry.cards) != expected or entry.keep >= expected:
        raise Malformed("entry.cards", "list_of", count=expected)
    draft.lapse()
    turns.under_way(draft)
    change(draft, looked=used(draft).looked + 1)
    seen: list[Card] = []
    for drawn in entry.cards:
        draft.refill()
        findings.turned_up(draft, drawn)
        card = draft.game.deck.printed(drawn)
        draft.leave_pile()
        draft.see(card)
        seen.append(card)
    back = seen.pop(entry.keep)
    draft.say(RULE, RULE, by, params={"card": back, "count": len(seen)})
    for card in seen:
        draft.say("discarded", RULE, params={"card": card})
    draft.discard(*seen)
    put_back(draft, back)
    draft.because("DISCARDED_NO_EFFECT")


def told(draft: Draft, seat: int, row: Mapping[str, Any]) -> None:
    """How often the active player has looked already; raises Malformed."""
    looked = number(row.get("lookout_used", 0), "situation.players.lookout_used", 9)
    if looked and seat == draft.active:
        change(draft, looked=looked)


def put_back(draft: Draft, card: Card) -> None:
    """It lies on top of the draw pile, and may come again."""
    draft.draw_pile += 1
    at = draft.game.deck.index(card)
    if at is not None:
        unseen = list(draft.unseen)
        unseen[at] += 1
        draft.unseen = tuple(unseen)
    set_room(draft, ROOM, OnTop(card, draft.draw_pile))


def top(table: Table) -> Card | None:
    """The card that was put back, as long as it lies there (`004 Appendix - Lookout`)."""
    found: OnTop | None = room(table, ROOM)
    return found.card if found is not None and found.pile == table.draw_pile else None


def settled(draft: Draft, moment: Settled) -> None:
    """Drawn, dealt as a coin, shuffled in, counted: once the pile is another one, nobody knows what lies on top."""
    if room(draft, ROOM) is not None and top(draft) is None:
        set_room(draft, ROOM, None)


def templates(state: State) -> Iterator[Template]:
    if state.phase == DISCOVER and owned(state, state.active):
        asked = (Ask("cards", "card", wanted(state)), Ask("keep", "number", most=max(0, wanted(state) - 1)))
        yield Template(UseLookout.type, state.active, reason(state, state.active), asks=asked)
