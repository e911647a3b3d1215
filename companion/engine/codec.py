"""JSON in and out: the one module that the outside talks JSON with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .asking import ruling
from .asking.outlook import outlook
from .entering.entries import Key, keys_of
from .entering.names import typed_name
from .house.building import built
from .json import printed, reading, writing
from .log import account, foreseeing, line_reading, line_writing, logged, said_beside
from .log.history import History, Line, extend, open_history
from .log.repairs import repairs_of_berth, repairs_of_entry
from .log.resting import End
from .memory import looking_back, report
from .opening.beginning import beginning
from .opening.unpacking import unpacking
from .printed.manifests import manifests
from .refusals import EngineError, LineRefused, Malformed, Refusal, TooMuchWork
from .table.state import Game, Setup, State
from .values import mapping, number, sequence, word
from .version import engine_version

if TYPE_CHECKING:
    from .json import shapes

FORMAT = 1
MOST_LINES = 100_000


def setup_from_json(data: object, kept: bool = False) -> Setup:
    """A setup, as it is sent now or as it was `kept`; raises Malformed."""
    return reading.setup(data, kept)


def name_from_json(value: object, field: str = "name") -> str:
    """A name, of a player or of whoever else is at the table; raises Malformed."""
    return typed_name(value, field)


def line_from_json(data: object, game: Game) -> Line:
    """A line as it is entered now; raises Malformed."""
    return line_reading.entered_line(data, game)


def trial_json(data: object) -> shapes.View:
    """The view of a table of this setup as it would begin; raises Malformed or Refusal."""
    return line_writing.view(open_history(beginning(setup_from_json(data))))


def unpacking_json(data: object) -> shapes.Unpacking:
    """What is taken out of the box for a table of this setup; raises Malformed or Refusal."""
    return unpacking(setup_from_json(data))


def beginning_json(history: End) -> shapes.Beginning:
    """What a table was taken over with that began in mid-game; null where it began as the booklet says."""
    taken_over = history.setup.situation is not None
    return {"view": line_writing.view(open_history(history.setup)) if taken_over else None}


def history_json(history: History) -> dict[str, Any]:
    """A whole table for export."""
    return {
        "format": FORMAT,
        "setup": writing.setup(history.setup),
        "lines": [line_writing.line(line) for line in history.lines],
    }


def kept_line_from_json(data: Mapping[str, Any], game: Game) -> Line:
    """A line that was recorded before. What cannot be read of it is kept as it is."""
    try:
        return line_reading.line(data, game, kept=True)
    except Malformed:
        return Line(str(data.get("entry_id")), unread={key: data[key] for key in data if key != "entry_id"})


def history_from_json(data: object, budget: int | None = None, kept: bool = False) -> History:
    """An exported table, upgraded and folded; raises Malformed or LineRefused naming the line, or TooMuchWork.

    What was recorded by other rules than these is not refused by them. `kept`: it comes from a server that has it, so
    that a line that cannot be read is kept as it is; so is one of a file that another version is known to have written.
    """
    body = mapping(data, "body")
    if body.get("format") != FORMAT:
        raise Malformed("format", "one_of", choices=(FORMAT,))
    setup = reading.setup(body.get("setup"), kept)
    by = setup.settled and setup.settled.engine
    own = by == engine_version()
    kept_lines = kept or not (by is None or own)
    empty = open_history(beginning(setup))
    game = empty.state.game
    rows = sequence(body.get("lines"), "lines", MOST_LINES)
    lines = []
    for place, row in enumerate(rows):
        if kept_lines:
            lines.append(kept_line_from_json(mapping(row, f"lines[{place}]"), game))
            continue
        try:
            lines.append(line_reading.line(row, game))
        except Malformed as wrong:
            raise wrong.within(f"lines[{place}]") from wrong
    if len({line.entry_id for line in lines}) != len(lines):
        raise Malformed("lines", "each_once")
    try:
        return extend(empty, lines, budget, kept or not own)
    except Malformed as wrong:
        raise wrong.within(f"lines[{(wrong.line or 1) - 1}]") from wrong
    except Refusal as refused:
        raise LineRefused(refused.line or 1, refused.because) from refused


def entry_keys() -> dict[str, Mapping[str, tuple[Key, object]]]:
    """Every kind of entry, those of all modules among them, with the keys that it declares."""
    house = built(tuple(manifests()))
    return {
        type_: {**keys_of(kind.form), **{key: (of, None) for key, of in house.adds.get(type_, {}).items()}}
        for type_, kind in house.kinds.items()
    }


def keys_of_modules() -> dict[str, Key]:
    """The keys of entries that modules bring, which their templates may have."""
    house = built(tuple(manifests()))
    common = built(()).kinds
    own = [kind.form for type_, kind in house.kinds.items() if type_ not in common]
    found = {name: declared for form in own for name, (declared, _) in keys_of(form).items()}
    return found | {name: declared for added in house.adds.values() for name, declared in added.items()}


def error_json(error: EngineError) -> Mapping[str, Any]:
    """A refusal or a malformed input as data."""
    if isinstance(error, Refusal):
        return writing.reason(error.reason)
    if isinstance(error, LineRefused):
        return {"code": "line_refused", "revision": error.revision, "reason": writing.reason(error.reason)}
    if isinstance(error, TooMuchWork):
        return {"code": "too_much_work", "revision": error.revision}
    assert isinstance(error, Malformed)
    takes = {"key": error.takes.key, "params": error.takes.params}
    return {"code": "malformed", "field": error.field, "fault": error.fault, "takes": takes}


reason_json = writing.reason


def refusal_json(refusal: Refusal) -> shapes.Refusal:
    return writing.reason(refusal.reason)


def score_json(state: State) -> shapes.Score:
    return writing.score(state)


def outlook_json(history: End, seat: object) -> shapes.Outlook:
    """What the player of a seat could take and pay, and what is due to him; raises Malformed for no such seat."""
    found = outlook(history.state, number(seat, "seat", len(history.state.players) - 1))
    data: shapes.Outlook = {
        "revision": history.revision,
        "seat": found.seat,
        "part": found.part,
        "only_after_take": found.only_after_take,
        "takes": found.takes,
        "coins": found.coins,
        "due": [writing.ledger_line(line) for line in found.due],
        "if_bust": [writing.ledger_line(line) for line in found.if_bust],
        "short": [
            {"why": one.why, "rule": one.why, "count": one.count, "cards": one.cards, "needed": one.needed}
            for one in found.short
        ],
        "offers": [writing.template(one) for one in found.offers],
        "claims": [writing.template(one) for one in found.claims],
        "claims_now": found.claims_now,
    }
    if found.goals:
        data["goals"] = [writing.template(one) for one in found.goals]
    return data


def account_json(history: History, seat: object) -> shapes.Account:
    """Every change of a player's coins, the newest first; raises Malformed for no such seat."""
    return account.account_json(history, number(seat, "seat", len(history.state.players) - 1))


