"""Pictures of every screen and state of the built app, on a real server: scripts/screenshots [--readme] [NAME ...]

All screens, or those whose names begin so, into var/screenshots: in three themes on a phone, at night on a small one,
the chosen ones in German. With --readme, those that the README shows, into docs/screenshots.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.services import CHROMIUM_FLAGS, REPOSITORY, Missing, Server, find_chromium, running_playwright

from .adventure import ADVENTURE
from .light import LIGHT
from .phone import PHONE, SMALL, THEMES, Phone
from .screen import Screen
from .screens import SCREENS

ALL = REPOSITORY / "var" / "screenshots"
SHOWN = REPOSITORY / "docs" / "screenshots"
GERMAN = (
    "goals-wrong",
    "goals-what-if",
    "home-tables",
    "new-house-rules",
    "new-unpack",
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


def picture(page: Page, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, animations="disabled")


def take(browser: Browser, url: str, screen: Screen) -> int:
    """Every picture of one screen; returns how many."""
    with Phone(browser, url) as phone:
        page = phone.reach(screen)
        for theme in THEMES:
            phone.look(theme)
            picture(page, ALL / theme / f"{screen}.png")
        phone.look()
        phone.turn(**SMALL)
        picture(page, ALL / "small" / f"{screen}.png")
    if not (screen.name in GERMAN or screen in (*ADVENTURE, *LIGHT)):
        return len(THEMES) + 1
    with Phone(browser, url, settings={"language": "de"}) as phone:
        page = phone.reach(screen)
        picture(page, ALL / "german" / f"{screen}.png")
        phone.turn(**SMALL)
        picture(page, ALL / "german-small" / f"{screen}.png")
    return len(THEMES) + 3


def show(browser: Browser, url: str, screen: Screen, theme: str) -> int:
    """The picture for the README: twice as sharp, and as small as can be."""
    path = SHOWN / f"{screen}-{theme}.png"
    with Phone(browser, url, settings={"theme": theme}, scale=2, size=PHONE) as phone:
        picture(phone.reach(screen), path)
    if smaller := shutil.which("pngquant"):
        subprocess.run([smaller, "--force", "--ext", ".png", "--speed", "1", "256", path], check=True)
    else:
        sys.stderr.write("pngquant is missing, so the pictures stay large: apt-get install pngquant\n")
    sys.stdout.write(f"{path.relative_to(REPOSITORY)}: {path.stat().st_size / 1024:.0f} KB\n")
    return 1


def work(url: str, chromium: Path, screens: list[Screen], readme: bool) -> int:
    """One browser's share."""
    with running_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=CHROMIUM_FLAGS)
        taken = [
            show(browser, url, screen, README[screen.name]) if readme else take(browser, url, screen)
            for screen in screens
        ]
        browser.close()
    return sum(taken)


def main() -> int:
    arguments = argparse.ArgumentParser(description="Pictures of every screen and state of the built app.")
    arguments.add_argument("names", nargs="*", help="only screens whose names begin so")
    arguments.add_argument("--readme", action="store_true", help="those in the README, into docs/screenshots")
    chosen = arguments.parse_args()
    try:
        chromium = find_chromium()
    except Missing as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    known = [screen for screen in SCREENS if screen.name in README] if chosen.readme else list(SCREENS)
    screens = [screen for screen in known if not chosen.names or screen.name.startswith(tuple(chosen.names))]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/pictures.db", Path(folder), {"RATE_LIMITS": "off"}).start()
        try:
            with ThreadPoolExecutor(2) as browsers:
                shares = [screens[::2], screens[1::2]]
                taken = browsers.map(lambda share: work(server.url, chromium, share, chosen.readme), shares)
                where = (SHOWN if chosen.readme else ALL).relative_to(REPOSITORY)
                sys.stdout.write(f"{sum(taken)} pictures of {len(screens)} screens in {where}\n")
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
