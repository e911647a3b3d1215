"""How one table differs from another: coins, piles, and what lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from companion.engine.printed.cards import Card, Person
from companion.engine.table.state import TRADE_HIRE, Player, State

C = TypeVar("C", bound=Card)

# Where it lies, whose it is, which card, and how many more of it.
Lying = tuple[str, int, Card, int]
Moment = tuple[tuple[int, int], str, int]


class Shift(NamedTuple):
    """How a table differs from the recorded one: coins by seat, draw pile, discard pile."""

    coins: tuple[int, ...]
    draw: int = 0
    discard: int = 0

    @property
    def shows(self) -> int:
        """In how many figures."""
        return len(self.coins) - self.coins.count(0) + (self.draw != 0) + (self.discard != 0)


class Owned(NamedTuple):
    """So many `more` of a person are somebody's than recorded, or fewer."""

    seat: int
    person: Person
    more: int


class Outcome(NamedTuple):
    """What lies on the table in the end, as whoever stands beside it sees it, compared with what is recorded: coins and
    piles, the cards that lie open, and whose turn it is where that is another.
    """

    shift: Shift
    lying: tuple[Lying, ...] = ()
    moment: Moment | None = None


def shift_between(one: State, other: State) -> Shift:
    """How `other` differs from `one`."""
    pairs = zip(one.players, other.players, strict=True)
    coins = tuple(after.coins - before.coins for before, after in pairs)
    return Shift(coins, other.draw_pile - one.draw_pile, other.discard_pile - one.discard_pile)


def owned_between(one: State, other: State) -> tuple[Owned, ...]:
    """Who owns other persons in `other` than in `one`."""
    found: list[Owned] = []
    for seat, (mine, its) in enumerate(zip(one.players, other.players, strict=True)):
        if mine.display != its.display:
            found += [Owned(seat, card, more) for card, more in _more(mine.display, its.display)]
    return tuple(found)


def outcome_between(recorded: State, other: State) -> Outcome:
    """What tells the two tables apart."""
    lying: list[Lying] = [("display", *one) for one in owned_between(recorded, other)]
    for seat, (mine, its) in enumerate(zip(recorded.players, other.players, strict=True)):
        if mine.expeditions != its.expeditions:
            lying += [("expedition", seat, *one) for one in _more(mine.expeditions, its.expeditions)]
    if recorded.harbor != other.harbor:
        lying += [("harbor", 0, *one) for one in _more(_there(recorded.harbor), _there(other.harbor))]
    if recorded.expeditions != other.expeditions:
        lying += [("row", 0, *one) for one in _more(recorded.expeditions, other.expeditions)]
    now, then = moment_of(recorded), moment_of(other)
    return Outcome(shift_between(recorded, other), in_order(lying), None if now == then else then)


def owning(shift: Shift, owned: Iterable[Owned]) -> Outcome:
    """Coins and piles differ, and who owns whom."""
    return Outcome(shift, in_order([("display", *one) for one in owned]))


def moment_of(state: State) -> Moment:
    return state.turn, state.phase, state.acting


def in_order(lying: list[Lying]) -> tuple[Lying, ...]:
    return tuple(sorted(lying, key=repr)) if len(lying) > 1 else tuple(lying)


def _there(harbor: Sequence[C | None]) -> tuple[C, ...]:
    return tuple(card for card in harbor if card is not None)


def _more(one: Sequence[C], other: Sequence[C]) -> list[tuple[C, int]]:
    """Of which cards `other` has more or fewer."""
    counts = Counter(other)
    counts.subtract(one)
    return [(card, more) for card, more in counts.items() if more]


def settled(owned: Iterable[Owned]) -> tuple[Owned, ...]:
    """What is left of it where one has a person more and less."""
    counts: dict[tuple[int, Person], int] = {}
    for seat, person, sign in owned:
        counts[seat, person] = counts.get((seat, person), 0) + sign
    return tuple(Owned(seat, person, more) for (seat, person), more in counts.items() if more)


def shifted(state: State, shift: Shift, owned: Sequence[Owned] = ()) -> State | None:
    """The table with so many coins, cards and persons elsewhere; None where somebody has no such person."""
    players: list[Player] = []
    for seat, (player, coins) in enumerate(zip(state.players, shift.coins, strict=True)):
        display = displayed(player, [one for one in owned if one.seat == seat])
        if display is None:
            return None
        if display is not player.display:
            points = sum(person.vp or 0 for person in display) - sum(p.vp or 0 for p in player.display)
            player = player.with_display(display, player.vp + points)
        players.append(player.with_coins(coins))
    return state._replace(
        players=tuple(players),
        draw_pile=state.draw_pile + shift.draw,
        discard_pile=state.discard_pile + shift.discard,
    )


def displayed(player: Player, owned: Sequence[Owned]) -> tuple[Person, ...] | None:
    """The player's persons with those more and fewer; None where one that is to be gone is not there."""
    if not owned:
        return player.display
    display = list(player.display)
    for _, person, more in owned:
        for _ in range(-more):
            if person not in display:
                return None
            display.remove(person)
        display += [person] * more
    return tuple(display)


def same_course(one: State, other: State) -> bool:
    """The game goes on alike at both tables, but for coins, piles and persons."""
    return (
        (one.phase, one.active, one.acting, one.round)
        == (other.phase, other.active, other.acting, other.round)
        and (one.harbor, one.expeditions, one.decisions) == (other.harbor, other.expeditions, other.decisions)
        and (one.claimant, one.claimant_busted) == (other.claimant, other.claimant_busted)
        and (one.triggered, one.rooms, one.drawn > 0) == (other.triggered, other.rooms, other.drawn > 0)
        and (one.phase != TRADE_HIRE or _same_part(one, other))
        and all(
            mine.expeditions == its.expeditions for mine, its in zip(one.players, other.players, strict=True)
        )
    )


def _same_part(one: State, other: State) -> bool:
    return (one.takes, one.part_opened, one.taken_by_active) == (
        other.takes,
        other.part_opened,
        other.taken_by_active,
    )
