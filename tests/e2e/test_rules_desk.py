"""The rules desk without a network: asked in half a sentence, answered with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services import Server

from .phone import REMEMBER, Phone
from .phone_by_itself import first_visit, rules_are_here, table_is_here
from .tables import CALM, TRADE, open_table
from .touch import rested_tap

# What is typed, in which box and language; the question that answers it, the booklet and the heading where it stands.
ASKED = [
    ("bought govenor one more card now", "bigbox", "en", "governor-new", "Big Box", "Profession Abilities - Governor"),
    ("how much tax with 13 coins", "pegasus", "en", "tax-half", "rules of 2014", "1. Discover (Tax Increase)"),
    ("busted can i still do the mission", "sjg", "en", "bust-expedition-after", "Steve Jackson", "Missions"),
    ("jack of all trades as priest", "pegasus", "en", "expedition-jack", "rules of 2014", "Persons - Settlers, Captains"),
    ("no coins not my turn take a ship", "yucata", "en", "compensation-zero", "Yucata", "2. Trade & Hire (other players)"),
    ("who wins a tie", "pegasus", "en", "end-tie", "rules of 2014", "End of Game"),
    ("skull ship repel", "pegasus", "en", "repel-skull", "rules of 2014", "1. Discover (Ship / repel)"),
    ("gambler repel ships", "bigbox", "en", "gambler-repel", "Big Box", "Gambler Promo"),
    ("wieviele Karten bei vier Farben", "pegasus", "de", "takes-how-many", "Regel von 2014", "2. Trade & Hire"),
    ("zahlt der Admiral auch wenn ich nichts nehme", "pegasus", "de", "admiral-nothing", "Regel von 2014", "Persons - Admiral"),
]  # fmt: skip
# Slips, and where a table puts them right.
SLIPS = [
    ("we forgot the Jester's coin", "jester-what", "count"),
    ("he paid too little", "hire-how", "count"),
    ("we drew a card too many", "drawn-two", "log"),
    ("wrong card entered", "app-judge", "log"),
]
FIELD = ".field input"


@pytest.fixture(scope="module")
def offline(browser: Browser, live_server: Server) -> Iterator[BrowserContext]:
    """A phone that was here once, with two tables, and has no network any more."""
    context = browser.new_context(
        viewport={"width": 412, "height": 839}, is_mobile=True, has_touch=True, locale="en-GB"
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    first_visit(page, live_server.url)
    tables = [open_table(context.request, live_server.url, way) for way in (CALM, TRADE)]
    known = [{"code": one.code, "token": one.token, "view": one.view, "seen": 1} for one in tables]
    page.evaluate(REMEMBER, known)
    rules_are_here(page, live_server.url)
    for one in tables:
        page.goto(f"{live_server.url}/#/table/{one.code}")
        # The phone's engine holds it from now on.
        table_is_here(page, one.code)
    page.evaluate("codes => localStorage.setItem('codes', codes)", ",".join(one.code for one in tables))
    page.close()
    context.set_offline(True)
    yield context
    context.close()


@pytest.fixture(scope="module")
def desk(offline: BrowserContext) -> Iterator[Page]:
    """One page for all questions: an engine is started once."""
    page = offline.new_page()
    uncaught: list[str] = []
    page.on("pageerror", lambda error: uncaught.append(str(error)))
    yield page
    page.close()
    assert uncaught == []


def visit(page: Page, url: str, language: str = "en") -> None:
    """The page in this language; another one needs a start of the app, as the phone's own language would."""
    if page.url != "about:blank" and page.evaluate("document.documentElement.lang") == language:
        page.goto(url)
        return
    page.goto(url)
    page.evaluate(
        "language => localStorage.setItem('harbormaster.settings', JSON.stringify({ language }))", language
    )
    page.reload()


def visit_table(page: Page, url: str, *, trading: bool = False) -> None:
    """The table that is in Discover, or the one where somebody takes cards."""
    visit(page, f"{url}/#/")
    code = page.evaluate("localStorage.getItem('codes')").split(",")[trading]
    visit(page, f"{url}/#/table/{code}")


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[0])
def test_a_question_is_answered_offline_with_its_place(
    asked: tuple[str, ...], desk: Page, live_server: Server
) -> None:
    query, box, language, question, book, section = asked
    # Any question's address chooses the box; what is typed then takes its place.
    visit(desk, f"{live_server.url}/#/rules/coins-look/{box}", language)
    desk.fill(FIELD, "")
    desk.wait_for_selector("[data-question=coins-look]")
    desk.fill(FIELD, query)
    answer = desk.locator(f"[data-question={question}]")
    expect(answer.locator(".ans")).not_to_be_empty()
    place = answer.locator(".places .cite").first
    expect(place).to_contain_text(book)
    expect(place).to_contain_text(section)
    expect(desk.locator(".note")).to_have_count(0)
    assert desk.evaluate("fetch('/api/editions').then(() => 'answered', () => 'no network')") == "no network"


