"""The engine in the phone's browser: how soon it is there, how fast a tap is answered, what it costs."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Response

from tests.bench.slowed import slowed
from tests.e2e.phone_engine import START, PhoneEngine, built, bundle, question, until
from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import Server

VISITS = 5
SLOW = 4
# From the tap to the view as an object: what a screen waits for.
TAPS = """async (questions) => {
  const taken = [];
  for (const one of questions) {
    const started = performance.now();
    const answer = JSON.parse(await window.ask(one));
    taken.push(performance.now() - started);
    if (!('ok' in answer)) throw new Error(JSON.stringify(answer));
  }
  return taken;
}"""


def timed(context: BrowserContext, url: str) -> float:
    """Seconds from the worker's start to its being ready, on a new page."""
    page = context.new_page()
    page.goto(f"{url}/engine/bundle.json")
    return page.evaluate(
        f"(given) => {{ const s = performance.now(); return ({START})(given).then(() => (performance.now() - s) / 1000) }}",
        built(url),
    )


def pace(times: int) -> str:
    return (
        ""
        if times == 1
        else f" ({times} times slowed, by stopping the browser for {times - 1} of {times} slices)"
    )


def code_of(path: Path) -> str:
    """A table's code for a recorded game, no longer than a code may be."""
    return path.name.split(".")[0][:40]


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def engine_bytes(responses: list[Response]) -> int:
    sizes = (
        found.request.sizes() for found in responses if "/engine/p" in found.url or "/engine/r" in found.url
    )
    return sum(size["responseBodySize"] for size in sizes)


def renderer_memory(browser: Browser) -> int:
    """Private memory of the pages' processes, in MB."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    total = 0
    for process in processes:
        if process["type"] == "renderer":
            rows = Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines()
            total += sum(
                int(row.split()[1]) for row in rows if row.startswith(("Private_Dirty", "Private_Clean"))
            )
    return total // 1024


@pytest.mark.parametrize("times", [1, SLOW])
def test_ready_cold_and_warm(browser: Browser, live_server: Server, times: int) -> None:
    url = live_server.url
    cold, warm = [], []
    with slowed(browser, times) if times > 1 else nullcontext():
        for _ in range(VISITS):
            context = browser.new_context()
            cold.append(timed(context, url))
            warm.append(timed(context, url))
            context.close()
    print(
        f"\nphone engine{pace(times)}: ready in {middle(cold):.2f} s cold, {middle(warm):.2f} s warm"
        f" (medians of {VISITS})"
    )


def test_bytes_over_the_wire(browser: Browser, live_server: Server) -> None:
    context = browser.new_context()
    responses: list[Response] = []
    context.on("response", lambda found: responses.append(found))
    page = context.new_page()
    page.goto(live_server.url)
    count = len(bundle()["files"])
    until(page, f"(await (await caches.open('harbormaster-engine')).keys()).length === {count}")
    until(page, "navigator.serviceWorker.controller")
    first = engine_bytes(responses)
    desk = engine_bytes([found for found in responses if found.url.endswith("/desk.zip")])
    responses.clear()
    page.reload()
    engine = PhoneEngine(page, live_server.url)
    assert engine.answer("version")
    later = engine_bytes([found for found in responses if not found.from_service_worker])
    context.close()
    print(
        f"\nphone engine: {(first - desk) / 1e6:.2f} MB over the wire until it is ready (aim: 3.5), {desk / 1e6:.2f} MB"
        f" for the rules desk after that, {later} bytes afterwards (aim: 0)"
    )


@pytest.mark.parametrize("times", [1, SLOW])
def test_a_taps_answer(browser: Browser, live_server: Server, times: int) -> None:
    context = browser.new_context()
    before = renderer_memory(browser)
    phone = PhoneEngine(context.new_page(), live_server.url)
    ready = renderer_memory(browser)
    games = GAMES if times == 1 else GAMES[::4]
    taken: list[float] = []
    for path in games:
        record: dict[str, Any] = recorded_game(path)
        phone.answer(
            "open",
            code=code_of(path),
            setup={key: record[key] for key in ("edition", "modules", "options", "players") if key in record},
        )
        lines = [
            {"entry_id": f"entry-{number}", "entry": step}
            for number, (step, _) in enumerate(entered_steps(record))
        ]
        questions = [question("record", code=code_of(path), line=line) for line in lines]
        with slowed(browser, times) if times > 1 else nullcontext():
            taken += phone.page.evaluate(TAPS, questions)
    played = renderer_memory(browser)
    taken.sort()
    small = phone.page.evaluate(TAPS, [question("version", filler="x" * 1024)] * 500)
    context.close()
    print(
        f"\nphone engine{pace(times)}: a tap's answer {middle(taken):.1f} ms p50,"
        f" {taken[int(len(taken) * 0.95)]:.1f} ms p95, {taken[-1]:.1f} ms at worst (aim: 16), {len(taken)} entries"
    )
    if times == 1:
        print(
            f"phone engine: a call with 1 KB takes {middle(small):.2f} ms\n"
            f"phone engine: {ready - before} MB of memory when ready, {played - before} MB with"
            f" {len(games)} whole games open"
        )


def test_a_search_for_slips(browser: Browser, live_server: Server) -> None:
    """In a game of 300 entries, each player's coins counted one too few and one too many."""
    record = recorded_game(next(path for path in GAMES if path.name.startswith("26-pegasus-4p")))
    lines = [
        {"entry_id": f"entry-{number}", "entry": step}
        for number, (step, _) in enumerate(entered_steps(record)[:300])
    ]
    context = browser.new_context()
    phone = PhoneEngine(context.new_page(), live_server.url)
    setup = {key: record[key] for key in ("edition", "modules", "options", "players") if key in record}
    phone.answer("open", code="slips", setup=setup)
    for line in lines:
        view = phone.answer("record", code="slips", line=line)["view"]
    questions = [
        question("slips", code="slips", counted={"coins": {str(player["seat"]): player["coins"] + more}})
        for player in view["players"]
        for more in (-1, 1)
        if player["coins"] + more >= 0
    ]
    taken = sorted(phone.page.evaluate(TAPS, questions))
    context.close()
    print(
        f"\nphone engine: a search for slips {middle(taken):.0f} ms p50, {taken[-1]:.0f} ms at worst (aim: 1000),"
        f" {len(lines)} entries"
    )


