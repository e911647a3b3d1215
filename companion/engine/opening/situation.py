"""A table in mid-game, read and checked: to go on recording, to ask "what if", to test the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.entering.names import typed_name
from companion.engine.following.moments import Resumed, Told
from companion.engine.house.living import cards_apart, held_by, points_besides, tell
from companion.engine.json.card_reading import CardReader
from companion.engine.json.reading import card_reader, seat
from companion.engine.printed.cards import Card, Expedition, HarborCard, Person, Ship
from companion.engine.refusals import Malformed
from companion.engine.rules import ending, findings, turns
from companion.engine.table.draft import Draft
from companion.engine.table.state import DISCOVER, GAME_OVER, TRADE_HIRE, Game, Player, Setup, State
from companion.engine.values import flag, mapping, number, sequence, word

from . import midturn
from .setup import bare_table, check_player_count, new_game, special_on_table

ENDED = {"busted": True, "trade_hire_end": False}
PHASES = (DISCOVER, TRADE_HIRE, *ENDED)
ENOUGH = 60


def read_situation(setup: Setup, parts_open_by_themselves: bool = True, strict: bool = True) -> State:
    """The state that a situation describes (`SetupBody` in the specification); raises Malformed naming the field.

    `strict`: a live table, whose persons need printed numbers and whose player count the box limits.
    """
    data = mapping(setup.situation, "situation")
    rows = [
        mapping(row, "situation.players") for row in sequence(data.get("players"), "situation.players", 12)
    ]
    names = setup.players
    if len(rows) != len(names) or not names:
        raise Malformed("situation.players", "each_player")
    if strict:
        check_player_count(setup, len(names))
    start = seat(data.get("start_player"), names, "situation.start_player") or 0
    game = new_game(setup, len(names), start, parts_open_by_themselves)
    cards = card_reader(game, strict)
    players = tuple(_player(name, row, cards) for name, row in zip(names, rows, strict=True))
    active = seat(data.get("active"), names, "situation.active") or 0
    acting = seat(data.get("acting"), names, "situation.acting")
    phase = word(data.get("phase", DISCOVER), "situation.phase", PHASES)
    harbor = tuple(_harbor_card(card, cards) for card in sequence(data.get("harbor", []), "situation.harbor"))
    expeditions = tuple(
        _expedition(card, cards) for card in sequence(data.get("expeditions", []), "situation.expeditions")
    )
    if "expeditions" not in data and strict:
        expeditions = special_on_table(game)
    _check_box(game, players, harbor, expeditions)
    draft = Draft(bare_table(game, players, data))
    draft.active = draft.acting = active
    draft.round = number(data.get("round", 1), "situation.round", least=1)
    draft.harbor, draft.expeditions = harbor, expeditions
    draft.drawn = number(data.get("drawn", len(harbor)), "situation.drawn")
    draft.reshuffles = number(data.get("reshuffles_this_discover", 0), "situation.reshuffles_this_discover")
    tell(draft, Told, data)
    _see(draft, strict)
    _count_besides(draft, data)
    _count_piles(draft, data)
    draft.triggered = ending.latched(game.rules) and any(
        ending.reached(draft, seat) for seat in draft.game.order
    )
    if phase == TRADE_HIRE:
        midturn.resume_parts(draft, data, active if acting is None else acting)
    elif phase in ENDED:
        _pass_on(draft, busted=ENDED[phase])
    elif strict:
        midturn.resume_discover(draft, data)
    tell(draft, Resumed, data)
    return draft.freeze()


def _see(draft: Draft, strict: bool) -> None:
    """Every card that lies somewhere is known; at a live table also those whose numbers nobody knew before."""
    told: list[Card] = [*(card for card in draft.harbor if card is not None), *draft.expeditions]
    for place, player in enumerate(draft.players):
        told += [*player.display, *player.expeditions, *held_by(draft, place)]
    for found in told:
        if strict:
            findings.note(draft, found)
        draft.see(found)
    if draft.game.box is draft.game.setup.box:
        return
    draft.ledger.clear()
    printed: Any = draft.game.deck.printed
    draft.harbor = tuple(None if card is None else printed(card) for card in draft.harbor)
    draft.players = [
        player._replace(display=tuple(printed(person) for person in player.display))
        for player in draft.players
    ]


def _count_besides(draft: Draft, data: Mapping[str, Any]) -> None:
    """Points that lie on no card count where the situation names no total."""
    for place, row in enumerate(data["players"]):
        if row.get("vp") is None:
            player = draft.players[place]
            draft.players[place] = player._replace(vp=player.vp + points_besides(draft, place))


def _check_box(
    game: Game,
    players: tuple[Player, ...],
    harbor: tuple[HarborCard, ...],
    expeditions: tuple[Expedition, ...],
) -> None:
    """No more of a kind than the box holds; raises Malformed."""
    displayed = sum(len(player.display) for player in players)
    owned = sum(len(player.expeditions) for player in players)
    persons = sum(isinstance(card, Person) for card in harbor)
    holds = game.deck.holds
    for field, count, most in (
        ("situation.harbor", len(harbor) - persons, holds["ship"]),
        ("situation.players", persons + displayed, holds["person"]),
        ("situation.expeditions", owned + len(expeditions), holds["expedition"]),
    ):
        if count > most:
            raise Malformed(field, "box_holds_most", most=most)


def _player(name: str, row: Mapping[str, Any], cards: CardReader) -> Player:
    field = f"situation.players.{name}"
    display = []
    for data in sequence(row.get("display", []), f"{field}.display"):
        person = cards.read(data, f"{field}.display")
        if not isinstance(person, Person):
            raise Malformed(f"{field}.display", "cards_of", choices=("person",))
        display.append(person)
    owned = row.get("expeditions_owned", 0)
    expeditions: tuple[Expedition, ...] = ()
    if not isinstance(owned, int):
        expeditions = tuple(
            _expedition(card, cards) for card in sequence(owned, f"{field}.expeditions_owned")
        )
        owned = len(expeditions)
    listed = sum(person.vp or 0 for person in display) + sum(card.vp for card in expeditions)
    points = row.get("vp")
    total = listed if points is None else number(points, f"{field}.vp")
    return Player(
        name,
        number(row.get("coins", 0), f"{field}.coins"),
        expeditions=expeditions,
        expedition_count=number(owned, f"{field}.expeditions_owned", 20),
    ).with_display(tuple(display), total)


def _harbor_card(data: object, cards: CardReader) -> Ship | Person:
    card = cards.read(data, "situation.harbor")
    if not isinstance(card, Ship | Person):
        raise Malformed("situation.harbor", "cards_of", choices=("ship", "person"))
    return card


def _expedition(data: object, cards: CardReader) -> Expedition:
    card = cards.read(data, "situation.expeditions")
    if not isinstance(card, Expedition):
        raise Malformed("situation.expeditions", "cards_of", choices=("expedition",))
    return card


def _count_piles(draft: Draft, data: Mapping[str, Any]) -> None:
    """Piles as told; a pile that nobody counted holds what is left, and never too little to go on."""
    seen = sum(len(player.display) + len(player.expeditions) + player.coins for player in draft.players)
    seen += sum(len(held_by(draft, place)) for place in range(len(draft.players)))
    seen += cards_apart(draft)
    left = draft.game.deck.size - seen - len(draft.harbor) - len(draft.expeditions)
    drawn, discarded = data.get("draw_pile"), data.get("discard_pile")
    most = draft.game.deck.size
    if drawn is not None:
        draft.draw_pile = number(drawn, "situation.draw_pile", most)
    else:
        draft.draw_pile = max(left - (discarded if isinstance(discarded, int) else 0), ENOUGH)
    if discarded is not None:
        draft.discard_pile = number(discarded, "situation.discard_pile", most)
    elif drawn is not None:
        draft.discard_pile = max(left - draft.draw_pile, 0)


def _pass_on(draft: Draft, busted: bool) -> None:
    """The turn described is over and only late claims are left of it."""
    draft.harbor = ()
    turns.end_turn(draft, busted)
    if draft.phase == GAME_OVER:
        return
    draft.drawn = 0


def player_ids(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The players of a situation by their ids; a bare number makes A, B, C ..."""
    found = data.get("players", data.get("final", 2))
    if isinstance(found, int):
        return tuple("ABCDEFGHIJKL"[: number(found, "situation.players", 12)])
    rows: Sequence[Any] = sequence(found, "situation.players", 12)
    ids = tuple(
        typed_name(mapping(row, "situation.players").get("id"), f"situation.players[{index}].id")
        for index, row in enumerate(rows)
    )
    if len(set(ids)) != len(ids):
        raise Malformed("situation.players", "each_once")
    return ids


def round_complete(data: Mapping[str, Any]) -> bool:
    return flag(data.get("round_complete", False), "situation.round_complete")
