"""The rules of Port Royal as pure functions: a table, an entry, what follows."""

from . import codec
from .allowed import Template, allowed
from .beginning import beginning
from .ending import Score, score
from .history import Correction, History, Line, append, extend, fold, open_history, reached
from .outlook import Outlook, outlook
from .record import Recorded, record
from .refusals import EngineError, LineRefused, Malformed, Reason, Refusal, TooMuchWork
from .setup import open_table, settled
from .state import Game, Setup, State

__all__ = [
    "Correction",
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
    "Score",
    "Setup",
    "State",
    "Template",
    "TooMuchWork",
    "allowed",
    "append",
    "beginning",
    "codec",
    "extend",
    "fold",
    "open_history",
    "open_table",
    "outlook",
    "reached",
    "record",
    "score",
    "settled",
]
