"""The expansions, in the order in which they are asked."""

from companion.engine.expansion import Expansion

from . import gambler

EXPANSIONS: tuple[Expansion, ...] = (gambler.EXPANSION,)