@pytest.mark.parametrize("asked", SLIPS, ids=lambda asked: asked[0])
def test_a_slip_leads_to_its_rule_and_in_one_tap_to_where_it_is_put_right(
    asked: tuple[str, ...], desk: Page, live_server: Server
) -> None:
    query, question, mends = asked
    visit(desk, f"{live_server.url}/#/rules/coins-look/pegasus")
    desk.fill(FIELD, query)
    desk.wait_for_selector(f"[data-question={question}]")
    # No table, nothing to put right.
    expect(desk.locator(".mend")).to_have_count(0)
    visit_table(desk, live_server.url)
    rested_tap(desk.locator(".ledger .ask"))
    desk.fill(FIELD, query)
    key = desk.locator(f"[data-question={question}] .mend")
    expect(key).to_have_attribute("data-mends", mends)
    rested_tap(key)
    if mends == "log":
        desk.wait_for_selector("main.log, .turns, .rounds")
        assert "/log" in desk.url
    else:
        sheet = desk.locator("dialog[open]")
        expect(sheet.locator("#check-title")).to_be_visible()
        assert not desk.url.endswith("?count")
        rested_tap(sheet.locator(".acts .go"))
        expect(sheet).to_have_count(0)


def test_a_shared_link_opens_its_question_offline(desk: Page, live_server: Server) -> None:
    visit(desk, f"{live_server.url}/#/rules/governor-new/sjg")
    expect(desk.locator("[data-question=governor-new] .ans")).to_contain_text("No, by our ruling")
    expect(desk).to_have_title("Does a Governor hired just now give an extra card this turn? - Harbormaster")


def test_topics_and_related_questions_are_there_offline(desk: Page, live_server: Server) -> None:
    visit(desk, f"{live_server.url}/#/rules")
    rested_tap(desk.locator(".topics .tile", has_text="Tax").first)
    rested_tap(desk.locator(".asks a", has_text="How much tax"))
    desk.wait_for_selector("[data-question=tax-half]")
    rested_tap(desk.locator(".rel a").first)
    desk.wait_for_selector(".answer:not([data-question=tax-half])")


def test_an_answer_is_worked_out_for_the_table_offline(desk: Page, live_server: Server) -> None:
    visit_table(desk, live_server.url)
    rested_tap(desk.locator(".ledger .ask"))
    desk.fill(FIELD, "how many cards may I take")
    expect(desk.locator(".here dt").first).to_contain_text("Ben stops now")
    expect(desk.locator(".here dd").first).to_have_text("2 cards")
    visit_table(desk, live_server.url, trading=True)
    rested_tap(desk.locator(".cards.trade .card.no").first)
    rested_tap(desk.locator("dialog .cite"))
    desk.wait_for_selector(".answer .here")
    rested_tap(desk.locator(".seek .back"))
    desk.wait_for_selector("main.table")


def test_what_lies_on_the_table_is_explained_and_the_table_stays_as_it_is(
    desk: Page, live_server: Server
) -> None:
    visit_table(desk, live_server.url)
    before = desk.locator("main.table").get_attribute("data-revision")
    sheet = desk.locator("dialog[open]")
    for asked, where, told in (
        (".cards .card", ".worth", "Ben would get"),
        (".takes .how", ".here", "Ben stops now"),
        (".strip .now", ".here", "Left in the draw pile"),
    ):
        rested_tap(desk.locator(asked).first)
        expect(sheet.locator(where)).to_contain_text(told)
        rested_tap(sheet.locator(".a.go"))
        expect(sheet).to_have_count(0)
    rested_tap(desk.locator(".cards .card", has_text="Sailor"))
    rested_tap(sheet.locator("[data-about=repel-how]"))
    desk.wait_for_selector("[data-question=repel-how] .here")
    rested_tap(desk.locator(".seek .back"))
    expect(desk.locator("main.table")).to_have_attribute("data-revision", str(before))


