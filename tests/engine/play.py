"""Play whole games without a phone: recorded ones, and random ones by the engine's own templates."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.engine import EngineError, History, Line, State, Template, allowed, append, codec, open_history
from companion.engine.entering.entries import Entry
from companion.engine.json import reading
from companion.engine.log import line_reading
from companion.engine.printed.box import own_id
from companion.engine.printed.cards import COLORS, Card, Expedition, Person, Ship, Tax, Unknown
from companion.engine.printed.catalogue import person_abilities
from companion.engine.printed.editions import house_rule
from companion.engine.printed.prints import told
from companion.engine.table.state import KEEPINGS

from .read_off import read_off

GAMES = sorted((Path(__file__).parents[1] / "data" / "games").glob("*.json.gz"))


def recorded_game(path: Path) -> dict[str, Any]:
    return json.loads(gzip.decompress(path.read_bytes()))


def entered_steps(record: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The steps that a group enters, each with the table after everything that follows by itself."""
    pairs: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for step, checkpoint in zip(record["steps"], record["checkpoints"], strict=True):
        if step.get("auto") or step["type"] == "finish_turn":
            pairs[-1] = (pairs[-1][0], checkpoint)
        else:
            pairs.append((step, checkpoint))
    return pairs


def table(
    edition: str = "pegasus", players: int = 3, modules: tuple[str, ...] = ("base",), **options: Any
) -> History:
    """A new table; the players are called Ann, Bob, Cem, Dot and Eve."""
    names = ["Ann", "Bob", "Cem", "Dot", "Eve"][:players]
    body = {"edition": edition, "modules": list(modules), "options": options, "players": names}
    return open_history(codec.setup_from_json(body))


def entry(history: History, **body: Any) -> Entry:
    return reading.entry(body, history.state.game, history.state.game.names)


def enter(history: History, override: bool = False, **body: Any) -> History:
    """The history with one entry more, written as JSON would be."""
    line = Line(f"line-{history.revision}", entry(history, **body), None, override)
    return append(history, line)[0]


def correct(history: History, **body: Any) -> History:
    line = Line(f"line-{history.revision}", None, line_reading.correction(body, history.state.game))
    return append(history, line)[0]


def unseen_cards(state: State) -> list[str]:
    """The ids of the cards that may come next, each as often as it may come."""
    kinds = state.game.deck.kinds
    found: list[str] = []
    for kind, left in zip(kinds, state.unseen, strict=True):
        cards = [numbered(kind.card, at) for at in range(left)]
        found += [str(card.id or own_id(card)) for card in cards]
    return found


def numbered(card: Card, at: int = 0) -> Card:
    """The card, or one that may be in its place where nobody knows its numbers: several of a kind are not all alike."""
    if not isinstance(card, Unknown):
        return card
    if card.of == "mixed" and at % 6 == 5:
        return Tax("fewest_vp", 16, None, 2)
    if card.of in ("ship", "mixed"):
        color = str(card.color) if card.color else COLORS[at % len(COLORS)]
        crowns = int(card.of == "mixed" and at == 1)
        coins = card.known.get("coins", 0 if crowns else at % 3 + 1)
        prints = [*((key, (words[at % len(words)],)) for key, words in card.prints), ("crowns", crowns)]
        return Ship(color, None if at == 2 else at + 2, coins, told(prints))
    if card.of == "expedition":
        return Expedition(("captain", "priest", "settler", "settler")[: 2 + at], at + 1, at + 3)
    able = person_abilities()[str(card.type)]
    return Person(str(card.type), 2 + at % 4, at % 3, card.known.get("swords", 1 + at % 3), card.color, able)


def filled_in(template: Template, state: State, chance: random.Random) -> dict[str, Any]:
    """An entry made of a template, with cards from those unseen."""
    body: dict[str, Any] = {"type": template.type, "by": template.by}
    for key, value in template.keys.items():
        body[key] = list(value) if isinstance(value, tuple) else value
    for ask in template.asks:
        if ask.choices:
            body[ask.key] = chance.choice(ask.choices)
            continue
        if ask.of == "goals":
            body[ask.key] = chance.sample(goals_to_lay(state), ask.many or 1)
            continue
        if ask.of == "number":
            body[ask.key] = chance.randrange((ask.most or 0) + 1)
            continue
        if ask.of not in ("card", "number"):
            body[ask.key] = read_off(ask, state, chance)
            continue
        assert ask.of == "card"
        cards = unseen_cards(state)
        if template.type == "read_card":
            assert template.card is not None
            place = next(kind.card for kind in state.game.deck.kinds if kind.card.id == template.card.id)
            read = numbered(place)
            body[ask.key] = str(own_id(replace(read, color=template.card.color)))
        elif ask.many == 0:
            body[ask.key] = a_harbor(cards, state, chance)
        elif template.type == "take_card":
            body[ask.key] = chance.choice([card for card in cards if at_most_dear(card, template)])
        else:
            body[ask.key] = chance.choice(cards) if ask.many is None else chance.sample(cards, ask.many)
    return body


