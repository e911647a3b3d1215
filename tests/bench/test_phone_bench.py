"""How heavy the first screen is, and how soon a slowed phone can be used: built app, real server, empty cache."""

from __future__ import annotations

import statistics

from playwright.sync_api import Browser, CDPSession

from tests.e2e.phone import Phone
from tests.e2e.screens import named
from tests.e2e.weight import CODE, CODE_OF_FIRST_SCREEN, FONT, FONTS_OF_FIRST_SCREEN, shipped, weight
from tests.services import Server

VISITS = 5
# A middling phone on a slow mobile network, as Lighthouse means it: a quarter of this machine, 1.6 Mbit/s, 150 ms.
SLOW_CPU = 4
SLOW_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8,
    "uploadThroughput": 750 * 1024 / 8,
}
# The first tap that would be answered: the control is there, in its place, and the page has time for it.
USABLE = """(selector) => new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector(selector)) return void requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now() / 1000);
    requestAnimationFrame(() => channel.port2.postMessage(null));
  };
  look();
})"""


def slowed(phone: Phone) -> CDPSession:
    session = phone.context.new_cdp_session(phone.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    return session


def first_visit(browser: Browser, url: str, usable: str) -> tuple[float, dict[str, int]]:
    with Phone(browser, url, engine=True) as phone:
        sizes = shipped(slowed(phone))
        phone.page.goto(url, wait_until="commit")
        seconds = phone.page.evaluate(USABLE, usable)
        phone.page.wait_for_load_state("load")
        return seconds, dict(sizes)


def test_the_first_screen(browser: Browser, live_server: Server) -> None:
    visits = [first_visit(browser, live_server.url, ".foot a[href='#/new']") for _ in range(VISITS)]
    seconds = [taken for taken, _ in visits]
    code = max(weight(sizes, CODE) for _, sizes in visits)
    fonts = max(weight(sizes, FONT) for _, sizes in visits)
    everything = max(sum(sizes.values()) for _, sizes in visits)
    print(
        f"\nfirst screen: {code / 1024:.0f} KB of script and style over the wire (at most {CODE_OF_FIRST_SCREEN // 1024}), "
        f"{fonts / 1024:.0f} KB of fonts (at most {FONTS_OF_FIRST_SCREEN // 1024}), {everything / 1024:.0f} KB in all; usable after {statistics.median(seconds):.2f} s "
        f"({min(seconds):.2f} to {max(seconds):.2f}) with a quarter of the CPU on slow 4G, nothing cached"
    )
    assert code <= CODE_OF_FIRST_SCREEN
    assert 0 < fonts <= FONTS_OF_FIRST_SCREEN


def test_a_table_opened_directly(browser: Browser, live_server: Server) -> None:
    seconds = []
    for _ in range(VISITS):
        with Phone(browser, live_server.url, engine=True) as phone:
            page = phone.reach(named("table-discover"))
            address = page.url
            page.close()
            # Another tab of the same phone; what the first one fetched is forgotten.
            phone.page = phone.context.new_page()
            slowed(phone).send("Network.setCacheDisabled", {"cacheDisabled": True})
            phone.page.goto(address, wait_until="commit")
            seconds.append(phone.page.evaluate(USABLE, ".pad .k"))
    print(
        f"\na table opened directly: usable after {statistics.median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f}) "
        "with a quarter of the CPU on slow 4G, nothing cached"
    )
