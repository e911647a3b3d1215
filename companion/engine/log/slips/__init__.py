"""Where what lies on the table differs from what was recorded: which single slip explains it."""

from .finding import Found, Reason, search

__all__ = ["Found", "Reason", "search"]
