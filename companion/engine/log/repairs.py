"""The common slips at a table, each corrected by one correction: another card, somebody else, nothing at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.engine.asking.outlook import offers_of
from companion.engine.entering.entries import Draw, Entry, Pass, Take, drawn, draws_several, saying
from companion.engine.entering.templates import Template
from companion.engine.printed.box import impossible, named, unknown
from companion.engine.printed.cards import Card
from companion.engine.refusals import EngineError, Malformed, Reason
from companion.engine.rules import findings
from companion.engine.rules.allowed import take_template
from companion.engine.rules.record import Recorded, acting_seat, record
from companion.engine.rules.trade import had_his_part
from companion.engine.table.seats import around, plays, seat_before, steps
from companion.engine.table.state import TRADE_HIRE, State

from .following import Origins
from .history import STRIDE, Correction, History, replayed_from
from .replaying import again
from .timeline import Held


@dataclass(frozen=True, slots=True)
class Drawn:
    """The entry that laid a card: `nth` of its turn, the card being the one `at` that place among those it names. `fills`:
    the place of the box that the card fills, where nobody knew its numbers; `taught`: it was entered with this entry.
    """

    revision: int
    entry: Entry
    nth: int
    at: int | None = None
    fills: str | None = None
    taught: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """The card that the one who was entered has taken instead, and what that changes in his coins."""

    revision: int
    card: Card
    coins: int


@dataclass(frozen=True, slots=True)
class Taker:
    """Somebody who may have taken it: what it costs or brings, who passes, what the rules have against it, and where
    the two have taken each other's cards, which one that is.
    """

    seat: int
    template: Template
    coins: int
    passes: tuple[int, ...]
    anyway: Reason | None
    swap: Swap | None
    correction: Correction


@dataclass(frozen=True, slots=True)
class Taking:
    """A take as it was entered, and what may have happened instead."""

    revision: int
    seat: int
    card: Card
    coins: int
    takers: tuple[Taker, ...]
    nobody: Correction


@dataclass(frozen=True, slots=True)
class Repairs:
    """What can be corrected about one card of a turn; while it lies there, what it would come to for whom."""

    card: Card
    drawn: Drawn | None
    take: Taking | None
    offers: tuple[Template, ...] = ()


Step = tuple[int, Held, State, Recorded]


def repairs_of_berth(history: History, berth: int) -> Repairs:
    """About the card that lies, or was taken, in that berth of this turn; raises Malformed where none is."""
    state = history.state
    lying = state.harbor[berth] if 0 <= berth < len(state.harbor) else None
    taken = next((one for one in state.taken if one.index == berth), None)
    card = lying if taken is None else taken.card
    if card is None:
        raise Malformed("berth", "lies_there")
    steps = _turn(history, len(history.timeline.held), state.turn)
    drawn = _drawn(steps, berth, state)
    took = next((one for one in reversed(steps) if _took(one) == berth), None) if taken else None
    taking = None if took is None else _take(history, steps, took)
    return Repairs(card, drawn, taking, offers_of(state, berth) if taken is None else ())


def repairs_of_entry(history: History, revision: int) -> Repairs:
    """About the card that the entry of that revision drew or took; raises Malformed where it did neither."""
    held = history.timeline.held
    place = next((at for at, item in enumerate(held) if item.revision == revision), None)
    found = None if place is None else next(replayed_from(history, place), None)
    if place is not None and found is not None and isinstance(found[1].entry, Draw):
        steps = [one for one in _turn(history, place, found[2].turn) if one[0] <= place]
        return Repairs(found[1].entry.card, _drawn_by(steps, found), None)
    berth = None if found is None else _took(found)
    if place is None or found is None or berth is None:
        raise Malformed("revision", "entry_that_holds")
    state = found[2]
    steps = _turn(history, place, state.turn)
    drawn = _drawn([one for one in steps if one[0] < place], berth, state)
    card = state.harbor[berth]
    assert card is not None
    return Repairs(card, drawn, _take(history, steps, found))


def _turn(history: History, place: int, turn: tuple[int, int]) -> list[Step]:
    """The entries of a turn, where one of them has that place or it is just to come."""
    first = min(place // STRIDE, len(history.marks) - 1)
    while first > 0 and history.marks[first].state.turn == turn:
        first -= 1
    found = []
    for step in replayed_from(history, max(0, first) * STRIDE):
        if step[2].turn == turn:
            found.append(step)
        elif found and step[0] > place:
            break
    return found


def _took(step: Step) -> int | None:
    """The berth from which an entry took a card."""
    _, item, state, done = step
    if not isinstance(item.entry, Take) or not 0 <= item.entry.harbor_index < len(state.harbor):
        return None
    return item.entry.harbor_index if done.state != state else None


def _drawn(steps: Sequence[Step], berth: int, now: State) -> Drawn | None:
    """The entry that laid what lies in a berth at the end of those steps; None where it lay there at first."""
    if not steps:
        return None
    origins = Origins.of(steps[0][2])
    for place, item, state, done in steps:
        origins.follow(place, item.entry, state, done.state)
    by, at = origins.harbor[berth] if berth < len(origins.harbor) else ("", 0)
    found = next((one for one in steps if one[0] == by), None)
    if found is None or not drawn(found[1].entry):
        return None
    return _drawn_by(steps, found, at)


def _drawn_by(steps: Sequence[Step], found: Step, at: int = 0) -> Drawn:
    """The entry of a turn that drew a card, and what the box learned by it."""
    _, item, before, done = found
    entry = item.entry if item.entry.by is not None else saying(item.entry, by=before.active)
    nth = sum(1 for one in steps if one[0] <= found[0] and drawn(one[1].entry))
    card = drawn(entry)[at] if draws_several(entry) else drawn(entry)[0]
    row = done.state.game.box.row_of(str(named(card).id)) if impossible(card) is None else None
    fills = row.instead_of if row is not None and unknown(row.instead_of) else None
    taught = fills is not None and findings.taught(before, done.state, card)
    return Drawn(item.revision, entry, nth, at if draws_several(entry) else None, fills, taught)


def _take(history: History, steps: Sequence[Step], took: Step) -> Taking:
    _, item, state, done = took
    assert isinstance(item.entry, Take)
    seat, berth = acting_seat(state, item.entry), item.entry.harbor_index
    card = state.harbor[berth]
    assert card is not None
    part = _Part(history, [one for one in steps if one[2].phase == TRADE_HIRE])
    coins = _net(state, done.state, seat)
    takers: list[Taker] = []
    for other in around(state, state.active):
        if other == seat:
            continue
        plain = part.taker(item, other)
        takers += [] if plain is None else [plain]
        if plain is None or plain.anyway is not None:
            takers += part.swaps(item, seat, other)
    return Taking(item.revision, seat, card, coins, tuple(takers), part.without(item))


def _net(before: State, after: State, seat: int) -> int:
    """What a take changed in its taker's coins, without what a part pays that begins with it."""
    if len(after.taken) > len(before.taken):
        return after.taken[-1].coins
    return after.players[seat].coins - before.players[seat].coins


