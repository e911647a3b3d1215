"""What follows from an entry, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

NO_PARAMS: Mapping[str, object] = MappingProxyType({})


class LedgerLine(NamedTuple):
    """One thing that happened: what (`why`), to whom, how many coins, by which rule."""

    why: str
    rule: str
    seat: int | None = None
    coins: int = 0
    params: Mapping[str, object] = NO_PARAMS


Ledger = tuple[LedgerLine, ...]
