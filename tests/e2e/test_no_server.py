"""The app on any static host, below a path: it plays by itself, looks for no server, and opens again without a network."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import REPOSITORY, Server, free_port

from . import phone_store
from .phone_by_itself import LocalThumb, first_visit, open_table, rules_are_here
from .phone_engine import until
from .phones import NewPhone
from .test_offline_evening import LISTENS
from .touch import SAVED, play, rested_tap

# A browser asks the person, or decides by itself; a test hears that it was asked.
ASKED_TO_SPARE = "StorageManager.prototype.persist = async () => (window.spares = true)"

GAME = recorded_game(next(path for path in GAMES if path.name.startswith("02-pegasus-2p")))
SERVING = re.compile(r"port (\d+)")
ASKED = re.compile(r'"[A-Z]+ (\S+) [^"]*" (\d+)')
HERE = "port-royal"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as somebody puts it on a static host, the app in a folder of it."""
    folder = tmp_path_factory.mktemp("hosted")
    command = ("make", "--assume-old=pwa/node_modules/.installed", "site", f"SITE={folder / HERE}")
    done = subprocess.run(command, cwd=REPOSITORY, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def static_host(folder: Path, log: Path) -> Iterator[str]:
    """`python -m http.server`, which writes down whatever it is asked."""
    command = [sys.executable, "-u", "-m", "http.server", str(free_port()), "--bind", "127.0.0.1"]
    with log.open("wb") as told:
        host = subprocess.Popen(
            [*command, "--directory", str(folder)], stdout=subprocess.PIPE, stderr=told, text=True
        )
    assert host.stdout
    try:
        # It says so once it listens.
        [port] = SERVING.findall(host.stdout.readline())
        yield f"http://127.0.0.1:{port}/{HERE}"
    finally:
        host.kill()
        host.wait()
        host.stdout.close()


def back(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_static_host_gives_all_of_it_and_is_asked_for_nothing_else(
    hosted: Path, new_phone: NewPhone, tmp_path: Path, live_server: Server
) -> None:
    log = tmp_path / "asked.log"
    page = new_phone()
    page.add_init_script(LISTENS)
    page.add_init_script(ASKED_TO_SPARE)
    tried: list[str] = []
    page.on("request", lambda one: tried.append(one.url) if "/api" in one.url else None)
    steps = entered_steps(GAME)
    with static_host(hosted, log) as url:
        first_visit(page, f"{url}/")
        # Nobody else can come here.
        expect(page.get_by_role("link", name="Open your first table")).to_be_visible()
        expect(page.locator('a[href="#/join"]')).to_have_count(0)
        rules_are_here(page, url)
        code = open_table(page, GAME["players"])
        assert page.evaluate("window.spares") is True
        play(LocalThumb(page, code, ""), GAME, steps[:6])
        until(page, SAVED)
    asked = ASKED.findall(log.read_text())
    assert len(asked) > 20
    assert [path for path, status in asked if status not in ("200", "304")] == []
    assert [path for path, _ in asked if not path.startswith(f"/{HERE}/") or "/api" in path] == []

    # The host is gone, and with it the network: the app opens all the same, and the game goes on.
    page.reload()
    page.wait_for_selector("main.table .pad")
    thumb = LocalThumb(page, code, "")
    rested_tap(page.locator(".ledger .menu"))
    expect(page.locator("[data-way=log]")).to_be_visible()
    expect(page.locator("[data-way=phones]")).to_have_count(0)
    expect(page.locator("dialog .kept-state")).to_contain_text("on this phone")
    with page.expect_download() as saving:
        rested_tap(page.locator("[data-way=move]", has_text="Move this table to a server"))
    file = tmp_path / "table.json"
    saving.value.save_as(file)
    back(page)
    page.goto(f"{url}/#/table/{code}/log")
    expect(page.locator("main.log")).to_contain_text(GAME["players"][0])
    page.goto(f"{url}/#/table/{code}/evening")
    expect(page.locator("main.evening svg").first).to_be_visible()
    page.goto(f"{url}/#/rules")
    page.get_by_role("searchbox").fill("13 coins, tax")
    expect(page.get_by_role("list", name="Also relevant")).to_be_visible()
    page.goto(f"{url}/#/practice")
    expect(page.locator("main.table .pad")).to_be_visible()
    page.goto(f"{url}/#/table/{code}")
    page.wait_for_selector("main.table .pad")
    said = page.evaluate("window.said")
    assert said
    assert [one for one in said if "Offline" in one or "waiting" in one] == []
    lines = len(phone_store.books(page)[code]["pending"])
    assert thumb.view()["revision"] == lines
    # Another one is opened and played; nobody was ever tried.
    page.goto(f"{url}/#/")
    another = open_table(page, GAME["players"])
    play(LocalThumb(page, another, ""), GAME, steps[:6])
    assert another != code
    assert tried == []

    # The same table at a server, by its file.
    other = new_phone()
    other.goto(f"{live_server.url}/#/settings")
    rules_are_here(other, live_server.url)
    other.goto(f"{live_server.url}/#/settings")
    other.locator("input[type=file]").set_input_files(file)
    expect(other.locator("main")).to_contain_text("1 table opened")
    [moved] = phone_store.tables(other).values()
    there = other.request.get(
        f"{live_server.url}/api/tables/{moved['code']}/export",
        headers={"Authorization": f"Bearer {moved['token']}"},
    ).json()
    [sent] = json.loads(file.read_text())["tables"]
    assert [one["entry_id"] for one in there["lines"]] == [one["entry_id"] for one in sent["lines"]]
    assert len(there["lines"]) == lines
