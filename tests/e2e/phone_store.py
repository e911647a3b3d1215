"""What the app keeps in the phone's databases, read by a test."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

READ = """async ([database, store]) => {
  const opened = await new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const found = await new Promise((resolve, reject) => {
    const asked = opened.transaction(store).objectStore(store).getAll();
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  opened.close();
  return found;
}"""


def tables(page: Page) -> dict[str, dict[str, Any]]:
    """The tables that the harbor knows, by their code on this phone, with all that was under way."""
    written(page)
    return {one["code"]: one for one in page.evaluate(READ, ["harbormaster", "tables"])}


def books(page: Page) -> dict[str, dict[str, Any]]:
    """What the phone keeps of each table: `document`, `pending`, `remote`, `question`."""
    return {one["code"]: one for one in page.evaluate(READ, ["harbormaster-books", "pages"])}


def written(page: Page) -> None:
    """Waits until what was tapped so far is written: a page that is left sooner takes it along. What comes while the app
    writes is written together next.
    """
    for _ in range(2):
        page.evaluate(READ, ["harbormaster", "memory"])


KEPT = """([key, part, value]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open('harbormaster');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const asked = opening.result.transaction('memory').objectStore('memory').get(key);
    asked.onsuccess = () => resolve(JSON.stringify(asked.result?.[part]) === value);
    asked.onerror = () => reject(asked.error);
    opening.result.close();
  };
})"""


def keeps(page: Page, key: str, part: str, value: Any) -> None:
    """Waits until the phone's memory holds `value`: a page that is left sooner may not have written it."""
    page.wait_for_function(KEPT, arg=[key, part, json.dumps(value, separators=(",", ":"))])