def test_a_price_is_explained_by_holding_its_tile_and_nothing_is_taken(
    desk: Page, live_server: Server
) -> None:
    visit_table(desk, live_server.url, trading=True)
    tile = desk.locator(".cards.trade .card", has_text="Sailor")
    before = desk.locator("main.table").get_attribute("data-revision")
    box = tile.bounding_box()
    assert box is not None
    touch = desk.context.new_cdp_session(desk)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    sheet = desk.locator("dialog[open]")
    expect(sheet.locator(".worth")).to_contain_text("Ben would pay")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(sheet.locator(".worth .d").first).to_have_text("−4")
    rested_tap(sheet.locator(".a.go"))
    # The same without holding: the menu key, and every price behind the line above the tiles.
    tile.dispatch_event("contextmenu")
    expect(sheet.locator(".worth")).to_contain_text("Ben would pay: 5 − Mademoiselle 1")
    rested_tap(sheet.locator(".a.go"))
    rested_tap(desk.locator(".takes .how"))
    expect(sheet.locator(".here")).to_contain_text("Sailor for Ben")
    rested_tap(sheet.locator(".a.go"))
    expect(desk.locator("main.table")).to_have_attribute("data-revision", str(before))


def test_a_table_that_the_phone_never_saw_is_ruled_offline(desk: Page, live_server: Server) -> None:
    visit(desk, f"{live_server.url}/#/rules/what-if")
    for kind, printed in (("Flute", 0), ("Governor", None)):
        rested_tap(desk.locator(".lies.add"))
        rested_tap(desk.locator("dialog .kinds button", has_text=kind))
        if printed is not None:
            rested_tap(desk.locator("dialog .nums .num").nth(printed))
        expect(desk.locator("dialog")).to_have_count(0)
    rested_tap(desk.locator(".lies", has_text="Flute"))
    expect(desk.locator(".verdict[data-result=allowed] dd").first).to_have_text("+1")
    rested_tap(desk.locator(".lies", has_text="Governor"))
    expect(desk.locator(".verdict[data-result=denied]")).to_contain_text("Too expensive")
    # Five coins more, and it is not.
    rested_tap(desk.locator(".pen").first)
    more = desk.get_by_role("group", name="coins").get_by_role("button").last
    for _ in range(5):
        rested_tap(more)
    rested_tap(desk.locator("dialog .a.go"))
    rested_tap(desk.locator(".lies", has_text="Governor"))
    expect(desk.locator(".verdict[data-result=allowed] dd").first).to_have_text("−8")
    rested_tap(desk.locator(".verdict .cite"))
    desk.wait_for_selector("[data-question=hire-how]")


def test_a_what_if_goes_on_from_its_answer_with_points_piles_and_house_rules(
    desk: Page, live_server: Server
) -> None:
    visit(desk, f"{live_server.url}/#/rules")
    visit(desk, f"{live_server.url}/#/rules/what-if")
    verdict, sheet = desk.locator(".verdict"), desk.locator("dialog[open]")
    for printed in (0, 1):
        rested_tap(desk.locator(".lies.add"))
        rested_tap(sheet.locator(".kinds button", has_text="Flute" if printed else "Frigate"))
        rested_tap(sheet.locator(".nums .num").first)
        expect(sheet).to_have_count(0)
    rested_tap(desk.get_by_role("radio", name="Trade"))
    rested_tap(desk.locator(".lies", has_text="Flute"))
    rested_tap(verdict.locator(".further"))
    expect(desk.locator(".past li")).to_have_count(1)
    expect(desk.locator(".lies", has_text="Flute")).to_have_count(0)
    # The one take is used up; the next player may.
    rested_tap(desk.locator(".lies", has_text="Frigate"))
    expect(desk.locator(".verdict[data-result=denied]")).to_contain_text("No.")
    rested_tap(desk.locator(".seats .who").nth(1))
    rested_tap(desk.locator(".lies", has_text="Frigate"))
    expect(desk.locator(".verdict[data-result=allowed] .cite")).not_to_be_empty()
    rested_tap(desk.locator(".pen").first)
    more = sheet.get_by_role("group", name="points").get_by_role("button").last
    for _ in range(12):
        rested_tap(more)
    rested_tap(sheet.locator(".a.go"))
    ends = desk.locator(".chip", has_text="Is the end triggered?")
    rested_tap(ends)
    expect(verdict.locator(".ans")).to_have_text("Yes.")
    rested_tap(desk.locator(".set .chip").first)
    rested_tap(sheet.get_by_role("radio", name="Yucata"))
    rested_tap(sheet.get_by_role("group", name="Points for the end").get_by_role("button").last)
    rested_tap(sheet.locator(".acts .go"))
    rested_tap(ends)
    expect(verdict.locator(".ans")).to_have_text("No.")
    rested_tap(desk.locator(".set .chip").nth(1))
    rested_tap(sheet.locator(".a", has_text="in the pile"))
    expect(sheet.locator(".stepper output")).to_have_text("5")


