"""Contracts of Just One More Contract."""

from .rules import DOOR

__all__ = ["DOOR"]
