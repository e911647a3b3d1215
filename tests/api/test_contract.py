"""The running API against its own specification: no 5xx, and no answer that the specification does not know."""

from __future__ import annotations

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.api.wire import Wire
from tests.services import Server

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]


# The committed one; another test holds it to the application.
SPECIFICATION = Path(__file__).resolve().parents[2] / "openapi" / "openapi.json"
# A stream has no end that could be waited for.
schema = schemathesis.openapi.from_path(SPECIFICATION).exclude(path_regex="/stream$")


@pytest.fixture(scope="module")
def opened(server: Server) -> tuple[str, str]:
    with Wire(server.url) as wire:
        table = wire.open_table()
        assert wire.draw(table, 0)[0] == 201
        assert wire.token
        return table.rsplit("/", 1)[-1], wire.token


@schema.parametrize()
@settings(
    max_examples=4, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
def test_every_answer_is_one_that_the_specification_knows(
    case: schemathesis.Case, server: Server, opened: tuple[str, str]
) -> None:
    code, token = opened
    if "code" in case.path_parameters:
        case.path_parameters["code"] = code
        case.headers["Authorization"] = f"Bearer {token}"
    case.call_and_validate(base_url=server.url, checks=CHECKS)
