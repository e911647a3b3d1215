"""The browser as users have it: what is measured here is not to be slowed down for the sake of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import chromium, running_chromium

__all__ = ["browser", "chromium"]


@pytest.fixture(scope="session")
def browser(chromium: Path) -> Iterator[Browser]:
    with running_chromium(chromium) as browser:
        yield browser
