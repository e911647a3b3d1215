"""From the setup to the first event: characters, coins of lost tries, the first story card, or four missions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.goals.course import MOST_LAID
from companion.engine.printed.catalogue import printed_id
from companion.engine.refusals import MISSING, UNKNOWN, Malformed, Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.seats import seat_before
from companion.engine.table.state import GAME_OVER, Game, State
from companion.engine.values import NOTHING, mapping, number, sequence

from . import added, learning, missions, month, people
from .learning import MISSION
from .month import Month
from .people import Adventurer

STORY, RULE = "story", "story"
CHARACTERS, COINS, MISSIONS = "characters", "coins", "missions"
# Nobody loses a chapter so often.
MOST_SHARED = 300
COIN = Key(
    "number", "The printed coins of a character, or a price, where nobody knows them.", most=people.MOST_COINS
)


@dataclass(frozen=True, slots=True)
class ChooseCharacter:
    """Whom a player plays, before the first turn. What nobody knows yet of the card is said with it."""

    character: str = field(metadata=key(Key("word", "With choose_character: who it is.")))
    coins: int | None = field(default=None, metadata=key(COIN))
    color: str | None = field(
        default=None, metadata=key(Key("word", "With choose_character: for the ships of which color."))
    )
    by: int | None = None
    type: ClassVar[str] = "choose_character"


@dataclass(frozen=True, slots=True)
class ShareCoins:
    """How a group that plays together shares the coins that it has for lost tries."""

    coins: Mapping[int, int] = field(
        metadata=key(Key("numbers_by_seat", "With share_coins: who gets how many.", most=MOST_SHARED))
    )
    by: int | None = None
    type: ClassVar[str] = "share_coins"


@dataclass(frozen=True, slots=True)
class ReadStory:
    """A story card is read: cards are shuffled in, and its back is the newest mission."""

    story: str = field(metadata=key(Key("label", "With read_story: what is printed on it.")))
    adds: Mapping[str, int] = field(
        default_factory=lambda: NOTHING,
        metadata=key(Key("counts", "With read_story: cards that are shuffled in, by the id of their place.")),
    )
    mission: str | None = field(default=None, metadata=key(MISSION))
    by: int | None = None
    type: ClassVar[str] = "read_story"


@dataclass(frozen=True, slots=True)
class LayMissions:
    """The missions of the variable game, from the left."""

    missions: tuple[str, ...] = field(
        metadata=key(Key("labels", "With lay_missions: which lie there.", most=MOST_LAID))
    )
    by: int | None = None
    type: ClassVar[str] = "lay_missions"


# The steps


def campaign(game: Game) -> Mapping[str, Any]:
    return {"chapter": 1, "lost": 0, "defeats": 0, "won": [], **game.setup.campaign}


def read_campaign(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same as a setup tells it; raises Malformed."""
    field = "campaign"
    for name in told:
        if name not in CAMPAIGN:
            raise Malformed(f"{field}.{str(name)[:40]}", "one_of", UNKNOWN, choices=CAMPAIGN)
    cards = {
        printed_id(name, f"{field}.added"): number(count, f"{field}.added")
        for name, count in mapping(told.get("added") or {}, f"{field}.added").items()
    }
    won = sequence(told.get("won") or [], f"{field}.won", MOST_CHAPTERS)
    return {
        "chapter": number(told.get("chapter", 1), f"{field}.chapter", MOST_CHAPTERS, 1),
        "lost": number(told.get("lost", 0), f"{field}.lost"),
        "defeats": number(told.get("defeats", told.get("lost", 0)), f"{field}.defeats"),
        "added": {name: count for name, count in cards.items() if count},
        "won": [number(one, f"{field}.won", MOST_CHAPTERS, 1) for one in won],
    }


CAMPAIGN, MOST_CHAPTERS = ("chapter", "lost", "defeats", "added", "won"), 5


def extra_coins(lost: int) -> int:
    """Coins of the whole group after so many lost tries of a chapter (C107)."""
    return int(missions.data()["extra"]["coins"]) * lost


def shared_coins(game: Game, lost: int) -> int:
    """The same at such a table: nobody who plays against others gets any."""
    return extra_coins(lost) if people.together(game) else 0


def to_share(game: Game) -> int:
    return shared_coins(game, campaign(game)["lost"])


def first_story(game: Game) -> str:
    """The cards of a chapter are numbered by its tens."""
    return str(10 * campaign(game)["chapter"])


