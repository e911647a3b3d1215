"""The new persons and ships of Just One More Contract, with or without its Contracts."""

from .rules import DOOR

__all__ = ["DOOR"]
