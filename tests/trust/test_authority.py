"""The certificate authority of a home network."""

from __future__ import annotations

import datetime
import signal
import stat
from pathlib import Path

import pytest
from cryptography import x509

from companion.trust import serving
from companion.trust.authority import TlsError, renew

ADDRESSES = ["192.168.1.7", "laptop.local", "localhost", "127.0.0.1"]
NOW = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


def read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def names(folder: Path) -> list[str]:
    found = read(folder / "server.pem").extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(name.value) for name in found]


def test_an_authority_is_made_once_and_its_keys_are_for_nobody_else(tmp_path: Path) -> None:
    assert renew(tmp_path, ADDRESSES, NOW)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(before) == ["authority.key", "authority.pem", "server.key", "server.pem"]
    assert stat.S_IMODE((tmp_path / "authority.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "server.key").stat().st_mode) == 0o600
    assert not renew(tmp_path, ADDRESSES, NOW + datetime.timedelta(days=300))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_server_is_certified_for_every_name_and_as_phones_want_it(tmp_path: Path) -> None:
    renew(tmp_path, ADDRESSES, NOW)
    server, authority = read(tmp_path / "server.pem"), read(tmp_path / "authority.pem")
    assert sorted(names(tmp_path)) == sorted(ADDRESSES)
    server.verify_directly_issued_by(authority)
    assert server.not_valid_after_utc - server.not_valid_before_utc < datetime.timedelta(days=398)
    assert authority.not_valid_after_utc > NOW + datetime.timedelta(days=3650)


def test_the_authority_can_vouch_for_no_website(tmp_path: Path) -> None:
    renew(tmp_path, [*ADDRESSES, "bank.example", "evil.localx"], NOW)
    assert sorted(names(tmp_path)) == sorted(ADDRESSES)
    constraints = read(tmp_path / "authority.pem").extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    assert constraints.value.permitted_subtrees
    # An address that turns up later and is none of a home network's is left out, or the rest would not hold.
    renew(tmp_path, [*ADDRESSES, "8.8.8.8"], NOW)
    assert sorted(names(tmp_path)) == sorted(ADDRESSES)


@pytest.mark.parametrize(
    ("addresses", "days"),
    [(ADDRESSES, 370), (["192.168.1.8", "laptop.local"], 1), ([*ADDRESSES, "fe80::1"], 1)],
)
def test_a_certificate_that_ends_soon_or_has_other_names_is_renewed_by_the_same_authority(
    tmp_path: Path, addresses: list[str], days: int
) -> None:
    renew(tmp_path, ADDRESSES, NOW)
    authority, old = read(tmp_path / "authority.pem"), read(tmp_path / "server.pem")
    assert renew(tmp_path, addresses, NOW + datetime.timedelta(days=days))
    assert read(tmp_path / "authority.pem") == authority
    assert read(tmp_path / "server.pem") != old
    assert sorted(names(tmp_path)) == sorted(addresses)


def test_a_power_cut_between_key_and_certificate_is_mended(tmp_path: Path) -> None:
    renew(tmp_path, ADDRESSES, NOW)
    old = (tmp_path / "server.pem").read_bytes()
    renew(tmp_path, ["192.168.1.8"], NOW)
    (tmp_path / "server.pem").write_bytes(old)
    assert renew(tmp_path, ADDRESSES, NOW)
    assert not renew(tmp_path, ADDRESSES, NOW)


def test_a_spoilt_authority_is_told_and_not_replaced(tmp_path: Path) -> None:
    renew(tmp_path, ADDRESSES, NOW)
    (tmp_path / "authority.key").write_text("spoilt")
    with pytest.raises(TlsError, match="phones then trust anew"):
        renew(tmp_path, ADDRESSES, NOW)
    assert (tmp_path / "authority.key").read_text() == "spoilt"


def test_a_new_address_of_this_machine_is_certified_while_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [ADDRESSES, [*ADDRESSES, "192.168.1.9"]]
    renew(tmp_path, found[0])
    told: list[tuple[int, int]] = []
    hours = iter([None, None])
    monkeypatch.setattr(serving.gevent, "sleep", lambda _: next(hours))
    monkeypatch.setattr(serving.os, "kill", lambda *what: told.append(what))
    with pytest.raises(StopIteration):
        serving.renew_again(tmp_path, lambda: found.pop(0), 4711)
    assert told == [(4711, signal.SIGHUP)]
    assert "192.168.1.9" in names(tmp_path)
