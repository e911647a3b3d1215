"""What may be asked of contracts and of a game played together, without a table, and what rulings tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.engine.goals.need import held
from companion.engine.goals.tenant import now
from companion.engine.printed.manifests import WAYS, ways_in
from companion.engine.table.state import Game, State
from companion.engine.values import flag, mapping, number, sequence, word

from . import contracts, keeping
from .completing import CONTRACTS
from .time_deck import CARDS, MODULE, MOST, TIME_DECK, size_of, title_of

SEALS = 18


def unpacks(game: Game) -> Iterator[Mapping[str, Any]]:
    """Markers for everybody, and the contracts; what the Time deck has is known once they lie there."""

    def step(name: str, rule: str, count: int, **more: int) -> Mapping[str, Any]:
        return {"name": name, "module": MODULE, "rule": rule, "count": count, **more}

    yield step("markers", "contracts", contracts.MARKERS * len(game.order), each=contracts.MARKERS)
    shuffled = len(contracts.pool(game))
    white = len(contracts.printed()) - shuffled
    if white and WAYS[1] in ways_in(MODULE, game.setup.edition):
        yield step("white_contracts", "contract_setup", white)
    together = contracts.together(game)
    yield step(
        "contracts", "coop_contracts" if together else "contract_setup", contracts.count_of(game), of=shuffled
    )
    if together:
        yield step(TIME_DECK, TIME_DECK, CARDS)


def coop_contracts(ask: Any) -> Mapping[str, Any]:
    return {"contracts": contracts.turned_up(number(ask.players, "situation.players", 5, 1))}


def time_deck_size(ask: Any) -> Mapping[str, Any]:
    told = sequence(_said(ask, "seals") or [], "situation.seals", SEALS)
    seals = [mapping(seal, "situation.seals") for seal in told]
    numbers = [number(seal.get("n") or 0, "situation.seals.n", 9, -9) for seal in seals]
    letters = [seal.get("letter") for seal in seals]
    return {
        "size": size_of(numbers, [letter and word(letter, "situation.seals.letter") for letter in letters])
    }


def coop_rating(ask: Any) -> Mapping[str, Any]:
    """The points are told, or follow from the cards put aside; only a game that is won has any (C86)."""
    deck, moved, aside, told = (_number(ask, key) for key in ("time_deck", "moved", "set_aside", "points"))
    points = (moved or 0) + (aside or 0) if told is None else told
    won = flag(True if _said(ask, "won") is None else _said(ask, "won"), "situation.won")
    answer = {"points": points if won else 0, "title": title_of(points) if won else None}
    return answer if deck is None else {**answer, "turns": deck - points}


def _said(ask: Any, name: str) -> Any:
    return ask.step.get(name, ask.situation.get(name))


def _number(ask: Any, name: str) -> int | None:
    said = _said(ask, name)
    return None if said is None else number(said, f"situation.{name}", MOST)


def contracts_setup(ask: Any) -> Mapping[str, Any]:
    game = ask.state.game
    return {
        "face_up": contracts.count_of(game),
        "pool": len(contracts.pool(game)),
        "markers_each": contracts.MARKERS,
    }


def contract_points(ask: Any) -> Mapping[str, Any]:
    field = "step.completed"
    counts = sequence(ask.step.get("completed"), field, 12)
    return {"points": [contracts.worth(number(one, field)) for one in counts]}


def contract_in_pool(ask: Any) -> Mapping[str, Any]:
    name = word(ask.step.get("name"), "step.name")
    return {"value": name in {one.id for one in contracts.pool(ask.state.game)}}


QUERIES: Mapping[str, Callable[[Any], Mapping[str, Any]]] = {
    "contracts_setup": contracts_setup,
    "contract_points": contract_points,
    "contract_in_pool": contract_in_pool,
    "coop_contracts": coop_contracts,
    "time_deck_size": time_deck_size,
    "coop_rating": coop_rating,
}


def figures(state: State) -> Mapping[str, Any]:
    """What rulings tell of the players."""
    seats = {player.name: seat for seat, player in enumerate(state.players)}
    markers = {name: contracts.markers(state, seat) for name, seat in seats.items()}
    fresh = now(CONTRACTS, state).fresh
    (cheap,) = contracts.printed()["thrifty_staff"].need
    return {
        "contracts_done": {name: one.done for name, one in markers.items()},
        "progress": {
            name: sum(one.at(seat) for one in contracts.laid(state)) for name, seat in seats.items()
        },
        "kept_ships": len(keeping.kept_by(state, state.active)),
        "cheap_persons": held(state.players[state.acting], cheap),
        "completed": [name for _, name, _ in fresh],
        "contract_points": sum(points for _, _, points in fresh),
        "markers_left": {name: one.free for name, one in markers.items()},
    }