def test_nothing_is_guessed_and_nothing_typed_is_run(desk: Page, live_server: Server) -> None:
    visit(desk, f"{live_server.url}/#/rules")
    desk.wait_for_selector(".asks")
    for typed in (
        "<img src=x onerror=\"document.title='run'\">",
        "'; DROP TABLE tables; --",
        "how do I castle in chess",
        "x" * 10_000,
    ):
        desk.fill(FIELD, typed)
        expect(desk.locator("p.ans")).to_have_text("No rule matches.")
    assert desk.locator("img").count() == 0
    assert desk.title() != "run"
    visit(desk, f"{live_server.url}/#/rules/<script>alert(1)<%2Fscript>")
    expect(desk.locator("p.ans")).to_have_text("There is no such question.")


def test_where_several_are_close_the_desk_asks_which_is_meant(desk: Page, live_server: Server) -> None:
    visit(desk, f"{live_server.url}/#/rules")
    desk.fill(FIELD, "swords")
    expect(desk.locator("p.ans")).to_have_text("Which of these do you mean?")
    rows = desk.get_by_role("list", name="Which of these do you mean?").locator("a")
    expect(rows).to_have_count(3)
    assert desk.locator(".answer").count() == 0
    meant = rows.first.locator("b").inner_text()
    # The question alone: nothing of its answer is told before it is chosen.
    expect(rows.first).to_have_text(meant)
    rested_tap(rows.first)
    expect(desk.locator(".answer .q")).to_have_text(meant)


