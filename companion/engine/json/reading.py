"""JSON in: setups, entries, corrections and cards, every value checked and named where it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass
from typing import Any

from companion.engine.entering.entries import Entry, Key, SaidGoal, keys_of
from companion.engine.entering.names import kept_name, known_as, typed_name
from companion.engine.house.building import DOORS
from companion.engine.printed.box import NOTHING as PLAIN_BOX
from companion.engine.printed.cards import Expedition, Person
from companion.engine.printed.catalogue import printed_id
from companion.engine.printed.editions import EDITIONS, Settled, edition, read_options, read_settled
from companion.engine.refusals import Malformed, fault_of
from companion.engine.table.seats import MOST_SEATS
from companion.engine.table.state import Game, Setup
from companion.engine.values import (
    MAX_NUMBER,
    NOTHING,
    flag,
    identifier,
    label,
    mapping,
    number,
    plain,
    sequence,
    word,
)
from companion.engine.version import engine_version

from .box_json import card_id, read_box
from .card_reading import CardReader

MOST_OWNED = 60


def player_names(value: object, kept: bool = False) -> tuple[str, ...]:
    """Who plays. `kept`: they were taken before, perhaps by another rule of what a name is."""
    read = kept_name if kept else typed_name
    names = tuple(
        read(name, f"players[{index}]") for index, name in enumerate(sequence(value, "players", 12))
    )
    known = [known_as(name) for name in names]
    for index, name in enumerate(known):
        if name in known[:index] and not kept:
            raise Malformed(f"players[{index}]", "own_name")
    return names


def setup(data: object, kept: bool = False) -> Setup:
    """A setup as `POST /api/tables` takes it, or as it was `kept`; raises Malformed."""
    body = mapping(data, "body")
    situation, agreed, own = body.get("situation"), body.get("settled"), body.get("box")
    settled = None if agreed is None else _settled(word(body.get("edition"), "edition"), agreed)
    # Another version took names by a rule of its own.
    kept = kept or (settled is not None and settled.engine != engine_version())
    name = word(body.get("edition"), "edition", EDITIONS)
    modules = tuple(word(item, "modules") for item in sequence(body.get("modules", ["base"]), "modules", 12))
    return Setup(
        edition=name,
        modules=modules,
        options=dict(mapping(body.get("options") or {}, "options")),
        players=player_names(body.get("players"), kept),
        situation=None if situation is None else dict(mapping(situation, "situation")),
        settled=settled,
        box=PLAIN_BOX if own is None else read_box(own),
        campaign={} if body.get("campaign") is None else campaign(body["campaign"], modules),
    )


def _settled(name: str, data: object) -> Settled:
    body = mapping(data, "settled")
    return read_settled(
        edition(name),
        word(body.get("engine"), "settled.engine"),
        mapping(body.get("switches"), "settled.switches"),
        mapping(body.get("options"), "settled.options"),
    )


def card_reader(game: Game, strict: bool = True) -> CardReader:
    """SJG tables may name their five flags as they like (C03)."""
    any_color = game.rules.edition.switches["flag_color_map"] != "colors"
    return CardReader(game.opened, any_color, strict)


def seat(value: object, names: Sequence[str], field: str = "by", seats: int | None = None) -> int | None:
    """A player by name or by seat number, of so many `seats`; None where it is left out."""
    if value is None:
        return None
    if isinstance(value, str) and value in names:
        # Who comes back after having left is the one who sits there now.
        return len(names) - 1 - names[::-1].index(value)
    most = len(names) if seats is None else seats
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < most:
        return value
    raise Malformed(field, "player")


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads what an entry says under its keys, at one table."""

    game: Game
    names: Sequence[str]
    cards: CardReader
    kept: bool = False

    def value(self, declared: Key, value: object, field: str) -> object:
        """One value of the declared kind; raises Malformed naming the field."""
        return READERS[declared.of](self, declared, value, field)

    def most(self, declared: Key) -> int:
        return self.game.opened.size if declared.most is None else declared.most

    def by_seat(self, value: object, field: str) -> dict[int, object]:
        """What is said of some players, by seat or name."""
        found: dict[int, object] = {}
        for name, said in mapping(value, field).items():
            place = int(name) if str(name).isdecimal() and len(str(name)) < 3 else name
            found[required_seat(place, self.names, field)] = said
        return found

    def lying(self, value: object, field: str, kind: type[Person | Expedition]) -> dict[int, object]:
        """The cards that lie before some players."""
        found: dict[int, object] = {}
        for place, cards in self.by_seat(value, field).items():
            read = tuple(self.cards.read(card, field) for card in sequence(cards, field, MOST_OWNED))
            if not all(isinstance(card, kind) for card in read):
                raise Malformed(field, "cards_of", choices=(kind.__name__.lower(),))
            found[place] = read
        return found

    def options(self, value: object, field: str) -> object:
        options = mapping(value, field)
        if not options:
            raise Malformed(field, "at_least_one")
        return read_options(self.game.rules.edition, options)


