"""Takes the pictures that a phone shows before it installs the app:  .venv/bin/python pwa/tools/shop_window.py

Of the built app on a real server; run it again when the table looks different.
"""

from __future__ import annotations

import base64
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.engine import codec, open_history
from tests.e2e.conftest import CHROMIUM_FLAGS  # noqa: E402
from tests.e2e.phone_engine import Api, until  # noqa: E402
from tests.engine.play import random_game  # noqa: E402
from tests.services import Server, find_chromium  # noqa: E402

PICTURES = ROOT / "pwa" / "public" / "screenshots"
SETUP = {"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben", "Cleo", "Dev"]}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
TABLET = {"viewport": {"width": 1280, "height": 800}, "has_touch": True}
# The app knows a table from its own store, so it is put there.
KNOW = """(table) => new Promise((resolve, reject) => {
  const opening = indexedDB.open('harbormaster');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const writing = opening.result.transaction('tables', 'readwrite');
    writing.objectStore('tables').put(table);
    writing.oncomplete = () => { opening.result.close(); resolve(); };
  };
})"""
WEBP = """(png) => new Promise((resolve) => {
  const image = new Image();
  image.onload = () => {
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    canvas.convertToBlob({ type: 'image/webp', quality: 0.86 }).then((blob) => blob.arrayBuffer()).then((bytes) => {
      resolve(btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')));
    });
  };
  image.src = 'data:image/png;base64,' + png;
})"""


def played(api: Api, phase: str) -> dict[str, Any]:
    """A table in mid-game with a full harbor, in that phase."""
    for seed in range(1000):
        entries = []
        history = open_history(codec.setup_from_json(SETUP))
        for table, body in random_game(history, random.Random(seed), 130):
            entries.append(body)
            state = table.state
            lying = sum(card is not None for card in state.harbor)
            if (
                len(entries) > 90
                and state.phase == phase
                and lying >= 6
                and state.pending is None
                and state.round > 4
            ):
                opened = api.call("/tables", SETUP)
                view = opened["view"]
                for number, entry in enumerate(entries):
                    line = {"entry_id": f"entry-{number}", "base_revision": number, "entry": entry}
                    view = api.call(f"/tables/{opened['code']}/entries", line, opened["token"])["view"]
                return {"code": opened["code"], "token": opened["token"], "seen": 1, "view": view}
    raise RuntimeError(f"no game comes to a full harbor in {phase}")


def picture(browser: Browser, url: str, table: dict[str, Any], name: str, screen: dict[str, Any]) -> None:
    context = browser.new_context(locale="en-GB", service_workers="block", **screen)
    page: Page = context.new_page()
    page.goto(url)
    until(page, "(await indexedDB.databases()).some(({ name }) => name === 'harbormaster')")
    page.evaluate(KNOW, table)
    page.goto(f"{url}/#/table/{table['code']}")
    page.reload()
    page.wait_for_load_state("networkidle")
    png = page.screenshot(animations="disabled")
    webp = page.evaluate(WEBP, base64.b64encode(png).decode())
    (PICTURES / f"{name}.webp").write_bytes(base64.b64decode(webp))
    context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/pictures.db", Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=str(find_chromium()), args=CHROMIUM_FLAGS)
        api = Api(server.url)
        try:
            discover, trade = played(api, "discover"), played(api, "trade_hire")
            picture(browser, server.url, discover, "discover", PHONE)
            picture(browser, server.url, trade, "trade", PHONE)
            picture(browser, server.url, discover, "wide", TABLET)
        finally:
            api.close()
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
