"""The application in process, one for all: whoever needs a table opens one."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.settings import Settings


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("rules")
    settings = Settings(
        database_url=f"sqlite:///{folder / 'rules.db'}",
        rate_limits=False,
        pwa_dir=str(folder / "no-phone"),
    )
    return create_app(settings).test_client()