@pytest.mark.parametrize("times", [1, SLOW])
def test_a_year_of_evenings(browser: Browser, live_server: Server, times: int) -> None:
    """Two games a week: each once when it ends, then everybody's careers whenever the page is opened."""
    context = browser.new_context()
    phone = PhoneEngine(context.new_page(), live_server.url)
    evenings: list[dict[str, Any]] = []
    taken: list[float] = []
    for path in GAMES:
        record: dict[str, Any] = recorded_game(path)
        setup = {key: record[key] for key in ("edition", "modules", "options", "players")}
        phone.answer("open", code=code_of(path), setup=setup)
        for number, (step, _) in enumerate(entered_steps(record)):
            phone.answer("record", code=code_of(path), line={"entry_id": f"entry-{number}", "entry": step})
        score, evening = (phone.answer(asked, code=code_of(path)) for asked in ("score", "evening"))
        evenings.append(game_of(record, score, evening))
        with slowed(browser, times) if times > 1 else nullcontext():
            taken += phone.page.evaluate(TAPS, [question("evening", code=code_of(path))])
    year = [{**evenings[week % len(evenings)], "code": f"game-{week}", "at": week} for week in range(104)]
    with slowed(browser, times) if times > 1 else nullcontext():
        careers = phone.page.evaluate(TAPS, [question("remembered", games=year)] * 5)
    context.close()
    print(
        f"\nphone engine{pace(times)}: one evening {middle(taken):.0f} ms, once for each;"
        f" a year of 104 games {middle(careers):.0f} ms (aim: less than 1,000)"
    )


def game_of(record: dict[str, Any], score: dict[str, Any], evening: dict[str, Any]) -> dict[str, Any]:
    """A game that is over, as the phone keeps it."""
    deeds = {player["name"]: player for player in evening["players"]}
    players = [
        {
            "name": row["name"],
            "vp": row["vp"],
            "place": row["place"],
            "won": row["name"] in score["winners"],
            "busts": len(deeds[row["name"]]["busts"]),
            "hired": deeds[row["name"]]["hired"],
            "awards": [award["code"] for award in evening["awards"] if row["seat"] in award["seats"]],
        }
        for row in score["ranking"]
    ]
    return {"edition": record["edition"], "modules": record["modules"], "players": players}
