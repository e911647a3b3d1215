"""Parts and turns: who acts when, and what passes by itself."""

from __future__ import annotations

from companion.engine.following.moments import PartOpened, TurnBegan
from companion.engine.house.door import House
from companion.engine.house.living import house, tell
from companion.engine.table.draft import Draft, Table, bare, cards_in
from companion.engine.table.seats import around, next_seat, steps
from companion.engine.table.state import DISCOVER, TRADE_HIRE, Takes

from . import ending
from .offers import worth_nothing


def ship_colors(table: Table) -> int:
    """Different colors in the harbor."""
    return len({card.color for card in table.harbor if card is not None and card.kind == "ship"})


def takes_by_colors(colors: int) -> int:
    """Cards the active player may take (`000 2. Trade & Hire`)."""
    return 1 if colors < 4 else colors - 2


def takes_of(table: Table, seat: int, colors: int) -> Takes:
    """What a part of this player is worth, in cards."""
    more: dict[str, int] = {}
    extra = 0
    home: House = table.game.house
    for figures in home.takes:
        for why, count in figures(table, seat):
            more[why] = more.get(why, 0) + count
            extra += count
    if seat == table.active:
        base = takes_by_colors(colors)
    else:
        base, colors = table.game.rules.switches.nonactive_takes, 0
    total = max(0, base + extra)
    return Takes(total, total, base, colors, tuple(more.items()) if more else ())


def under_way(draft: Draft) -> None:
    """Something of this turn has happened: nothing is left over any more from the one before (`004 Game End`, C19, C52)."""
    draft.claimant = None
    draft.claimant_busted = False


def start_trade_and_hire(draft: Draft) -> None:
    """Discover is over; the active player's part comes first (`000 2. Trade & Hire`)."""
    under_way(draft)
    draft.phase = TRADE_HIRE
    draft.decisions = ()
    draft.colors_at_stop = ship_colors(draft)
    draft.taken_by_active = 0
    await_part(draft, draft.active)


def await_part(draft: Draft, seat: int) -> None:
    """The part of `seat` is next; it opens, and pays, later."""
    draft.acting = seat
    draft.part_opened = False
    # By how many colors the active player takes is known from the cards alone.
    uncounted = seat == draft.active and draft.untold != 0
    draft.takes = None if uncounted else takes_of(draft, seat, draft.colors_at_stop)


def taken_in_part(table: Table) -> dict[str, int]:
    """How many cards the player of this part has taken in it; nothing where he has taken none."""
    taken = table.takes.total - table.takes.left if table.takes is not None else 0
    return {"taken": taken} if taken else {}


def part_is_over(table: Table) -> bool:
    """No take is left, or nothing to take."""
    return (table.takes is not None and table.takes.left == 0) or bare(table)


def open_part(draft: Draft) -> None:
    """The part begins, and whoever is paid for that is paid."""
    seat = draft.acting
    takes = draft.takes
    draft.part_opened = True
    if takes is not None:
        draft.say("part_begins", "takes", seat, params={"takes": takes.total})
    tell(draft, PartOpened, seat, cards_in(draft))


def later_parts(table: Table) -> tuple[int, ...]:
    """Whose parts follow this turn if nothing more is taken, in order (C38)."""
    switches = table.game.rules.switches
    if table.acting == table.active and not table.taken_by_active and not switches.others_after_nothing:
        return ()
    return around(table, table.active)[steps(table, table.active, table.acting) + 1 :]


def end_part(draft: Draft) -> None:
    """The next player's part follows, or the turn ends after the last one (`000 Flow of Play`)."""
    following = later_parts(draft)
    if following:
        await_part(draft, following[0])
    else:
        end_turn(draft)


def settle(draft: Draft) -> None:
    """Open and close parts as far as they go by themselves."""
    while draft.phase == TRADE_HIRE:
        if not draft.part_opened:
            open_part(draft)
        if part_is_over(draft) or skipped(draft):
            end_part(draft)
        else:
            break


def skipped(draft: Draft) -> bool:
    """Yucata's option: a player who could only lose time is passed over (C56)."""
    if not draft.game.rules.auto_pass or draft.untold != 0 or not worth_nothing(draft):
        return False
    draft.say("passed", "auto_pass", draft.acting, params=taken_in_part(draft))
    draft.because("AUTO_PASS")
    return True


def end_turn(draft: Draft, busted: bool = False) -> None:
    """Leftovers are discarded and the next player is active (`000 2. Trade & Hire (leftovers)`)."""
    left = [card for card in draft.harbor if card is not None]
    draft.discard(*left)
    lying = len(left) + (draft.untold or 0)
    if lying and not busted:
        draft.say("leftovers", "leftovers", params={"count": lying})
    ended = draft.active
    draft.harbor = ()
    draft.untold = 0
    draft.drawn = 0
    draft.reshuffles = 0
    draft.extra_taxed = False
    draft.repelled = 0
    draft.takes = None
    draft.taken = ()
    draft.part_opened = False
    draft.decisions = ()
    draft.claimant = ended
    draft.claimant_busted = busted
    rooms = house(draft).rooms
    if rooms:
        draft.rooms = tuple(
            was if room.turn is None else room.turn(was, busted)
            for room, was in zip(rooms, draft.rooms, strict=True)
        )
    following = next_seat(draft, ended)
    if following == draft.game.start_player and ending.triggered(draft):
        ending.finish(draft, ended)
        return
    draft.phase = DISCOVER
    draft.active = draft.acting = following
    if following == draft.game.start_player:
        draft.round += 1
    draft.say("turn_begins", "turn_order", following, params={"round": draft.round})
    tell(draft, TurnBegan, following)
