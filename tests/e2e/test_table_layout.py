"""The table at every size: no figure beside its tile, nothing half shown, and no berth that moves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from companion.words import LANGUAGES
from tests.services import Server

from .phone import SMALL, Phone
from .screen import Screen
from .screens import FOUR_EXPEDITIONS, SCREENS
from .tables import CALM, EMIL, FOUR, TRADE, Recipe, contracts, open_table, record
from .touch import rested_tap

SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (844, 390),
    (667, 375),
    (640, 360),
)
TEN = "blue.s1.c2 green.s3.c3 yellow.s2.c3 sailor.v2.p5 red.s3.c2 governor.v0.p8 trader.black.v1.p3 jack.v1.p6 priest.v1.p4"
ALL_THREE = "2captain 2priest-1settler 1captain-1priest-1settler"
FIVE = (*FOUR, EMIL)
TAXED = (replace(FOUR[0], coins=14), *FOUR[1:])
TAKEN = ("stop", "take 0", "take 1")
# Keys that end below the screen, also where it could be scrolled to them.
BELOW = "() => [...document.querySelectorAll('.quay button')].filter((one) => one.getBoundingClientRect().bottom > innerHeight).map((one) => one.textContent)"

CONTRACTS = contracts(
    "mercenary Emil", "trade_outpost Ada Emil", "tax_inspector Cleo", "frigate_nemesis Ben=1 Dev=2"
)
FIVE_CONTRACTS = Recipe(
    FIVE,
    edition="bigbox",
    modules=("base", "jomc"),
    harbor="blue.s1.c2 green.s3.c3 yellow.s2.c3 sailor.v2.p5",
    row="2captain 2priest-1settler",
    played=("draw settler.v1.p4",),
    more={"contracts": CONTRACTS},
)
ELEVEN = contracts(
    "luminary Ada", "bruja", "maritime_supremacy", "new_colony Emil", "thrifty_staff", "mercenary",
    "explorer", "galleon_nemesis Dev=1", "tax_inspector", "pirates_nest", "speculator Ben=1",
)  # fmt: skip
ELEVEN_CONTRACTS = FIVE_CONTRACTS.but(
    modules=("base", "jomc", "coop"), more={"contracts": ELEVEN, "time_deck": 15, "point_deck": 3}
)

STATES: dict[str, Recipe] = {
    "first card": Recipe(names=("Ada", "Ben")),
    "three players": Recipe(FOUR[:3], harbor="blue.s1.c2 green.s3.c3", played=("draw sailor.v2.p5",)),
    "four players": CALM.but(row="2captain"),
    "five players, ten cards": Recipe(FIVE, harbor=TEN, row=ALL_THREE, played=("draw settler.v1.p4",)),
    "twelve cards": Recipe(FOUR, harbor=f"{TEN} captain.v1.p4 admiral.v2.p7", played=("draw settler.v1.p4",)),
    "five players, four expeditions": FOUR_EXPEDITIONS,
    "tax": Recipe(TAXED, harbor="blue.s1.c2 green.s3.c3", played=("draw tax.fewest_vp",)),
    "trade": TRADE,
    "trade, ten cards": Recipe(FIVE, harbor=TEN, row=ALL_THREE, played=("draw settler.v1.p4", "stop")),
    "five players, four contracts, two expeditions, five cards": FIVE_CONTRACTS,
    "five players together, eleven contracts": ELEVEN_CONTRACTS,
    "trade, taken": TRADE.but(played=("draw governor.v0.p8", *TAKEN)),
}


# Like others in all but a number: looked at by `make soak`.
ALIKE = ("three players", "four players", "five players, ten cards", "trade", "trade, taken")
# Where a long word has the least room.
TIGHT = ((320, 568), (360, 640), (640, 360), (667, 375))
# A box with all its modules has a sixth column of keys: there a long name breaks without a hyphen.
NARROW_KEYS = ((320, 568), (640, 360), (667, 375))
LARGE_TEXT = ((390, 844, "130"), (390, 844, "200"), (360, 640, "200"))


ALWAYS = (("en", SIZES), ("de", TIGHT))
SELDOM = tuple((language, TIGHT) for language in LANGUAGES if language not in dict(ALWAYS))


@pytest.mark.parametrize(
    "languages", [ALWAYS, pytest.param(SELDOM, marks=pytest.mark.soak)], ids=("two languages", "the others")
)
@pytest.mark.parametrize(
    "state",
    [pytest.param(name, marks=pytest.mark.soak) if name in ALIKE else name for name in STATES],
)
def test_every_figure_stays_on_its_tile_and_nothing_is_half_shown(
    state: str,
    languages: tuple[tuple[str, tuple[tuple[int, int], ...]], ...],
    browser: Browser,
    harbor: Server,
) -> None:
    found: list[str] = []
    screen = Screen(state, (STATES[state],), shows=".quay > :is(.pad, .acts)")
    probes = ("spills", "overlaps", "halves")
    stop = () if "trade" in state else ("stopOutOfSight",)
    with Phone(browser, harbor.url) as phone:
        phone.reach(screen)
        for language, sizes in languages:
            phone.look()
            phone.speak(language)
            for width, height in sizes:
                phone.turn(width, height)
                found += [
                    f"{language}, {width} x {height}: {what}"
                    for what in phone.probe(
                        *probes, "sideways", *stop, *(() if (width, height) in NARROW_KEYS else ("cut",))
                    )
                ]
            for width, height, size in LARGE_TEXT:
                phone.look(size=size)
                phone.turn(width, height)
                found += [
                    f"{language}, {width} x {height}, {size} %: {what}"
                    for what in phone.probe(*probes, *stop)
                ]
    assert found == []


def test_four_expeditions_share_the_cell_of_an_odd_player_and_a_tap_shows_them_all(
    browser: Browser, harbor: Server
) -> None:
    with Phone(browser, harbor.url, size=SMALL) as phone:
        page = phone.reach(Screen("four", (FOUR_EXPEDITIONS,), shows=".row-exp .all"))
        assert "1 of 4" in page.locator(".row-exp").inner_text()
        player, cell = (page.locator(one).bounding_box() for one in (".player >> nth=4", ".row-exp .all"))
        assert player
        assert cell
        assert abs(player["y"] - cell["y"]) < 2
        rested_tap(page.locator(".row-exp .all"))
        assert page.locator("dialog [data-expedition]").count() == 4
        assert phone.probe("cut", "smallTargets", "unreachable") == []
        rested_tap(page.locator("dialog [data-expedition='0']"))
        rested_tap(page.locator("dialog .way >> nth=0"))
        page.locator('main[data-revision="1"]').wait_for()


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.soak), 5])
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)], ids=str)
def test_no_entry_moves_a_berth(seats: int, size: tuple[int, int], browser: Browser, harbor: Server) -> None:
    """Cards, an expedition, the first of all, a tax and what follows it: ten berths stay where they are."""
    drawn = ("blue.s1.c2", "sailor.v2.p5", "2captain", "tax.fewest_vp", "green.s3.c3", "jack.v1.p6")
    kept = ("yellow.s2.c3", "priest.v1.p4", "settler.v1.p4")
    with Phone(browser, harbor.url) as phone:
        players = (*TAXED, EMIL)[:seats]
        table = open_table(phone.context.request, harbor.url, Recipe(players, active="Ada", row=""))
        phone.remember([table])
        phone.turn(*size)
        phone.page.goto(f"{harbor.url}/#/table/{table.code}")
        phone.page.wait_for_selector(".pad")
        first, moved = phone.probe("berths"), {}
        assert len(first) == 10
        for card in (*drawn, *kept):
            table = record(phone.context.request, harbor.url, table, f"draw {card}")
            phone.page.wait_for_selector(f'main[data-revision="{table.view["revision"]}"]')
            if table.view["pending"]:
                continue
            if phone.probe("berths") != first:
                moved[card] = phone.probe("berths")
    assert moved == {}


def below(phone: Phone) -> list[str]:
    """Keys that end below the screen in any language."""
    found = []
    for language in LANGUAGES:
        phone.speak(language)
        found += [f"{language}: {key}" for key in phone.page.evaluate(BELOW)]
    phone.speak("en")
    return found


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
def test_a_take_moves_no_tile_and_leaves_the_takers_name(
    size: tuple[int, int], browser: Browser, harbor: Server
) -> None:
    """What a double tap hits second is not the next card: nothing lies there any more. The keys end on the screen."""
    with Phone(browser, harbor.url) as phone:
        table = open_table(phone.context.request, harbor.url, TRADE)
        phone.remember([table])
        phone.turn(*size)
        phone.page.goto(f"{harbor.url}/#/table/{table.code}")
        phone.page.wait_for_selector(".cards.trade")
        first = phone.probe("berths")
        assert below(phone) == []
        for words in ("take 0", "take 3"):
            table = record(phone.context.request, harbor.url, table, words)
            phone.page.wait_for_selector(f'main[data-revision="{table.view["revision"]}"]')
            assert phone.probe("berths") == first
            assert below(phone) == []
        taken = phone.page.locator('[data-berth="0"] .took')
        assert "Ben" in taken.inner_text()
        assert phone.page.locator('[data-berth="0"] button:not(.took)').count() == 0


def test_a_tax_lies_on_the_water_until_the_next_tap(browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url) as phone:
        page = phone.reach(Screen("tax", (STATES["tax"],), shows=".taxed"))
        assert "14" in page.locator(".taxed").inner_text()
        rested_tap(page.locator(".taxed .x"))
        page.locator(".taxed").wait_for(state="detached")
        page.reload()
        page.locator(".taxed").wait_for()
        rested_tap(page.locator('[data-opens="ship:red"]'))
        page.locator(".taxed").wait_for(state="detached")


@pytest.mark.parametrize("table", [FIVE_CONTRACTS, ELEVEN_CONTRACTS], ids=["against each other", "together"])
@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=str)
def test_the_fullest_table_of_goals_squeezes_neither_players_nor_harbor_nor_pad(
    table: Recipe, size: tuple[int, int], browser: Browser, harbor: Server
) -> None:
    with Phone(browser, harbor.url) as phone:
        phone.look()
        phone.reach(Screen("goals", (table,), shows=".quay > .pad"))
        phone.turn(*size)
        found = phone.page.evaluate(SQUEEZED)
    assert found == {"keys": [], "tiles": [], "players": 5, "goals": [], "outside": []}


# Every table of the catalogue on which cards are drawn, once.
DRAWN_AT = list(
    {
        repr(screen.tables): screen
        for screen in reversed(SCREENS)
        if screen.address == "#/table/{code}" and len(screen.tables) == 1 and not screen.does
    }.values()
)


@pytest.mark.parametrize("part", range(4))
def test_no_tile_gets_lower_in_any_game_whatever_lies_above_the_water(
    part: int, browser: Browser, harbor: Server
) -> None:
    found: list[str] = []
    looked = 0
    with Phone(browser, harbor.url) as phone:
        for screen in DRAWN_AT[part::4]:
            phone.reach(screen)
            for width, height in ((390, 844), (360, 640)):
                phone.turn(width, height)
                looked += phone.page.locator(".cards.berths").count()
                found += [f"{screen}, {width} x {height}: {what}" for what in phone.probe("lowTiles")]
    assert found == []
    assert looked > 5


# Keys, cards and goals below the height that a thumb or an eye needs; what lies outside of the window at all.
SQUEEZED = """() => {
  const low = (what, least) => [...document.querySelectorAll(what)].filter((one) => one.getBoundingClientRect().height < least).map((one) => one.textContent.trim());
  const beside = (one) => { const { top, bottom } = one.getBoundingClientRect(); return bottom > innerHeight + 1 || top < 0; };
  return {
    keys: low('.pad .k', 48), tiles: low('.cards.berths .card', 48), players: document.querySelectorAll('.players .player').length,
    goals: low('.goals .goal', 48), outside: [...document.querySelectorAll('.goals, .harbor, .quay')].filter(beside).map((one) => one.className),
  };
}"""
