"""The door for expansions: one frozen record of functions, each optional, each used by an expansion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .draft import Draft, Table
    from .entries import ExpansionEntry
    from .refusals import Reason
    from .templates import Template


@dataclass(frozen=True, slots=True)
class Expansion:
    """What an expansion adds. `slot` is its own state at the start of each turn."""

    module: str
    card_sets: tuple[str, ...] = ()
    slot: object = None
    entries: Mapping[str, Callable[[Draft, ExpansionEntry, int], None]] = field(default_factory=dict)
    may_not_draw: Callable[[Table], Reason | None] | None = None
    may_not_repel: Callable[[Table], Reason | None] | None = None
    extra_takes: Callable[[Table], int] | None = None
    templates: Callable[[Table], list[Template]] | None = None
