"""Yucata's extra Tax Increase: levied when the cards run out, its bonus said by the group."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.entering.entries import DrawRequest, ExtraTax
from companion.engine.entering.templates import Template
from companion.engine.house.living import pile_due
from companion.engine.printed.cards import BONUSES
from companion.engine.refusals import Reason
from companion.engine.table.draft import Draft, waiting
from companion.engine.table.state import DISCOVER, Decision, State

from . import taxes, turns
from .discover import open_question, turn_reason
from .piles import extra_tax_due, piles_reason

KIND = "extra_tax"
# Before anybody has said which bonus it carries.
OPEN = "open"


def draw_request(draft: Draft, entry: DrawRequest, by: int) -> None:
    """The active player wants a card: shuffle, levy the extra tax, or say that none is left."""
    draft.contest(turn_reason(draft, by, "draw") or open_question(draft))
    turns.under_way(draft)
    if extra_tax_due(draft):
        draft.say("extra_tax", KIND)
        taxes.levy(draft, taxes.like_printed(draft, OPEN))
        draft.extra_taxed = True
        draft.decisions = (Decision(KIND, by, against=Reason("EXTRA_TAX", KIND)),)
        draft.because("EXTRA_TAX")
    elif draft.draw_pile == 0 and pile_due(draft) is None:
        draft.contest(piles_reason(draft))
        draft.reshuffle()
        draft.because("RESHUFFLED")


def extra_tax(draft: Draft, entry: ExtraTax, by: int) -> None:
    """The group says which bonus it carries."""
    draft.contest(turn_reason(draft, by, KIND))
    if waiting(draft, KIND) is None:
        draft.refuse("NO_EFFECT", KIND)
    if entry.bonus not in (taxes.printed(draft) or BONUSES):
        draft.refuse("NO_EFFECT", KIND)
    draft.answered(KIND)
    taxes.grant_bonus(draft, taxes.like_printed(draft, entry.bonus))
    draft.because("TAX_APPLIED")


def templates(table: State) -> Iterable[Template]:
    """The two bonuses while they are asked for, else the wish for a card that levies the tax."""
    by = table.active
    if waiting(table, KIND) is not None:
        bonuses = [bonus for bonus in BONUSES if bonus in taxes.printed(table)] or BONUSES
        return [Template("extra_tax", by, keys={"bonus": bonus}, answers=KIND) for bonus in bonuses]
    if table.phase == DISCOVER and extra_tax_due(table):
        return (Template("draw_request", by, open_question(table)),)
    return ()
