"""The phone beside the other browser is Chromium's, as in tests/e2e."""

from __future__ import annotations

from tests.e2e.conftest import browser, chromium, new_phone

__all__ = ["browser", "chromium", "new_phone"]
