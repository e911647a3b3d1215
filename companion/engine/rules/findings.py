"""What a group finds out about its box in mid-game: another card, a missing one, one that is there after
all.
"""

from __future__ import annotations

from dataclasses import replace

from companion.engine.entering.entries import Learn, Missing
from companion.engine.printed.box import (
    MOST,
    Box,
    Own,
    belongs,
    impossible,
    named,
    own_card,
    restocked,
    unknown,
)
from companion.engine.printed.cards import Card, Unknown, unread
from companion.engine.printed.catalogue import printed_cards
from companion.engine.refusals import Malformed, Reason
from companion.engine.table.draft import Draft
from companion.engine.table.state import Game, State


def check(entry: Learn, game: Game) -> None:
    """A card that a box can have; raises Malformed."""
    check_learned(entry.card, entry.instead_of, game)


def check_learned(card: Card, instead_of: str | None, game: Game) -> None:
    """A card that a box of this table's can have, in the place of another; raises Malformed."""
    wrong = impossible(card)
    if wrong is not None:
        raise wrong.within("entry.card")
    if not belongs(game.opened, card):
        raise Malformed("entry.card", "table_card")
    if instead_of is None:
        return
    other = printed_cards().get(instead_of) or own_card(instead_of)
    # One that was misread is none of the setup's; whether the box has it is seen when the entry is recorded.
    there = instead_of in game.opened.by_id or (other is not None and game.opened.place_of(other) is not None)
    if (
        other is None
        or not there
        or instead_of == named(card).id
        or (isinstance(other, Unknown) and not other.fits(card))
    ):
        raise Malformed("entry.instead_of", "other_card")


def learn(draft: Draft, entry: Learn, by: int) -> None:
    teach(draft, entry.card, entry.instead_of)


def teach(draft: Draft, found: Card, instead_of: str | None) -> None:
    """The box has this card: in the place of another, or one more, and then one more lies in the pile. In the place of one
    of its own, that one was misread: it never was.
    """
    wrong = None if instead_of is None else draft.game.box.row_of(instead_of)
    if wrong is None and instead_of is not None and instead_of not in draft.game.deck.by_id:
        draft.refuse("NO_EFFECT", "draw")
    if wrong is not None:
        give_back(draft, wrong)
        instead_of = wrong.instead_of
        if unknown(instead_of):
            note(draft, found)
            return
    if draft.game.box.cards >= MOST:
        draft.refuse("NOT_IN_THE_BOX", "draw", count=MOST)
    card = named(found)
    params: dict[str, object] = {"card": card}
    changes = [(card, 1)]
    other = None if instead_of is None else printed_cards()[instead_of]
    if other is not None:
        draft.contest(_all_seen(draft, other, 1))
        if _holds(draft, other) == 0:
            # Nothing is left that it could be in the place of.
            other = instead_of = None
        else:
            params["to"] = other
            changes.append((other, -1))
    _restock(draft, draft.game.box.with_own(card, instead_of), *changes)
    if other is None:
        draft.draw_pile += 1
    draft.say("learned" if other is None else "learned_instead", "count", params=params)


def give_back(draft: Draft, wrong: Own) -> None:
    """What the box was said to have of its own is not there: the place that it filled is open again, and no other."""
    draft.contest(_all_seen(draft, wrong.card, 1))
    changes = [(wrong.card, -1)]
    if wrong.instead_of is not None:
        changes.append((printed_cards()[wrong.instead_of], 1))
    else:
        draft.regain(-1, first="draw_pile")
    _restock(draft, draft.game.box.with_own(wrong.card, wrong.instead_of, -1), *changes)


def missing(draft: Draft, entry: Missing, by: int) -> None:
    """So many cards are not in the box: none of them comes, and the pile is as much smaller."""
    card, count = draft.game.deck.printed(entry.card), entry.count
    holds = _holds(draft, card)
    room = MOST - sum(draft.game.box.missing.values())
    if card.id not in printed_cards() or min(holds, room) < count:
        draft.refuse("NOT_IN_THE_BOX", "draw", count=min(holds, room))
    draft.contest(_all_seen(draft, card, count))
    draft.regain(-count, first="draw_pile")
    _restock(draft, draft.game.box.with_missing(str(card.id), count), (card, -count))
    draft.say("missing", "count", params={"card": card, "count": count})


def note(draft: Draft, card: Card) -> None:
    """A card lies on the table that can be none of those whose numbers are known: it is one of the others, and known
    from now on. Refuses one too many of them.
    """
    deck = draft.game.deck
    at, place = deck.index(card), deck.place_of(card)
    if unread(card):
        if at is None or not draft.unseen[at]:
            draft.refuse("NOT_IN_THE_BOX", "draw", count=0 if at is None else deck.kinds[at].count)
        return
    if place is None or (at is not None and draft.unseen[at]) or impossible(card) is not None:
        return
    if not draft.unseen[place]:
        holds = 0 if at is None else deck.kinds[at].count
        draft.contest(Reason("NOT_IN_THE_BOX", "draw", {"count": holds, "card": card}, overridable=True))
        return
    found, other = named(card), deck.kinds[place].card
    _restock(draft, draft.game.box.with_own(found, str(other.id)), (found, 1), (other, -1))
    draft.say("noted", "count", params={"card": found})


def turned_up(draft: Draft, card: Card) -> None:
    """A card is drawn: one that nobody knew yet, or one that the box was said to lack. Where the group says that it is
    there, it is.
    """
    note(draft, card)
    deck, box = draft.game.deck, draft.game.box
    index = deck.index(card)
    if index is None or not box or draft.unseen[index] or not box.fewer.get(str(deck.kinds[index].card.id)):
        return
    holds = deck.kinds[index].count
    draft.contest(Reason("NOT_IN_THE_BOX", "draw", {"count": holds, "card": card}, overridable=True))
    _restock(draft, box.with_found(str(deck.kinds[index].card.id)), (card, 1))
    draft.draw_pile += 1


def taught(before: State, after: State, card: Card) -> bool:
    """Whether that card of unknown numbers was learned by what happened between the two tables."""
    rows = [row for row in after.game.box.own if row.card == card and unknown(row.instead_of)]
    return bool(rows) and after.game.box.own != before.game.box.own and not may_come(before, card)


def may_come(state: State, card: Card) -> bool:
    """Whether that very card is among those that may come next."""
    at = state.game.deck.index(named(card))
    return at is not None and state.unseen[at] > 0


def _holds(draft: Draft, card: Card) -> int:
    index = draft.game.deck.index(card)
    return 0 if index is None else draft.game.deck.kinds[index].count


def _all_seen(draft: Draft, card: Card, count: int) -> Reason | None:
    """So many of a card cannot be otherwise or missing, as they lie on the table."""
    index = draft.game.deck.index(card)
    left = 0 if index is None else draft.unseen[index]
    if left >= count:
        return None
    return Reason("NOT_IN_THE_BOX", "draw", {"count": left, "card": card}, overridable=True)


def _restock(draft: Draft, box: Box, *changes: tuple[Card, int]) -> None:
    deck = restocked(draft.game.deck, changes)
    unseen = [*draft.unseen, *([0] * (len(deck.kinds) - len(draft.unseen)))]
    for card, more in changes:
        index = deck.index(card)
        if index is not None:
            unseen[index] = max(0, unseen[index] + more)
    draft.unseen = tuple(unseen)
    draft.game = replace(draft.game, deck=deck, box=box)
