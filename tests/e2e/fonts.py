"""Which fonts a page is really drawn with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

SHIPPED = {"Roboto", "Noto Serif"}


def _words(node: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Every element with words of its own, also those inside an input, and the words."""
    inside = [*node.get("children", ()), *node.get("shadowRoots", ())]
    if words := " ".join(one["nodeValue"] for one in inside if one["nodeType"] == 3).strip():
        yield node["nodeId"], words
    for one in inside:
        yield from _words(one)


def drawn_with(page: Page) -> dict[str, set[str]]:
    """The words that are on the screen, each with the fonts that the browser took; `here: ...` where it is the machine's."""
    session = page.context.new_cdp_session(page)
    found: dict[str, set[str]] = {}
    try:
        session.send("DOM.enable")
        session.send("CSS.enable")
        root = session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        for node, words in _words(root):
            fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
            if fonts:
                named = {f"{'' if one['isCustomFont'] else 'here: '}{one['familyName']}" for one in fonts}
                found.setdefault(words, set()).update(named)
    finally:
        session.detach()
    return found


def not_shipped(page: Page) -> list[str]:
    """Words in a font that the app does not bring along."""
    drawn = drawn_with(page)
    assert drawn, "a page without words"
    return [f"{words!r} is in {sorted(fonts)}" for words, fonts in drawn.items() if not fonts <= SHIPPED]
