"""JSON in: set-ups, entries, corrections and cards, every value checked and named where it is wrong."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .cards import COLORS, MOST_SYMBOLS, SYMBOLS, Card, Expedition, Person, Ship, Tax
from .catalogue import Deck, person_abilities
from .editions import Settled, edition, read_settled
from .entries import (
    BeginPart,
    ClaimExpedition,
    Draw,
    DrawRequest,
    Entry,
    ExpansionEntry,
    ExtraTax,
    FinishTurn,
    Keep,
    Pass,
    Repel,
    StartTurn,
    Stop,
    Take,
)
from .history import MOVES, Correction, Line
from .refusals import Malformed
from .seats import MOST_SEATS
from .state import Game, Setup

NAME_LENGTH = 40
MAX_NUMBER = 999
MAX_CARDS = 200
BONUSES = ("most_swords", "fewest_vp")
CORRECTIONS = ("undo", "redo", "change", "remove", "insert", "replace", "accept")
MOST_REPLACED = 60
PLAIN: Mapping[str, Callable[[int | None], Entry]] = {
    "draw_request": DrawRequest,
    "keep": Keep,
    "stop": Stop,
    "begin_part": BeginPart,
    "start_turn": StartTurn,
    "finish_turn": FinishTurn,
}
ENTRY_TYPES = (*PLAIN, "draw", "repel", "take", "pass", "claim_expedition", "extra_tax")
OF_THE_TABLE = ("count", "payment", "leave", "join", "rules", "reshuffle")


def mapping(value: object, field: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Malformed(field, "an object")
    return value


def sequence(value: object, field: str, most: int = MAX_CARDS) -> Sequence[Any]:
    if not isinstance(value, list | tuple) or len(value) > most:
        raise Malformed(field, f"a list of at most {most}")
    return value


def number(value: object, field: str, most: int = MAX_NUMBER, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Malformed(field, f"a whole number from {least} to {most}")
    return value


def flag(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(field, "true or false")
    return value


def word(value: object, field: str, choices: Sequence[str] | None = None) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= NAME_LENGTH:
        raise Malformed(field, f"a word of 1 to {NAME_LENGTH} characters")
    if choices is not None and value not in choices:
        raise Malformed(field, "one of " + ", ".join(choices))
    return value


def player_name(value: object, field: str) -> str:
    """A name as people write it: trimmed, composed, nothing invisible in it."""
    if not isinstance(value, str) or len(value) > 4 * NAME_LENGTH:
        raise Malformed(field, f"a name of 1 to {NAME_LENGTH} characters")
    name = unicodedata.normalize("NFC", value).strip()
    visible = all(
        unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for sign in _plain(name)
    )
    readable = any(unicodedata.category(sign)[0] in "LNPS" for sign in name)
    if not 0 < len(name) <= NAME_LENGTH or not visible or not readable:
        raise Malformed(field, f"a name of 1 to {NAME_LENGTH} visible characters")
    return name


def _plain(name: str) -> str:
    """Emoji are joined by U+200D, which is no reason to refuse a name."""
    return name.replace("\u200d", "")


def player_names(value: object) -> tuple[str, ...]:
    names = tuple(
        player_name(name, f"players[{index}]") for index, name in enumerate(sequence(value, "players", 12))
    )
    folded = [unicodedata.normalize("NFKC", name).casefold() for name in names]
    for index, name in enumerate(folded):
        if name in folded[:index]:
            raise Malformed(f"players[{index}]", "a name that nobody else at the table has")
    return names


def setup(data: object) -> Setup:
    """A set-up as `POST /api/tables` takes it; raises Malformed."""
    body = mapping(data, "body")
    situation, kept = body.get("situation"), body.get("settled")
    return Setup(
        edition=word(body.get("edition"), "edition"),
        modules=tuple(
            word(item, "modules") for item in sequence(body.get("modules", ["base"]), "modules", 12)
        ),
        options=dict(mapping(body.get("options") or {}, "options")),
        players=player_names(body.get("players")),
        situation=None if situation is None else dict(mapping(situation, "situation")),
        settled=None if kept is None else _settled(word(body.get("edition"), "edition"), kept),
    )


def _settled(name: str, data: object) -> Settled:
    body = mapping(data, "settled")
    return read_settled(
        edition(name),
        word(body.get("engine"), "settled.engine"),
        mapping(body.get("switches"), "settled.switches"),
        mapping(body.get("options"), "settled.options"),
    )


class CardReader:
    """Reads cards for one table: a catalogue id, an index into the catalogue, or printed numbers.

    `strict`: a person needs the printed cost and points, unless only one such card is printed.
    """

    def __init__(self, deck: Deck, any_color: bool = False, strict: bool = True) -> None:
        self.deck = deck
        self.any_color = any_color
        self.strict = strict

    def read(self, data: object, field: str = "card") -> Card:
        if isinstance(data, str):
            if data not in self.deck.by_id:
                raise Malformed(field, "the id of a card in this table's catalogue")
            return self.deck.kinds[self.deck.by_id[data]].card
        if isinstance(data, int) and not isinstance(data, bool):
            return self.deck.kinds[number(data, field, len(self.deck.kinds) - 1)].card
        body = mapping(data, field)
        if "kind" not in body and "id" in body:
            return self.read(word(body["id"], f"{field}.id"), f"{field}.id")
        kind = word(body.get("kind"), f"{field}.kind", ("ship", "person", "expedition", "tax"))
        card: Card = getattr(self, f"_{kind}")(body, field)
        return self.deck.printed(card)

    def _ship(self, body: Mapping[str, Any], field: str) -> Ship:
        color = word(body.get("color"), f"{field}.color", None if self.any_color else COLORS)
        skull = flag(body.get("skull", False), f"{field}.skull")
        swords = None if skull else number(body.get("swords"), f"{field}.swords", 20)
        return Ship(color, swords, number(body.get("coins"), f"{field}.coins", 20))

    def _person(self, body: Mapping[str, Any], field: str) -> Person:
        known = person_abilities()
        kind = word(body.get("type"), f"{field}.type", tuple(known))
        color: str | None = None
        if body.get("color") is not None:
            color = word(body["color"], f"{field}.color", None if self.any_color else COLORS)
        elif known[kind].trade_bonus:
            raise Malformed(f"{field}.color", "the color of the Trader's ships")
        persons = [found.card for found in self.deck.kinds if isinstance(found.card, Person)]
        printed = [card for card in persons if card.type == kind and (color is None or card.color == color)]
        swords = printed[0].swords if printed else 0
        if "swords" in body:
            swords = number(body["swords"], f"{field}.swords", 20)
        cost, vp = body.get("cost"), body.get("vp")
        if self.strict and (cost is None or vp is None):
            if len(printed) == 1 and cost is None and vp is None:
                return printed[0]
            raise Malformed(f"{field}.cost", "the printed cost, and vp the printed points")
        return Person(
            kind,
            None if cost is None else number(cost, f"{field}.cost", 30),
            None if vp is None else number(vp, f"{field}.vp", 30),
            swords,
            color,
            known[kind],
        )

    def _expedition(self, body: Mapping[str, Any], field: str) -> Expedition:
        need = tuple(
            sorted(
                word(item, f"{field}.need", SYMBOLS)
                for item in sequence(body.get("need"), f"{field}.need", MOST_SYMBOLS)
            )
        )
        if not need:
            raise Malformed(f"{field}.need", "a symbol for each person")
        printed = next(
            (k.card for k in self.deck.kinds if isinstance(k.card, Expedition) and k.card.need == need), None
        )
        coins = body.get("coins", getattr(printed, "coins", 0))
        points = body.get("vp", getattr(printed, "vp", 0))
        return Expedition(need, number(coins, f"{field}.coins", 20), number(points, f"{field}.vp", 30))

    def _tax(self, body: Mapping[str, Any], field: str) -> Tax:
        down_to = body.get("down_to")
        return Tax(
            word(body.get("bonus"), f"{field}.bonus", BONUSES),
            number(body.get("threshold", 12), f"{field}.threshold", 99, 1),
            None if down_to is None else number(down_to, f"{field}.down_to", 99),
            number(body.get("bonus_coins", 1), f"{field}.bonus_coins", 9),
        )


def card_reader(game: Game, strict: bool = True) -> CardReader:
    """SJG tables may name their five flags as they like (C03)."""
    any_color = game.rules.edition.switches["flag_color_map"] != "colors"
    return CardReader(game.deck, any_color, strict)


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
    raise Malformed(field, "the name or the seat of a player")


def entry(data: object, game: Game, names: Sequence[str], strict: bool = True) -> Entry:
    """An entry in the form of DESIGN.md 4; raises Malformed naming the field."""
    body = mapping(data, "entry")
    kind = word(body.get("type"), "entry.type")
    # Who joins later sits there by then; whether somebody does is seen when it is recorded.
    by = seat(body.get("by"), names, "entry.by", MOST_SEATS)
    if kind in PLAIN:
        return PLAIN[kind](by)
    if kind == "draw":
        repel = body.get("repel")
        card = card_reader(game, strict).read(body.get("card"), "entry.card")
        return Draw(card, by, None if repel is None else flag(repel, "entry.repel"))
    if kind == "take":
        index = number(body.get("harbor_index"), "entry.harbor_index")
        had = body.get("had")
        counted = None if had is None else number(had, "entry.had", game.deck.size)
        return Take(index, by, flag(body.get("passing", False), "entry.passing"), counted)
    if kind == "pass":
        passing = flag(body.get("passing", False), "entry.passing")
        return Pass(by, passing, flag(body.get("rest", False), "entry.rest"))
    if kind == "claim_expedition":
        discard = body.get("discard")
        if discard is not None:
            discard = tuple(word(item, "entry.discard") for item in sequence(discard, "entry.discard", 12))
        return ClaimExpedition(number(body.get("expedition_index"), "entry.expedition_index"), by, discard)
    if kind == "repel":
        which = body.get("harbor_index")
        return Repel(by, None if which is None else number(which, "entry.harbor_index"))
    if kind == "extra_tax":
        return ExtraTax(word(body.get("bonus"), "entry.bonus", BONUSES), by)
    if kind in OF_THE_TABLE:
        from .reading_table import read_of_the_table

        return read_of_the_table(kind, body, game, names, by)
    for expansion in game.expansions:
        if kind in expansion.entries:
            reader = card_reader(game, strict)
            cards = sequence(body.get("cards", []), "entry.cards", 12)
            return ExpansionEntry(kind, by, tuple(reader.read(card, "entry.cards") for card in cards))
    known = [
        *ENTRY_TYPES,
        *OF_THE_TABLE,
        *(kind for expansion in game.expansions for kind in expansion.entries),
    ]
    raise Malformed("entry.type", "one of " + ", ".join(known))


def line(data: object, game: Game) -> Line:
    """A line of the log: `entry` or `correction`, with `entry_id` and `override`; raises Malformed."""
    body = mapping(data, "body")
    entry_id = word(body.get("entry_id"), "entry_id")
    override = flag(body.get("override", False), "override")
    names = game.names
    if body.get("correction") is not None:
        return Line(entry_id, None, correction(body["correction"], game), override)
    return Line(entry_id, entry(body.get("entry"), game, names), None, override)


def entered_line(data: object, game: Game) -> Line:
    """A line as it is entered now: its correction keeps what comes after it, where it does not say otherwise."""
    body = mapping(data, "body")
    said = body.get("correction")
    if isinstance(said, Mapping) and "keep" not in said and said.get("type") not in (*MOVES, "accept"):
        body = {**body, "correction": {**said, "keep": True}}
    return line(body, game)


def correction(data: object, game: Game) -> Correction:
    """Undo, redo, change, remove, insert, replace or accept; raises Malformed."""
    body = mapping(data, "correction")
    kind = word(body.get("type"), "correction.type", CORRECTIONS)
    if kind in ("undo", "redo"):
        to = body.get("to")
        return Correction(
            kind,
            number(body.get("count", 1), "correction.count", 100_000, 1),
            None if to is None else number(to, "correction.to", 100_000),
        )
    name = "before" if kind == "insert" else "revision"
    revision = number(body.get(name), f"correction.{name}", 100_000, 1)
    if kind == "accept":
        return Correction(kind, revision=revision)
    keep = flag(body.get("keep", False), "correction.keep")
    if kind == "remove":
        return Correction(kind, revision=revision, keep=keep)
    override = flag(body.get("override", False), "correction.override")
    names = game.names
    if kind == "replace":
        rows = sequence(body.get("entries"), "correction.entries", MOST_REPLACED)
        return Correction(
            kind,
            number(body.get("count"), "correction.count", MOST_REPLACED, 1),
            revision=revision,
            override=override,
            keep=keep,
            entries=tuple(entry(row, game, names) for row in rows),
        )
    right = entry(body.get("entry"), game, names)
    return Correction(kind, revision=revision, entry=right, override=override, keep=keep)
