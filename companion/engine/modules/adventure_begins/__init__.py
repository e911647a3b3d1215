"""The Adventure Begins: missions, events, characters and crowns, in five chapters."""

from .rules import DOOR

__all__ = ["DOOR"]
