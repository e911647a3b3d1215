"""Pictures of every screen and state of the built app, on a real server: scripts/screenshots [OPTION] [NAME ...]

All screens, or those whose names begin so, into var/screenshots: in three themes on a phone, at night on a small one,
one that lies, a desk and one with large text, the chosen ones in German. With --readme, those that the README shows, and
its film of one turn, into docs/screenshots.
To see what a change did: --before without it, --after with it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, Playwright

from tests.services import (
    CHROMIUM_FLAGS,
    REPOSITORY,
    Missing,
    Server,
    find_chromium,
    find_pngquant,
    running_playwright,
)

from .adventure import ADVENTURE
from .compare import compared, likeness
from .film import TURN, filmed
from .light import LIGHT
from .phone import PHONE, SMALL, THEMES, Phone
from .screen import Screen
from .screens import SCREENS

ALL = REPOSITORY / "var" / "screenshots"
BEFORE = REPOSITORY / "var" / "screenshots-before"
SHOWN = REPOSITORY / "docs" / "screenshots"
SIZES = {"small": SMALL, "lying": {"width": 740, "height": 360}, "desk": {"width": 1280, "height": 800}}
GERMAN = (
    "goals-wrong",
    "goals-what-if",
    "home-tables",
    "new-five",
    "new-filled",
    "new-sheet",
    "table-discover",
    "table-ships",
    "table-person-trader",
    "table-repel-or-bust",
    "table-bust",
    "table-tax",
    "table-gift",
    "table-few-kinds",
    "table-ship-stays",
    "table-read-off",
    "table-trade-other",
    "table-why-not",
    "display",
    "log-entry",
    "middle-cards",
    "middle-goals",
    "middle-rest",
    "scores-coins",
    "settings",
)
# What the README shows, and in which light.
README = {
    "table-discover": "night",
    "table-trade": "day",
    "table-bust": "night",
}


def launched(playwright: Playwright, chromium: Path) -> Browser:
    # As on a phone, letters keep their distances however large a pixel is.
    flags = [*CHROMIUM_FLAGS, "--font-render-hinting=none"]
    return playwright.chromium.launch(executable_path=str(chromium), args=flags)


def picture(page: Page, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, animations="disabled")


def take(browser: Browser, url: str, screen: Screen, folder: Path) -> int:
    """Every picture of one screen, with how each element looks beside it; returns how many."""

    def kept(look: str) -> None:
        path = folder / look / f"{screen}.png"
        picture(page, path)
        path.with_suffix(".json").write_text(json.dumps(likeness(page)))

    with Phone(browser, url) as phone:
        page = phone.reach(screen)
        for theme in THEMES:
            phone.look(theme)
            kept(theme)
        phone.look()
        for name, size in SIZES.items():
            phone.turn(**size)
            kept(name)
        phone.turn(**PHONE)
        phone.look(size="200")
        kept("large")
    if not (screen.name in GERMAN or screen in (*ADVENTURE, *LIGHT)):
        return len(THEMES) + len(SIZES) + 1
    with Phone(browser, url, settings={"language": "de"}) as phone:
        page = phone.reach(screen)
        kept("german")
        phone.turn(**SMALL)
        kept("german-small")
    return len(THEMES) + len(SIZES) + 3


def differing(page: Page, screens: list[Screen]) -> int:
    """Says each picture that is another one than before, and lays both beside each other; returns how many."""
    found = 0
    for before in sorted(BEFORE.glob("*/*.png")):
        if before.stem not in {screen.name for screen in screens}:
            continue
        name = before.relative_to(BEFORE)
        if not (ALL / name).exists():
            found += 1
            sys.stdout.write(f"{name}: no picture any more\n")
        elif difference := compared(page, before, ALL / name):
            found += 1
            shown = ALL / "differing" / name
            shown.parent.mkdir(parents=True, exist_ok=True)
            if difference.shown:
                shown.write_bytes(difference.shown)
            lines = [f"{name}: {difference.pixels} pixels", *difference.elements[:5]]
            sys.stdout.write("\n    ".join(lines) + "\n")
    return found


def show(browser: Browser, url: str, screen: Screen, theme: str) -> int:
    """The picture for the README: twice as sharp, and as small as can be."""
    path = SHOWN / f"{screen}-{theme}.png"
    with Phone(browser, url, settings={"theme": theme}, scale=2, size=PHONE) as phone:
        picture(phone.reach(screen), path)
    made_smaller(path)
    return 1


def made_smaller(path: Path) -> None:
    try:
        smaller = [find_pngquant(), "--force", "--ext", ".png", "--speed", "1", "256", path]
        subprocess.run(smaller, check=True)
    except Missing as missing:
        sys.stderr.write(f"The pictures stay large. {missing}\n")
    told(path)


def told(path: Path) -> None:
    sys.stdout.write(f"{path.relative_to(REPOSITORY)}: {path.stat().st_size / 1024:.0f} KB\n")


def film(url: str, chromium: Path) -> None:
    """One turn that moves, and a picture of it that does not."""
    path = SHOWN / f"{TURN}.webp"
    with running_playwright() as playwright:
        browser = launched(playwright, chromium)
        try:
            still = filmed(browser, url, path)
        except Missing as missing:
            sys.stderr.write(f"The film stays as it was. {missing}\n")
        else:
            told(path)
            made_smaller(still)
        browser.close()


def work(url: str, chromium: Path, screens: list[Screen], folder: Path) -> int:
    """One browser's share."""
    with running_playwright() as playwright:
        browser = launched(playwright, chromium)
        taken = 0
        for screen in screens:
            try:
                if folder == SHOWN:
                    taken += show(browser, url, screen, README[screen.name])
                else:
                    taken += take(browser, url, screen, folder)
            except Error as error:
                sys.stderr.write(f"{screen} is not reached: {error.message.splitlines()[0]}\n")
        browser.close()
    return taken


