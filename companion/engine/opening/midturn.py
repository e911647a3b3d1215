"""The turn that a situation is in the middle of, where its figures do not follow from what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.json.reading import seat
from companion.engine.printed.cards import Ship
from companion.engine.refusals import Malformed
from companion.engine.rules import discover, turns
from companion.engine.table.draft import Draft
from companion.engine.values import flag, number


def resume_parts(draft: Draft, data: Mapping[str, Any], acting: int) -> None:
    """Trade & Hire, at the part of `acting`; raises Malformed.

    `begun`: the part has paid already. `colors` lay there when the active player stopped, `taken` are the cards that
    he has taken since, `takes_left` those that the part still has.
    """
    turns.start_trade_and_hire(draft)
    if data.get("colors") is not None:
        draft.colors_at_stop = number(data["colors"], "situation.colors", len(draft.game.deck.colors))
    others = acting != draft.active
    draft.taken_by_active = number(data.get("taken", int(others)), "situation.taken")
    turns.await_part(draft, acting)
    by_themselves = draft.game.parts_open_by_themselves
    draft.part_opened = by_themselves and flag(data.get("begun", True), "situation.begun")
    if data.get("takes_left") is not None and draft.takes is not None:
        left = number(data["takes_left"], "situation.takes_left", draft.takes.total, 1)
        draft.takes = draft.takes._replace(left=left)
    if by_themselves and not draft.part_opened:
        turns.settle(draft)


def resume_discover(draft: Draft, data: Mapping[str, Any]) -> None:
    """Discover at a live table; raises Malformed.

    `claimant` had the turn before and may still claim an expedition, not if it `busted`. `repel_pending`: the newest
    ship in the harbor may still be sent away.
    """
    claimant = seat(data.get("claimant"), draft.game.setup.players, "situation.claimant")
    if claimant is not None and draft.drawn == 0:
        draft.claimant = claimant
        draft.claimant_busted = flag(data.get("busted", False), "situation.busted")
    if not flag(data.get("repel_pending", False), "situation.repel_pending"):
        return
    newest = draft.harbor[-1] if draft.harbor else None
    if not isinstance(newest, Ship) or discover.repel_reason(draft, newest) is not None:
        raise Malformed("situation.repel_pending", "ship_to_repel")
    berth = len(draft.harbor) - 1
    draft.harbor = draft.harbor[:berth]
    collision = discover.collides(draft, newest)
    draft.harbor = (*draft.harbor, newest)
    draft.ask(discover.repel_question(draft, berth, newest, collision))
