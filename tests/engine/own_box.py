"""Tables whose box is not as the catalogue says."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine import (
    History,
    State,
    codec,
    open_history,
    settled,
)

SAILOR4 = {"kind": "person", "type": "sailor", "cost": 4, "vp": 1, "swords": 1}
OWN_SAILOR = "own.person.sailor.v1.p4"
SAILOR = "base.person.sailor.v1.p3"
SHIP = "base.ship.red.s3.c2"
EXPEDITION = {"kind": "expedition", "need": ["captain", "priest"], "coins": 1, "vp": 3}
BOX = {
    "own": [{"card": SAILOR4, "count": 1, "instead_of": SAILOR}, {"card": EXPEDITION, "count": 2}],
    "missing": {SHIP: 2},
}


def with_box(box: dict[str, Any], players: int = 3, **more: Any) -> History:
    body = {
        "edition": "pegasus",
        "modules": ["base"],
        "players": ["Ann", "Bob", "Cem", "Dot", "Eve"][:players],
        "box": box,
    }
    return open_history(settled(codec.setup_from_json({**body, **more})))


def unseen(history: History) -> dict[str, int]:
    return codec.view_json(history)["unseen"]


def everywhere(state: State) -> int:
    """All cards of the box, the face-down ones that are coins among them."""
    boxed = state.game.rules.special_expedition == "removed" and state.game.deck.special is not None
    on_table = sum(card is not None for card in state.harbor) + len(state.expeditions)
    owned = sum(p.coins + len(p.display) + len(p.expeditions) for p in state.players)
    return state.draw_pile + state.discard_pile + on_table + owned + int(boxed)


def never_seen_twice(state: State) -> None:
    """Of no card more are unseen than the box holds less those that lie open."""
    lying = [*state.harbor, *state.expeditions, *(c for p in state.players for c in p.display)]
    seen = Counter(state.game.deck.index(card) for card in lying if card is not None)
    seen.update(state.known_discards)
    for index, (kind, left) in enumerate(zip(state.game.deck.kinds, state.unseen, strict=True)):
        assert 0 <= left <= kind.count
        assert left <= max(0, kind.count - seen[index])
