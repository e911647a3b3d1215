"""Several phones at one table: they come by a code, see each other's entries, and end with one protocol."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.services import Server

from . import phone_store
from .phone_by_itself import draw_person, on_the_server, open_table, phones_with_rules
from .phone_engine import until
from .phones import NewPhone, invite_link, open_invite, records_for_all, shows
from .touch import SAVED, rested_tap


def two_phones(new_phone: NewPhone, server: Server) -> tuple[Page, Page, str]:
    """The keeper's and a player's, both with the rules on them and ready to record; and the table's code."""
    ada, ben = phones_with_rules(new_phone, server.url, 2)
    code = open_table(ada, ["Ada", "Ben"])
    until(ada, SAVED)
    ben.goto(invite_link(ada, server.url))
    rested_tap(ben.get_by_role("button", name="Ben"))
    records_for_all(ben)
    return ada, ben, code


def protocol(page: Page) -> list[str]:
    """The ids of what this phone has as confirmed."""
    book = phone_store.books(page)[page.url.rpartition("/")[2]]
    assert book["pending"] == []
    assert book["question"] is None
    return [line["entry_id"] for line in book["document"]["lines"]]


def test_a_game_of_three_phones_goes_through_flight_mode_and_a_dead_server_and_ends_with_one_protocol(
    new_phone: NewPhone, start_server: Callable[..., Server]
) -> None:
    server = start_server(RATE_LIMITS="off")
    ada, ben, cleo = phones = phones_with_rules(new_phone, server.url, 3)
    code = open_table(ada, ["Ada", "Ben", "Cleo"])
    until(ada, SAVED)

    # Ben's camera opens the link: one tap on the own name. Cleo types the short code and gets a nod.
    ben.goto(invite_link(ada, server.url))
    rested_tap(ben.get_by_role("button", name="Ben"))
    records_for_all(ben)
    assert "join" not in ben.url
    open_invite(ada)
    short_code = ada.locator(".short-code").inner_text()
    cleo.goto(f"{server.url}/#/join")
    cleo.get_by_label("Code on the keeper’s phone").fill(short_code.lower())
    cleo.get_by_label("Your name, if you like").fill("Cleo")
    rested_tap(cleo.get_by_role("button", name="Ask to join"))
    rested_tap(ada.get_by_role("button", name="Let in as Cleo"))
    rested_tap(ada.get_by_role("button", name="Done"))
    records_for_all(cleo)

    # What one enters, the others have at once.
    draw_person(ada, "jester", 1)
    for phone in phones:
        shows(phone, 1)
    draw_person(ben, "admiral", 2)
    for phone in phones:
        shows(phone, 2)

    # Flight mode on the keeper's and on another one, while it and the others go on.
    revision = 2
    kinds = iter(("settler", "captain", "priest", "pirate"))
    for phone, other in ((ben, ada), (ada, cleo)):
        phone.context.set_offline(True)
        draw_person(phone, next(kinds), revision + 1)
        draw_person(other, next(kinds), revision + 1)
        phone.context.set_offline(False)
        revision += 2
        for one in phones:
            shows(one, revision)

    # The server's power goes while the game goes on.
    server.kill()
    draw_person(cleo, "sailor", revision + 1)
    expect(cleo.locator("header.strip .state")).to_contain_text("1 waiting")
    server.start()
    revision += 1
    for one in phones:
        shows(one, revision)
        until(one, SAVED)
    logged = [line["entry_id"] for line in on_the_server(ada, server.url, code)["lines"]]
    assert len(logged) == len(set(logged)) == revision
    assert [protocol(phone) for phone in phones] == [logged] * 3


def test_the_same_draw_on_two_phones_asks_both_and_the_same_stop_nobody(
    new_phone: NewPhone, live_server: Server
) -> None:
    ada, ben, code = two_phones(new_phone, live_server)
    drawn = iter(("admiral", "governor"))

    def both_draw(kind: str, revision: int) -> None:
        ben.context.set_offline(True)
        for phone in (ben, ada):
            draw_person(phone, kind, revision)
        until(ada, SAVED)
        ben.context.set_offline(False)
        expect(ada.locator(".offer")).to_contain_text(f"Ben drew {kind.capitalize()}", timeout=20_000)
        expect(ben.locator(".decide .asks")).to_contain_text("Same card, or two?")
        # Nobody waits for the answer.
        draw_person(ada, next(drawn), revision + 1)

    def agreed(revision: int) -> None:
        for phone in (ada, ben):
            shows(phone, revision)
            until(phone, SAVED)
            expect(phone.locator(".offer, dialog, .decide .asks")).to_have_count(0)
        assert len(on_the_server(ada, live_server.url, code)["lines"]) == revision
        assert protocol(ben) == protocol(ada)

    # Whoever answers first settles it.
    both_draw("jester", 1)
    rested_tap(ada.locator(".offer"))
    rested_tap(ada.locator("dialog").get_by_role("button", name="The same card"))
    agreed(2)
    both_draw("priest", 3)
    rested_tap(ada.locator(".offer"))
    rested_tap(ada.locator("dialog").get_by_role("button", name="Two cards"))
    agreed(5)

    # Discover ends once, and there is nothing to ask.
    ben.context.set_offline(True)
    for phone in (ben, ada):
        rested_tap(phone.locator(".pad .k.act"))
        phone.wait_for_selector('main.table.trading[data-revision="6"]')
    ben.context.set_offline(False)
    agreed(6)


