"""Every single slip that a log leaves room for, with what it would mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.engine.entering.entries import (
    ClaimExpedition,
    Draw,
    Entry,
    Keep,
    Pass,
    Payment,
    Stop,
    Take,
    drawn,
    draws_several,
    saying,
)
from companion.engine.following.ledger import LedgerLine
from companion.engine.house.living import house
from companion.engine.printed.cards import Card, Expedition, Person, Ship, Tax
from companion.engine.refusals import EngineError
from companion.engine.rules.incomes import AT_A_PART
from companion.engine.rules.offers import hire_price, offer, paying, trade_bonus
from companion.engine.rules.record import acting_seat, record
from companion.engine.rules.trade import had_his_part
from companion.engine.table.state import State

from .differences import Owned, Shift, shift_between
from .follow import the_turn
from .kinds import EASE, Edit, Slip
from .mistaken import Meant, Mistakes
from .replay import Course, Where


def candidates(course: Course, places: range) -> Iterator[Slip]:
    """All slips of all kinds with those entries."""
    taken = {where: place for place, where in course.drawn_at.items()}
    mistakes = Mistakes(course.end.game.deck.kinds)
    for place in places:
        yield from payments(course, place)
        yield from takers(course, place)
        yield from orders(course, place)
        yield from missed(course, place)
        for number, card in enumerate(drawn(course.items[place].entry)):
            where = Where(place, number)
            meant = mistakes.for_which(card, course.before[place].unseen)
            if where in taken:
                yield from others_taken(course, where, card, taken[where], meant)
            else:
                yield from others_untaken(course, where, card, meant)
        yield from doubled(course, place)


def shift_of(course: Course, coins: dict[int, int], draw: int = 0, discard: int = 0) -> Shift:
    return Shift(tuple(coins.get(seat, 0) for seat in range(course.seats)), draw, discard)


def payments(course: Course, place: int) -> Iterator[Slip]:
    """A payment that was forgotten, or made twice."""
    end = place + 1
    ledger = course.done[place].ledger
    lines = [
        (line, line.seat) for line in ledger if line.seat is not None and _is_paid(line, course.before[place])
    ]
    for line, seat in lines:
        other = line.params.get("to")
        other = other if isinstance(other, int) else None
        for times in (0, 2):
            more = line.coins * (times - 1)
            coins = {seat: more}
            draw = discard = 0
            if other is not None:
                coins[other] = -more
            elif line.coins > 0:
                draw = -more
            else:
                discard = -more
            entry = Payment(line.why, line.coins, times, seat, other)
            kind = "paid_twice" if times else "not_paid"
            yield Slip(
                kind,
                place,
                seat,
                # One of them at most.
                EASE[kind] / len(lines),
                (Edit(end, "insert", entry),),
                _paid(line, other),
                shift_of(course, coins, draw, discard),
                end,
            )


def _is_paid(line: LedgerLine, state: State) -> bool:
    return line.why in house(state).payments and line.coins != 0 and "from" not in line.params


def _paid(line: LedgerLine, other: int | None) -> dict[str, object]:
    told: dict[str, object] = {"why": line.why, "coins": line.coins}
    if other is not None:
        told["to"] = other
    if isinstance(line.params.get("card"), Ship | Person | Expedition | Tax):
        told["card"] = line.params["card"]
    return told


def takers(course: Course, place: int) -> Iterator[Slip]:
    """Somebody else took the card."""
    item, before = course.items[place], course.before[place]
    entry = item.entry
    if not isinstance(entry, Take) or not 0 <= entry.harbor_index < len(before.harbor):
        return
    card, by = before.harbor[entry.harbor_index], acting_seat(before, entry)
    if card is None:
        return
    paid = net(before, by, card)
    for seat in course.end.game.order:
        if seat == by:
            continue
        edits = _taken_by(course, place, entry, seat)
        if not edits or offer(before, seat, entry.harbor_index).reason is not None:
            continue
        gets = net(before, seat, card)
        coins = {seat: gets[0], by: -paid[0]}
        for one, sign in ((seat, 1), (by, -1)):
            if one != before.active:
                coins[one] -= sign
                coins[before.active] = coins.get(before.active, 0) + sign
        shift = shift_of(course, coins, gets[1] - paid[1], gets[2] - paid[2])
        told: dict[str, object] = {"card": card, "from": by, "to": seat}
        owned = (Owned(seat, card, 1), Owned(by, card, -1)) if isinstance(card, Person) else ()
        weight = EASE["taker"] / (len(course.end.game.order) - 1)
        yield Slip("taker", place, seat, weight, edits, told, shift, place + 1, owned, True)


def _taken_by(course: Course, place: int, entry: Take, seat: int) -> tuple[Edit, ...]:
    """The take as an entry of another player: in his own part, which may be over already."""
    before = course.before[place]
    if not had_his_part(before, seat):
        return (Edit(place, "change", replace(entry, by=seat, passing=True)),)
    back = place - 1
    while course.same_turn(place, back):
        passed = course.items[back].entry
        if isinstance(passed, Pass) and acting_seat(course.before[back], passed) == seat:
            return (
                Edit(place, "remove"),
                Edit(back, "change", replace(entry, by=seat, passing=False)),
            )
        if isinstance(passed, Stop | Draw):
            break
        back -= 1
    return ()


def net(state: State, seat: int, card: Card) -> tuple[int, int, int]:
    """What a card means for whoever takes it, without the coin for the active player: coins, draw pile, discard pile."""
    if isinstance(card, Ship):
        gain = card.coins + trade_bonus(state, seat, card)
        return gain, -gain, 0 if paying(state, seat, card) else 1
    if isinstance(card, Person) and card.cost is not None:
        price = hire_price(state, seat, card)
        return -price, 0, price
    return 0, 0, 1


def orders(course: Course, place: int) -> Iterator[Slip]:
    """Two things happened the other way round."""
    if not course.same_turn(place, place + 1):
        return
    one, two = course.items[place].entry, course.items[place + 1].entry
    if not _order_matters(course, place, one, two):
        return
    before, wanted = course.before[place], course.after(place + 1)
    try:
        swapped = record(before, two, course.items[place + 1].override).state
        swapped = record(swapped, one, course.items[place].override).state
    except EngineError:
        return
    shift = shift_between(wanted, swapped)
    if swapped.turn != wanted.turn or not (any(shift.coins) or shift.draw or shift.discard):
        return
    edits = (
        Edit(place, "change", two, course.items[place + 1].override),
        Edit(place + 1, "change", one, course.items[place].override),
    )
    told: dict[str, object] = {"first": _about(before, two), "second": _about(before, one)}
    yield Slip("order", place, acting_seat(before, one), EASE["order"], edits, told, shift, place + 2)


def _order_matters(course: Course, place: int, one: Entry, two: Entry) -> bool:
    before = course.before[place]
    if isinstance(one, Take) and isinstance(two, Take):
        return acting_seat(before, one) == acting_seat(course.before[place + 1], two)
    kinds_of = (type(one), type(two))
    if ClaimExpedition in kinds_of and kinds_of != (ClaimExpedition, ClaimExpedition):
        return kinds_of[0] in (Take, Draw) or kinds_of[1] in (Take, Draw)
    return False


def _about(state: State, entry: Entry) -> Card | None:
    """The card that an entry is about."""
    if isinstance(entry, Draw):
        return entry.card
    if isinstance(entry, Take) and 0 <= entry.harbor_index < len(state.harbor):
        return state.harbor[entry.harbor_index]
    if isinstance(entry, ClaimExpedition) and 0 <= entry.expedition_index < len(state.expeditions):
        return state.expeditions[entry.expedition_index]
    return None


def drawing_ends(course: Course, place: int) -> bool:
    """The last entry of a turn's Discover: before it one more card may have been drawn."""
    entry = course.items[place].entry
    if isinstance(entry, Stop):
        return True
    following = place + 1 if course.same_turn(place, place + 1) else place
    kept = isinstance(course.items[following].entry, Keep)
    ended = following if kept else place
    return bool(drawn(entry)) and any(line.why == "bust" for line in course.done[ended].ledger)


