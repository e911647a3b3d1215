"""One set of rules: what the engine in the browser answers is what Python on the server answers, to the letter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser

from companion.bridge import Bridge
from companion.engine.version import engine_version
from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.engine.test_scenarios import RUNS
from tests.services import Server

from .phone_engine import Api, PhoneEngine, question, until

POSTED = ("type", "by", "harbor_index", "expedition_index", "discard", "passing", "rest", "bonus", "contract")
CARD = "base.person.sailor.v1.p3"

# What the server says beside a line, and the rules know nothing of.
BESIDE = ("member", "at", "phone")


@pytest.fixture(scope="module")
def phone(browser: Browser, live_server: Server) -> Iterator[PhoneEngine]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(30_000)
    yield PhoneEngine(context.new_page(), live_server.url)
    context.close()


@pytest.fixture
def api(live_server: Server) -> Iterator[Api]:
    api = Api(live_server.url)
    yield api
    api.close()


def same_as_here(phone: PhoneEngine, questions: list[str], answers: list[str]) -> None:
    """Fails with the first question that the browser answers otherwise."""
    told = phone.answers(questions)
    assert len(told) == len(answers)
    for asked, here, there in zip(questions, answers, told, strict=True):
        assert there == here, asked


def test_runs_the_servers_version(phone: PhoneEngine, api: Api) -> None:
    assert phone.answer("version") == engine_version()
    assert phone.answer("editions") == api.call("/editions")
    assert phone.answer("catalogue") == api.call("/catalogue")


def test_says_how_far_its_loading_is(phone: PhoneEngine) -> None:
    heard = phone.page.evaluate("window.engineHeard")
    steps = [message["loaded"] for message in heard if message["kind"] == "loading"]
    assert len(steps) > 5
    assert steps == sorted(steps)
    assert steps[-1] == heard[0]["total"]


def test_does_without_the_rules_desk_until_its_file_has_come(browser: Browser, live_server: Server) -> None:
    context = browser.new_context()
    context.route("**/desk.zip", lambda route: route.abort())
    phone = PhoneEngine(context.new_page(), live_server.url)
    assert phone.answer("catalogue")["sets"]
    assert phone.answers([question("search", query="taxes")])[0].startswith("failed: ")
    # Asked again, it is looked for again, and the phone keeps it.
    context.unroute("**/desk.zip")
    assert phone.answer("search", query="taxes")["results"]
    until(
        phone.page,
        "(await (await caches.open('harbormaster-engine')).keys()).some(({ url }) => url.endsWith('/desk.zip'))",
    )
    context.close()


def test_answers_every_worked_case_as_the_server_does(phone: PhoneEngine, api: Api) -> None:
    bodies = [
        {"edition": name, **{key: case[key] for key in ("modules", "situation", "steps")}}
        for case, name in RUNS
    ]
    told = phone.answers([question("ruling", body=body) for body in bodies])
    for (case, name), body, answer in zip(RUNS, bodies, told, strict=True):
        assert json.loads(answer) == {"ok": api.call("/rulings", body)}, (case["id"], name)


@pytest.mark.parametrize(
    "query", ["do two admirals pay 4 coins", "Darf ich nach dem Scheitern noch nehmen?", "weather"]
)
def test_answers_a_rules_question_as_the_server_does(phone: PhoneEngine, api: Api, query: str) -> None:
    told = phone.answer("search", query=query, edition="sjg", modules=["base"], language="en", limit=5)
    parts = urlencode({"q": query, "edition": "sjg", "modules": "base", "lang": "en", "limit": 5})
    assert told == api.call(f"/rules/search?{parts}")


def test_lists_and_applies_rules_questions_as_the_server_does(phone: PhoneEngine, api: Api) -> None:
    box = {"edition": "bigbox", "modules": ["base", "gambler"]}
    parts = urlencode({"explains": "gambler", "edition": "bigbox", "modules": "base,gambler", "lang": "de"})
    listed = phone.answer("questions", explains="gambler", language="de", **box)
    assert listed == api.call(f"/rules/questions?{parts}")
    opened = api.call("/tables", {**box, "players": ["Ada", "Ben", "Cleo"]})
    phone.answer("open", code="asked", setup={**box, "players": ["Ada", "Ben", "Cleo"]})
    for name in ("tax-how", "takes-how-many", "end-when", "governor-new", "repel-how"):
        asked = api.call(f"/tables/{opened['code']}/rules/{name}", token=opened["token"])
        assert phone.answer("at_table", code="asked", id=name)["facts"] == asked["facts"]
        assert phone.answer("question", id=name, language="en", **box)["question"] == asked["question"]


def each_kind_once() -> list[Any]:
    """All games; of those that play the same by the same rules, the first one, and the others in the long run."""
    kinds: set[str] = set()
    found = []
    for path in GAMES:
        # `05-bigbox-jomc-5p-s50488`: the number, what is played, how many players, the seed.
        kind = re.sub(r"^\d+-|-\d+p.*$", "", path.name)
        found.append(pytest.param(path, marks=pytest.mark.soak if kind in kinds else ()))
        kinds.add(kind)
    return found


def refused_now(view: dict[str, Any]) -> list[dict[str, Any]]:
    """One entry of each type that the rules refuse now, as a thumb would enter it."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for template in view["allowed"]:
        if not template["allowed"]:
            entry = {key: template[key] for key in POSTED if key in template}
            if template["type"] == "draw":
                entry["card"] = CARD
            found.setdefault((template["type"], template["refusal"]["code"]), entry)
    return list(found.values())


