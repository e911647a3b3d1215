"""What the app keeps in the phone's databases, read by a test."""

from __future__ import annotations

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
    """The tables that the harbor knows, by their code on this phone."""
    return {one["code"]: one for one in page.evaluate(READ, ["harbormaster", "tables"])}


def books(page: Page) -> dict[str, dict[str, Any]]:
    """What the phone keeps of each table: `document`, `pending`, `remote`, `question`."""
    return {one["code"]: one for one in page.evaluate(READ, ["harbormaster-books", "pages"])}
