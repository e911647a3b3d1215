"""Where what lies on the table differs from what was recorded: which single slip explains it."""

from .course import Course
from .kinds import Edit, Slip
from .search import Found, Reason, search

__all__ = ["Course", "Edit", "Found", "Reason", "Slip", "search"]
