"""What `make` sets up: found, made to run, or said in one line."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.services import REPOSITORY, find_node

SCRIPTS = sorted((REPOSITORY / "scripts").iterdir())


def program(path: Path, says: str, code: int) -> Path:
    path.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit {code}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_script_can_be_read_by_the_shell(script: Path) -> None:
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)


def test_the_project_s_node_drives_the_browser_where_playwright_s_own_lacks_a_library(tmp_path: Path) -> None:
    fine = program(tmp_path / "fine", "v24", 0)
    assert find_node(fine) == fine
    lacking = program(tmp_path / "lacking", "libatomic.so.1: cannot open shared object file", 127)
    other = find_node(lacking)
    assert other != lacking
    version = subprocess.run([other, "--version"], capture_output=True, text=True, check=True).stdout
    assert int(version.removeprefix("v").split(".")[0]) >= 20


def test_a_browser_that_does_not_start_is_said_in_one_line_before_the_tests(tmp_path: Path) -> None:
    why = "error while loading shared libraries: libnss3.so"
    broken = program(tmp_path / "chromium", why, 127)
    done = subprocess.run(
        ["scripts/require-services"],
        cwd=REPOSITORY,
        env={**os.environ, "CHROMIUM": str(broken)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert str(broken) in line
    assert why in line


def test_an_image_that_nothing_here_can_build_is_said_in_one_line(tmp_path: Path) -> None:
    for name in ("bash", "dirname"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    done = subprocess.run(
        ["scripts/container"], cwd=REPOSITORY, env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert "needs buildah" in line


@pytest.mark.parametrize("name", ["dev", "browsers"])
def test_whatever_starts_the_server_has_all_that_it_needs(name: str) -> None:
    def pinned(which: str) -> set[str]:
        lines = (REPOSITORY / "requirements" / f"{which}.txt").read_text("utf-8").splitlines()
        return {line.split()[0] for line in lines if line[:1].isalnum()}

    assert pinned("runtime") - pinned(name) == set()


def test_a_bare_machine_is_tried_by_a_command_of_its_own() -> None:
    def does(goal: str) -> str:
        return subprocess.run(
            ["make", "--dry-run", goal], cwd=REPOSITORY, capture_output=True, text=True, check=True
        ).stdout

    assert "scripts/fresh" in does("fresh")
    assert "scripts/fresh-container" in does("fresh-container")
    assert "scripts/fresh" not in does("test")
