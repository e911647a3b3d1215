"""The wheel is all that a host needs: no checkout, no Node.js, one command."""

from __future__ import annotations

import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from companion.release import VERSION
from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import REPOSITORY, Server

from .phone_by_itself import open_table
from .phone_engine import DIST
from .phones import NewPhone
from .touch import Thumb, play

GAME = recorded_game(next(path for path in GAMES if path.name.startswith("02-pegasus-2p")))


def run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd=REPOSITORY, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make dist` builds of the phone app as it lies there: the other tests use it meanwhile."""
    folder = tmp_path_factory.mktemp("dist")
    run("make", "--assume-old=pwa/dist/index.html", "dist", f"DIST={folder}")
    [built] = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`harbormaster` in an environment that has nothing but what the wheel asks for."""
    folder = tmp_path_factory.mktemp("installed")
    run("scripts/create-venv", folder)
    pip = (folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--require-hashes", "-r", "requirements/runtime.txt")
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    run(*pip, "check")
    return folder / "bin" / "harbormaster"


def test_the_wheel_has_every_file_of_the_program_and_of_the_phone_app(wheel: Path) -> None:
    sources = set(run("git", "ls-files", "companion").split())
    app = {f"companion/phone/{file.relative_to(DIST)}" for file in DIST.rglob("*") if file.is_file()}
    with ZipFile(wheel) as packed:
        assert sources | app <= set(packed.namelist())


def test_the_version_is_said_by_the_wheel_and_by_the_command(wheel: Path, program: Path) -> None:
    assert wheel.name == f"harbormaster_companion-{VERSION}-py3-none-any.whl"
    assert run(program, "--version") == f"Harbormaster {VERSION}\n"
    told = run(program, "--help")
    assert "usage: harbormaster " in told
    assert "serve" in told
    # It writes into the sources, and there are none.
    assert "openapi" not in told


def test_what_is_installed_is_opened_by_a_phone_and_played(
    program: Path, new_phone: NewPhone, tmp_path: Path
) -> None:
    # The programs of this machine, Node.js among them, are out of its sight.
    environment = {
        "PATH": str(program.parent),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "PUBLIC_URL": "http://harbor.test",
    }
    server = Server("", tmp_path, environment, command=(str(program),), root=tmp_path)
    try:
        server.start()
        file = tmp_path / "data" / "harbormaster" / "harbormaster.db"
        assert f"Tables are kept in {file}" in server.output
        page = new_phone(engine=False)
        page.goto(server.url)
        code = open_table(page, GAME["players"])
        steps = entered_steps(GAME)[:12]
        play(Thumb(page, code, ""), GAME, steps)
        expect(page.locator("main.table .ledger .menu")).to_contain_text("All saved")
        assert "Harbormaster is open at  http://harbor.test\n" in server.output
        assert "█" in server.output
        assert file.is_file()
        # The rulebook and the words of another language are read when they are asked for.
        asked = page.request.get(f"{server.url}/api/rules/questions?explains=repel_swords&lang=de")
        assert asked.status == 200
        refused = page.request.get(f"{server.url}/api/tables/none", headers={"Accept-Language": "fr"})
        assert (refused.status, refused.headers["content-language"]) == (401, "fr")
    finally:
        server.kill()