def test_an_answer_is_copied_where_it_cannot_be_shared(browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url, lent=False) as phone:
        phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
        phone.context.add_init_script("delete Navigator.prototype.share")
        phone.page.goto(f"{harbor.url}/#/rules/tax-how/pegasus")
        rested_tap(phone.page.locator(".share"))
        expect(phone.page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
        copied = phone.page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith("What does a Tax Increase do?")
        assert copied.endswith(f"{harbor.url}/#/rules/tax-how/pegasus")
        assert phone.uncaught == []


def test_a_new_search_begins_at_the_top(browser: Browser, live_server: Server) -> None:
    with Phone(browser, live_server.url, size={"width": 360, "height": 640}) as phone:
        page = phone.page
        page.goto(f"{live_server.url}/#/rules")
        for asked, shows in (
            ("how many cards may I take", ".answer"),
            ("how do I castle in chess", "p.ans[role=status]"),
            ("how much tax with 13 coins", ".answer"),
        ):
            page.locator(FIELD).fill(asked)
            page.wait_for_selector(shows)
            scrolled = page.evaluate("() => document.querySelector('.scroll').scrollTop")
            assert scrolled == 0, asked
            expect(page.locator(f"{shows} >> nth=0")).to_be_in_viewport()
            page.evaluate("() => document.querySelector('.scroll').scrollTo(0, 10_000)")
            assert page.evaluate("() => document.querySelector('.scroll').scrollTop") > 0, asked


def test_a_whole_turn_is_found_by_search_and_leads_to_its_rules_offline(
    desk: Page, live_server: Server
) -> None:
    visit(desk, f"{live_server.url}/#/rules/coins-look/bigbox")
    desk.fill(FIELD, "a whole turn please")
    rested_tap(desk.locator("[data-leaf=turn]"))
    route = desk.locator("main[data-page=turn] .route")
    expect(route.locator(".part h2")).to_have_text(
        ["Discover", "Trade & Hire", "Any time on your turn", "Then the others"]
    )
    expect(route.locator(".part .dot").first).to_have_text("1")
    bust = route.locator("li.bad")
    expect(bust.locator(".stands")).to_contain_text("Big Box")
    rested_tap(bust.locator("a"))
    expect(desk.locator("[data-question=bust-what] .ans")).not_to_be_empty()


def test_the_game_is_taught_one_thing_after_the_other_offline(desk: Page, live_server: Server) -> None:
    visit(desk, f"{live_server.url}/#/rules")
    rested_tap(desk.locator("[data-leaf=teach]"))
    card = desk.locator(".taught")
    # An arrow that chooses a box turns no card.
    expect(desk.locator("h1")).to_be_focused()
    desk.get_by_role("radio", name="Pegasus").focus()
    desk.keyboard.press("ArrowRight")
    expect(desk.get_by_role("radio", name="Big Box")).to_be_checked()
    desk.keyboard.press("ArrowLeft")
    expect(desk.get_by_role("radio", name="Pegasus")).to_be_checked()
    expect(card.locator("h2")).to_have_text("How to win")
    expect(desk).to_have_title("Teach it in five minutes - Harbormaster")
    heard = []
    while True:
        heard.append(card.locator("h2").inner_text())
        following = desk.locator(".steps .go")
        if not following.count():
            break
        rested_tap(following)
        expect(card.locator("h2")).not_to_have_text(heard[-1])
        expect(card.locator("h2")).to_be_focused()
    assert heard[-1] == "When it is over"
    assert len(heard) == len(set(heard))
    expect(card.locator(".kicker span")).to_have_text(f"{len(heard)} of {len(heard)}")
    desk.keyboard.press("ArrowLeft")
    expect(card.locator("h2")).to_have_text(heard[-2])


def test_a_set_up_is_ticked_off_for_this_box_and_so_many_players_offline(
    desk: Page, live_server: Server
) -> None:
    visit(desk, f"{live_server.url}/#/rules/page/setup")
    rested_tap(desk.get_by_role("radio", name="Pegasus"))
    rested_tap(desk.get_by_role("radio", name="5", exact=True))
    unpacked = desk.locator(".unpack .stp")
    # 000 Setup: with five players the special Expedition lies in the middle; 3 coins each are 15 cards.
    expect(unpacked.filter(has_text="Put one Expedition on the table")).to_be_visible()
    expect(unpacked.filter(has_text="15 cards from the draw pile")).to_be_visible()
    rested_tap(desk.get_by_role("radio", name="4", exact=True))
    expect(unpacked.filter(has_text="Put one Expedition back")).to_be_visible()
    starter = desk.locator(".todo li", has_text="Who begins")
    expect(starter).to_contain_text("harbor")
    rested_tap(starter.get_by_role("checkbox"))
    expect(starter.get_by_role("checkbox")).to_be_checked()
    rested_tap(desk.get_by_role("radio", name="Big Box"))
    expect(starter).to_contain_text("body of water")
    rested_tap(desk.locator(".played > summary"))
    rested_tap(desk.get_by_role("radio", name="Make Sail!"))
    expect(unpacked.filter(has_text="Take out 60 cards")).to_be_visible()
    # Whoever opens the table from here has told what is played, and by how many.
    rested_tap(desk.locator(".foot .go"))
    expect(desk.get_by_role("radio", name="Big Box")).to_be_checked()
    expect(desk.get_by_role("radio", name="Make Sail!")).to_be_checked()
    expect(desk.locator(".seatrow input")).to_have_count(4)
    visit(desk, f"{live_server.url}/#/rules/page/setup")
    rested_tap(desk.locator(".played > summary"))
    rested_tap(desk.get_by_role("radio", name="Port Royal", exact=False).first)


def test_a_card_has_its_page_with_what_it_comes_to_at_this_table_offline(
    desk: Page, live_server: Server
) -> None:
    visit_table(desk, live_server.url, trading=True)
    rested_tap(desk.locator(".ledger .ask"))
    rested_tap(desk.locator("[data-leaf=persons]"))
    rested_tap(desk.locator(".deck a.name", has_text="Admiral"))
    page = desk.locator("main[data-page=person-admiral]")
    expect(page.locator("h1")).to_have_text("Admiral")
    expect(page.locator(".does.first")).to_contain_text("2 coins per Admiral")
    # 1 for 5 coins, 3 for 7, 2 for 9, as the catalogue has them.
    expect(page.locator(".prices li")).to_have_count(3)
    expect(page.locator(".prices .pips i")).to_have_count(6)
    expect(page.locator(".here dt").first).to_be_visible()
    rested_tap(page.locator(".rel a").first)
    expect(desk.locator(".answer .ans")).not_to_be_empty()
    desk.go_back()
    expect(page.locator("h1")).to_have_text("Admiral")


def test_a_page_that_a_table_does_not_have_says_so(desk: Page, live_server: Server) -> None:
    visit(desk, f"{live_server.url}/#/rules/page/nothing")
    expect(desk.locator("h1")).to_have_text("Your table has no such page.")
    visit(desk, f"{live_server.url}/#/rules/page/end")
    expect(desk.locator(".todo").first).to_be_visible()
