"""A module that nobody plays: each mechanism of the door once."""

from .rules import DOOR

__all__ = ["DOOR"]
