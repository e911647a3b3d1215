"""Make Sail! as a game of its own."""

from .rules import DOOR

__all__ = ["DOOR"]
