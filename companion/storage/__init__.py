"""The event log of every table: set-up and lines in, lines out. It knows no rules."""

from .database import Database, DatabaseError, open_database
from .store import Conflict, Store, StoredLine, StoredTable, Unavailable

__all__ = [
    "Conflict",
    "Database",
    "DatabaseError",
    "Store",
    "StoredLine",
    "StoredTable",
    "Unavailable",
    "open_database",
]
