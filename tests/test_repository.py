"""What is committed stays free of addresses and of the machine it was made on."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from companion import settings

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))

# Written so that these patterns do not find themselves.
REGISTRY_HOST = re.compile(r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|docker|ghcr|quay|debian)\.(?:org|com|io)\b")
MACHINE_PATH = re.compile(r"(?<![\w.}])/(?:work|farm|root)/")
ADDRESS = re.compile(r"https?:/{2}")


@cache
def committed_texts() -> dict[str, str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    texts = {}
    for name in listed.decode().split("\0"):
        path = ROOT / name
        # A file may be deleted but not yet committed, and a picture is no text.
        if name and path.is_file() and b"\0" not in (data := path.read_bytes()):
            texts[name] = data.decode()
    return texts


def found(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in committed_texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def pinned(lock: Path) -> dict[str, set[str]]:
    """Each package with its versions; there are several where Pythons differ."""
    pins: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(), re.MULTILINE):
        pins.setdefault(name, set()).add(version)
    return pins


def test_names_no_registry_host() -> None:
    assert found(REGISTRY_HOST) == []


def test_names_no_path_of_the_machine_it_was_made_on() -> None:
    assert found(MACHINE_PATH) == []


def test_commits_no_lock_that_records_addresses() -> None:
    assert "uv.lock" not in committed_texts()


@pytest.mark.parametrize("lock", [*LOCKS, ROOT / "pwa" / "package-lock.json"], ids=lambda lock: lock.name)
def test_lock_has_no_download_address(lock: Path) -> None:
    lines = lock.read_text().splitlines() if lock.exists() else []
    # A package may name where its authors take donations; npm downloads nothing from there.
    downloads = [line for line in lines if ADDRESS.search(line) and '"resolved"' in line]
    others = [line for line in lines if ADDRESS.search(line)] if lock.suffix == ".txt" else []
    assert downloads + others == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_requirement_is_pinned_and_hashed(lock: Path) -> None:
    joined = lock.read_text().replace("\\\n", " ")
    requirements = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
    assert requirements
    for requirement in requirements:
        assert re.match(r"[\w.-]+(\[[\w,]+\])?==\S+ ", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


@pytest.mark.parametrize(
    "source", sorted((ROOT / "requirements").glob("*.in")), ids=lambda source: source.name
)
def test_every_listed_requirement_is_locked(source: Path) -> None:
    pins = pinned(source.with_suffix(".txt"))
    names = re.findall(r"^([A-Za-z][\w.-]*)", source.read_text(), re.MULTILINE)
    assert names
    assert [name for name in names if name.lower() not in pins] == []


def test_tests_run_with_the_versions_that_the_server_runs_with() -> None:
    runtime, dev = (pinned(ROOT / "requirements" / f"{name}.txt") for name in ("runtime", "dev"))
    assert {name: dev.get(name) for name in runtime} == runtime


def test_readme_names_both_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make run" in readme
    assert "make test" in readme


def test_every_promise_of_security_names_tests_and_settings_that_exist() -> None:
    promises = (ROOT / "SECURITY.md").read_text()
    rows = [row for row in promises.partition("## Not promised")[0].splitlines() if row.startswith("- ")]
    assert rows
    for row in rows:
        named = re.findall(r"`(tests/[\w/.]+)`", row)
        assert named, row
        assert [name for name in named if not (ROOT / name).is_file()] == [], row
    assert set(re.findall(r"`([A-Z]+_[A-Z_]+)`", promises)) <= set(settings.names())
