"""A real Chromium as a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services import CHROMIUM_FLAGS, Missing, Server, find_chromium, running_playwright

from .phone import NO_ENGINE, Phone
from .phones import NewPhone

# A phone's engine takes a few seconds to start where two browsers and a server share two cores.
expect.set_options(timeout=30_000)

# A phone that lives for seconds never earns back what optimizing its engine costs.
UNOPTIMIZED = "--js-flags=--liftoff-only --wasm-lazy-compilation"


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Where Chromium is."""
    try:
        return find_chromium()
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)


@contextmanager
def running_chromium(chromium: Path, *flags: str) -> Iterator[Browser]:
    """The browser as users have it, but for what `flags` say."""
    with running_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=[*CHROMIUM_FLAGS, *flags])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def browser(chromium: Path) -> Iterator[Browser]:
    with running_chromium(chromium, UNOPTIMIZED) as browser:
        yield browser


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that has never been here: a small touch screen and empty storage."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        is_mobile=True,
        has_touch=True,
        locale="en-GB",
    )
    context.set_default_timeout(30_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page of that phone; an exception that nobody caught in it fails the test."""
    page = context.new_page()
    uncaught: list[str] = []
    page.on("pageerror", lambda error: uncaught.append(str(error)))
    yield page
    assert uncaught == []


@pytest.fixture
def phone(browser: Browser, harbor: Server) -> Iterator[Phone]:
    """A phone that a test can give tables to; an exception that nobody caught in it fails the test."""
    size = {"width": 390, "height": 844}
    with Phone(browser, harbor.url, size=size, settings={"language": "en"}) as one:
        yield one
        assert one.uncaught == []


@pytest.fixture(scope="session")
def harbor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that opens tables as fast as a test of all screens asks for them."""
    folder = tmp_path_factory.mktemp("harbor")
    server = Server(f"sqlite:///{folder / 'harbor.db'}", folder, {"RATE_LIMITS": "off"})
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture
def new_phone(browser: Browser) -> Iterator[NewPhone]:
    """Phones that have never been here; an exception that nobody caught in one fails the test.

    `engine`: whether it may answer by itself; `shell`: whether it opens the app without a network, for which it loads all
    of it. Left open, the one goes with the other.
    """
    contexts: list[BrowserContext] = []
    uncaught: list[str] = []

    def make(width: int = 412, height: int = 839, *, engine: bool = True, shell: bool | None = None) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            is_mobile=True,
            has_touch=True,
            locale="en-GB",
            service_workers="allow" if (engine if shell is None else shell) else "block",
        )
        context.set_default_timeout(30_000)
        if not engine:
            context.add_init_script(NO_ENGINE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: uncaught.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert uncaught == []
