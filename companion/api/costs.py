"""What every call costs, which rates slow it down and where it is worked out. A test holds the list complete and true:
whoever adds a call adds it here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Cost(NamedTuple):
    """A class of calls; `aside`: worked out beside the requests, where it keeps nobody waiting."""

    says: str
    aside: bool = False


FIXED = Cost("made once while the program runs, or a figure that the worker has")
SMALL = Cost("some milliseconds at most: one short body, or a table as it stands")
LOG = Cost("grows with the log of its table", aside=True)
SEARCH = Cost("goes through a log, or what could have been there, many times over", aside=True)
BODY = Cost("grows with a long body", aside=True)
STREAM = Cost("a connection that stays open and waits")


class Call(NamedTuple):
    """One call: its class, and the settings that are its rates."""

    cost: Cost
    rates: tuple[str, ...] = ()


# A search counts as so many lines of a log that are read: each hundred is one call more.
FEW_STEPS, MANY_STEPS = 300, 1000
# The list of all rules questions counts as so many rulings.
QUESTIONS = 20

_OPEN = ("rate_open", "rate_open_day")
_READ = ("rate_read", "rate_guess")
_CHANGE = ("rate_change", "rate_refused", "rate_guess")
_RECORD = ("rate_record", "rate_refused", "rate_guess")
_RULING = ("rate_rulings",)
_TABLE = "/api/tables/<code>"

CALLS: Mapping[str, Call] = {
    # for hosts
    "GET /healthz": Call(FIXED),
    "GET /readyz": Call(FIXED),
    "GET /metrics": Call(FIXED),
    "GET /api/docs": Call(FIXED),
    "GET /api/docs.css": Call(FIXED),
    "GET /api/docs.js": Call(FIXED),
    "GET /api/openapi.json": Call(FIXED),
    # what needs no table
    "GET /api/catalogue": Call(FIXED),
    "GET /api/editions": Call(FIXED),
    "GET /api/addresses": Call(SMALL),
    "POST /api/rulings": Call(SMALL, _RULING),
    "POST /api/trials": Call(SMALL, _RULING),
    "POST /api/unpacking": Call(SMALL, _RULING),
    "POST /api/remembered": Call(BODY, ("rate_remembered",)),
    "GET /api/rules/search": Call(SMALL, _RULING),
    "GET /api/rules/questions": Call(SMALL, _RULING),
    "GET /api/rules/questions/<question_id>": Call(SMALL, _RULING),
    "GET /api/rules/pages": Call(SMALL, _RULING),
    "GET /api/rules/pages/<page_id>": Call(SMALL, _RULING),
    # opening and joining
    "POST /api/tables": Call(SMALL, _OPEN),
    "POST /api/tables/import": Call(BODY, _OPEN),
    f"POST {_TABLE}/invitation": Call(SMALL, (*_OPEN, "rate_guess")),
    f"POST {_TABLE}/join": Call(SMALL, (*_OPEN, "rate_guess", "rate_knock")),
    "POST /api/join": Call(SMALL, (*_OPEN, "rate_guess", "rate_knock")),
    "GET /api/join": Call(SMALL, ("rate_guess",)),
    # a table as it stands
    f"GET {_TABLE}": Call(SMALL, _READ),
    f"GET {_TABLE}/beginning": Call(SMALL, _READ),
    f"GET {_TABLE}/players/<int:seat>/outlook": Call(SMALL, _READ),
    f"GET {_TABLE}/score": Call(SMALL, _READ),
    f"GET {_TABLE}/rules": Call(SMALL, (*_RULING, *_READ)),
    f"GET {_TABLE}/rules/<question_id>": Call(SMALL, _READ),
    f"GET {_TABLE}/stream": Call(STREAM, _READ),
    # its log
    f"POST {_TABLE}/entries": Call(SMALL, _RECORD),
    f"POST {_TABLE}/corrections": Call(LOG, _RECORD),
    f"GET {_TABLE}/entries": Call(LOG, _READ),
    f"GET {_TABLE}/export": Call(SMALL, _READ),
    f"GET {_TABLE}/players/<int:seat>/account": Call(LOG, _READ),
    f"GET {_TABLE}/evening": Call(LOG, _READ),
    f"POST {_TABLE}/slips": Call(SEARCH, _READ),
    f"GET {_TABLE}/berths/<int:berth>": Call(SEARCH, _READ),
    f"GET {_TABLE}/entries/<int:revision>/repairs": Call(SEARCH, _READ),
    f"GET {_TABLE}/entries/<int:revision>/ways": Call(SEARCH, _READ),
    f"GET {_TABLE}/goals/<goal>/forgotten": Call(SEARCH, _READ),
    # who is there
    f"GET {_TABLE}/members": Call(SMALL, _READ),
    f"PATCH {_TABLE}/members": Call(SMALL, _CHANGE),
    f"PATCH {_TABLE}/members/<int:number>": Call(SMALL, _CHANGE),
    f"DELETE {_TABLE}/members/<int:number>": Call(SMALL, _CHANGE),
    f"POST {_TABLE}/members/<int:number>/answer": Call(SMALL, _CHANGE),
    f"PUT {_TABLE}/doubt": Call(SMALL, _CHANGE),
    f"DELETE {_TABLE}/doubt": Call(SMALL, _CHANGE),
    f"POST {_TABLE}/members/<int:number>/doubt": Call(SMALL, _CHANGE),
    f"POST {_TABLE}/keeper": Call(SMALL, _CHANGE),
    f"POST {_TABLE}/keeper/claim": Call(SMALL, _CHANGE),
    f"DELETE {_TABLE}/members/<int:number>/claim": Call(SMALL, _CHANGE),
    f"POST {_TABLE}/invites": Call(SMALL, _CHANGE),
    f"GET {_TABLE}/invites": Call(SMALL, _READ),
    f"DELETE {_TABLE}/invites/<int:number>": Call(SMALL, _CHANGE),
}
