"""What is shipped for hosts: it names what there is, and gives away no right that the server does without."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.settings import Settings, names
from tests.services import REPOSITORY

DEPLOY = REPOSITORY / "deploy"
UNIT = (DEPLOY / "systemd" / "harbormaster.service").read_text()
CONTAINERFILE = (REPOSITORY / "Containerfile").read_text()
COMPOSED = sorted((DEPLOY / "compose").glob("*.yaml"))
# Read by PostgreSQL's own library, and by Python.
OTHERS = {"PGHOST", "PGUSER", "PGPASSWORD", "PGDATABASE", "PATH", "TMPDIR"}


def composed(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(file.read_text())["services"]
    return found


def given(text: str) -> dict[str, str]:
    """Settings as an environment file or a comment has them."""
    return dict(re.findall(r"(?<![\w$])([A-Z][A-Z_]+)=(\S+)", text))


def is_known(name: str) -> bool:
    return name in names() or name in OTHERS or name.startswith("PYTHON")


@pytest.mark.parametrize("file", COMPOSED, ids=lambda file: file.name)
def test_a_compose_file_sets_only_what_the_server_reads(file: Path) -> None:
    environment = composed(file)["harbormaster"]["environment"]
    assert [name for name in environment if not is_known(name)] == []
    plain = {name: str(value) for name, value in environment.items() if not str(value).startswith("${")}
    settings = Settings.from_environment(plain)
    assert (settings.workers, settings.worker_ports, settings.trusted_proxies) == (2, 8001, 1)


@pytest.mark.parametrize("file", COMPOSED, ids=lambda file: file.name)
def test_a_compose_file_mounts_only_what_is_there(file: Path) -> None:
    mounted = [
        volume.split(":")[0] for service in composed(file).values() for volume in service.get("volumes", ())
    ]
    assert [path for path in mounted if path.startswith(".") and not (file.parent / path).is_file()] == []


@pytest.mark.parametrize("file", COMPOSED, ids=lambda file: file.name)
def test_a_composed_server_has_no_right_that_it_does_without(file: Path) -> None:
    for name in ("harbormaster", "nginx"):
        service = composed(file)[name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert "cap_add" not in composed(file)["harbormaster"]


def test_on_one_host_nobody_but_nginx_reaches_the_server() -> None:
    services = composed(DEPLOY / "compose" / "one-host.yaml")
    assert services["harbormaster"]["environment"]["HARBORMASTER_HOST"] == "127.0.0.1"
    assert services["nginx"]["network_mode"] == "service:harbormaster"
    assert services["harbormaster"]["ports"] == ["80:80", "443:443"]
    assert "ports" not in services["database"]


@pytest.mark.parametrize("file", sorted((DEPLOY / "nginx").glob("*.conf")), ids=lambda file: file.name)
def test_what_nginx_files_say_of_settings_is_true(file: Path) -> None:
    said = " ".join(line for line in file.read_text().splitlines() if line.startswith("#"))
    assert [name for name in given(said) if not is_known(name)] == []
    assert set(re.findall(r"\b[A-Z]{3,}_[A-Z_]+\b", said)) <= set(names())


def test_the_image_runs_as_nobody_in_particular_and_is_asked_whether_it_is_ready() -> None:
    last = CONTAINERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]\d*$", last, re.MULTILINE)
    [healthy] = re.findall(r"^HEALTHCHECK (?:.*\\\n)*.*$", last, re.MULTILINE)
    assert "/readyz" in healthy
    assert "os.environ['PORT']" in healthy
    [environment] = re.findall(r"^ENV (?:.*\\\n)*.*$", last, re.MULTILINE)
    assert [name for name in given(environment) if not is_known(name)] == []
    Settings.from_environment(given(environment))


def test_what_the_unit_sets_is_read() -> None:
    environment = given(" ".join(re.findall(r"^Environment=(.*)$", UNIT, re.MULTILINE)))
    assert environment
    assert [name for name in environment if name not in names()] == []
    Settings.from_environment(environment)


def test_the_unit_gives_no_right_away() -> None:
    options = dict(re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE))
    wanted = {
        "DynamicUser": "yes",
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "CapabilityBoundingSet": "",
    }
    assert {name: options.get(name) for name in wanted} == wanted


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="only where systemd is")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "harbormaster.service"
    # The program is not installed there.
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT, flags=re.MULTILINE))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