@dataclass(slots=True)
class _Put:
    """An entry of a part as it would have been, with what it brings about."""

    held: Held | None
    entry: Entry
    override: bool
    state: State
    done: Recorded


class _Part:
    """Trade & Hire of one turn, and how it would have gone otherwise."""

    def __init__(self, history: History, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._held = [item for _, item, _, _ in steps]
        start = steps[0][2]
        self._start, self._turn = start, start.turn
        self._over = steps[-1][3].state.turn != self._turn or steps[-1][3].state.phase != TRADE_HIRE
        self._seat = {
            item: acting_seat(state, item.entry)
            for _, item, state, _ in steps
            if isinstance(item.entry, Take | Pass)
        }

    def taker(self, took: Held, seat: int) -> Taker | None:
        """It was somebody else; None where that cannot have been at all."""
        return self._taker(took, {took: seat})

    def swaps(self, took: Held, seat: int, other: int) -> list[Taker]:
        """Two have taken each other's cards, as often as the other has taken one."""
        own = [item for item in self._held if isinstance(item.entry, Take) and self._seat[item] == other]
        found = (self._taker(took, {took: other, item: seat}, item) for item in own)
        return [one for one in found if one is not None and one.anyway is None]

    def without(self, took: Held) -> Correction:
        """Nobody has taken it."""
        puts = self._played({}, {took})
        return self._correction(puts)

    def _taker(self, took: Held, moved: Mapping[Held, int], swapped: Held | None = None) -> Taker | None:
        puts = self._played(moved, set())
        put = next((one for one in puts if one.held is took), None)
        if put is None or not isinstance(put.entry, Take):
            return None
        seat, swap = moved[took], None
        if swapped is not None:
            other = next((one for one in puts if one.held is swapped), None)
            if other is None or not isinstance(other.entry, Take):
                return None
            card = other.state.harbor[other.entry.harbor_index]
            assert card is not None
            swap = Swap(swapped.revision, card, _net(other.state, other.done.state, moved[swapped]))
        template = take_template(opened(put.state, seat), seat, put.entry.harbor_index)
        reasons = [reason for one in puts if one.held in moved for reason in one.done.overridden]
        return Taker(
            seat,
            template,
            _net(put.state, put.done.state, seat),
            _passed_over(put.done),
            reasons[0] if reasons else None,
            swap,
            self._correction(puts),
        )

    def _order(self, seat: int) -> int:
        start = self._start
        return steps(start, start.active, seat) if plays(start, seat) else len(start.game.order)

    def _played(self, moved: Mapping[Held, int], gone: set[Held]) -> list[_Put]:
        """The part with those takes by others, or without them: each in its own part, and who is passed over passes."""
        line: list[Held] = [item for item in self._held if item not in moved and item not in gone]
        # Who has taken something after all has not passed before it.
        line = [item for item in line if not self._passed(item, set(moved.values()))]
        for item, seat in moved.items():
            order = self._order(seat)
            later = (
                at for at, one in enumerate(line) if one in self._seat and self._order_of(one, moved) > order
            )
            line.insert(next(later, len(line)), item)
        puts: list[_Put] = []
        state = self._start
        for item in line:
            put = self._put(state, item, moved.get(item))
            if put is not None:
                puts.append(put)
                state = put.done.state
        if self._over and state.turn == self._turn and state.phase == TRADE_HIRE:
            rest = Pass(state.acting, rest=True)
            puts.append(_Put(None, rest, False, state, record(state, rest)))
        return puts

    def _passed(self, item: Held, seats: set[int]) -> bool:
        entry = item.entry
        return isinstance(entry, Pass) and not entry.rest and self._seat[item] in seats

    def _order_of(self, item: Held, moved: Mapping[Held, int]) -> int:
        if isinstance(item.entry, Pass) and item.entry.rest:
            return len(self._start.game.order)
        return self._order(moved.get(item, self._seat[item]))

    def _put(self, state: State, item: Held, seat: int | None) -> _Put | None:
        entry = item.entry
        if isinstance(entry, Take):
            by = self._seat[item] if seat is None else seat
            more = _said_of(state, by, entry)
            entry = Take(entry.harbor_index, by, passing=_comes_later(state, by), more=more)
            override = item.override if seat is None else False
            try:
                return _Put(item, entry, override, state, record(state, entry, override))
            except EngineError:
                if seat is None:
                    kept = replace(item, entry=entry)
                    return _Put(item, entry, override, state, again(state, kept))
            try:
                entry = replace(entry, passing=False) if not _comes_later(state, by) else entry
                return _Put(item, entry, True, state, record(state, entry, True))
            except EngineError:
                return None
        if isinstance(entry, Pass):
            over = state.turn != self._turn or state.phase != TRADE_HIRE
            by = self._seat[item]
            if over or (had_his_part(state, by) and not entry.rest):
                return None
            if entry.rest:
                entry = Pass(state.acting, rest=True)
            else:
                entry = Pass(by, passing=_comes_later(state, by))
            try:
                return _Put(item, entry, item.override, state, record(state, entry, item.override))
            except EngineError:
                return None
        return _Put(item, entry, item.override, state, again(state, item))

    def _correction(self, puts: Sequence[_Put]) -> Correction:
        """The fewest entries that have to be others."""
        old = [self._read(item) for item in self._held]
        new = [(one.entry, one.override) for one in puts]
        first = 0
        while first < min(len(old), len(new)) and old[first] == new[first]:
            first += 1
        last = 0
        while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
            last += 1
        # Something has to be named.
        if first + last == len(old):
            first, last = (first, last - 1) if last else (first - 1, last)
        count = len(old) - first - last
        entries = new[first : len(new) - last]
        return Correction(
            "replace",
            count,
            revision=self._held[first].revision,
            override=any(override for _, override in entries),
            keep=True,
            entries=tuple(entry for entry, _ in entries),
        )

    def _read(self, item: Held) -> tuple[Entry, bool]:
        """An entry with its player named, and nothing said that goes without saying."""
        entry = item.entry
        if isinstance(entry, Take | Pass):
            state = next(state for _, one, state, _ in self._steps if one is item)
            seat = self._seat[item]
            passing = entry.passing and _comes_later(state, seat)
            entry = saying(entry, by=seat, passing=passing)
        return entry, item.override


def _passed_over(done: Recorded) -> tuple[int, ...]:
    """Who passed so that the take could be, not after it."""
    found: list[int] = []
    for line in done.ledger:
        if line.why in ("hire", "trade"):
            break
        if line.why == "passed" and line.seat is not None:
            found.append(line.seat)
    return tuple(found)


def _comes_later(state: State, seat: int) -> bool:
    """Somebody else's part comes first."""
    return state.phase == TRADE_HIRE and seat != state.acting and not had_his_part(state, seat)


def opened(state: State, seat: int) -> State:
    """The table as it is when that player's part has come."""
    if not _comes_later(state, seat):
        return state
    try:
        opened = record(state, Pass(seat_before(state, seat), passing=True)).state
    except EngineError:
        return state
    # Where nobody follows a player who has taken nothing, the turn would be over.
    return opened if opened.turn == state.turn else state


def _said_of(state: State, by: int, entry: Take) -> Mapping[str, object]:
    """What a take says under the keys of modules, with what only one answer can be given to for that player."""
    at = entry.harbor_index
    if not (entry.more and at < len(state.harbor) and state.harbor[at] is not None):
        return entry.more
    keys = take_template(state, by, at).keys
    return {**entry.more, **{name: said for name, said in keys.items() if name in entry.more}}
