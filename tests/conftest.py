"""Fixtures for every test. Each is started only where it is asked for, once per test process."""

from __future__ import annotations

import gc
import itertools
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.services import Missing, Postgres, Server, running_postgres

# How long one example takes says nothing on a machine that also runs a browser and a database. What fails in `make test`
# fails because of a change; `make soak` looks where nobody looked before.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("chance", deadline=None, print_blob=True)
settings.load_profile("same")

BENCHMARKS = Path(__file__).parent / "bench"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Benchmarks run only when they are named: `python -m pytest tests/bench`."""
    if collection_path != BENCHMARKS:
        return None
    named = ((config.invocation_params.dir / arg.split("::")[0]).resolve() for arg in config.args)
    return None if any(path.is_relative_to(BENCHMARKS) for path in named) else True


def pytest_configure() -> None:
    """Thousands of tests are made and none of them goes: looking for what could go takes a third of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on there is something to be let go of, but for the tests."""
    gc.freeze()
    gc.enable()


# Here tests have phones and servers, which those of one file share.
LONG = {"api", "e2e", "storage", "trust"}
# Whole evenings.
LONGEST = ("test_no_tap_is_lost.py", "test_offline_evening.py")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test process gets its part of the long files first, whole; the quick tests even out the end.

    The processes begin with equal numbers of tests, in the order of the collection, and take from each other later.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    files = [list(tests) for _, tests in itertools.groupby(items, key=lambda item: item.path)]
    files.sort(key=lambda tests: tests[0].path.name not in LONGEST)
    long = [tests for tests in files if LONG & set(tests[0].path.parts)]
    quick = [item for tests in files if tests not in long for item in tests]
    dealt: list[pytest.Item] = []
    for process in range(processes):
        share = (len(items) - len(dealt)) // (processes - process)
        own = list(itertools.chain(*long[process::processes]))
        left = max(0, share - len(own))
        dealt += own + quick[:left]
        del quick[:left]
    items[:] = dealt + quick


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the simulated evenings went through (tests/e2e/test_no_tap_is_lost.py), all test processes together."""
    figures: Counter[str] = Counter()
    for report in terminalreporter.getreports("passed"):
        figures.update(dict(report.user_properties).get("voyages", {}))
    if figures:
        terminalreporter.section("simulated evenings")
        terminalreporter.write_line(", ".join(f"{name} {number}" for name, number in figures.items()))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL cluster of this test process's own."""
    try:
        with running_postgres() as cluster:
            yield cluster
    except Missing as missing:
        # Never skipped: a run without PostgreSQL would claim what it has not tried.
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    """A database that all tests of this process share. Its tables are there only if a test made them."""
    return postgres.create_database("harbormaster")


_database_numbers = itertools.count(1)


@pytest.fixture
def empty_postgres_url(postgres: Postgres) -> Iterator[str]:
    """An empty database for one test."""
    name = f"empty_{next(_database_numbers)}"
    yield postgres.create_database(name)
    postgres.drop_database(name)


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server with an SQLite file, shared by all tests of this process: `live_server.url`."""
    folder = tmp_path_factory.mktemp("live-server")
    server = Server(f"sqlite:///{folder / 'harbormaster.db'}", folder)
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers for one test: `start_server(database_url=None, **environment)`.

    For tests that need a database or settings of their own, or kill the server and start it again.
    """
    servers: list[Server] = []

    def start(database_url: str | None = None, **environment: str) -> Server:
        folder = tmp_path / f"server-{len(servers) + 1}"
        folder.mkdir()
        server = Server(database_url or f"sqlite:///{folder / 'harbormaster.db'}", folder, environment)
        servers.append(server)
        return server.start()

    yield start
    # Nothing of it is needed any more, and a server that is told to stop takes seconds to take its leave.
    for server in servers:
        server.kill()
