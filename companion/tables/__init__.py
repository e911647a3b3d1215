"""Tables: open one, join, record at it, correct, read, follow. The only room that calls engine and storage."""

from .aside import Aside
from .drafts import Draft, Outcome
from .errors import (
    Busy,
    EntryIdReused,
    Forbidden,
    LogFull,
    LogUnreadable,
    NoDoubt,
    NoInvite,
    NoMember,
    NotAllowed,
    NotYours,
    SeatTaken,
    Stale,
    TableError,
    TokenReused,
    TooMany,
    UnknownTable,
)
from .members import ASKING, HERE, INVITED_AS, KEEPER, PLAYER, REFUSED, ROLES, SPECTATOR, STATES, Member
from .place import Leave, News, Pause, Place
from .service import LONGEST_INVITE, Invited, Joined, Opened, Tables
from .table import Table
from .watch import Watch

__all__ = [
    "ASKING",
    "HERE",
    "INVITED_AS",
    "KEEPER",
    "LONGEST_INVITE",
    "PLAYER",
    "REFUSED",
    "ROLES",
    "SPECTATOR",
    "STATES",
    "Aside",
    "Busy",
    "Draft",
    "EntryIdReused",
    "Forbidden",
    "Invited",
    "Joined",
    "Leave",
    "LogFull",
    "LogUnreadable",
    "Member",
    "News",
    "NoDoubt",
    "NoInvite",
    "NoMember",
    "NotAllowed",
    "NotYours",
    "Opened",
    "Outcome",
    "Pause",
    "Place",
    "SeatTaken",
    "Stale",
    "Table",
    "TableError",
    "Tables",
    "TokenReused",
    "TooMany",
    "UnknownTable",
    "Watch",
]
