"""The lines of the ledger and the refusals, each with the keys of its params."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.house.brought import Refused

LINES: Mapping[str, tuple[str, ...]] = {
    "contract": ("contract", "nth", "points"),
    "contract_step": ("at", "contract", "of"),
    "contracts_laid": ("contracts", "count"),
    "declined": ("card",),
    "left_kept": ("count",),
    "marker_counted": ("contract", "from", "of", "to"),
    "nest_discarded": ("count",),
    "ransom": ("contract", "count"),
    "set_aside": ("count", "left"),
    "ship_kept": ("card", "have"),
    "time_card": ("left",),
    "time_dealt": ("count", "letters", "numbers"),
}

REFUSES: Mapping[str, Refused] = {
    "CONTRACTS_NOT_LAID": Refused(("contract_setup",)),
    "CONTRACT_ACTIVE_ONLY": Refused(
        ("jinx_scope", "pirates_nest", "speculator_same_turn"), ("contract", "seat")
    ),
    "CONTRACT_LIMIT": Refused(("contract_marker_commit",), ("contract", "count")),
    "CONTRACT_MISSED": Refused(("contract_moment",), ("contract", "have", "needed")),
    "CONTRACT_NOT_MET": Refused(
        (
            "contracts",
            "decline_compensation",
            "jinx_scope",
            "pirates_nest",
            "speculator_same_turn",
            "tax_contract",
            "thrifty_discount",
        ),
        ("contract", "have", "needed"),
    ),
    "CONTRACT_TWICE": Refused(("contracts",), ("contract",)),
    "JACK_NOT_A_SUBSTITUTE": Refused(("contract_jack",), ("contract", "have", "needed")),
    "MODULE_REQUIRED": Refused(("contract_module",)),
    "MUST_DRAW_FIRST": Refused(("time_deck_first",)),
    "NOT_YOUR_TURN": Refused(("contract_moment",), ("contract",)),
    "NO_EFFECT": Refused(("contract_setup", "point_deck", "time_deck_first")),
    "TIME_DECK_EMPTY": Refused(("time_deck_empty",)),
}