def a_harbor(cards: list[str], state: State, chance: random.Random) -> list[str]:
    """What may lie there when somebody stops: ships of different colors, and persons."""
    found: dict[str, str] = {}
    kinds = {str(kind.card.id): kind.card for kind in state.game.deck.kinds}
    for card in chance.sample(cards, min(len(cards), chance.randrange(1, 8))):
        printed = kinds.get(card)
        if isinstance(printed, Person | Ship):
            found[printed.color if isinstance(printed, Ship) else f"person {len(found)}"] = card
    return list(found.values())


def at_most_dear(card: str, template: Template) -> bool:
    """The taker can pay for it."""
    nets, dear = template.figures["nets"], template.figures["dear"]
    assert isinstance(nets, dict)
    assert isinstance(dear, list)
    return card in nets and card not in dear


def goals_to_lay(state: State) -> list[Any]:
    """What may be turned up; of those whose numbers nobody knows they are read off."""
    told = next(shown["laying"] for shows in state.game.house.shows if "laying" in (shown := shows(state)))
    read = {"spaces": [5, 4, 3, 2, 1], "seal": {"n": 2, "letter": "J"}}
    return [one["id"] if one.get("spaces") else {"name": one["id"], **read} for one in told["pool"]]


WEIGHTS = {
    "draw": 6.0,
    "stop": 1.5,
    "take": 8.0,
    "pass": 0.6,
    "claim_expedition": 6.0,
    "repel": 2.0,
    "keep": 1.0,
    "harbor": 3.0,
    "lying": 2.0,
    "take_card": 4.0,
    "complete_contract": 8.0,
    "contract_step": 4.0,
    "complete_mission": 12.0,
    "buy_marker": 4.0,
}


def life(state: State, chance: random.Random) -> dict[str, Any]:
    """Somebody leaves or joins, another rule, a pile shuffled early; sensible or not."""
    order, edition = state.game.order, state.game.rules.edition
    key = chance.choice([*edition.house_rules])
    values = house_rule(edition, key).choices or (True, False)
    bodies: list[dict[str, Any]] = [
        {"type": "leave", "by": chance.choice(order)},
        {"type": "join", "name": f"Joe {len(state.players)}", "after": chance.choice(order)},
        {"type": "join", "name": "Kim", "after": chance.choice(order), "coins": chance.randrange(12)},
        {"type": "rename", "by": chance.choice(order), "name": f"Lea {chance.randrange(9)}"},
        {"type": "seats", "order": chance.sample(order, len(order)), "start": chance.choice(order)},
        {"type": "rules", "options": {key: chance.choice(values)}},
        {"type": "reshuffle"},
        {"type": "keeping", "how": chance.choice(KEEPINGS)},
    ]
    return chance.choice(bodies)


def random_game(
    history: History, chance: random.Random, limit: int = 4000, lively: float = 0
) -> Iterator[tuple[History, dict[str, Any]]]:
    """Legal entries by chance until the game is over, each with the table after it; so `lively` is the table."""
    for _ in range(limit):
        if history.state.phase == "game_over":
            return
        if lively and chance.random() < lively:
            body = life(history.state, chance)
            with suppress(EngineError):
                history = enter(history, chance.random() < 0.5, **body)
                yield history, body
                continue
        open_ones = [template for template in allowed(history.state) if template.allowed]
        template = chance.choices(open_ones, [WEIGHTS.get(found.type, 1.0) for found in open_ones])[0]
        body = filled_in(template, history.state, chance)
        history = enter(history, **body)
        yield history, body


def any_correction(found: History, chance: random.Random) -> dict[str, Any]:
    """Undo, redo, or a correction of any entry that holds, sensible or not."""
    held = chance.choice(found.timeline.held).revision
    kind = chance.choice(
        ("change", "remove", "insert", "replace", "undo", "redo", "change", "remove", "accept")
    )
    if kind in ("undo", "redo"):
        return {"type": kind, "count": chance.randint(1, 4)}
    if kind == "accept":
        return {"type": kind, "revision": held}
    seats = len(found.state.players)
    entries: list[dict[str, Any]] = [
        {"type": "draw", "card": chance.choice(unseen_cards(open_history(found.setup).state))},
        {"type": "take", "by": chance.randrange(seats), "harbor_index": chance.randrange(5)},
        {"type": "take", "by": chance.randrange(seats), "harbor_index": 0, "passing": True},
        {"type": "pass", "by": chance.randrange(seats)},
        {"type": "stop"},
        {"type": "count", "coins": {str(chance.randrange(seats)): chance.randrange(9)}},
        life(found.state, chance),
    ]
    more = {"override": chance.random() < 0.5, "keep": chance.random() < 0.9}
    if kind == "remove":
        return {"type": kind, "revision": held, "keep": more["keep"]}
    if kind == "replace":
        some = chance.sample(entries, 2)
        return {"type": kind, "revision": held, "count": chance.randint(1, 3), "entries": some, **more}
    name = "before" if kind == "insert" else "revision"
    return {"type": kind, name: held, "entry": chance.choice(entries), **more}


def played_on(found: History, chance: random.Random, length: int, lively: float = 0) -> History:
    """The table after so many entries by chance, or fewer where no card is left."""
    after = found
    for after, _ in random_game(found, chance, length, lively):
        state = after.state
        if state.draw_pile + state.discard_pile + len(state.harbor) == 0:
            break
    return after
