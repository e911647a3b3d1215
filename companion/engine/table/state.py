"""The whole table between two entries; nothing of it ever changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.engine.printed.box import NOTHING, Box
from companion.engine.printed.cards import MOST_SYMBOLS, Expedition, HarborCard, Person
from companion.engine.printed.catalogue import Deck
from companion.engine.printed.editions import Rules, Settled
from companion.engine.refusals import Reason

# How much is told: each card as it is drawn; the harbor when Discover ends; only what is taken and hired.
KEEPINGS = CARDS, HARBOR, TAKES = "cards", "harbor", "takes"
PHASES = DISCOVER, TRADE_HIRE, GAME_OVER = "discover", "trade_hire", "game_over"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a group chooses when it opens a table; `players` in clockwise order, the first one starts.

    `settled` are the rules as they were then: later changes of an edition do not reach a game that has begun.
    `box` is what the group's box holds otherwise than the catalogue says; `campaign` is where a story stands that goes
    over several evenings.
    """

    edition: str
    modules: tuple[str, ...]
    options: Mapping[str, object]
    players: tuple[str, ...]
    situation: Mapping[str, object] | None = None
    settled: Settled | None = None
    box: Box = NOTHING
    campaign: Mapping[str, Any] = field(default_factory=dict)


Helper = tuple[str, tuple[str, ...]]


def helpers(persons: Sequence[Person]) -> tuple[Helper, ...]:
    """The persons that an expedition can use: type and symbols; of each type no more than one could need."""
    able = sorted((p.type, p.abilities.symbols) for p in persons if p.abilities.symbols)
    if len(able) <= MOST_SYMBOLS:
        return tuple(able)
    return tuple(
        one for place, one in enumerate(able) if place < MOST_SYMBOLS or able[place - MOST_SYMBOLS] != one
    )


class Player(NamedTuple):
    """One seat. `vp`, `swords`, `discount`, `extra_takes` and `helpers` follow from the cards."""

    name: str
    coins: int = 0
    display: tuple[Person, ...] = ()
    expeditions: tuple[Expedition, ...] = ()
    vp: int = 0
    swords: int = 0
    discount: int = 0
    extra_takes: int = 0
    expedition_count: int = 0
    # Who can be given up for an expedition.
    helpers: tuple[Helper, ...] = ()

    def with_coins(self, change: int) -> Player:
        return Player._make((self.name, self.coins + change, *self[2:]))

    def with_display(self, display: tuple[Person, ...], vp: int) -> Player:
        """The same player owning these persons, `vp` points in all."""
        return self._replace(
            display=display,
            vp=vp,
            swords=sum(person.swords for person in display),
            discount=sum(person.abilities.discount for person in display),
            extra_takes=sum(person.abilities.extra_takes for person in display),
            helpers=helpers(display),
        )

    def with_person(self, person: Person) -> Player:
        """The same player with one person more, and the points printed there."""
        able, display = person.abilities, (*self.display, person)
        return Player(
            self.name,
            self.coins,
            display,
            self.expeditions,
            self.vp + (person.vp or 0),
            self.swords + person.swords,
            self.discount + able.discount,
            self.extra_takes + able.extra_takes,
            self.expedition_count,
            helpers(display) if able.symbols else self.helpers,
        )

    def with_expedition(self, expedition: Expedition) -> Player:
        owned = (*self.expeditions, expedition)
        return self._replace(expeditions=owned, expedition_count=self.expedition_count + 1)


@dataclass(frozen=True, slots=True)
class Game:
    """What a table is played with; no turn changes it, only who leaves or joins, what the group agrees on anew, and what
    it finds out about its box: `box` and `deck` are as they are now, `opened` is the deck of the setup, by which entries
    are read.

    `start_player` begins each round. `names` are those of all seats, `order` the seats of everybody who plays,
    clockwise. `parts_open_by_themselves` is false only for rulings, where a part opens by a `begin_part` step.
    """

    setup: Setup
    rules: Rules
    deck: Deck
    opened: Deck
    modules: tuple[str, ...]
    start_player: int
    names: tuple[str, ...]
    order: tuple[int, ...]
    parts_open_by_themselves: bool = True
    box: Box = NOTHING
    # Whether everybody is told what the next card may be.
    coach: bool = False
    # How much of the game is told, and whether it is known which cards may still come and what lies in which pile: until
    # a turn was told in part. Then all cards that lie nowhere to be seen are in the draw pile, as far as anybody knows.
    keeping: str = CARDS
    followed: bool = True
    # What `house.building.built` makes of the modules; here, as every rule asks for it.
    house: Any = None


class Decision(NamedTuple):
    """An open question: what a player has to say, with the figures of the moment. `against` is what stands against
    everything else as long as it is open; without it the question lapses with the next thing that happens.
    """

    kind: str
    seat: int
    about: Mapping[str, Any] = MappingProxyType({})
    against: Reason | None = None

    @property
    def must(self) -> bool:
        return self.against is not None


class Outcome(NamedTuple):
    """How a game ends that is won or lost together: by which rule, with which title, a term of the words, and points of all
    together; `code` is the headline of the entry that ends it. `ladder` are all titles, the highest first, each with the
    points from which on it is given; `before`: of the points those that the group had chosen before the first card.
    """

    outcome: str
    rule: str
    title: str | None = None
    points: int | None = None
    code: str = "GAME_OVER"
    ladder: tuple[tuple[str, int], ...] = ()
    before: int = 0
    # What was asked for, what was there, and what was needed.
    checks: tuple[tuple[str, int, int], ...] = ()


class Takes(NamedTuple):
    """Cards the player of this part may take, and why; `reasons`: who gives how many more."""

    total: int
    left: int
    by_colors: int
    colors: int
    reasons: tuple[tuple[str, int], ...] = ()

    @property
    def extra(self) -> int:
        return sum(more for _, more in self.reasons)


@dataclass(frozen=True, slots=True)
class Taken:
    """A card taken this turn: where it lay, by whom, and what that changed about his coins."""

    index: int
    card: HarborCard
    seat: int
    coins: int


class State(NamedTuple):
    """A table between two entries. A harbor place keeps its index when its card is taken (None); `rooms` hold what the
    modules keep, in the order of the house. A named tuple, as one is made with every entry.
    """

    game: Game
    players: tuple[Player, ...]
    phase: str
    active: int
    acting: int
    round: int
    drawn: int
    harbor: tuple[HarborCard | None, ...]
    expeditions: tuple[Expedition, ...]
    draw_pile: int
    discard_pile: int
    unseen: tuple[int, ...]
    known_discards: tuple[int, ...]
    reshuffles: int = 0
    extra_taxed: bool = False
    repelled: int = 0
    takes: Takes | None = None
    part_opened: bool = False
    colors_at_stop: int = 0
    taken_by_active: int = 0
    taken: tuple[Taken, ...] = ()
    decisions: tuple[Decision, ...] = ()
    claimant: int | None = None
    claimant_busted: bool = False
    triggered: bool = False
    rooms: tuple[Any, ...] = ()
    outcome: Outcome | None = None
    # Cards in the harbor that nobody named; None where nobody said how many either.
    untold: int | None = 0

    @property
    def turn(self) -> tuple[int, int]:
        """Which turn of the game: its round, and the seat whose it is."""
        return self.round, self.active
