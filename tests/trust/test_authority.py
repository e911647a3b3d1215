"""The certificate authority of a home network."""

from __future__ import annotations

import datetime
import ipaddress
import signal
import socket
import ssl
import stat
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.trust import pages_server
from companion.trust.authority import TlsError, machine_names, old_form, renew

ADDRESSES = ["192.168.1.7", "laptop.local", "localhost", "127.0.0.1"]
NOW = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop")


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


def trusted(folder: Path, name: str, *more: x509.GeneralName) -> bool:
    """Whether who trusts the authority also trusts a server of that name, certified with its stolen key."""
    signer = load_pem_private_key((folder / "authority.key").read_bytes(), None)
    key = generate_private_key(SECP256R1())
    try:
        own: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        own = x509.DNSName(name)
    forged = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "forged")]))
        .issuer_name(read(folder / "authority.pem").subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1))
        .not_valid_after(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([own, *more]), critical=False)
        .sign(signer, SHA256())  # type: ignore[arg-type]
    )
    file = folder / "forged.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + forged.public_bytes(Encoding.PEM))
    there, here = (
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER),
        ssl.create_default_context(cafile=folder / "authority.pem"),
    )
    there.load_cert_chain(file)
    to_there, to_here = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = here.wrap_bio(to_here, to_there, server_hostname=name)
    server = there.wrap_bio(to_there, to_here, server_side=True)
    for _ in range(4):
        for end in (client, server):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return client.version() is not None


@pytest.mark.parametrize(
    "name", ["laptop.local", "localhost", "127.0.0.1", "192.168.7.7", "10.0.0.1", "fd00::1"]
)
def test_the_authority_vouches_for_this_machine_and_private_addresses(tmp_path: Path, name: str) -> None:
    renew(tmp_path, ADDRESSES)
    assert trusted(tmp_path, name)


@pytest.mark.parametrize(
    "name",
    [
        "laptop",
        "other.local",
        "bank.example",
        "router.lan",
        "nas.internal",
        "fritz.box",
        "8.8.8.8",
        "2001:db8::1",
    ],
)
def test_a_stolen_key_vouches_for_nothing_else(tmp_path: Path, name: str) -> None:
    renew(tmp_path, [*ADDRESSES, name])
    assert not trusted(tmp_path, name)
    assert name not in names(tmp_path)


@pytest.mark.parametrize(
    "more",
    [x509.RFC822Name("ada@bank.example"), x509.UniformResourceIdentifier("https://bank.example/ada")],
    ids=["e-mail", "URI"],
)
def test_a_stolen_key_vouches_for_no_mail_and_no_uri(tmp_path: Path, more: x509.GeneralName) -> None:
    renew(tmp_path, ADDRESSES)
    assert trusted(tmp_path, "localhost")
    assert not trusted(tmp_path, "localhost", more)


def test_the_authority_is_for_servers_only(tmp_path: Path) -> None:
    renew(tmp_path, ADDRESSES)
    usage = read(tmp_path / "authority.pem").extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]


@pytest.mark.parametrize("host", ["tv", "dev", "app", "TV.fritz.box"])
def test_a_host_that_is_called_like_a_domain_does_not_get_the_domain(
    tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    renew(tmp_path, machine_names())
    word = host.split(".")[0].lower()
    assert sorted(names(tmp_path)) == sorted(["127.0.0.1", "localhost", f"{word}.local"])
    assert not trusted(tmp_path, word)
    assert not trusted(tmp_path, f"bank.{word}")


@pytest.mark.parametrize("host", ["", ".", "_", "a b", "-", "x" * 70, "\ud800", "a\0b"])
def test_a_host_without_a_name_gets_none_and_not_every_one(
    tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    renew(tmp_path, machine_names())
    assert names(tmp_path) == ["127.0.0.1", "localhost"]
    assert not trusted(tmp_path, "bank.example")
    assert not trusted(tmp_path, "other.local")


def test_a_host_name_that_is_no_ascii_is_written_as_browsers_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Küche")
    renew(tmp_path, machine_names())
    assert "xn--kche-0ra.local" in names(tmp_path)
    assert trusted(tmp_path, "xn--kche-0ra.local")


@pytest.mark.parametrize("file", ["server.key", "server.pem"])
@pytest.mark.parametrize("content", ["", "spoilt"])
def test_an_empty_or_spoilt_file_of_the_server_is_made_anew(tmp_path: Path, file: str, content: str) -> None:
    renew(tmp_path, ADDRESSES, NOW)
    authority = (tmp_path / "authority.pem").read_bytes()
    (tmp_path / file).write_text(content)
    assert renew(tmp_path, ADDRESSES, NOW)
    assert not renew(tmp_path, ADDRESSES, NOW)
    assert (tmp_path / "authority.pem").read_bytes() == authority


def test_an_authority_of_the_old_form_is_kept_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(x509, "RFC822Name", lambda _: x509.DNSName("lan"))
        renew(tmp_path, [*ADDRESSES, "laptop.lan"], NOW)
    before = (tmp_path / "authority.pem").read_bytes()
    assert renew(tmp_path, ADDRESSES, NOW)
    assert (tmp_path / "authority.pem").read_bytes() == before
    assert "remove the folder" in (old_form(tmp_path) or "")
    renew(tmp_path / "new", ADDRESSES, NOW)
    assert old_form(tmp_path / "new") is None


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
    monkeypatch.setattr(pages_server.gevent, "sleep", lambda _: next(hours))
    monkeypatch.setattr(pages_server.os, "kill", lambda *what: told.append(what))
    with pytest.raises(StopIteration):
        pages_server.renew_again(tmp_path, lambda: found.pop(0), 4711)
    assert told == [(4711, signal.SIGHUP)]
    assert "192.168.1.9" in names(tmp_path)