def steps_of(game: Game) -> tuple[str, ...]:
    """What is done before the first event, in order."""
    shared = (COINS,) if to_share(game) else ()
    return (CHARACTERS, *shared, MISSIONS if people.variable(game) else STORY)


def step(table: Table) -> str | None:
    """What comes next before anything is played; nothing in a ruling, which tells what it needs."""
    return _step((table.game, people.people(table), month.month(table).number, people.shared(table)))


@lately(512)
def _step(of: tuple[Game, tuple[Adventurer, ...], int, bool]) -> str | None:
    game, found, number, shared = of
    if not game.parts_open_by_themselves:
        return None
    # Who has joined late has no character yet.
    if any(seat >= len(found) or found[seat].character is None for seat in game.order):
        return CHARACTERS
    if number:
        return None
    done = (CHARACTERS, COINS) if shared else (CHARACTERS,)
    return next(name for name in steps_of(game) if name not in done)


def asked(table: Table) -> int:
    """Who is the next one to choose: dealt, from the first player on; chosen, from his right and on counterclockwise."""
    order, first = table.game.order, table.game.start_player
    seats = [first]
    while len(seats) < len(order):
        seats.append(seat_before(table, seats[-1]))
    seats = [*seats[1:], first] if chosen(table.game) else [first, *reversed(seats[1:])]
    return next(seat for seat in seats if people.person(table, seat).character is None)


def chosen(game: Game) -> bool:
    options = game.rules.options
    default = game.rules.edition.options["character_choice"].default
    return bool(options.get("character_choice", default) == "chosen")


def refuse_unless(draft: Draft, *names: str) -> None:
    """It is not for now."""
    now = step(draft)
    if now in names:
        return
    if now is not None:
        draft.refuse("STEP_FIRST", "adventure_setup", step=now)
    draft.refuse("NO_EFFECT", "adventure_setup")


# Characters and coins


def check_character(entry: ChooseCharacter, game: Game) -> None:
    """A character, with what is printed on the card where nobody knows it; raises Malformed."""
    who = people.character(entry.character, "entry.character")
    if entry.color is not None and who not in people.OF_COLOR:
        raise Malformed("entry.color", "nothing")
    if entry.color is not None and entry.color not in game.opened.colors:
        raise Malformed("entry.color", "one_of", choices=game.opened.colors)


def choose(draft: Draft, entry: ChooseCharacter, by: int) -> None:
    """The coins on the card are dealt from the draw pile (`004 The Adventure Begins - Setup`)."""
    refuse_unless(draft, CHARACTERS)
    who = people.character(entry.character, "entry.character")
    if people.person(draft, by).character is not None or any(
        people.person(draft, seat).character == who for seat in draft.game.order
    ):
        draft.refuse("NO_EFFECT", CHARACTERS)
    known = draft.game.box.fact(people.FACT, who) or {}
    coins = known.get("coins") if entry.coins is None else entry.coins
    color = known.get("color") if entry.color is None else entry.color
    if coins is None:
        raise Malformed("entry.coins", "printed", MISSING)
    if color is None and who in people.OF_COLOR:
        raise Malformed("entry.color", "one_of", MISSING, choices=draft.game.opened.colors)
    learning.note(draft, people.FACT, who, {"coins": coins, **({"color": color} if color else {})})
    people.change(draft, by, character=who, color=color)
    draft.say("character_chosen", CHARACTERS, by, params={"character": who})
    draft.earn(by, coins, "character_coins", CHARACTERS, {"count": coins, "character": who})


def share(draft: Draft, entry: ShareCoins, by: int) -> None:
    refuse_unless(draft, COINS)
    count = to_share(draft.game)
    if sum(entry.coins.values()) != count or not set(entry.coins) <= set(draft.game.order):
        raise Malformed("entry.coins", "in_all", count=count)
    people.set_shared(draft)
    for seat, coins in entry.coins.items():
        if coins:
            draft.earn(seat, coins, "shared_coins", "chapter_again", {"count": coins})


# Story cards and missions


def read(draft: Draft, entry: ReadStory, by: int) -> None:
    """The first of the chapter, or the one that Month's End leads to."""
    now = month.month(draft)
    if now.walk is None or now.walk.story is None or now.walk.read:
        refuse_unless(draft, STORY)
    elif entry.story != now.walk.story:
        draft.contest(Reason("STORY_ORDER", RULE, {"story": now.walk.story}, overridable=True))
    number = entry.mission or entry.story
    if any(one.name == number for one in missions.laid(draft)):
        draft.refuse("NO_EFFECT", RULE)
    draft.say("story_read", RULE, params={"story": entry.story})
    added.shuffle_in(draft, entry.adds)
    missions.lay(draft, number)
    draft.say("mission_laid", RULE, params={"mission": number})
    if now.walk is None:
        month.first_month(draft)
    else:
        month.change(draft, walk=now.walk._replace(read=True))