READERS: Mapping[str, Callable[[Reader, Key, object, str], object]] = {
    "card": lambda reader, key, value, field: reader.cards.turned_up(value, field),
    "cards": lambda reader, key, value, field: tuple(
        reader.cards.turned_up(card, field) for card in sequence(value, field, reader.most(key))
    ),
    "number": lambda reader, key, value, field: number(value, field, reader.most(key), key.least),
    "change": lambda reader, key, value, field: number(value, field, reader.most(key), -reader.most(key)),
    "flag": lambda reader, key, value, field: flag(value, field),
    "word": lambda reader, key, value, field: word(value, field, key.choices or None),
    "id": lambda reader, key, value, field: identifier(value, field),
    "payment": lambda reader, key, value, field: word(value, field, reader.game.house.payments),
    "words": lambda reader, key, value, field: tuple(
        word(item, field) for item in sequence(value, field, reader.most(key))
    ),
    "seat": lambda reader, key, value, field: required_seat(value, reader.names, field),
    "seats": lambda reader, key, value, field: tuple(
        required_seat(one, reader.names, field) for one in sequence(value, field, reader.most(key))
    ),
    "name": lambda reader, key, value, field: (kept_name if reader.kept else typed_name)(value, field),
    "printed": lambda reader, key, value, field: card_id(value, field),
    "options": lambda reader, key, value, field: reader.options(value, field),
    "numbers_by_seat": lambda reader, key, value, field: {
        seat: number(said, field, reader.most(key)) for seat, said in reader.by_seat(value, field).items()
    },
    "colors_by_seat": lambda reader, key, value, field: {
        seat: tuple(
            word(one, field, reader.game.opened.colors) for one in sequence(said, field, reader.most(key))
        )
        for seat, said in reader.by_seat(value, field).items()
    },
    "steps_by_seat": lambda reader, key, value, field: {
        seat: {
            word(goal, field): number(at, field, reader.most(key))
            for goal, at in mapping(said, field).items()
        }
        for seat, said in reader.by_seat(value, field).items()
    },
    "goals": lambda reader, key, value, field: tuple(
        said_goal(one, key, field) for one in sequence(value, field, reader.most(key))
    ),
    "words_by_seat": lambda reader, key, value, field: {
        seat: tuple(word(one, field, key.choices or None) for one in sequence(said, field, reader.most(key)))
        for seat, said in reader.by_seat(value, field).items()
    },
    "label": lambda reader, key, value, field: label(value, field),
    "labels": lambda reader, key, value, field: tuple(
        label(one, field) for one in sequence(value, field, reader.most(key))
    ),
    "numbers": lambda reader, key, value, field: tuple(
        number(one, field, MAX_NUMBER) for one in sequence(value, field, reader.most(key))
    ),
    "counts": lambda reader, key, value, field: {
        printed_id(name, field): number(count, field, MAX_NUMBER, 1)
        for name, count in mapping(value, field).items()
    },
    "record": lambda reader, key, value, field: mapping(plain(value, field), field),
    "rows": lambda reader, key, value, field: tuple(
        mapping(plain(one, field), field) for one in sequence(value, field, reader.most(key))
    ),
    "persons_by_seat": lambda reader, key, value, field: reader.lying(value, field, Person),
    "expeditions_by_seat": lambda reader, key, value, field: reader.lying(value, field, Expedition),
}


def campaign(data: object, modules: Sequence[str]) -> Mapping[str, Any]:
    """Where a story stands that goes over several evenings, as its module has it; raises Malformed."""
    told = mapping(data, "campaign")
    doors = (DOORS[name] for name in (*modules, *DOORS) if name in DOORS)
    reads = next((read for door in doors for read in door.campaigns), None)
    if reads is None:
        raise Malformed("campaign", "nothing")
    return reads(told)


MOST_SPACES, MOST_COINS = 8, 40


def said_goal(value: object, declared: Key, field: str) -> SaidGoal:
    """A goal by its name, or with what is printed on it; raises Malformed."""
    if isinstance(value, str):
        return SaidGoal(word(value, field))
    row = mapping(value, field)
    spaces = sequence(row.get("spaces") or [], f"{field}.spaces", MOST_SPACES)
    coins = tuple(number(one, f"{field}.spaces", MOST_COINS) for one in spaces)
    besides = {
        name: reads(row[name], f"{field}.{name}")
        for name, reads in declared.besides.items()
        if row.get(name) is not None
    }
    return SaidGoal(word(row.get("name"), f"{field}.name"), coins, besides)


def required_seat(value: object, names: Sequence[str], field: str) -> int:
    """A player by name or seat; whether somebody sits there by then is seen when the entry is recorded."""
    found = seat(value, names, field, MOST_SEATS)
    if found is None:
        raise Malformed(field, "player", fault_of(value))
    return found


def entry(data: object, game: Game, names: Sequence[str], strict: bool = True, kept: bool = False) -> Entry:
    """An entry as the specification shows it, new or `kept`; raises Malformed naming the field."""
    body = mapping(data, "entry")
    type_ = word(body.get("type"), "entry.type")
    # Who joins later sits there by then; whether somebody does is seen when it is recorded.
    by = seat(body.get("by"), names, "entry.by", MOST_SEATS)
    found = game.house
    kind = found.kinds.get(type_)
    if kind is None:
        raise Malformed("entry.type", "one_of", choices=tuple(found.kinds))
    reader = Reader(game, names, card_reader(game, strict), kept)
    said: dict[str, Any] = {"by": by}
    for name, (declared, otherwise) in keys_of(kind.form).items():
        value = body.get(name)
        # Left out, or said to be nothing.
        if value is None or (value == {} and otherwise is NOTHING):
            if otherwise is MISSING:
                reader.value(declared, value, f"entry.{name}")
            continue
        said[name] = reader.value(declared, value, f"entry.{name}")
    added = found.adds.get(type_)
    if added:
        said["more"] = {
            name: reader.value(declared, body[name], f"entry.{name}")
            for name, declared in added.items()
            if body.get(name) is not None
        }
    read: Entry = kind.form(**said)
    if kind.check is not None:
        kind.check(read, game)
    return read
