"""nginx with the configuration that is shipped, moved to ports and into a folder of a test's own."""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.services import REPOSITORY, START_SECONDS, STOP_SECONDS, find_nginx, free_port

SHIPPED = REPOSITORY / "deploy" / "nginx"
NAME = "harbormaster.example"
AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 1000; }}
http {{
    log_format where "$request_uri $upstream_addr";
    access_log {folder}/access.log where;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/harbormaster.conf;
    include {folder}/{hosts};
}}
"""


@dataclass
class Proxy:
    """nginx at a plain port, and at one with TLS."""

    folder: Path
    port: int
    secure_port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def workers_of(self, path: str) -> set[str]:
        """At which workers the requests came out whose path begins so."""
        lines = (self.folder / "access.log").read_text().splitlines()
        return {line.split(" ", 1)[1] for line in lines if line.startswith(path)}

    def check(self) -> str:
        """What nginx says of its configuration where it does not take it."""
        done = subprocess.run(self.command("-t"), capture_output=True, text=True)
        return done.stderr if done.returncode else ""

    def command(self, *more: str) -> list[str]:
        where = ["-p", str(self.folder), "-e", str(self.folder / "error.log")]
        return [str(find_nginx()), *where, "-c", str(self.folder / "nginx.conf"), *more]


def prepared(
    folder: Path, hosts: str, ports: Sequence[int] = (), moved: Sequence[tuple[str, str]] = ()
) -> Proxy:
    """The shipped files in that folder: `ports` are the workers', on this machine, as many as there are; `moved` are
    further changes of what stands around them.
    """
    plain = free_port(beside=2)
    proxy = Proxy(folder, plain, plain + 1)
    site = (SHIPPED / "harbormaster.conf").read_text()
    # One name for a server that stands at another port here; IPv6 may not be there.
    for pattern, text in (
        (r"listen 80;", f"listen 127.0.0.1:{plain + 2};"),
        (r"listen \[::\]:80;", ""),
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{proxy.secure_port} ssl http2;"),
        (r"listen \[::\]:443 ssl http2;", f"listen 127.0.0.1:{plain};"),
        (r"/etc/letsencrypt/live/[^/]+/", f"{folder}/"),
        *moved,
    ):
        site, found = re.subn(pattern, text, site)
        assert found, pattern
    (folder / "harbormaster.conf").write_text(site)
    upstream = (SHIPPED / hosts).read_text()
    if ports:
        [more] = set(re.findall(r"^ +server [\d.:]+( .*)$", upstream, re.MULTILINE))
        lines = "".join(f"    server 127.0.0.1:{port}{more}\n" for port in ports)
        upstream = re.sub(r"(^ +server .*\n)+", lines, upstream, flags=re.MULTILINE)
    (folder / hosts).write_text(upstream)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, hosts=hosts, user=user))
    _certify(folder)
    return proxy


@contextlib.contextmanager
def running(proxy: Proxy) -> Iterator[Proxy]:
    """nginx from when it answers until the context ends."""
    with (proxy.folder / "said.log").open("ab") as said:
        proxy.process = subprocess.Popen(proxy.command(), stdin=subprocess.DEVNULL, stdout=said, stderr=said)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not _listens(proxy.port):
            if proxy.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"nginx does not start:\n{(proxy.folder / 'said.log').read_text()}")
            time.sleep(0.02)
        yield proxy
    finally:
        proxy.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            proxy.process.wait(STOP_SECONDS)
        proxy.process.kill()
        proxy.process.wait()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


def _certify(folder: Path) -> None:
    """A certificate for the name in the configuration, by nobody but itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
