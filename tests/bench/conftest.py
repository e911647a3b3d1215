"""The browser as users have it: what is measured here is not to be slowed down for the sake of the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.bench.budget import FILE, budget, told
from tests.e2e.conftest import chromium, running_chromium

__all__ = ["browser", "chromium"]


@pytest.fixture(scope="session")
def browser(chromium: Path) -> Iterator[Browser]:
    with running_chromium(chromium) as browser:
        yield browser


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> Callable[[str, float], None]:
    """Takes down a figure for the table at the end: its name in `budget.json`, and what it was found to be."""

    def take_down(name: str, found: float) -> None:
        assert name in budget()["measured"], name
        request.node.user_properties.append(("measured", (name, found)))

    return take_down


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Each figure that was measured, beside what it may be and what it was at the last release."""
    rows = [
        value
        for report in terminalreporter.getreports("passed")
        for key, value in report.user_properties
        if key == "measured"
    ]
    if rows:
        terminalreporter.section(f"figures, and what they may be (tests/bench/{FILE.name})")
    for name, found in rows:
        terminalreporter.write_line(told(name, found))
