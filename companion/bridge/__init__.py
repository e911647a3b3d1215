"""The engine for a caller that speaks JSON texts only: one question in, one answer out.

The phone's browser calls it across a worker. It holds tables by their code, and of each table two histories: what the
server has confirmed, and the same with the phone's own lines on top that are still on their way.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.engine import codec
from companion.engine.log.history import History, Line, append, extend, open_history
from companion.engine.log.rebase import made_on, rebase
from companion.engine.opening.beginning import beginning
from companion.engine.refusals import EngineError, Malformed
from companion.engine.table.state import State
from companion.engine.values import mapping, number, sequence, word
from companion.engine.version import engine_version

if TYPE_CHECKING:
    from companion.engine.json import shapes

Json = dict[str, Any]
DESK = "companion.rulebook"
MOST_LINES = 100_000
# What a file may take, which somebody else may have made: its lines, and the work of going through them.
MOST_FROM_A_FILE, WORK_FOR_A_FILE = 9_000, 50_000


@dataclass(frozen=True, slots=True)
class Held:
    """A table as it is held here; `shown` begins with all of `confirmed`."""

    confirmed: History
    shown: History


class Bridge:
    """Answers questions, each a JSON object with `call` and what the call takes."""

    def __init__(self) -> None:
        self._tables: dict[str, Held] = {}
        self._calls: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
            "version": lambda _: engine_version(),
            "editions": lambda _: codec.editions_json(),
            "catalogue": lambda _: codec.catalogue_json(),
            "ruling": lambda body: codec.answer_ruling(body.get("body")),
            "search": lambda body: _desk("search", body),
            "search_at_table": lambda body: _desk("search_at_table", body, self._table(body).shown.state),
            "question": lambda body: _desk("question", body),
            "questions": lambda body: _desk("questions", body),
            "pages": lambda body: _desk("pages", body),
            "page": lambda body: _desk("page", body),
            "at_table": lambda body: _desk("at_table", body, self._table(body).shown.state),
            "open": self._open,
            "load": self._load,
            "close": self._close,
            "check": _checked,
            "trial": lambda body: codec.trial_json(body.get("setup")),
            "name": lambda body: codec.name_from_json(body.get("name")),
            "unpacking": lambda body: codec.unpacking_json(body.get("setup")),
            "beginning": lambda body: codec.beginning_json(self._table(body).shown),
            "view": lambda body: codec.view_json(self._table(body).shown),
            "lines": lambda body: codec.lines_json(self._table(body).shown, _since(body)),
            "outlook": lambda body: codec.outlook_json(self._table(body).shown, body.get("seat")),
            "repairs": lambda body: codec.repairs_json(
                self._table(body).shown, body.get("berth"), body.get("revision")
            ),
            "other_ways": lambda body: codec.other_ways_json(self._table(body).shown, body.get("revision")),
            "forgotten": lambda body: codec.forgotten_json(self._table(body).shown, body.get("goal")),
            "account": lambda body: codec.account_json(self._table(body).shown, body.get("seat")),
            "slips": lambda body: codec.slips_json(self._table(body).shown, body.get("counted")),
            "evening": lambda body: codec.evening_json(self._table(body).shown),
            "remembered": codec.remembered_json,
            "score": lambda body: codec.score_json(self._table(body).shown.state),
            "export": lambda body: codec.history_json(self._table(body).shown),
            "record": self._record,
            "confirm": self._confirm,
            "rebase": self._rebase,
        }

    def answer(self, question: str) -> str | None:
        """`{"ok": ...}`, or `{"problem": ...}` where the engine refuses it or cannot read it.

        None where the rules desk is asked whose files are not here yet: they come after the engine's (`desk_at`).
        """
        try:
            body = mapping(_parsed(question), "body")
            call = self._calls.get(str(body.get("call")))
            if call is None:
                raise Malformed("call", "one_of", choices=tuple(self._calls))
            found: Json = {"ok": call(body)}
        except EngineError as error:
            found = {"problem": codec.error_json(error)}
        except ModuleNotFoundError as error:
            if error.name != DESK:
                raise
            return None
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def _table(self, body: Mapping[str, Any]) -> Held:
        held = self._tables.get(str(body.get("code")))
        if held is None:
            raise Malformed("code", "open_table")
        return held

    def _keep(self, body: Mapping[str, Any], confirmed: History, shown: History) -> None:
        self._tables[word(body.get("code"), "code")] = Held(confirmed, shown)

    def _open(self, body: Mapping[str, Any]) -> shapes.View:
        """A new table of `setup`."""
        history = open_history(beginning(codec.setup_from_json(body.get("setup"))))
        self._keep(body, history, history)
        return codec.view_json(history)

    def _load(self, body: Mapping[str, Any]) -> Json:
        """A table of its exported `document`, with the own lines `pending` on top."""
        confirmed = codec.history_from_json(body.get("document"), kept=True)
        return self._on_top(body, confirmed, [])

    def _close(self, body: Mapping[str, Any]) -> None:
        self._tables.pop(str(body.get("code")), None)

    def _record(self, body: Mapping[str, Any]) -> Json:
        """A `line` more on top; with `dry_run` nothing is kept. A line that is there already is only answered."""
        held = self._table(body)
        data = mapping(body.get("line"), "line")
        known = data.get("entry_id")
        if any(line.entry_id == known for line in held.shown.lines):
            return {"known": True, "view": codec.view_json(held.shown)}
        shown, recorded = append(held.shown, codec.line_from_json(data, held.shown.state.game))
        if body.get("dry_run") is not True:
            self._keep(body, held.confirmed, shown)
        answer = {**codec.recorded_json(recorded), "revision": shown.revision, "view": codec.view_json(shown)}
        if "correction" in data:
            answer["consequences"] = codec.consequences_json(held.shown, shown)
        return answer

    def _confirm(self, body: Mapping[str, Any]) -> Json:
        """The server has the next `count` own lines."""
        held = self._table(body)
        confirmed = held.confirmed
        until = confirmed.revision + number(body.get("count"), "count", MOST_LINES)
        if until == held.shown.revision:
            confirmed = held.shown
        for line in held.shown.lines[confirmed.revision : until]:
            confirmed, _ = append(confirmed, line, kept=True)
        self._keep(body, confirmed, held.shown)
        return {"revision": confirmed.revision, "waiting": held.shown.revision - confirmed.revision}

    def _rebase(self, body: Mapping[str, Any]) -> Json:
        """`missing` lines from the server, and the own lines `pending` on top of them where they still hold."""
        before = self._table(body).confirmed
        confirmed = before
        game = confirmed.state.game
        # The server has them, perhaps by other rules than these.
        missing = [codec.kept_line_from_json(row, game) for row in _rows(body, "missing")]
        if len(missing) == 1:
            confirmed, _ = append(confirmed, missing[0], kept=True)
        elif missing:
            confirmed = extend(confirmed, missing, kept=True)
        return self._on_top(body, confirmed, missing, before)

    def _on_top(
        self,
        body: Mapping[str, Any],
        confirmed: History,
        missing: Sequence[Line],
        before: History | None = None,
    ) -> Json:
        """Own lines in their order until one does not hold; that one and those after it wait for the group."""
        pending = _rows(body, "pending")
        done = rebase(confirmed, missing, pending, before)
        self._keep(body, confirmed, done.history)
        answer: Json = {
            "revision": confirmed.revision,
            "view": codec.view_json(done.history),
            "pending": [codec.line_json(line) for line in done.lines],
            "waiting": [],
            "already": list(done.already),
            "stopped": None,
        }
        if done.stop is not None:
            error = done.stop.error
            # While the group is asked, lines stay as they were made: they are judged anew by whatever else arrives.
            base = made_on(pending, confirmed.revision - len(missing))
            left = [{**row, "made_on": base} for row in _left(pending, confirmed)]
            names = [row.get("entry_id") for row in left]
            held = names.index(done.stop.entry_id) if done.stop.entry_id in names else 0
            answer.update(pending=left[:held], waiting=left[held:], already=[])
            answer["stopped"] = {
                "why": done.stop.why,
                "problem": None if error is None else codec.error_json(error),
                "meanwhile": codec.lines_json(confirmed, base),
            }
        return answer


def _checked(body: Mapping[str, Any]) -> shapes.View:
    """The table of a `document` from a file, which is kept nowhere yet; raises what is wrong with it, naming the line."""
    document = mapping(body.get("document"), "body")
    codec.check_beside(document, MOST_FROM_A_FILE)
    return codec.view_json(codec.history_from_json(document, WORK_FOR_A_FILE))


def _desk(call: str, body: Mapping[str, Any], *state: State) -> Json:
    """A call of the rules desk."""
    # Only the phone asks here; a table's own questions need no rulebook.
    from companion.rulebook import calls

    found: Json = getattr(calls, f"{call}_call")(body, *state)
    return found


def desk_at(archive: str) -> None:
    """The rules desk's files have come, in an archive of their own."""
    sys.modules["companion"].__path__.append(f"{archive}/companion")


def _left(rows: Sequence[Mapping[str, Any]], confirmed: History) -> list[Mapping[str, Any]]:
    """The rows that the confirmed log does not have."""
    there = _ids(confirmed.lines)
    return [row for row in rows if row.get("entry_id") not in there]


def _ids(lines: Sequence[Line]) -> set[str]:
    return {line.entry_id for line in lines}


def _parsed(question: str) -> object:
    try:
        return json.loads(question)
    except ValueError:
        raise Malformed("body", "json") from None


def _rows(body: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    rows = sequence(body.get(name) or [], name, MOST_LINES)
    return [mapping(row, f"{name}[{index}]") for index, row in enumerate(rows)]


def _since(body: Mapping[str, Any]) -> int:
    return number(body.get("since", 0), "since", MOST_LINES)


BRIDGE = Bridge()
answer = BRIDGE.answer
