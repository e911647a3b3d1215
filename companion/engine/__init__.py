"""The rules of Port Royal as pure functions: a table, an entry, what follows."""

from . import codec
from .asking.outlook import Outlook, outlook
from .entering.templates import Template
from .log.history import Correction, History, Line, append, extend, fold, open_history, reached
from .log.resting import End, Resting, at_rest, entered_at_rest
from .opening.beginning import beginning, open_table
from .opening.setup import settled
from .refusals import (
    FAULTS,
    MISSING,
    UNFIT,
    UNKNOWN,
    EngineError,
    LineRefused,
    Malformed,
    Reason,
    Refusal,
    Takes,
    TooMuchWork,
    fault_of,
)
from .rules.allowed import allowed
from .rules.ending import Score, score
from .rules.record import Recorded, record
from .table.state import Game, Setup, State

__all__ = [
    "FAULTS",
    "MISSING",
    "UNFIT",
    "UNKNOWN",
    "Correction",
    "End",
    "EngineError",
    "Game",
    "History",
    "Line",
    "LineRefused",
    "Malformed",
    "Outlook",
    "Reason",
    "Recorded",
    "Refusal",
    "Resting",
    "Score",
    "Setup",
    "State",
    "Takes",
    "Template",
    "TooMuchWork",
    "allowed",
    "append",
    "at_rest",
    "beginning",
    "codec",
    "entered_at_rest",
    "extend",
    "fault_of",
    "fold",
    "open_history",
    "open_table",
    "outlook",
    "reached",
    "record",
    "score",
    "settled",
]
