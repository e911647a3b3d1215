"""A certificate authority made once, and the server's certificate that it renews by itself."""

from __future__ import annotations

import datetime
import os
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

Address = IPv4Address | IPv6Address

AUTHORITY_DAYS = 3653
# Apple's systems take no certificate of a server that holds for more than 825 days, and browsers like fewer.
SERVER_DAYS = 397
RENEWED_BEFORE = datetime.timedelta(days=30)
# What a home network is made of. A stolen key of this authority is of no use for any other address.
NETWORKS = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "100.64.0.0/10")
NETWORKS += ("fc00::/7", "fe80::/10", "::1/128")
# A name constraint cannot say "no mail and no URI" in a way that everybody reads; that only those of a domain which
# never exists (RFC 2606) are permitted, everybody does.
NOWHERE = "harbormaster.invalid"
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
OLD_FORM = (
    "the authority in {folder} was made by an older version and may vouch for more than it needs to. It is kept, as "
    "phones trust it; remove the folder to begin anew, phones then trust anew"
)


class TlsError(Exception):
    """The authority's files cannot be used; the message says which and what to do."""


@dataclass(frozen=True, slots=True)
class Files:
    """Where everything is kept."""

    folder: Path

    @property
    def authority(self) -> Path:
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        return self.folder / "authority.key"

    @property
    def server(self) -> Path:
        return self.folder / "server.pem"

    @property
    def server_key(self) -> Path:
        return self.folder / "server.key"


def renew(folder: Path, addresses: Iterable[str], now: datetime.datetime | None = None) -> bool:
    """Makes what is missing, ends soon or names other addresses than this machine has; true where something was made."""
    files, now, addresses = Files(folder), now or datetime.datetime.now(datetime.UTC), list(addresses)
    folder.mkdir(parents=True, exist_ok=True)
    made = not files.authority.exists()
    if made:
        _make_authority(files, now)
    try:
        authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
        key = load_pem_private_key(files.authority_key.read_bytes(), None)
        server = _read_server(files)
    except (OSError, ValueError) as error:
        raise TlsError(
            f"{folder}: {error}; remove the folder to begin anew, phones then trust anew"
        ) from error
    assert isinstance(key, EllipticCurvePrivateKey)
    names = _names(authority, addresses)
    if made or server is None or not _holds(server, authority, names, now):
        _make_server(files, authority, key, names, now)
        made = True
    return made


def machine_names() -> list[str]:
    """What this machine may be called in its network, beside its addresses. Never a bare word: `tv` is a whole domain."""
    return [*local_name(), "localhost", "127.0.0.1"]


def local_name() -> list[str]:
    """This machine's name in its network, as certificates write it; none where it has none that could be one."""
    try:
        host = socket.gethostname().split(".")[0].lower().encode("idna").decode()
    except UnicodeError:
        return []
    return [f"{host}.local"] if _LABEL.fullmatch(host) else []


def old_form(folder: Path) -> str | None:
    """What to say about an authority that was made before it vouched for this machine only; None where there is nothing."""
    authority = x509.load_pem_x509_certificate(Files(folder).authority.read_bytes())
    permitted = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    if any(isinstance(name, x509.RFC822Name) for name in permitted or ()):
        return None
    return OLD_FORM.format(folder=folder)


def fingerprint(certificate: x509.Certificate) -> str:
    """As systems show it: pairs of hexadecimal digits."""
    return certificate.fingerprint(SHA256()).hex(":").upper()


def _make_authority(files: Files, now: datetime.datetime) -> None:
    key = generate_private_key(SECP256R1())
    host = "".join(sign for sign in socket.gethostname().lower().split(".")[0] if sign.isprintable())
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, f"Harbormaster {host}".strip()[:64]),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Harbormaster"),
        ]
    )
    permitted: list[x509.GeneralName] = [x509.DNSName(name) for name in (*local_name(), "localhost")]
    permitted += [x509.IPAddress(ip_network(network)) for network in NETWORKS]
    permitted += [x509.RFC822Name(NOWHERE), x509.UniformResourceIdentifier(NOWHERE)]
    certificate = (
        _builder(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    # The key first: a certificate without one would never be replaced.
    _write_key(files.authority_key, key)
    _write(files.authority, certificate.public_bytes(Encoding.PEM), 0o644)


def _make_server(
    files: Files,
    authority: x509.Certificate,
    authority_key: EllipticCurvePrivateKey,
    names: x509.SubjectAlternativeName,
    now: datetime.datetime,
) -> None:
    key = generate_private_key(SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Harbormaster")])
    certificate = (
        _builder(subject, authority.subject, key, now, SERVER_DAYS)
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False
        )
        .sign(authority_key, SHA256())
    )
    _write_key(files.server_key, key)
    _write(files.server, certificate.public_bytes(Encoding.PEM), 0o644)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, now: datetime.datetime, days: int
) -> x509.CertificateBuilder:
    # A phone's clock may be a little behind.
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days - 1))
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _names(authority: x509.Certificate, addresses: Iterable[str]) -> x509.SubjectAlternativeName:
    """The names that the authority may vouch for; one name too many would spoil the whole certificate."""
    permitted = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    domains = [name.value for name in permitted or () if isinstance(name, x509.DNSName)]
    networks = [name.value for name in permitted or () if isinstance(name, x509.IPAddress)]
    names: list[x509.GeneralName] = []
    for text in sorted(set(addresses)):
        address = _address(text)
        if address is None and any(
            text == domain or (domain and text.endswith(f".{domain}")) for domain in domains
        ):
            names.append(x509.DNSName(text))
        elif address and any(address in network for network in networks):  # type: ignore[operator]
            names.append(x509.IPAddress(address))
    return x509.SubjectAlternativeName(names)


def _address(text: str) -> Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def _read_server(files: Files) -> x509.Certificate | None:
    if not files.server.exists() or not files.server_key.exists():
        return None
    try:
        server = x509.load_pem_x509_certificate(files.server.read_bytes())
        key = load_pem_private_key(files.server_key.read_bytes(), None)
    except ValueError:
        return None  # empty or spoilt: both are made anew
    # The power may have gone between the two files.
    return server if key.public_key() == server.public_key() else None


def _holds(
    server: x509.Certificate,
    authority: x509.Certificate,
    names: x509.SubjectAlternativeName,
    now: datetime.datetime,
) -> bool:
    found = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    try:
        server.verify_directly_issued_by(authority)
    except Exception:
        return False
    return found == names and server.not_valid_after_utc - now > RENEWED_BEFORE


def _write_key(path: Path, key: EllipticCurvePrivateKey) -> None:
    _write(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)


def _write(path: Path, content: bytes, mode: int) -> None:
    """In one step, and never readable for others in between."""
    making = path.with_name(f"{path.name}.new")
    making.unlink(missing_ok=True)
    with os.fdopen(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    making.replace(path)