def slips_json(history: History, counted: object) -> shapes.Slips:
    """Which single slip explains what was counted; raises Malformed."""
    # Only where something does not fit.
    from .log.slips.report import slips_json as told

    return told(history, counted)


def repairs_json(history: History, berth: object = None, revision: object = None) -> shapes.Repairs:
    """What can be corrected about the card of a berth this turn, or about the card that an entry took; raises
    Malformed where there is none.
    """
    if berth is not None:
        found = repairs_of_berth(history, number(berth, "berth"))
    else:
        found = repairs_of_entry(history, number(revision, "revision", MOST_LINES))
    return foreseeing.repairs(history, found)


def other_ways_json(history: History, revision: object) -> shapes.OtherWays:
    """What the entry of that revision may have been instead; raises Malformed where none holds."""
    return foreseeing.other_ways(history, number(revision, "revision", MOST_LINES))


def forgotten_json(history: History, goal: object) -> shapes.ForgottenGoals:
    """Where that goal could have been completed, or a marker moved, and was not."""
    return foreseeing.forgotten(history, word(goal, "goal"))


LATEST = said_beside.LATEST
seconds_from_json = said_beside.seconds
phone_from_json = said_beside.phone
check_beside = said_beside.check
consequences_json = foreseeing.consequences
evening_json = report.evening_json
remembered_json = looking_back.remembered_json
answer_ruling = ruling.answer_ruling
view_json = line_writing.view
lines_json = logged.lines
newest_line_json = logged.newest_line
line_json = line_writing.line
setup_json = writing.setup
recorded_json = writing.recorded
catalogue_json = printed.catalogue_json
editions_json = printed.editions_json
citations = printed.citations
