"""The cards of Make Sail! that are also mixed into the base game: Merchants, Passengers and ships."""

from .rules import DOOR

__all__ = ["DOOR"]
