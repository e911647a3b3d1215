"""JSON in: set-ups, entries, corrections and cards, every value checked and named where it is wrong."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence

from companion.engine.table.box import NOTHING
from companion.engine.table.editions import Settled, edition, read_settled
from companion.engine.table.entries import (
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
from companion.engine.table.refusals import Malformed
from companion.engine.table.seats import MOST_SEATS
from companion.engine.table.state import Game, Setup

from .box_json import read_box, read_learned
from .card_reading import BONUSES, CardReader
from .values import NAME_LENGTH, flag

# Whoever reads a body asks here for its values, too.
from .values import mapping as mapping
from .values import number as number
from .values import sequence as sequence
from .values import word as word

PLAIN: Mapping[str, Callable[[int | None], Entry]] = {
    "draw_request": DrawRequest,
    "keep": Keep,
    "stop": Stop,
    "begin_part": BeginPart,
    "start_turn": StartTurn,
    "finish_turn": FinishTurn,
}
ENTRY_TYPES = (*PLAIN, "draw", "repel", "take", "pass", "claim_expedition", "extra_tax")
OF_THE_TABLE = ("count", "payment", "learn", "missing", "leave", "join", "rules", "reshuffle")


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
    situation, kept, own = body.get("situation"), body.get("settled"), body.get("box")
    return Setup(
        edition=word(body.get("edition"), "edition"),
        modules=tuple(
            word(item, "modules") for item in sequence(body.get("modules", ["base"]), "modules", 12)
        ),
        options=dict(mapping(body.get("options") or {}, "options")),
        players=player_names(body.get("players")),
        situation=None if situation is None else dict(mapping(situation, "situation")),
        settled=None if kept is None else _settled(word(body.get("edition"), "edition"), kept),
        box=NOTHING if own is None else read_box(own),
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
        learn = flag(body.get("learn", False), "entry.learn")
        what = read_learned(body, card, game.opened) if learn else None
        return Draw(card, by, None if repel is None else flag(repel, "entry.repel"), learn, what)
    if kind == "take":
        index = number(body.get("harbor_index"), "entry.harbor_index")
        had = body.get("had")
        counted = None if had is None else number(had, "entry.had", game.opened.size)
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
