"""What follows from an entry, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One thing that happened: what (`why`), to whom, how many coins, by which rule."""

    why: str
    rule: str
    seat: int | None = None
    coins: int = 0
    params: Mapping[str, object] = field(default_factory=dict)


Ledger = tuple[LedgerLine, ...]