def missed(course: Course, place: int) -> Iterator[Slip]:
    """A card was drawn that is not in the log: a tax, or one that stayed until the turn was over."""
    if not drawing_ends(course, place):
        return
    before = course.before[place]
    for kind, left in zip(before.game.deck.kinds, before.unseen, strict=True):
        if left and isinstance(kind.card, Tax):
            entry = Draw(kind.card, before.active)
            try:
                shift = shift_between(before, record(before, entry).state)
            except EngineError:
                continue
            yield Slip(
                "missed_draw",
                place,
                before.active,
                EASE["missed_draw"] * left / sum(before.unseen),
                (Edit(place, "insert", entry),),
                {"card": kind.card},
                shift,
                place,
            )
    filler = _nobodys(before)
    if filler is None:
        return
    edits = (Edit(place, "insert", Draw(filler, before.active)),)
    over: int | None = course.turn_ends(place)
    if over == len(course.items) and course.end.turn == before.turn:
        over = None
    slip = Slip(
        "missed_draw",
        place,
        before.active,
        EASE["missed_draw"],
        edits,
        {},
        shift_of(course, {}, -1, int(over is not None)),
        place,
    )
    if over is not None and any(
        income.when in AT_A_PART
        for player in before.players
        for person in player.display
        for income in person.abilities.incomes
    ):
        turned = the_turn(course, slip)
        if turned is None:
            return
        slip = slip._replace(shift=turned, since=over)
    yield slip


