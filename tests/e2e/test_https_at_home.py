"""HTTPS in a home network: a browser that trusts the authority has a secure context, and one that does not is told."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import CHROMIUM_FLAGS, REPOSITORY, Server

from .phone_engine import until

# A name as phones see it: only "localhost" and 127.0.0.1 would count as secure without a certificate.
NAME = f"{socket.gethostname().lower().split('.')[0]}.local"
Launch = Callable[[Path], Browser]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("home")
    server = Server(f"sqlite:///{folder / 'harbor.db'}", folder, tls=folder / "tls")
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture
def launch(browser: Browser, chromium: Path) -> Iterator[Launch]:
    """A browser of somebody whose home folder is given."""
    started: list[Browser] = []

    def start(home: Path) -> Browser:
        flags = [*CHROMIUM_FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        environment = {**os.environ, "HOME": str(home)}
        own = browser.browser_type.launch(executable_path=str(chromium), args=flags, env=environment)
        started.append(own)
        return own

    yield start
    for own in started:
        own.close()


def trust_page(browser: Browser, server: Server) -> Page:
    page = browser.new_page(viewport={"width": 412, "height": 839}, locale="en-GB")
    page.goto(f"http://{NAME}:{server.port + 1}/")
    return page


def test_a_phone_that_trusts_the_authority_has_a_secure_app_that_can_be_installed(
    server: Server, launch: Launch, tmp_path: Path
) -> None:
    assert server.tls
    command = [sys.executable, "-m", "tests.e2e.trusting", tmp_path, server.tls / "authority.pem"]
    subprocess.run(command, cwd=REPOSITORY, check=True)
    page = trust_page(launch(tmp_path), server)
    expect(page.get_by_role("status")).to_have_text("✓ This phone trusts Harbormaster.")
    page.get_by_role("link", name="Open Harbormaster").click()
    page.wait_for_url(f"https://{NAME}:{server.port}/**")
    assert page.evaluate("isSecureContext")
    until(page, "navigator.serviceWorker.controller?.state === 'activated'")
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A browser without a window never offers to install; nothing else may stand in the way.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_a_phone_that_does_not_trust_it_is_told_and_stays(
    server: Server, launch: Launch, tmp_path: Path
) -> None:
    page = trust_page(launch(tmp_path), server)
    page.get_by_role("link", name="Open Harbormaster").click()
    expect(page.get_by_role("status")).to_have_text("✕ Not trusted yet. Go through step 2 again, then retry.")
    assert page.url.startswith("http://")


def test_ctrl_c_ends_the_server_and_the_plain_pages_with_it(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'harbor.db'}", tmp_path, tls=tmp_path / "tls").start()
    assert server.process
    os.killpg(server.process.pid, signal.SIGINT)  # a terminal tells the whole group
    assert server.process.wait(20) == 0
    server.stop()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port + 1)).close()


def test_a_port_that_the_trust_pages_cannot_have_is_named(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'harbor.db'}", tmp_path, tls=tmp_path / "tls")
    with (
        socket.create_server(("127.0.0.1", server.port + 1)),
        pytest.raises(RuntimeError, match=f"PORT: the trust pages cannot have port {server.port + 1}"),
    ):
        server.start()
