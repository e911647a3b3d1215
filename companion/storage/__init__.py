"""The event log of every table, and who belongs to it: setup, lines and members in and out. It knows no rules."""

from .database import Database, DatabaseError, open_database
from .errors import LOST, Conflict, Ended, Gone, Moved, Unavailable, lost
from .members import People, StoredInvite, StoredMember, StoredRights
from .store import Position, Store, StoredLine, StoredTable

__all__ = [
    "LOST",
    "Conflict",
    "Database",
    "DatabaseError",
    "Ended",
    "Gone",
    "Moved",
    "People",
    "Position",
    "Store",
    "StoredInvite",
    "StoredLine",
    "StoredMember",
    "StoredRights",
    "StoredTable",
    "Unavailable",
    "lost",
    "open_database",
]
