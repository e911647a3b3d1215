"""Where the server listens, and the addresses that it gives to phones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from ipaddress import ip_address

import pytest

from companion import addresses
from companion.__main__ import listening
from companion.addresses import origin, reachable
from companion.release import PROJECT
from companion.settings import Settings, SettingsError

WIFI = ("wlan0", "192.168.1.20", 24)
LOOPBACK = ("lo", "127.0.0.1", 8)


@pytest.mark.parametrize(
    ("assigned", "preferred", "found"),
    [
        ([LOOPBACK, WIFI], "192.168.1.20", ["192.168.1.20"]),
        # A hotspot leads nowhere: no route out, and still phones are in it.
        ([LOOPBACK, ("ap0", "10.42.0.1", 24)], None, ["10.42.0.1"]),
        # A tunnel takes the way out; the phones are in the network at home.
        ([("tun0", "10.8.0.6", 24), WIFI], "10.8.0.6", ["192.168.1.20", "10.8.0.6"]),
        ([("tailscale0", "100.101.2.3", 32), WIFI], "192.168.1.20", ["192.168.1.20", "100.101.2.3"]),
        # So does one with a name that says nothing: it is alone in its network.
        ([("x7", "10.64.0.2", 32), WIFI], "10.64.0.2", ["192.168.1.20", "10.64.0.2"]),
        ([("docker0", "172.17.0.1", 16), WIFI], "192.168.1.20", ["192.168.1.20", "172.17.0.1"]),
        # By cable and by radio: the one that leads out first.
        ([("eth0", "10.0.0.5", 24), WIFI], "192.168.1.20", ["192.168.1.20", "10.0.0.5"]),
        ([("eth0", "169.254.7.7", 16), WIFI], None, ["192.168.1.20", "169.254.7.7"]),
        ([LOOPBACK], None, []),
    ],
)
def test_the_address_that_phones_can_reach_likeliest_comes_first(
    assigned: list[tuple[str, str, int]],
    preferred: str | None,
    found: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [(name, ip_address(text), prefix) for name, text, prefix in assigned]
    monkeypatch.setattr(addresses, "_assigned", lambda: told)
    monkeypatch.setattr(addresses, "_preferred", lambda: preferred)
    assert reachable("0.0.0.0") == found


def test_an_ipv6_address_is_written_as_browsers_take_it() -> None:
    assert origin("http", "fd00::2", 8000) == "http://[fd00::2]:8000"


NETWORKS = {
    "a hotspot without a way out": (
        ["ip link add ap0 type veth peer far0", "ip addr add 10.42.0.1/24 dev ap0", "ip link set ap0 up"],
        "http://10.42.0.1:8000\n\nScan it",
    ),
    "a tunnel that takes everything": (
        [
            "ip link add wlan0 type veth peer far0",
            "ip addr add 192.168.1.20/24 dev wlan0",
            "ip link set wlan0 up",
            "ip link add tun0 type veth peer far1",
            "ip addr add 10.8.0.6/24 dev tun0",
            "ip link set tun0 up",
            "ip link set far1 up",
            "ip route add default dev tun0",
        ],
        "http://192.168.1.20:8000\n                or at  http://10.8.0.6:8000\n\nScan it",
    ),
    "no network at all": (
        [],
        "http://127.0.0.1:8000\n\nOnly this machine can open that: the server found no network.",
    ),
}


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("ip"), reason="needs root and iproute2")
def test_a_machine_in_another_network_says_where_phones_find_it(network: str) -> None:
    steps, told = NETWORKS[network]
    say = "from companion.serving import announce, Settings; announce(Settings(), '0.0.0.0', 8000)"
    script = " && ".join(["ip link set lo up", *steps, f'exec {sys.executable} -c "{say}"'])
    done = subprocess.run(
        ["unshare", "--net", "sh", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert f"Harbormaster is open at  {told}" in done.stdout, done.stderr
    assert ("█" in done.stdout) == bool(steps)


@pytest.mark.parametrize(
    ("settings", "asked", "host"),
    [
        ({}, None, "0.0.0.0"),
        ({"host": "127.0.0.1"}, None, "127.0.0.1"),
        ({"host": "127.0.0.1"}, "0.0.0.0", "0.0.0.0"),
        ({"shell_host": "127.0.0.1"}, None, "127.0.0.1"),
    ],
)
def test_where_to_listen_is_said_by_the_command_then_by_the_setting(
    settings: dict[str, str], asked: str | None, host: str
) -> None:
    assert listening(Settings(**settings), asked) == host


@pytest.mark.parametrize("exported", ["x86_64-conda-linux-gnu", "my-laptop", "203.0.113.9"])
def test_a_host_that_a_shell_exports_for_something_else_is_named_and_left_aside(
    exported: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listening(Settings(shell_host=exported), None) == "0.0.0.0"
    assert f"HOST is {exported!r}" in capsys.readouterr().out


@pytest.mark.parametrize(("host", "asked"), [("203.0.113.9", None), ("", "nowhere.invalid")])
def test_an_address_that_is_not_this_machines_is_refused_by_the_name_of_what_says_it(
    host: str, asked: str | None
) -> None:
    with pytest.raises(SettingsError, match="HARBORMASTER_HOST is" if host else "--host is"):
        listening(Settings(host=host), asked)


def test_make_run_takes_no_exported_host() -> None:
    done = subprocess.run(
        ["make", "--dry-run", "run"],
        cwd=PROJECT,
        env={**os.environ, "HOST": "x86_64-conda-linux-gnu"},
        capture_output=True,
        text=True,
    )
    assert "companion serve" in done.stdout
    assert "conda" not in done.stdout
