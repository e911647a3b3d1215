"""What a group would read off its cards, by chance: events, story cards, missions."""

from __future__ import annotations

import random
from typing import Any

from companion.engine import State
from companion.engine.entering.templates import Ask
from companion.engine.modules.adventure_begins import added, missions

EVENTS: tuple[list[dict[str, Any]], ...] = (
    [{"when": "now", "what": "coins", "count": 1}],
    [{"when": "now", "what": "crowns", "count": 1, "who": "fewest_vp"}],
    [{"when": "now", "what": "coins", "count": -2, "who": "active"}],
    [{"when": "discover", "what": "no_repel"}],
    [{"when": "discover", "what": "swords", "count": 2}],
    [{"when": "trade_hire", "what": "takes", "count": 1, "who": "active"}],
    [{"when": "trade_hire", "what": "price", "count": 1}],
    [{"when": "trade_hire", "what": "trade", "count": 1}],
    # The longest that can stand on a card.
    [{"when": "trade_hire", "what": "trade", "count": -9, "who": "most_swords", "color": "yellow"}] * 4,
    [
        {"when": "discover", "what": "no_repel", "color": "red"},
        {"when": "discover", "what": "swords", "count": -2},
    ],
    [{"when": "trade_hire", "what": "by_hand"}],
)


def read_off(ask: Ask, state: State, chance: random.Random) -> Any:
    """Something that a template asks for and only the card tells."""
    if ask.key == "adds":
        there = added.added(state)
        left = [(name, most - there[name]) for name, most in added.totals(state.game).items()]
        return {name: chance.randint(1, most) for name, most in left if most and chance.random() < 0.3}
    if ask.key == "effects":
        return chance.choice(EVENTS)
    if ask.key == "missions":
        return chance.sample(sorted(missions.printed()), ask.many or 4)
    if ask.key == "coins":
        return {str(chance.choice(state.game.order)): ask.most}
    assert ask.key == "hourglass", ask
    return any_hourglass(state, chance)


def any_hourglass(state: State, chance: random.Random) -> dict[str, Any]:
    """Another mission that is known, whoever has done this one, as long as there is one; then a fist and card 9."""
    lying = [one.name for one in missions.laid(state)]
    left = [number for number in missions.printed() if number not in lying]
    if len(lying) >= 4 or not left or chance.random() < 0.2:
        return {"pay": True, "nine": True}
    return {"asks": lying[-1], "done": chance.choice(left), "missed": chance.choice(left)}
