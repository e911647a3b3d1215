"""The expansions, in the order in which they are asked."""

from companion.engine.table.door import Expansion

from .gambler import rules as gambler

EXPANSIONS: tuple[Expansion, ...] = (gambler.EXPANSION,)