def _nobodys(state: State) -> Card | None:
    """A card that changes nothing by lying there: a dear person."""
    persons = [
        kind.card
        for kind, left in zip(state.game.deck.kinds, state.unseen, strict=True)
        if left and isinstance(kind.card, Person)
    ]
    return max(persons, key=lambda card: getattr(card, "cost", None) or 0, default=None)


def doubled(course: Course, place: int) -> Iterator[Slip]:
    """The same card was tapped twice."""
    entry = course.items[place].entry
    last = course.items[place - 1].entry if course.same_turn(place, place - 1) else None
    if not (isinstance(entry, Draw) and isinstance(last, Draw) and entry.card == last.card):
        return
    before = course.before[place]
    shift = shift_of(course, {}, 1, 0 if course.in_the_last_turn(place) else -1)
    if isinstance(entry.card, Tax | Expedition):
        shift = shift_between(course.after(place), before)
    edits, told = (Edit(place, "remove"),), {"card": entry.card}
    since = place + 1
    yield Slip(
        "doubled_draw", place, before.active, EASE["doubled_draw"], edits, told, shift, since, loose=True
    )


def others_taken(
    course: Course, where: Where, card: Card, take: int, meant: Iterator[Meant]
) -> Iterator[Slip]:
    """A card that somebody took is another one."""
    before = course.before[take]
    seat = acting_seat(before, course.items[take].entry)
    mine = net(before, seat, card)
    for one in meant:
        other = one.card
        if not isinstance(other, Ship | Person):
            continue
        if isinstance(other, Ship) and course.lies_beside(where, other.color):
            continue
        its = net(before, seat, other)
        shift = shift_of(course, {seat: its[0] - mine[0]}, its[1] - mine[1], its[2] - mine[2])
        owned = tuple(
            Owned(seat, person, more)
            for person, more in ((card, -1), (other, 1))
            if isinstance(person, Person)
        )
        yield _other(course, where, card, one, seat, shift, take + 1, owned)


def others_untaken(course: Course, where: Where, card: Card, meant: Iterator[Meant]) -> Iterator[Slip]:
    """A card that lay until the turn was over, or a tax, is another one: coins differ where one of them is a tax."""
    before, after = course.before[where.place], course.after(where.place)
    # An expedition stays in the row, where everybody would miss it.
    if not isinstance(course.items[where.place].entry, Draw) or isinstance(card, Expedition):
        return
    for one in meant:
        other = one.card
        if not (isinstance(other, Tax) or isinstance(card, Tax)) or isinstance(other, Expedition):
            continue
        then = before
        if isinstance(other, Tax):
            try:
                then = record(before, Draw(other, before.active)).state
            except EngineError:
                continue
        # A tax is discarded at once, what lies there when the turn is over; and what is drawn leaves the pile.
        lies = isinstance(card, Tax) - isinstance(other, Tax)
        coins, draw, discard = shift_between(after, then)
        shift = Shift(coins, draw - (then is before), discard + lies)
        yield _other(course, where, card, one, before.active, shift, where.place + 1)


def _other(
    course: Course,
    where: Where,
    card: Card,
    meant: Meant,
    seat: int,
    shift: Shift,
    since: int,
    owned: tuple[Owned, ...] = (),
) -> Slip:
    item = course.items[where.place]
    entry = item.entry
    if isinstance(entry, Draw):
        entry = replace(entry, card=meant.card, learn=False, instead_of=None)
    elif draws_several(entry):
        cards = drawn(entry)
        cards = (*cards[: where.card], meant.card, *cards[where.card + 1 :])
        entry = saying(entry, cards=cards)
    edits = (Edit(where.place, "change", entry, item.override),)
    told: dict[str, object] = {"card": card, "to": meant.card}
    weight = EASE[meant.kind] * meant.share
    return Slip(meant.kind, where.place, seat, weight, edits, told, shift, since, owned)