def asked_and_answered(record: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Everything that is asked in a game, with the answers of Python here: each entry, what is refused, the end."""
    bridge, questions, answers = Bridge(), [], []
    setup = {key: record[key] for key in ("edition", "modules", "options", "players") if key in record}

    def ask(call: str, **body: Any) -> Any:
        questions.append(question(call, code="game", **body))
        answers.append(bridge.answer(questions[-1]))
        return json.loads(answers[-1])

    view = ask("open", setup=setup)["ok"]
    for number, (step, _) in enumerate(entered_steps(record)):
        for entry in refused_now(view):
            told = ask("record", line={"entry_id": "refused", "entry": entry}, dry_run=True)
            assert told["problem"]["code"], entry
        view = ask("record", line={"entry_id": f"entry-{number}", "entry": step})["ok"]["view"]
        ask("outlook", seat=number % len(setup["players"]))
    assert view["phase"] == "game_over"
    for count in (1, 5):
        undo = {"type": "undo", "count": count}
        ask("record", line={"entry_id": f"undo-{count}", "correction": undo})
    ask("record", line={"entry_id": "redo", "correction": {"type": "redo", "count": 5}})
    for call in ("score", "lines", "export", "view"):
        ask(call)
    return questions, answers


@pytest.mark.parametrize("path", each_kind_once(), ids=lambda path: path.name.split(".")[0])
def test_plays_a_recorded_game_as_python_here_does(phone: PhoneEngine, path: Path) -> None:
    questions, answers = asked_and_answered(recorded_game(path))
    assert len(questions) > 100
    same_as_here(phone, questions, answers)


@pytest.mark.parametrize("path", GAMES[::8], ids=lambda path: path.name.split(".")[0])
def test_plays_a_recorded_game_as_the_server_does(phone: PhoneEngine, api: Api, path: Path) -> None:
    record = recorded_game(path)
    setup = {key: record[key] for key in ("edition", "modules", "options", "players") if key in record}
    opened = api.call("/tables", setup)
    table = f"/tables/{opened['code']}"
    phone.answer("open", code="both", setup=setup)
    entries = [step for step, _ in entered_steps(record)]
    lines = [{"entry_id": f"entry-{number}", "entry": entry} for number, entry in enumerate(entries)]
    told = phone.answers([question("record", code="both", line=line) for line in lines])
    for revision, (line, answer) in enumerate(zip(lines, told, strict=True)):
        server = api.call(f"{table}/entries", {"base_revision": revision, **line}, opened["token"])
        # The server says which entry it answers: its answers may be those of somebody in between.
        assert server.pop("entry_id") == line["entry_id"]
        assert json.loads(answer)["ok"] == server, line
    assert phone.answer("score", code="both") == api.call(f"{table}/score", token=opened["token"])
    log = api.call(f"{table}/entries?since=0", token=opened["token"])
    # Who entered it and when, only the server knows.
    as_engine = [{key: line[key] for key in line if key not in BESIDE} for line in log["lines"]]
    assert phone.answer("lines", code="both") == as_engine
    exported = api.call(f"{table}/export", token=opened["token"])
    assert exported.pop("opened")
    exported["lines"] = [{key: line[key] for key in line if key not in BESIDE} for line in exported["lines"]]
    assert phone.answer("export", code="both") == exported
