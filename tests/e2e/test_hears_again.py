"""What stands between a phone and its server answers in its place, or lets no stream through: the phone hears all the same,
and takes nothing for saved that the server has not named.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.services import Server

from . import phone_store
from .phone_by_itself import open_table, rules_are_here
from .phone_engine import until
from .phones import NewPhone
from .tables import Opened, knock
from .touch import SAVED, rested_tap

STREAM = "**/stream*"
STATE = "header.strip .state"


@pytest.fixture(params=[True, False], ids=["the phone answers", "the server answers"])
def at_table(
    request: pytest.FixtureRequest, new_phone: NewPhone, live_server: Server
) -> Callable[[], tuple[Page, str]]:
    """Opens a table on a phone; with the address of the table on the server."""

    def opened() -> tuple[Page, str]:
        page = new_phone(engine=request.param, shell=False)
        if request.param:
            rules_are_here(page, live_server.url)
        else:
            page.goto(live_server.url)
        code = open_table(page, ["Ada", "Ben"])
        until(page, SAVED)
        return page, code

    return opened


def beside(page: Page, url: str, code: str, revision: int) -> None:
    """Somebody else enters something."""
    kept = phone_store.tables(page)[code]
    remote: dict[str, Any] = phone_store.books(page).get(code, {}).get("remote") or kept
    answer = page.request.post(
        f"{url}/api/tables/{remote['code']}/entries",
        headers={"Authorization": f"Bearer {remote['token']}"},
        data={
            "entry_id": f"beside-{revision}",
            "base_revision": revision,
            "entry": {"type": "coach", "on": True},
        },
    )
    assert answer.status == 201, answer.text()


@pytest.mark.parametrize(
    ("status", "said"),
    [(404, "<html>no backend</html>"), (404, '{"message": "Not Found"}'), (403, '{"code": 1020}')],
    ids=["a page", "JSON", "a number for a code"],
)
def test_after_a_proxy_has_answered_for_the_server_the_phone_hears_again(
    at_table: Callable[[], tuple[Page, str]], live_server: Server, status: int, said: str
) -> None:
    page, code = at_table()
    answers = count()

    def restarts(route: Route) -> None:
        if next(answers) < 2:
            route.fulfill(status=status, body=said, content_type="text/html")
        else:
            route.continue_()

    page.route(STREAM, restarts)
    page.reload()
    page.wait_for_selector("main.table .pad")
    until(page, SAVED)
    beside(page, live_server.url, code, 0)
    page.wait_for_selector('main.table[data-revision="1"]')
    until(page, SAVED)
    expect(page.locator(STATE)).to_have_count(0)


def test_where_no_stream_comes_through_the_phone_looks_by_itself_and_says_so(
    at_table: Callable[[], tuple[Page, str]], live_server: Server
) -> None:
    page, code = at_table()
    page.route(STREAM, lambda route: route.abort())
    page.reload()
    page.wait_for_selector("main.table .pad")
    expect(page.locator(STATE)).to_have_text("Checking now and then", timeout=20_000)
    beside(page, live_server.url, code, 0)
    remote = phone_store.books(page).get(code, {}).get("remote") or phone_store.tables(page)[code]
    knock(page.request, live_server.url, Opened(remote["code"], remote["token"], {}), "Mara")
    page.wait_for_selector('main.table[data-revision="1"]', timeout=30_000)
    expect(page.get_by_text("Mara knocks")).to_be_visible(timeout=30_000)
    page.unroute(STREAM)
    expect(page.locator(".ledger .menu")).to_contain_text("All saved", timeout=30_000)


@pytest.mark.parametrize(
    "said",
    [
        '{"status": "ok"}',
        '{"view": {"revision": 1}, "revision": 1}',
        '{"entry_id": "x", "revision": 1, "view": {"revision": 1}}',
    ],
    ids=["anything", "without the entry", "of another entry"],
)
def test_an_answer_that_does_not_name_the_entry_is_no_acknowledgement(
    at_table: Callable[[], tuple[Page, str]], live_server: Server, said: str
) -> None:
    page, code = at_table()
    page.route(
        "**/entries", lambda route: route.fulfill(status=201, body=said, content_type="application/json")
    )
    rested_tap(page.locator('[data-opens="person:admiral"]'))
    rested_tap(page.locator("[data-pick]").first)
    expect(page.locator(STATE)).to_contain_text("1 waiting")
    assert len(phone_store.books(page)[code]["pending"]) == 1
    page.unroute("**/entries")
    page.wait_for_selector('main.table[data-revision="1"]')
    until(page, SAVED)
