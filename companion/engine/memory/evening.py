"""One evening, worked out from its log: points by round, busts, where the coins came from, and what was outstanding."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.entering.entries import Entry, drawn
from companion.engine.entering.kept_lightly import BustTold, HarborTold, Lying, TakeCard
from companion.engine.following.ledger import LedgerLine
from companion.engine.log.history import History, replayed_from
from companion.engine.printed.cards import HarborCard, Person, payer
from companion.engine.rules.ending import score
from companion.engine.rules.record import Recorded
from companion.engine.table.state import DISCOVER, State

# Coins that somebody has without having been paid.
NO_INCOME = frozenset({"counted", "joined_coins", "left_coins"})


class Moment(NamedTuple):
    """When something happened: the entry in the log, and its round."""

    revision: int
    round: int


class Round(NamedTuple):
    """Everybody's points and coins when a round was over, by seat."""

    round: int
    vp: tuple[int, ...]
    coins: tuple[int, ...]


class Award(NamedTuple):
    """Who was ahead of all others in something, by how much, and the entries behind it."""

    code: str
    seats: tuple[int, ...]
    value: int
    times: int
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Deeds:
    """What one player did and met."""

    drawn: list[Moment] = field(default_factory=list)
    repelled: list[Moment] = field(default_factory=list)
    busts: list[Moment] = field(default_factory=list)
    income: dict[str, list[tuple[int, Moment]]] = field(default_factory=lambda: defaultdict(list))
    hired: Counter[str] = field(default_factory=Counter)
    # Cards in the harbor at each Stop, and points of each own turn.
    stops: list[tuple[int, Moment]] = field(default_factory=list)
    turns: list[tuple[int, Moment]] = field(default_factory=list)


class Evening(NamedTuple):
    """All of it; `rounds` begins with how everybody stood before the first entry. `partly`: not every card was told, so
    nobody knows how many were drawn and repelled.
    """

    rounds: tuple[Round, ...]
    deeds: tuple[Deeds, ...]
    awards: tuple[Award, ...]
    partly: bool = False


def evening(history: History) -> Evening:
    """What the table's log tells of its evening; goes through it once."""
    deeds = [Deeds() for _ in history.state.players]
    rounds: list[Round] = []
    began: State | None = None
    partly = uncounted = False
    last = Moment(0, history.state.round)
    for _, item, before, done in replayed_from(history, 0):
        if began is None:
            began = before
            rounds.append(_stands(before, before.round - 1))
        at = Moment(item.revision, before.round)
        partly = partly or isinstance(item.entry, HarborTold | Lying | BustTold | TakeCard)
        uncounted = uncounted or done.state.untold is None
        _note(deeds, before, item.entry, done, at)
        cards = _drawn(before, done.state, item.entry)
        deeds[before.active].drawn.extend([at] * cards)
        if done.state.turn != before.turn:
            deeds[before.active].turns.append((_gained(began, done.state, before.active), at))
            began = done.state
        if done.state.round != before.round:
            rounds.append(_stands(done.state, before.round))
        last = at
    if began is not None and last.revision:
        deeds[began.active].turns.append((_gained(began, history.state, began.active), last))
    if not rounds or rounds[-1].round != history.state.round:
        rounds.append(_stands(history.state, history.state.round))
    for own in deeds if partly else ():
        own.drawn.clear()
        own.repelled.clear()
    for own in deeds if uncounted else ():
        own.stops.clear()
    return Evening(tuple(rounds), tuple(deeds), tuple(_awards(deeds)), partly)


def _stands(state: State, number: int) -> Round:
    standing = {one.seat: one.vp for one in score(state).ranking} if state.outcome else {}
    vp = (standing.get(seat, player.vp) for seat, player in enumerate(state.players))
    return Round(number, tuple(vp), tuple(player.coins for player in state.players))


def _gained(before: State, after: State, seat: int) -> int:
    return after.players[seat].vp - before.players[seat].vp


def _drawn(before: State, after: State, entry: object) -> int:
    """How many cards an entry turned over."""
    if before.phase != DISCOVER:
        return 0
    if after.turn == before.turn and after.phase == DISCOVER:
        return max(0, after.drawn - before.drawn)
    # The turn has ended with these cards.
    return 1 if getattr(entry, "card", None) else len(getattr(entry, "cards", None) or ())


def _note(deeds: list[Deeds], before: State, entry: Entry, done: Recorded, at: Moment) -> None:
    if before.phase == DISCOVER and done.state.phase != DISCOVER and done.state.turn == before.turn:
        lying = sum(card is not None for card in before.harbor)
        lying += sum(isinstance(card, HarborCard) for card in drawn(entry))
        lying += (entry.count or 0) if isinstance(entry, Lying) else 0
        deeds[before.active].stops.append((lying, at))
    for line in done.ledger:
        if line.seat is None:
            continue
        own = deeds[line.seat]
        if line.why == "bust":
            own.busts.append(at)
        elif line.why == "repelled":
            own.repelled.append(at)
        elif line.why == "hire" and (person := _person(line)) is not None:
            own.hired[person.type] += 1
        if source := _source(line):
            own.income[payer(source)].append((line.coins, at))


def _source(line: LedgerLine) -> str:
    """Why somebody was paid, or was not paid after all; empty where that is no income."""
    if line.why in ("not_paid", "paid_twice"):
        # Of two, only whoever had been paid: the other one pays again, or gets back.
        had_been_paid = (line.coins < 0) == (line.why == "not_paid")
        return str((line.params or {}).get("why", "")) if had_been_paid else ""
    return line.why if line.coins > 0 and line.why not in NO_INCOME else ""


def _person(line: LedgerLine) -> Person | None:
    card = (line.params or {}).get("card")
    return card if isinstance(card, Person) else None


def _awards(deeds: list[Deeds]) -> Iterable[Award]:
    """Those that somebody has earned: the most of all, and no less than is worth telling."""
    yield from _most("unluckiest", 2, [(len(own.busts), own.busts) for own in deeds])
    yield from _highest("fullest_harbor", 4, [own.stops for own in deeds])
    yield from _highest("best_turn", 2, [own.turns for own in deeds])
    jesters = [own.income.get("jester", []) for own in deeds]
    yield from _most("gallows_humor", 2, [(sum(c for c, _ in own), [at for _, at in own]) for own in jesters])
    yield from _most("sharpest_blade", 2, [(len(own.repelled), own.repelled) for own in deeds])
    yield from _most("boldest", 10, [(len(own.drawn), own.drawn) for own in deeds])


def _most(code: str, least: int, figures: list[tuple[int, list[Moment]]]) -> Iterable[Award]:
    best = max((value for value, _ in figures), default=0)
    if best < least or len(figures) < 2:
        return
    seats = tuple(seat for seat, (value, _) in enumerate(figures) if value == best)
    moments = tuple(dict.fromkeys(at for seat in seats for at in figures[seat][1]))
    yield Award(code, seats, best, 1, moments)


def _highest(code: str, least: int, figures: list[list[tuple[int, Moment]]]) -> Iterable[Award]:
    """Of single moments the best; of those who have it, whoever had it most often."""
    best = max((value for own in figures for value, _ in own), default=0)
    if best < least or len(figures) < 2:
        return
    reached = [[at for value, at in own if value == best] for own in figures]
    times = max(map(len, reached))
    seats = tuple(seat for seat, own in enumerate(reached) if len(own) == times)
    yield Award(code, seats, best, times, tuple(at for seat in seats for at in reached[seat]))
