"""The Gambler."""

from .rules import DOOR

__all__ = ["DOOR"]
