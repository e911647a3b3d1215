"""Several phones at one table: how they come in, and what is asked of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from . import phone_store
from .touch import rested_tap

NewPhone = Callable[..., Page]


def _ask(keeper: Page, url: str, method: str, path: str, body: object = None) -> dict[str, Any]:
    """What the server answers the keeper's phone at the table that it shows."""
    code = keeper.url.rpartition("/")[2]
    kept = phone_store.tables(keeper)[code]
    remote = {**kept, **(phone_store.books(keeper).get(code, {}).get("remote") or {})}
    answer = keeper.request.fetch(
        f"{url}/api/tables/{remote['code']}/{path}",
        method=method,
        headers={"Authorization": f"Bearer {remote['token']}"},
        data=body,
    )
    return {"table": remote["code"], **answer.json()}


def members_of(keeper: Page, url: str) -> list[dict[str, Any]]:
    return list(_ask(keeper, url, "GET", "members")["members"])


def invite_link(keeper: Page, url: str, role: str = "player") -> str:
    """What the code on the keeper's phone says; the camera reads it, a test asks the server for another one."""
    made = _ask(keeper, url, "POST", "invites", {"role": role})
    return f"{url}/#/join/{made['table']}/{made['secret']}"


def shows(page: Page, revision: int) -> None:
    page.wait_for_selector(f'main.table[data-revision="{revision}"]')


def open_invite(page: Page) -> None:
    rested_tap(page.locator(".ledger .menu"))
    rested_tap(page.get_by_role("button", name="Phones"))


def records_for_all(page: Page) -> None:
    """A player's phone shows its own view in others' turns; one tap brings the keys."""
    page.wait_for_selector("main.table :is(.mine .to-pad, .pad)")
    if page.locator(".mine .to-pad").count():  # it remembers that it was asked to
        rested_tap(page.locator(".mine .to-pad"))
    page.wait_for_selector("main.table .pad")