def test_a_watcher_sees_everything_and_enters_nothing(new_phone: NewPhone, live_server: Server) -> None:
    ada, mara = new_phone(engine=False), new_phone(engine=False)
    ada.goto(live_server.url)
    open_table(ada, ["Ada", "Ben"])
    until(ada, SAVED)
    mara.goto(invite_link(ada, live_server.url, "spectator"))
    mara.wait_for_selector("main.table .quay")
    expect(mara.locator(".quay")).to_contain_text("You’re only watching")
    draw_person(ada, "jester", 1)
    shows(mara, 1)
    assert mara.locator(".pad").count() == 0


def test_a_tablet_that_comes_to_watch_shows_the_table_large_and_takes_nothing(
    new_phone: NewPhone, live_server: Server
) -> None:
    ada, tablet = new_phone(engine=False), new_phone(1180, 820, engine=False)
    ada.goto(live_server.url)
    open_table(ada, ["Ada", "Ben"])
    until(ada, SAVED)
    tablet.goto(invite_link(ada, live_server.url, "spectator"))
    tablet.wait_for_selector("main.board")
    draw_person(ada, "jester", 1)
    tablet.wait_for_selector('main.board[data-revision="1"]')
    expect(tablet.locator(".bw")).to_contain_text("Jester")
    assert tablet.locator(".pad").count() == 0
    assert tablet.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_invite_that_does_not_hold_says_so_and_offers_to_type_a_code(
    new_phone: NewPhone, live_server: Server
) -> None:
    page = new_phone(engine=False)
    page.goto(f"{live_server.url}/#/join/0000000000/nothing")
    expect(page.get_by_text("This invite is no longer valid")).to_be_visible()
    rested_tap(page.get_by_role("button", name="Type a code"))
    page.get_by_label("Code on the keeper’s phone").fill("AAA AAA")
    rested_tap(page.get_by_role("button", name="Ask to join"))
    expect(page.get_by_role("alert")).to_contain_text("Ask the keeper for a new one")


# Whatever can be tapped now, as a restless thumb finds it: decisions first, then keys and tiles.
POSSIBLE = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.disabled && one.checkVisibility());
  const mark = (all) => { all.forEach((one, place) => one.setAttribute('data-restless', String(place))); return all.length; };
  document.querySelectorAll('[data-restless]').forEach((one) => one.removeAttribute('data-restless'));
  const sheet = seen('dialog.sheet .way, dialog.sheet .acts .a');
  if (sheet.length) return mark(sheet.slice(-1));
  const asked = seen('.quay .decide .a, .quay .pad.asking [data-pick]');
  if (asked.length) return mark(asked);
  return mark([...seen('.pad [data-opens^="person"]'), ...seen('.pad [data-opens^="ship"]'), ...seen('.pad .k.act'), ...seen('.quay .acts .a:not(.go)'), ...seen('.cards.trade button.card')]);
}"""


def tap_something(page: Page, chance: random.Random) -> None:
    """One tap; what is gone before the thumb comes down was moved by another phone."""
    possible = page.evaluate(POSSIBLE)
    if possible:
        with suppress(Error):
            page.locator(f'[data-restless="{chance.randrange(possible)}"]').tap(timeout=500)


def comes_to_rest(page: Page) -> None:
    """Answers what is asked until nothing of this phone waits any more."""
    while True:
        until(page, f"document.querySelector('.decide .asks') || {SAVED}")
        if not page.locator(".decide .asks").count():
            return
        with suppress(Error):  # answered on another phone meanwhile
            page.locator(".quay .decide .a.go").tap(timeout=2_000)


# In `make test` five phones' evenings are simulated (test_no_tap_is_lost.py).
@pytest.mark.soak
@pytest.mark.parametrize(("count", "seed"), [(3, 1), *((5, seed) for seed in range(1, 12))])
def test_phones_that_tap_at_random_end_with_one_protocol(
    new_phone: NewPhone, start_server: Callable[..., Server], count: int, seed: int
) -> None:
    server = start_server(RATE_LIMITS="off")
    names = ["Ada", "Ben", "Cleo", "Dev", "Eva"][:count]
    phones = phones_with_rules(new_phone, server.url, count)
    chance = random.Random(seed)
    code = open_table(phones[0], names)
    until(phones[0], SAVED)
    for phone, name in zip(phones[1:], names[1:], strict=True):
        phone.goto(invite_link(phones[0], server.url))
        rested_tap(phone.get_by_role("button", name=name))
        records_for_all(phone)

    over = threading.Event()

    def on_the_way(route: Route) -> None:
        drawn = 1.0 if over.is_set() else chance.random()
        with suppress(Error):  # the server or the network may go in the middle of it
            if drawn < 0.1:
                route.abort()
            elif drawn < 0.2 and route.request.method == "POST":
                route.fetch()  # it arrives, and its answer does not
                route.abort()
            else:
                route.continue_()

    for phone in phones:
        phone.route("**/entries", on_the_way)
    offline: Page | None = None
    for number in range(36):
        if number % 12 == 5:
            offline = chance.choice(phones)
            offline.context.set_offline(True)
        if number % 12 == 11 and offline:
            offline.context.set_offline(False)
        if number in (12, 24):
            server.kill()
            server.start()
        tap_something(chance.choice(phones), chance)
    over.set()
    for _ in range(2):  # an answer may be a question to another phone
        for phone in phones:
            comes_to_rest(phone)
    logged = [line["entry_id"] for line in on_the_server(phones[0], server.url, code)["lines"]]
    for phone in phones:
        shows(phone, len(logged))
    assert len(logged) == len(set(logged)) > 3
    assert [protocol(phone) for phone in phones] == [logged] * count
