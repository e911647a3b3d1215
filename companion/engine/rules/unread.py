"""A card that lies there although nobody could tell its numbers: they are entered when they matter."""

from __future__ import annotations

from companion.engine.entering.entries import ReadCard
from companion.engine.entering.templates import Ask, Template
from companion.engine.printed.box import impossible
from companion.engine.printed.cards import Card, Person, Ship, unread
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft, Table, waiting
from companion.engine.table.state import Game

from . import discover, findings

ASKS = (Ask("card", "card"),)


def check(entry: ReadCard, game: Game) -> None:
    """A card with its numbers; raises Malformed."""
    wrong = impossible(entry.card)
    if wrong is not None:
        raise wrong.within("entry.card")


def read_card(draft: Draft, entry: ReadCard, by: int) -> None:
    """It becomes what it is, and whatever waited for its numbers goes on."""
    index = entry.harbor_index
    lying = draft.harbor[index] if index < len(draft.harbor) else None
    if lying is None or not unread(lying):
        draft.refuse("NO_EFFECT", "draw")
    if not _alike(lying, entry.card):
        raise Malformed("entry.card", "lies_there")
    draft.unsee(lying)
    findings.turned_up(draft, entry.card)
    card = draft.game.deck.printed(entry.card)
    assert isinstance(card, Ship | Person)
    draft.see(card)
    draft.harbor = (*draft.harbor[:index], card, *draft.harbor[index + 1 :])
    draft.say("read_card", "draw", params={"card": card})
    if isinstance(card, Ship):
        _decided_anew(draft, card, index)


def _alike(lying: Card, card: Card) -> bool:
    return all(getattr(lying, key, None) == getattr(card, key, None) for key in ("kind", "type", "color"))


def _decided_anew(draft: Draft, ship: Ship, index: int) -> None:
    """Whether it is sent away was open, as nobody knew how many swords that takes."""
    asked = waiting(draft, discover.REPEL)
    if asked is None or asked.about["harbor_index"] != index:
        return
    collision = asked.must
    draft.answered(discover.REPEL)
    if discover.unrepellable(draft, ship) is None:
        draft.ask(discover.repel_question(draft, index, ship, collision))
    elif collision:
        discover.bust(draft, ship)


def templates(table: Table) -> list[Template]:
    """Each card that lies there unread can be entered."""
    return [
        Template(ReadCard.type, table.acting, keys={"harbor_index": index}, card=card, asks=ASKS)
        for index, card in enumerate(table.harbor)
        if unread(card)
    ]