def compare(chromium: Path, screens: list[Screen]) -> int:
    with running_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=CHROMIUM_FLAGS)
        found = differing(browser.new_page(), screens)
        browser.close()
    sys.stdout.write(f"{found} pictures differ\n")
    return 1 if found else 0


def main() -> int:
    arguments = argparse.ArgumentParser(description="Pictures of every screen and state of the built app.")
    arguments.add_argument("names", nargs="*", help="only screens whose names begin so")
    into = arguments.add_mutually_exclusive_group()
    for option, place, why in (
        ("--readme", SHOWN, "those in the README and its film, into docs/screenshots"),
        ("--before", BEFORE, "to compare with after a change, into var/screenshots-before"),
        ("--after", ALL, "and compare with those taken before"),
    ):
        into.add_argument(option, dest="folder", action="store_const", const=place, help=why)
    chosen = arguments.parse_args()
    try:
        chromium = find_chromium()
    except Missing as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    folder: Path = chosen.folder or ALL
    known = [screen for screen in SCREENS if folder != SHOWN or screen.name in README]
    screens = [screen for screen in known if not chosen.names or screen.name.startswith(tuple(chosen.names))]
    # What is not reached this time shall not be taken for what was seen last time.
    shutil.rmtree(ALL / "differing", ignore_errors=True)
    for kept in folder.glob("*/*") if folder != SHOWN else ():
        if kept.stem in {screen.name for screen in screens}:
            kept.unlink()
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(f"sqlite:///{scratch}/pictures.db", Path(scratch), {"RATE_LIMITS": "off"}).start()
        try:
            with ThreadPoolExecutor(2) as browsers:
                shares = [screens[::2], screens[1::2]]
                taken = browsers.map(lambda share: work(server.url, chromium, share, folder), shares)
                where = folder.relative_to(REPOSITORY)
                sys.stdout.write(f"{sum(taken)} pictures of {len(screens)} screens in {where}\n")
            if folder == SHOWN and (not chosen.names or TURN.name.startswith(tuple(chosen.names))):
                film(server.url, chromium)
        finally:
            server.stop()
    return compare(chromium, screens) if chosen.folder == ALL else 0


if __name__ == "__main__":
    sys.exit(main())
