"""What the table counts and sees where the phone shows something else: the table is right."""

from __future__ import annotations

from collections import Counter

from companion.engine.entering.entries import Count, Payment
from companion.engine.following.moments import Counted
from companion.engine.house.living import tell
from companion.engine.printed.cards import Card, Expedition, Person
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft
from companion.engine.table.state import Game

from . import ending, findings


def check_count(entry: Count, game: Game) -> None:
    """Something was counted; raises Malformed."""
    if (
        not (entry.coins or entry.display or entry.expeditions or entry.more)
        and entry.draw_pile is entry.discard_pile is None
    ):
        raise Malformed(
            "entry",
            "one_or_more_of",
            choices=("draw_pile", "discard_pile", "coins", "display", "expeditions"),
        )


def check_payment(entry: Payment, game: Game) -> None:
    """A payment has two sides, and happened never or twice; raises Malformed."""
    if entry.by is None or entry.other == entry.by:
        raise Malformed("entry.by", "two_players")
    if entry.coins == 0 or entry.times == 1:
        raise Malformed("entry.times", "one_of", choices=(0, 2))


def count(draft: Draft, entry: Count, by: int) -> None:
    """Piles, coins, and the cards before the players."""
    for name in ("draw_pile", "discard_pile"):
        counted = getattr(entry, name)
        if counted is not None:
            if not draft.game.followed:
                draft.refuse("PILES_UNFOLLOWED", "count")
            draft.say("counted", "count", params={"what": name, "from": getattr(draft, name), "to": counted})
            setattr(draft, name, counted)
    for seat, coins in entry.coins.items():
        draft.count_coins(seat, coins)
    # Whoever has lost a card gives it back first: it may lie before somebody else.
    for seat, seen in entry.display.items():
        _take_away(draft, seat, draft.players[seat].display, seen)
    for seat, owned in entry.expeditions.items():
        _take_away(draft, seat, draft.players[seat].expeditions, owned)
    for seat, persons in entry.display.items():
        player = draft.players[seat]
        _lay_down(draft, seat, player.display, persons)
        points = sum(one.vp or 0 for one in persons) - sum(one.vp or 0 for one in player.display)
        draft.players[seat] = player.with_display(persons, player.vp + points)
    for seat, owned in entry.expeditions.items():
        player = draft.players[seat]
        _lay_down(draft, seat, player.expeditions, owned)
        points = sum(one.vp for one in owned) - sum(one.vp for one in player.expeditions)
        more = len(owned) - len(player.expeditions)
        draft.players[seat] = player._replace(
            expeditions=owned,
            expedition_count=player.expedition_count + more,
            vp=player.vp + points,
        )
    tell(draft, Counted)
    for seat in draft.game.order if entry.more else {**entry.display, **entry.expeditions}:
        ending.note_points(draft, seat)


def _take_away(
    draft: Draft, seat: int, had: tuple[Person | Expedition, ...], seen: tuple[Person | Expedition, ...]
) -> None:
    """What does not lie there counts as discarded."""
    for card in (Counter(had) - Counter(seen)).elements():
        draft.discard(card)
        draft.say("card_gone", "count", seat, params={"card": card})


def _lay_down(
    draft: Draft, seat: int, had: tuple[Person | Expedition, ...], seen: tuple[Person | Expedition, ...]
) -> None:
    """What lies there besides was discarded, or has come from the draw pile unseen."""
    for card in (Counter(seen) - Counter(had)).elements():
        lay_down(draft, card)
        draft.say("card_there", "count", seat, params={"card": card})


def lay_down(draft: Draft, card: Card) -> None:
    """A card lies before somebody after all: it was discarded, or nobody saw it leave the draw pile."""
    if draft.game.deck.index(card) not in draft.known_discards:
        findings.note(draft, card)
    draft.bring_back(draft.game.deck.printed(card))


def payment(draft: Draft, entry: Payment, by: int) -> None:
    """A payment that was forgotten, or made twice."""
    more = entry.coins * (entry.times - 1)
    seats = {by: more} if entry.other is None else {by: more, entry.other: -more}
    if entry.other is None:
        draft.regain(-more, first="draw_pile" if entry.coins > 0 else "discard_pile")
    for seat, coins in seats.items():
        if draft.players[seat].coins + coins < 0:
            draft.refuse("NO_EFFECT", "count")
        draft.players[seat] = draft.players[seat].with_coins(coins)
        params = {"why": entry.why, "count": abs(entry.coins)}
        draft.say("not_paid" if entry.times == 0 else "paid_twice", "count", seat, coins, params)
