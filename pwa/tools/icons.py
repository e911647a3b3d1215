"""Draws the app's icons for a home screen from one drawing, in Chromium:  .venv/bin/python pwa/tools/icons.py

The lighthouse of public/icon.svg. `maskable` icons are cut to a circle or a square by the phone: the drawing keeps
within the middle four fifths and sky and water reach every edge.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.e2e.conftest import CHROMIUM_FLAGS  # noqa: E402
from tests.services import find_chromium  # noqa: E402

ICONS = ROOT / "pwa" / "public" / "icons"
SKY, GLOW, WATER, BRASS, PAPER, RED = "#0b151e", "#132534", "#16394a", "#e2b869", "#f3ebda", "#f0705f"
TOWER = f"""
  <path d="M38 20l18-7v14ZM26 20l-18-7v14Z" fill="{BRASS}" opacity=".55"/>
  <path d="M27 25h10l4 23H23Z" fill="{PAPER}"/><path d="M25.5 34h13l.9 5H24.6Z" fill="{RED}"/>
  <path d="M27 16h10v9H27Z" fill="{BRASS}"/><path d="M25.5 16L32 9l6.5 7Z" fill="{PAPER}"/>"""
FULL = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <defs><radialGradient id="g" cx=".5" cy=".34" r=".6"><stop stop-color="{GLOW}"/><stop offset="1" stop-color="{SKY}"/>
  </radialGradient></defs><rect width="64" height="64" fill="url(#g)"/>
  <path d="M-8 47q8-5 16 0t16 0 16 0 16 0 16 0V70H-8Z" fill="{WATER}"/>
  <path d="M-4 55q7-4 14 0t14 0 14 0 14 0 14 0" fill="none" stroke="#96c4cd" stroke-opacity=".3" stroke-width="1.2"/>
  <g transform="translate(32 31) scale(.82) translate(-32 -29)">{TOWER}</g></svg>"""
ROUND = (ROOT / "pwa" / "public" / "icon.svg").read_text("utf-8")
DRAWN = {
    "icon-192.png": (ROUND, 192),
    "icon-512.png": (ROUND, 512),
    "maskable-192.png": (FULL, 192),
    "maskable-512.png": (FULL, 512),
    "apple-touch-icon.png": (FULL, 180),
}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(find_chromium()), args=CHROMIUM_FLAGS)
        page = browser.new_page()
        for name, (drawing, size) in DRAWN.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<style>*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{drawing}"
            )
            page.screenshot(path=str(ICONS / name), omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
