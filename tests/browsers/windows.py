"""Firefox and WebKit, each by the driver that its makers keep."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from tests.services import find_firefox, find_screen, find_webkit, find_webkit_browser, free_port

# As narrow as a window of these browsers can be made: Firefox ends at 500, WebKit's at 447.
SIZE = (412, 930)
PATIENCE = 120


class Firefox:
    """By Marionette, which Firefox brings along."""

    def __init__(self, marionette: Any) -> None:
        self.marionette = marionette

    def go(self, url: str) -> None:
        self.marionette.navigate(url)

    def reload(self) -> None:
        # What Marionette calls a refresh goes past caches and service workers, as a reload with Shift does.
        url = self.marionette.get_url()
        self.marionette.navigate("about:blank")
        self.marionette.navigate(url)

    def run(self, script: str, *said: Any) -> Any:
        return self.marionette.execute_async_script(script, script_args=said, sandbox=None)

    def tap(self, element: Any) -> None:
        from marionette_driver.marionette import ActionSequence

        finger = ActionSequence(self.marionette, "pointer", "finger", {"pointerType": "touch"})
        finger.pointer_move(0, 0, origin=element).pointer_down().pointer_up().perform()

    def type(self, element: Any, text: str) -> None:
        element.clear()
        element.send_keys(text)


class WebKit:
    """By WebDriver."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def go(self, url: str) -> None:
        self.driver.get(url)

    def reload(self) -> None:
        self.driver.refresh()

    def run(self, script: str, *said: Any) -> Any:
        return self.driver.execute_async_script(script, *said)

    def tap(self, element: Any) -> None:
        # Its driver makes a mouse of every finger that it is asked for.
        element.click()

    def type(self, element: Any, text: str) -> None:
        element.clear()
        element.send_keys(text)


@contextmanager
def firefox() -> Iterator[Firefox]:
    from marionette_driver.marionette import Marionette

    path = str(find_firefox())
    with TemporaryDirectory(prefix="harbormaster-firefox-") as folder:
        marionette = Marionette(
            bin=path,
            headless=True,
            port=free_port(),
            workspace=folder,
            gecko_log=folder,
            prefs={"intl.locale.requested": "en-GB"},
        )
        try:
            marionette.start_session()
            marionette.timeout.script = PATIENCE
            marionette.set_window_rect(width=SIZE[0], height=SIZE[1])
            yield Firefox(marionette)
        finally:
            marionette.cleanup()
            # Else it would tidy up once more when Python ends, which fails then.
            marionette.instance = None


@contextmanager
def webkit() -> Iterator[WebKit]:
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    with screen() as display:
        options = Options()
        options.binary_location = str(find_webkit_browser())
        options.add_argument("--automation")
        service = Service(str(find_webkit()), env={**os.environ, "DISPLAY": display, "LANGUAGE": "en_GB"})
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            driver.set_script_timeout(PATIENCE)
            driver.set_window_size(*SIZE)
            yield WebKit(driver)
        finally:
            driver.quit()


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees: WebKit's browser has no way without one."""
    reading, writing = os.pipe()
    display = subprocess.Popen(
        [find_screen(), "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    # Where it does not start, nobody else holds the line open.
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        display.terminate()
        display.wait()
