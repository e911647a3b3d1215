"""A game kept lightly: the group tells the harbor when Discover ends, or only what is taken and hired.

Prices, coins and points are those of the game; which cards may still come, and what lies in which pile, nobody knows then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.engine.entering.entries import Keeping
from companion.engine.entering.kept_lightly import MOST_LYING, BustTold, HarborTold, Lying, TakeCard
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import Busted, Placed
from companion.engine.house.living import tell
from companion.engine.printed.cards import Expedition, HarborCard, Ship, Tax
from companion.engine.refusals import Malformed, Reason
from companion.engine.table.draft import Draft, Table, cards_in
from companion.engine.table.seats import around
from companion.engine.table.state import CARDS, DISCOVER, HARBOR, TAKES, TRADE_HIRE, Game, State
from companion.engine.values import NOTHING

from . import discover, trade, turns
from .how_told import told_so, way, ways
from .incomes import incomes
from .life import check_going_on
from .offers import offer

# More cards than anybody draws: what a start of part pays differs among fewer.
FULL_HARBOR = 12
# As many cards as there are.
THE_HARBOR = (Ask("cards", "card", 0),)


def keeping(draft: Draft, entry: Keeping, by: int) -> None:
    """The group tells more or less from now on."""
    check_going_on(draft)
    if entry.how == draft.game.keeping:
        draft.refuse("NO_EFFECT", "draw")
    if entry.how not in ways(draft):
        draft.refuse("KEPT_CARD_BY_CARD", "draw")
    draft.game = replace(draft.game, keeping=entry.how)
    draft.say("keeping", "draw", params={"keeping": entry.how})


def check_harbor(entry: HarborTold, game: Game) -> None:
    """Ships and persons lie in a harbor; raises Malformed."""
    if any(isinstance(card, Expedition | Tax) for card in entry.cards):
        raise Malformed("entry.cards", "cards_of", choices=("ship", "person"))


def harbor(draft: Draft, entry: HarborTold, by: int) -> None:
    """What lies there when Discover ends (`000 2. Trade & Hire`); what was repelled or taxed is not among it."""
    draft.contest(discover.turn_reason(draft, by, "stop") or told_so(draft, (HARBOR,), "stop"))
    draft.lose_sight()
    for told in entry.cards:
        card = discover.turn_up(draft, told)
        if isinstance(card, Ship) and discover.collides(draft, card):
            against = Reason("TWO_OF_A_COLOR", "bust", {"color": card.color}, overridable=True)
            draft.contest(against)
        if isinstance(card, HarborCard):
            draft.check_box(len(draft.harbor), draft.game.deck.harbor_cards)
            draft.harbor += (card,)
            tell(draft, Placed, card)
    if not entry.cards and not draft.game.rules.switches.stop_with_empty_harbor:
        draft.contest(Reason("MUST_DRAW_FIRST", "first_card", overridable=True))
    draft.say("harbor_told", "stop", by, params={"count": len(entry.cards)})
    turns.start_trade_and_hire(draft)


def bust(draft: Draft, entry: BustTold, by: int) -> None:
    """A second ship of a color, whichever (`000 1. Discover (bust)`)."""
    draft.contest(discover.turn_reason(draft, by, "bust") or told_so(draft, (HARBOR, TAKES), "bust"))
    draft.lose_sight()
    draft.say("bust", "bust", by, params={"on_purpose": False})
    draft.because("BUST")
    tell(draft, Busted, by)
    turns.end_turn(draft, busted=True)


def count_matters(table: Table) -> bool:
    """Somebody is paid at the start of a part by how many cards lie there."""
    for seat in around(table, table.active):
        paid = {tuple(incomes(table, seat, lying)) for lying in range(FULL_HARBOR + 1)}
        if len(paid) > 1:
            return True
    return False


def count_reason(table: Table) -> Reason | None:
    """Somebody has to know how many cards lie there."""
    return Reason("HOW_MANY_LIE", "admiral") if count_matters(table) else None


def lying(draft: Draft, entry: Lying, by: int) -> None:
    """Discover is over, with so many cards that nobody names."""
    draft.contest(discover.turn_reason(draft, by, "stop") or told_so(draft, (TAKES,), "stop"))
    if entry.count is None:
        draft.contest(count_reason(draft))
    start_untold(draft, entry.count)
    if entry.nobody:
        pass_all(draft)


def start_untold(draft: Draft, count: int | None) -> None:
    draft.lose_sight()
    draft.untold = count
    if count is not None:
        draft.say("lying", "stop", draft.active, params={"count": count})
    turns.start_trade_and_hire(draft)


def pass_all(draft: Draft) -> None:
    """Nobody takes any card of this turn."""
    turn = (draft.round, draft.active)
    turns.settle(draft)
    while draft.phase == TRADE_HIRE and (draft.round, draft.active) == turn:
        trade.pass_part(draft)


def take_card(draft: Draft, entry: TakeCard, by: int) -> None:
    """Somebody takes a card that nobody named before; where it is the first of the turn, Discover is over."""
    if draft.phase == DISCOVER:
        against = discover.turn_reason(draft, draft.active, "take") or told_so(draft, (TAKES,), "takes")
        draft.contest(against or count_reason(draft))
        start_untold(draft, None)
        turns.settle(draft)
    trade.give_way(draft, by, entry.passing)
    reason = trade.part_reason(draft, by)
    draft.contest(reason)
    draft.contest(told_so(draft, (TAKES,), "takes"))
    if not isinstance(entry.card, HarborCard):
        raise Malformed("entry.card", "cards_of", choices=("ship", "person"))
    if entry.had is not None:
        draft.count_coins(by, entry.had)
    card = discover.turn_up(draft, entry.card)
    if draft.untold:
        draft.untold -= 1
    if isinstance(card, HarborCard):
        draft.harbor += (card,)
        trade.take_away(draft, by, len(draft.harbor) - 1, reason)


def templates(table: State) -> Iterable[Template]:
    """What could be told now at a table that does not tell every card."""
    told = way(table)
    if table.phase == DISCOVER and told != CARDS:
        against = discover.turn_reason(table, table.active, "stop")
        if told == HARBOR:
            yield Template(HarborTold.type, table.active, against, asks=THE_HARBOR)
        else:
            yield from _untold(table, against)
        yield Template(BustTold.type, table.active, against)
    elif told == TAKES:
        yield from _takes(table, trade.spent(table))


def _untold(table: State, against: Reason | None) -> Iterable[Template]:
    asked = (Ask("count", "number", most=MOST_LYING),) if count_matters(table) else ()
    if not asked:
        yield from _takes(table, against)
    yield Template(Lying.type, table.active, against, asks=asked)
    yield Template(Lying.type, table.active, against, {"nobody": True}, asks=asked)


def _takes(table: State, against: Reason | None) -> Iterable[Template]:
    """Whoever acts may take, and so may those whose parts follow, where the others pass."""
    yield _take(table, table.acting, against)
    # Before the first card is taken nobody has taken any.
    for seat in turns.later_parts(table._replace(taken_by_active=len(table.taken) and table.taken_by_active)):
        due = sum(one.coins * one.persons for one in incomes(table, seat, cards_in(table)))
        player = table.players[seat].with_coins(due)
        players = (*table.players[:seat], player, *table.players[seat + 1 :])
        yield _take(table._replace(players=players), seat, None, {"passing": True})


def _take(table: State, seat: int, against: Reason | None, keys: Mapping[str, object] = NOTHING) -> Template:
    """Any card that may lie there, with what each would do to the taker's coins, and which are too dear."""
    coins: dict[str, int] = {}
    dear: list[str] = []
    for kind, left in zip(table.game.deck.kinds, table.unseen, strict=True):
        if left and isinstance(kind.card, HarborCard):
            found = offer(table._replace(harbor=(kind.card,)), seat, 0)
            coins[str(kind.card.id)] = found.net
            if found.reason is not None:
                dear.append(str(kind.card.id))
    figures = {"nets": coins, "dear": dear}
    return Template(TakeCard.type, seat, against, keys, figures=figures, asks=(Ask("card", "card"),))


def same_harbor(entry: HarborTold) -> object:
    """Two phones that tell the same cards tell the same harbor, in whatever order."""
    return frozenset(Counter(entry.cards).items())
