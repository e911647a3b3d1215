"""What becomes of the entries after one that is corrected: each follows its card and its player, or is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.engine.entering.entries import (
    OF_THE_TABLE,
    ClaimExpedition,
    Draw,
    Entry,
    Join,
    ReadCard,
    Repel,
    Take,
    drawn,
    saying,
)
from companion.engine.printed.cards import Card
from companion.engine.refusals import EngineError
from companion.engine.rules import findings
from companion.engine.rules.record import Recorded, record
from companion.engine.table.state import State

from .replaying import again, pardon
from .timeline import Held, Kept

# Which entry laid a card, and the how manieth of its cards it is. The card may become another; this stays.
Origin = tuple[object, int]


@dataclass(slots=True)
class Origins:
    """Where the cards in the harbor and the row of expeditions come from, berth by berth."""

    harbor: list[Origin]
    row: list[Origin]

    @classmethod
    def of(cls, state: State) -> Origins:
        """Of a table where that does not matter yet."""
        harbor: list[Origin] = [("lay", place) for place in range(len(state.harbor))]
        return cls(harbor, [("row", place) for place in range(len(state.expeditions))])

    def follow(self, by: object, entry: Entry, before: State, after: State) -> None:
        """What the entry called `by` laid down and took away."""
        cards = len(after.harbor)
        if before.turn != after.turn:
            self.harbor = []
        del self.harbor[cards:]
        self.harbor += [(by, more) for more in range(cards - len(self.harbor))]
        row = len(after.expeditions)
        if row < len(self.row) and isinstance(entry, ClaimExpedition):
            del self.row[entry.expedition_index]
        self.row += [(by, more) for more in range(row - len(self.row))]


class Meant(NamedTuple):
    """What an entry meant when it was recorded: whose it was, in which turn, and which card it took."""

    seat: int
    turn: tuple[int, int]
    pardoned: bool
    origin: Origin | None = None
    card: Card | None = None
    joined: int | None = None
    # The misread card that it turns up once more.
    again: bool = False


class Misread(NamedTuple):
    """A card that was misread when it was first drawn, and what it is. Where it is drawn again, that follows."""

    was: Card
    now: Card

    @classmethod
    def of(cls, own: Sequence[Held], gone: Held, before: State, after: State) -> Misread | None:
        """What one entry in the place of another says of the same card."""
        if len(own) != 1 or not isinstance(own[0].entry, Draw) or not isinstance(gone.entry, Draw):
            return None
        was, now = gone.entry.card, own[0].entry.card
        alike = (was.kind, getattr(was, "type", None)) == (now.kind, getattr(now, "type", None))
        found = alike and was != now and findings.taught(before, after, was)
        return cls(was, now) if found else None

    def put_right(self, item: Held) -> Held:
        entry = item.entry
        if isinstance(entry, Draw):
            return replace(item, entry=replace(entry, card=self.now))
        cards = tuple(self.now if card == self.was else card for card in drawn(entry))
        return replace(item, entry=saying(entry, cards=cards))


def _meant(origins: Origins, state: State, item: Held, done: Recorded) -> Meant:
    entry = item.entry
    seat = state.acting if entry.by is None else entry.by
    turn = state.turn if item.kept is None else item.kept.turn
    if isinstance(entry, Join):
        joined = len(state.players) if entry.seat is None else entry.seat
        return Meant(seat, turn, done.pardoned, joined=joined)
    lying, index = _named(state, entry)
    if item.kept is not None and item.kept.gone is not None:
        index = None
    if index is None or not 0 <= index < len(lying) or lying[index] is None:
        return Meant(seat, turn, done.pardoned)
    found = (origins.harbor if lying is state.harbor else origins.row)[index]
    return Meant(seat, turn, done.pardoned, found, lying[index])


def _named(state: State, entry: Entry) -> tuple[Sequence[Card | None], int | None]:
    """The cards among which an entry names one by its place, and that place."""
    if isinstance(entry, ClaimExpedition):
        return state.expeditions, entry.expedition_index
    return state.harbor, entry.harbor_index if isinstance(entry, Take | Repel | ReadCard) else None


def follow_on(
    state: State, cut: int, own: Sequence[Held], held: Sequence[Held], by: int, own_is: str
) -> Iterator[tuple[Held, Recorded]]:
    """The entries `held` from the table `state` on, with `own` in the place of the first `cut` of them.

    Those after them are what they were: each takes the card that it took, wherever that lies now, and what the rules
    refuse since the correction `by` is kept. Own entries are `kept` like those after them, `pardoned` as they were
    recorded, or `strict`: they have to hold, and what keeps one from it is raised.
    """
    meant: list[Meant] = []
    origins, now = Origins.of(state), state
    misread: Misread | None = None
    for place, item in enumerate(held):
        done = again(now, item)
        means = _meant(origins, now, item, done)
        if misread is not None and misread.was in drawn(item.entry) and findings.may_come(now, misread.was):
            means = means._replace(again=True)
        if place == 0 and cut == 1:
            misread = Misread.of(own, item, now, done.state)
        meant.append(means)
        origins.follow(place, item.entry, now, done.state)
        now = done.state
    own = _numbered(own, meant[:cut], now)
    origins, now = Origins.of(state), state
    for place, item in enumerate(own):
        if own_is == "kept":
            item, done = _recorded(now, item, Meant(now.acting, now.turn, False), by)
        else:
            strict = own_is == "strict"
            done = record(now, item.entry, item.override) if strict else again(now, item)
        # What is corrected is still the same thing: whatever took it takes it now.
        name = place if len(own) == cut else ("own", place)
        origins.follow(name, item.entry, now, done.state)
        now = done.state
        yield item, done
    for place, was in enumerate(meant[cut:], cut):
        item = _aimed(held[place], was, origins, now, by)
        if misread is not None and was.again:
            item = misread.put_right(item)
        item, done = _recorded(now, item, was, by)
        origins.follow(place, item.entry, now, done.state)
        now = done.state
        yield item, done


def _numbered(own: Sequence[Held], gone: Sequence[Meant], end: State) -> list[Held]:
    """The entries with a number for who joins by them: that of who joined in their place, or one that nobody has."""
    numbers = [was.joined for was in gone if was.joined is not None]
    fresh, found = len(end.players), []
    for item in own:
        if isinstance(item.entry, Join) and item.entry.seat is None:
            seat = numbers.pop(0) if numbers else fresh
            fresh += seat == fresh
            item = replace(item, entry=replace(item.entry, seat=seat))
        found.append(item)
    return found


def _aimed(item: Held, was: Meant, origins: Origins, now: State, by: int) -> Held:
    """The entry as it has to read to say what it said."""
    entry = item.entry
    if entry.by is None and now.acting != was.seat and not isinstance(entry, OF_THE_TABLE):
        entry = saying(entry, by=was.seat)
    if isinstance(entry, Join) and entry.seat is None and was.joined != len(now.players):
        # Whoever sits there goes by that number in everything entered since.
        entry = replace(entry, seat=was.joined)
    if was.origin is not None:
        lying, index = _named(now, entry)
        places = origins.row if isinstance(entry, ClaimExpedition) else origins.harbor
        found = next(
            (at for at, one in enumerate(places) if one == was.origin and lying[at] is not None), None
        )
        if found is None:
            return replace(item, entry=entry, kept=Kept(by, was.turn, was.card), accepted=None)
        if found != index:
            entry = _at(entry, found)
    return item if entry is item.entry else replace(item, entry=entry)


def _at(entry: Entry, index: int) -> Entry:
    """The same about the card that lies there."""
    if isinstance(entry, ClaimExpedition):
        return replace(entry, expedition_index=index)
    return replace(entry, harbor_index=index) if isinstance(entry, Take | Repel | ReadCard) else entry


def _recorded(now: State, item: Held, was: Meant, by: int) -> tuple[Held, Recorded]:
    if item.kept is not None and (item.kept.gone is not None or was.pardoned):
        return item, again(now, item)
    try:
        return item, record(now, item.entry, item.override)
    except EngineError as error:
        if not was.pardoned:
            # What stands against it now was accepted by nobody.
            item = replace(item, kept=Kept(by, was.turn), accepted=None)
        return item, pardon(now, item, error)
