"""The application in process, with a database of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.settings import Settings


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    settings = Settings(
        database_url=f"sqlite:///{tmp_path / 'rules.db'}",
        rate_limits=False,
        pwa_dir=str(tmp_path / "no-phone"),
    )
    return create_app(settings).test_client()
