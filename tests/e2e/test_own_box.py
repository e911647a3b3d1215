"""A group's own box by thumb: a card learned in the middle of a turn, a missing one, and the next table that knows both."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.services import Server

from .phone_by_itself import first_visit, on_the_server, open_table, rules_are_here
from .phone_engine import until
from .phones import NewPhone, invite_link, records_for_all, shows
from .touch import SAVED, rested_tap

OWN_SAILOR = "own.person.sailor.v1.p4"
SAILOR = "base.person.sailor.v1.p3"
FRIGATE = "base.ship.red.s3.c2"


def tap(page: Page, selector: str) -> None:
    rested_tap(page.locator(selector).first)


def learn_a_sailor(page: Page) -> None:
    """A Sailor for 4 coins was drawn, in the place of one for 3, which is what the phone thinks itself."""
    tap(page, '[data-opens="person:sailor"]')
    tap(page, ".pair.other")
    expect(page.locator("dialog .would")).to_contain_text("already has a key")
    tap(page, 'dialog [data-read="cost 4"]')
    expect(page.locator('dialog .which [aria-checked="true"]')).to_contain_text("of 7")
    tap(page, "dialog .a.go")


def test_a_card_is_learned_by_thumb_without_a_network_and_the_next_table_knows_it(
    new_phone: NewPhone, live_server: Server
) -> None:
    page = new_phone()
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    code = open_table(page, ["Ada", "Ben", "Cleo"])
    until(page, SAVED)
    page.context.set_offline(True)
    learn_a_sailor(page)
    shows(page, 1)
    expect(page.locator(".ledger .said b")).to_have_text("Learned: Sailor")

    # It is a key like any other from now on; taken back, it is not.
    tap(page, '[data-opens="person:sailor"]')
    expect(page.locator(f'[data-pick="{OWN_SAILOR}"]')).to_contain_text("0 of 1 left")
    tap(page, ".pair.chosen")
    tap(page, ".ledger .undo")
    shows(page, 2)
    tap(page, '[data-opens="person:sailor"]')
    expect(page.locator(f'[data-pick="{SAILOR}"]')).to_be_visible()
    expect(page.locator(f'[data-pick="{OWN_SAILOR}"]')).to_have_count(0)
    tap(page, ".pair.chosen")
    learn_a_sailor(page)
    shows(page, 3)

    # A card is missing: it goes out of what may still come, and the pile is smaller.
    tap(page, ".ledger .menu")
    tap(page, '[data-way="box"]')
    tap(page, '[data-own="missing"]')
    tap(page, 'dialog [data-kind="ship:red"]')
    tap(page, f'dialog [data-pick="{FRIGATE}"]')
    tap(page, 'dialog [aria-label="Missing: one more"]')
    tap(page, "dialog .a.go")
    shows(page, 4)
    tap(page, '[data-opens="ship:red"]')
    expect(page.locator(f'[data-pick="{FRIGATE}"]')).to_contain_text("1 of 1 left")

    page.context.set_offline(False)
    until(page, SAVED)
    entries = [line.get("entry", {}) for line in on_the_server(page, live_server.url, code)["lines"]]
    assert entries[0]["learn"]
    assert entries[0]["instead_of"] == SAILOR
    assert entries[3] == {
        "type": "missing",
        "count": 2,
        "card": {"id": FRIGATE, "kind": "ship", "color": "red", "swords": 3, "coins": 2},
    }

    # The next table of this phone is opened with that box; what was found again is taken off first.
    page.goto(f"{live_server.url}/#/new")
    expect(page.locator(".chosen")).to_contain_text("1 different card and 2 missing")
    tap(page, ".chosen")
    row = page.locator(".own-box")
    expect(row).to_contain_text("1 different card and 2 missing")
    rested_tap(row)
    tap(page, "dialog .boxed >> nth=1 >> .gone")
    tap(page, "dialog .a.go")
    expect(row).to_contain_text("1 different card and 1 missing")
    tap(page, "dialog .sticks")
    tap(page, ".foot .a.go")
    page.wait_for_selector("main.table .pad")
    tap(page, '[data-opens="person:sailor"]')
    expect(page.locator(f'[data-pick="{OWN_SAILOR}"]')).to_contain_text("1 of 1 left")
    tap(page, f'[data-pick="{OWN_SAILOR}"]')
    shows(page, 1)


def test_a_card_learned_on_one_phone_is_on_the_others_pad(new_phone: NewPhone, live_server: Server) -> None:
    ada, ben = new_phone(engine=False), new_phone(engine=False)
    ada.goto(live_server.url)
    open_table(ada, ["Ada", "Ben"])
    until(ada, SAVED)
    ben.goto(invite_link(ada, live_server.url))
    rested_tap(ben.get_by_role("button", name="Ben"))
    records_for_all(ben)
    learn_a_sailor(ada)
    shows(ben, 1)
    tap(ben, '[data-opens="person:sailor"]')
    expect(ben.locator(f'[data-pick="{OWN_SAILOR}"]')).to_contain_text("0 of 1 left")

    # All of a kind are missing; one of them comes all the same, and was in the box after all.
    tap(ada, ".ledger .menu")
    tap(ada, '[data-way="box"]')
    tap(ada, '[data-own="missing"]')
    tap(ada, 'dialog [data-kind="person:settler"]')
    while ada.locator('dialog [aria-label="Missing: one more"]:not([disabled])').count():
        tap(ada, 'dialog [aria-label="Missing: one more"]')
    tap(ada, "dialog .a.go")
    shows(ben, 2)
    tap(ben, '[data-opens="person:settler"]')
    expect(ben.locator(".asks")).to_contain_text("Your box has only 0 of these")
    rested_tap(ben.get_by_role("button", name="It happened anyway"))
    shows(ada, 3)
    expect(ada.get_by_role("button", name="Settler, costs 4, 1 point").first).to_be_visible()

    # What lay there is put right by what is really printed on it, and its sheet says where that comes from.
    settler = '.cards button.card:has-text("Settler")'
    tap(ada, settler)
    tap(ada, "dialog .not")
    tap(ada, "dialog .num.other")
    tap(ada, 'dialog [data-read="cost 5"]')
    tap(ada, "dialog .a.go")
    shows(ada, 4)
    tap(ada, settler)
    expect(ada.locator("dialog .would")).to_contain_text("Learned: ")
    expect(ada.locator("dialog .head2")).to_contain_text("0 of 1 left")
    shows(ben, 4)

    # And Ben's phone opens its next table with all of that.
    ben.goto(f"{live_server.url}/#/new")
    expect(ben.locator(".chosen")).to_contain_text("2 different cards and 5 missing")