def check_missions(entry: LayMissions, game: Game) -> None:
    wanted = missions.data()["variable_missions"]
    if len(entry.missions) != wanted or len(set(entry.missions)) != wanted:
        raise Malformed("entry.missions", "so_many", count=wanted)


def lay(draft: Draft, entry: LayMissions, by: int) -> None:
    refuse_unless(draft, MISSIONS)
    for one in entry.missions:
        missions.lay(draft, one)
    draft.say("missions_laid", "variable_game", params={"count": len(entry.missions)})
    month.first_month(draft)


# What must not happen before


def missing(table: Table, by: int) -> Reason | None:
    """Nothing is played before the table is set, nor before Month's End is gone through."""
    return _missing((table.game, people.people(table), month.month(table), people.shared(table)))


@lately(512)
def _missing(of: tuple[Game, tuple[Adventurer, ...], Month, bool]) -> Reason | None:
    game, found, now, shared = of
    first = _step((game, found, now.number, shared))
    if first is not None:
        return Reason("STEP_FIRST", "adventure_setup", {"step": first})
    if game.parts_open_by_themselves and now.walk is not None:
        return Reason("STEP_FIRST", month.LAST, {"step": month.LAST})
    return None


def event_first(table: Table, by: int) -> Reason | None:
    """The turn begins with an event (`004 Phase 0: Reveal 1 Event Card`)."""
    if by == table.active and month.due(table):
        return Reason("EVENT_FIRST", month.RULE, overridable=True)
    return None


def not_yet(table: Table, by: int) -> Reason | None:
    """What comes before anything that a player does in the turn (C138)."""
    return missing(table, by) or event_first(table, by)


# What is shown


def templates(state: State, first: str) -> Iterator[Template]:
    by = state.active
    if first == CHARACTERS:
        for seat in state.game.order:
            if people.person(state, seat).character is None:
                yield from _characters(state, seat)
    elif first == COINS:
        count = to_share(state.game)
        asked = (Ask("coins", "numbers_by_seat", most=count),)
        yield Template(ShareCoins.type, by, figures={"coins": count}, asks=asked)
    elif first == MISSIONS:
        asked = (Ask("missions", "labels", missions.data()["variable_missions"]),)
        yield Template(LayMissions.type, by, asks=asked)
    else:
        keys = {"story": first_story(state.game)}
        yield Template(ReadStory.type, by, keys=keys, asks=(Ask("adds", "counts"),))


def _characters(state: State, seat: int) -> Iterator[Template]:
    taken = {people.person(state, other).character for other in state.game.order}
    for who in people.characters():
        if who in taken:
            continue
        known = state.game.box.fact(people.FACT, who) or {}
        asked = [] if "coins" in known else [Ask("coins", "number", most=people.MOST_COINS)]
        if who in people.OF_COLOR and "color" not in known:
            asked.append(Ask("color", "word", choices=state.game.opened.colors))
        figures = {"coins": known["coins"]} if "coins" in known else {}
        keys = {"character": who}
        yield Template(ChooseCharacter.type, seat, keys=keys, figures=figures, asks=tuple(asked))


def steps(state: State) -> list[dict[str, Any]]:
    """Those of the setup until it is over."""
    now_ = step(state)
    if now_ is None or state.phase == GAME_OVER:
        return []
    found: list[dict[str, Any]] = []
    names = steps_of(state.game)
    for place, name in enumerate(names):
        order = names.index(now_)
        row: dict[str, Any] = {"id": name, "state": "done" if place < order else "next"}
        if place == order:
            row["state"] = "open"
        if name == CHARACTERS and name == now_:
            row |= {"by": asked(state), "pool": _pool(state)}
        elif name == COINS:
            row["figures"] = {"coins": to_share(state.game)}
        elif name == MISSIONS:
            row["figures"] = {"count": missions.data()["variable_missions"]}
        elif name == STORY:
            row["story"] = first_story(state.game)
        found.append(row)
    return found


def _pool(state: State) -> list[dict[str, Any]]:
    whose = {people.person(state, seat).character: seat for seat in state.game.order}
    found = []
    for who in people.characters():
        row: dict[str, Any] = {"id": who, **(state.game.box.fact(people.FACT, who) or {})}
        found.append({**row, "seat": whose[who]} if who in whose else row)
    return found
