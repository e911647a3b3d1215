"""What comes over the wire while a page loads, and how much of it the first screen may take."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession

CODE = (".js", ".mjs", ".css")
FONT = (".woff2",)
# Bytes as they are sent, compressed.
CODE_OF_FIRST_SCREEN = 60 * 1024
FONTS_OF_FIRST_SCREEN = 45 * 1024


def shipped(session: CDPSession) -> dict[str, int]:
    """Bytes over the wire by address, filled while the page loads."""
    addresses: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def answered(event: dict[str, Any]) -> None:
        addresses[event["requestId"]] = event["response"]["url"].partition("?")[0]

    def finished(event: dict[str, Any]) -> None:
        sizes[addresses.get(event["requestId"], "?")] = int(event["encodedDataLength"])

    session.send("Network.enable")
    # What another phone of this browser has fetched would weigh nothing.
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", finished)
    return sizes


def weight(sizes: dict[str, int], ends: tuple[str, ...]) -> int:
    return sum(size for name, size in sizes.items() if name.endswith(ends))
