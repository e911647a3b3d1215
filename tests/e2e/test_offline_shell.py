"""After the first visit the app opens without a network; an update waits; without a secure context nothing breaks."""

from __future__ import annotations

import json
import shutil
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services import CHROMIUM_FLAGS, Server

from .phone import Phone
from .phone_by_itself import CONTROLLED, draw_person, first_visit, open_table, rules_are_here
from .phone_engine import DIST, PhoneEngine, bundle, until
from .screens import named
from .touch import SAVED, rested_tap

UPDATE_WAITS = "(await navigator.serviceWorker.ready).waiting?.state === 'installed'"
TAKEN_OVER = "navigator.serviceWorker.addEventListener('controllerchange', () => { window.taken = true })"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  }
  return found;
}"""
ENGINE_STORE = "harbormaster-engine"
SHEETS, STEPS = "**/assets/sheets-*.js", "**/assets/walks-*.js"


def test_opens_without_a_network_after_the_first_visit(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    online = page.locator("#app").text_content()
    assert online
    context.set_offline(True)
    page.reload()
    expect(page.locator("#app")).to_have_text(online)
    fresh = context.new_page()
    fresh.goto(f"{live_server.url}/?opened=from-the-home-screen#/")
    expect(fresh.locator("#app")).to_have_text(online)
    assert fresh.evaluate("fetch('/api/editions').then(() => 'answered', () => 'no network')") == "no network"
    # A page that came past the worker, as one does that opens while it takes over, is served by it soon.
    context.set_offline(False)
    context.new_cdp_session(fresh).send("Page.reload", {"ignoreCache": True})
    fresh.wait_for_event("domcontentloaded")
    until(fresh, CONTROLLED)


def test_brings_every_screen_and_the_engine_along(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    context.set_offline(True)
    parts = [
        f"/assets/{file.name}" for file in DIST.glob("assets/*") if file.suffix in (".js", ".css", ".svg")
    ]
    assert len(parts) > 5
    fetched = "(paths) => Promise.all(paths.map((path) => fetch(path).then(({ ok }) => ok)))"
    assert page.evaluate(fetched, parts) == [True] * len(parts)
    fresh = context.new_page()
    fresh.goto(live_server.url)
    engine = PhoneEngine(fresh, live_server.url, opened=True)
    view = engine.answer(
        "open", code="cabin", setup={"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben"]}
    )
    assert view["phase"] == "discover"


def test_keeps_nothing_of_a_table(context: BrowserContext, page: Page, live_server: Server) -> None:
    first_visit(page, live_server.url)
    page.evaluate("fetch('/api/editions').then((answer) => answer.text())")
    page.evaluate("fetch('/api/tables/none').then((answer) => answer.text())")
    kept = page.evaluate(KEPT)
    paths = [path for found in kept.values() for path in found]
    assert "/index.html" in paths
    assert [path for path in paths if path.startswith("/api") or path.endswith((".br", ".gz"))] == []
    assert all(path.startswith("/engine/") for path in kept[ENGINE_STORE])
    # A page of the API is the server's, not the app's.
    page.goto(f"{live_server.url}/api/docs")
    assert page.locator("#app").count() == 0


def test_an_update_waits_until_it_is_called(
    tmp_path: Path, context: BrowserContext, page: Page, start_server: Callable[..., Server]
) -> None:
    dist = shutil.copytree(DIST, tmp_path / "dist")
    server = start_server(PWA_DIR=str(dist))
    first_visit(page, server.url)
    rules_are_here(page, server.url)
    # An entry waits on the phone all the while.
    code = open_table(page, ["Ada", "Ben"])
    context.route("**/api/tables/**", lambda route: route.abort())
    draw_person(page, "jester", 1)
    page.goto(f"{server.url}/#/")
    other = context.new_page()
    other.goto(f"{server.url}/#/")
    until(other, CONTROLLED)
    page.evaluate(f"() => {{ window.game = 'going on'; {TAKEN_OVER}; }}")
    for name in ("sw.js.br", "sw.js.gz"):
        (dist / name).unlink()
    (dist / "sw.js").write_text((dist / "sw.js").read_text() + "\n// a newer version\n")
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    until(page, UPDATE_WAITS)
    assert page.evaluate("[window.game, window.taken]") == ["going on", None]
    # The harbor offers it, and the app comes back as the newer one.
    offered = other.get_by_role("button", name="A new version is ready")
    expect(offered).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="A new version is ready").click()
    until(page, CONTROLLED)
    # A second tab, for which nothing waits any more, comes back as the newer one too.
    with other.expect_navigation():
        offered.click()
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    expect(offered).to_have_count(0)
    other.close()
    page.goto(f"{server.url}/#/table/{code}")
    expect(page.locator("header.strip .state")).to_contain_text("1 waiting")
    context.unroute("**/api/tables/**")
    until(page, SAVED)
    # The rules that are still needed stay.
    assert len(page.evaluate(KEPT)[ENGINE_STORE]) == len(bundle()["files"])


def test_a_sheet_that_the_network_did_not_bring_comes_with_the_next_try(phone: Phone) -> None:
    phone.page.route(SHEETS, lambda route: route.abort())
    page = phone.reach(named("table-discover"))
    rested_tap(page.locator(".ledger .menu"))
    expect(page.get_by_role("dialog", name="This page didn’t load")).to_be_visible()
    page.unroute(SHEETS)
    rested_tap(page.get_by_role("button", name="Try again"))
    expect(page.locator("dialog .menu-keys")).to_be_visible()


def test_the_steps_of_a_module_that_the_network_did_not_bring_come_by_themselves(phone: Phone) -> None:
    event = named("adv-event")
    phone.page.route(STEPS, lambda route: route.abort())
    # What fetches all screens while nobody waits would bring them along.
    phone.page.route("**/assets/RulesDesk-*.js", lambda route: route.abort())
    page = phone.reach(replace(event, shows="main.table .quay"))
    expect(page.locator(event.shows)).to_have_count(0)
    page.unroute(STEPS)
    expect(page.locator(event.shows)).to_be_visible()


def test_a_plain_home_network_has_a_page_and_an_engine(
    browser: Browser, chromium: Path, live_server: Server
) -> None:
    flags = [*CHROMIUM_FLAGS, "--host-resolver-rules=MAP phone.test 127.0.0.1"]
    home = browser.browser_type.launch(executable_path=str(chromium), args=flags)
    try:
        page = home.new_page()
        uncaught: list[str] = []
        page.on("pageerror", lambda error: uncaught.append(str(error)))
        url = f"http://phone.test:{live_server.port}"
        page.goto(url)
        assert page.evaluate("window.isSecureContext") is False
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert PhoneEngine(page, url).answer("catalogue")["sets"]
        assert uncaught == []
    finally:
        home.close()


def test_can_be_installed(page: Page, context: BrowserContext, live_server: Server) -> None:
    page.goto(live_server.url)
    until(page, CONTROLLED)
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's window is a private one, where nothing can be installed; that is all that may be in the way.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


def test_the_manifest_names_pictures_of_the_sizes_they_have() -> None:
    manifest = json.loads((DIST / "manifest.webmanifest").read_text())
    purposes = {icon.get("purpose", "any") for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in manifest["icons"]:
        data = (DIST / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            assert data[1:4] == b"PNG"
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", data[16:24]))
    assert {picture["form_factor"] for picture in manifest["screenshots"]} == {"narrow", "wide"}
    for picture in manifest["screenshots"]:
        data = (DIST / picture["src"]).read_bytes()
        assert data[8:16] == b"WEBPVP8X"
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        assert picture["sizes"] == f"{width}x{height}"
