"""An evening for those who were not there: the picture, a link to look on, plays for other apps."""

from __future__ import annotations

import csv
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .phone import NO_ENGINE
from .tables import Opened, Recording, open_table
from .touch import remember_table, rested_tap

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB"}
GAME = Recording("26-pegasus-4p")
# As the recorded game ends: name, place, points, coins.
ENDED = [("Ada", 1, 14, 13), ("Cleo", 2, 14, 9), ("Ben", 3, 12, 3), ("Dan", 4, 11, 13)]
NOVEMBER = 1_795_176_000_000
PNG = b"\x89PNG\r\n\x1a\n"
SKY = """(picture) => {
  const brush = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  brush.drawImage(picture, 0, 0);
  return [picture.naturalWidth, picture.naturalHeight, ...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        **PHONE, service_workers="block", permissions=["clipboard-read", "clipboard-write"]
    )
    context.add_init_script(NO_ENGINE)
    yield context.new_page()
    context.close()


def shown(page: Page, server: Server) -> Opened:
    opened = open_table(page.request, server.url, GAME)
    remember_table(
        page, server.url, {"code": opened.code, "token": opened.token, "view": opened.view}, NOVEMBER
    )
    page.goto(f"{server.url}/#/table/{opened.code}/scores")
    rested_tap(page.get_by_role("link", name="Show friends"))
    expect(page.locator(".frame img")).to_be_visible()
    return opened


def test_the_picture_is_square_and_dark_or_light_as_one_likes(phone: Page, harbor: Server) -> None:
    shown(phone, harbor)
    picture = phone.get_by_role("img", name="The picture: Ada wins. 14 points, same as Cleo; 13 coins to 9.")
    dark = picture.evaluate(SKY)
    before = picture.get_attribute("src")
    rested_tap(phone.get_by_role("radio", name="Light"))
    expect(picture).not_to_have_attribute("src", str(before))
    light = picture.evaluate(SKY)
    assert dark[:2] == light[:2] == [1080, 1080]
    assert max(dark[2:]) < 80 < 180 < min(light[2:])


def test_the_picture_can_be_saved(phone: Page, harbor: Server) -> None:
    shown(phone, harbor)
    with phone.expect_download() as saved:
        rested_tap(phone.get_by_role("button", name="Save picture"))
    head = Path(saved.value.path()).read_bytes()[:24]
    assert (head[:8], struct.unpack(">II", head[16:24])) == (PNG, (1080, 1080))
    expect(phone.get_by_role("status")).to_have_text("The picture is saved")


def test_a_link_to_look_on_shows_the_table_and_lets_nobody_enter_anything(
    phone: Page, browser: Browser, harbor: Server
) -> None:
    shown(phone, harbor)
    rested_tap(phone.get_by_role("button", name="A link to watch"))
    expect(phone.get_by_role("status")).to_have_text("Copied. Paste it anywhere.")
    link = phone.evaluate("navigator.clipboard.readText()")
    friends = browser.new_context(**PHONE, service_workers="block")
    friends.add_init_script(NO_ENGINE)
    friend = friends.new_page()
    friend.goto(link)
    friend.wait_for_selector("main[data-revision]")
    expect(friend.locator(".pad .key:not([disabled])")).to_have_count(0)
    friends.close()


def test_a_game_goes_to_a_spreadsheet_as_it_ended(phone: Page, harbor: Server) -> None:
    shown(phone, harbor)
    with phone.expect_download() as saved:
        rested_tap(phone.get_by_role("button", name="For a spreadsheet"))
    assert saved.value.suggested_filename == "port-royal-2026-11-20.csv"
    with Path(saved.value.path()).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [
        (row["player"], int(row["place"]), int(row["points"]), int(row["coins"])) for row in rows
    ] == ENDED
    assert {(row["date"], row["edition"], row["rounds"]) for row in rows} == {("2026-11-20", "pegasus", "12")}
    assert [row["won"] for row in rows] == ["1", "0", "0", "0"]


def test_bg_stats_is_told_who_came_where(phone: Page, harbor: Server) -> None:
    opened = shown(phone, harbor)
    link = str(phone.get_by_role("link", name="To BG Stats").get_attribute("href"))
    told = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert [(one["name"], one["rank"], one["score"], one["winner"]) for one in told["players"]] == [
        (name, place, points, place == 1) for name, place, points, _ in ENDED
    ]
    assert (told["sourcePlayId"], told["game"]["name"], told["playDate"][:10]) == (
        opened.code,
        "Port Royal",
        "2026-11-20",
    )


def test_all_games_of_the_chronicle_go_along_in_one_file(phone: Page, harbor: Server) -> None:
    codes = {shown(phone, harbor).code, shown(phone, harbor).code}
    phone.goto(f"{harbor.url}/#/chronicle")
    rested_tap(phone.get_by_role("button", name="Export games"))
    with phone.expect_download() as saved:
        rested_tap(phone.get_by_role("button", name="For programs"))
    told = json.loads(Path(saved.value.path()).read_text())
    assert told["kind"] == "harbormaster-plays"
    assert {play["id"] for play in told["plays"]} == codes
    assert [
        (one["name"], one["place"], one["points"], one["coins"]) for one in told["plays"][0]["players"]
    ] == ENDED
