"""Tables: open one, record at it, correct, read, carry it elsewhere. The only room that calls engine and storage."""

from .errors import EntryIdReused, Forbidden, LogFull, LogUnreadable, Stale, TableError, UnknownTable
from .service import Opened, Tables
from .table import Draft, Outcome, Table

__all__ = [
    "Draft",
    "EntryIdReused",
    "Forbidden",
    "LogFull",
    "LogUnreadable",
    "Opened",
    "Outcome",
    "Stale",
    "Table",
    "TableError",
    "Tables",
    "UnknownTable",
]
