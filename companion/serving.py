"""The server process: gunicorn with gevent workers, and the address that the phones can open."""

from __future__ import annotations

import hashlib
import os
import resource
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.sock import close_sockets

from companion import logs
from companion.addresses import EVERY_ADDRESS, origin, reachable, shown
from companion.metrics.folder import shared_figures
from companion.own_ports import OwnPorts, bound, own_ports
from companion.settings import Settings, read_address
from companion.trust.process import Beside

# At each worker: so many that are served, and so many that its carrier holds.
MOST_CONNECTIONS = 10_000
OTHER_FILES = 200


class PortTaken(Exception):
    """A port that the server needs belongs to somebody else; the message begins with the setting."""


class Harbor(Arbiter):  # type: ignore[misc]
    """Gunicorn's main process, which also looks after the trust pages."""

    def manage_workers(self) -> None:
        super().manage_workers()
        pages = self.app.pages
        if pages and pages.look(lambda: close_sockets(self.LISTENERS, unlink=False)):
            self.log.warning("the process of the trust pages had ended and is started again")

    def handle_ttin(self) -> None:
        """One worker more; where each has a port, nobody would find it."""
        if self._may_change():
            super().handle_ttin()

    def handle_ttou(self) -> None:
        """One worker less; where each has a port, who knocks there would wait for good."""
        if self._may_change():
            super().handle_ttou()

    def _may_change(self) -> bool:
        if taken := own_ports(self.app.settings):
            self.log.warning("there are %d workers, one for each of their ports", len(taken))
        return not taken


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn, configured here and by nothing else."""

    def __init__(self, settings: Settings, host: str, port: int, pages: Beside | None = None) -> None:
        self.settings = settings
        self._host, self._port, self.pages, self._tls = host, port, pages, pages is not None
        self._own_ports = OwnPorts(settings)
        # One byte for each worker to take; the last one says that all are ready, whichever of them that is.
        self._turns, turns = os.pipe()
        os.write(turns, b"-" * (settings.workers - 1) + b"!")
        os.close(turns)
        super().__init__()

    def load_config(self) -> None:
        bind = origin("tcp", self._host, self._port).removeprefix("tcp://")
        options = {
            "bind": [bind, *_apart(self.settings), *bound(self.settings, self._host)],
            "worker_class": "companion.worker.Worker",
            "worker_connections": _room_for_connections(),  # most of them are streams
            "workers": self.settings.workers,
            # Its debug log names addresses, and with them tables.
            "loglevel": "info" if self.settings.log_level == "debug" else self.settings.log_level,
            "control_socket_disable": True,
            "graceful_timeout": 5,
            "keepalive": self.settings.request_timeout,
            "worker_tmp_dir": "/dev/shm" if os.access("/dev/shm", os.W_OK) else None,
            "proc_name": "harbormaster",
            "pre_fork": self._own_ports.choose,
            "post_fork": self._worker_is_alone,
            "post_worker_init": self._worker_is_ready,
        }
        if self.settings.log_format == "json":
            options["logger_class"] = logs.GunicornLines
        if self._tls:
            folder = Path(self.settings.tls_dir)
            options.update(certfile=str(folder / "server.pem"), keyfile=str(folder / "server.key"))
            options["ssl_context"] = _modern
        if self.settings.workers > 1:
            options["child_exit"] = _forget_worker
        for name, value in options.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        try:
            Harbor(self).run()
        except RuntimeError as error:
            sys.stderr.write(f"harbormaster: {error}\n")
            raise SystemExit(1) from error

    def load(self) -> Any:
        # In the worker, after gevent has patched the standard library.
        logs.set_up(self.settings)
        from companion.app import create_app

        return create_app(self.settings)

    def _worker_is_alone(self, arbiter: object, worker: object) -> None:
        """What a worker inherits and has no use for is closed."""
        if self.pages:
            self.pages.listener.close()
        self._own_ports.leave_the_others(arbiter, worker)

    def _worker_is_ready(self, _worker: object) -> None:
        """The address comes last, where nothing pushes it off the screen any more."""
        if os.read(self._turns, 1) == b"!":
            announce(self.settings, self._host, self._port, self._tls)


def run(settings: Settings, host: str, port: int, tls: bool = False) -> int:
    """Serves until a signal says stop. With `tls` by HTTPS, and the trust pages on the next port.

    Raises PortTaken where the trust pages cannot have that port, or a worker would have one of those two.
    """
    if clash := {port, *([port + 1] if tls else [])} & set(own_ports(settings)):
        taken = own_ports(settings)
        raise PortTaken(
            f"WORKER_PORTS: the workers' own ports would be {taken[0]} to {taken[-1]}, and {min(clash)} is the server's"
        )
    pages = _beside(settings, host, port) if tls else None
    with shared_figures() if settings.workers > 1 else nullcontext():
        try:
            Server(settings, host, port, pages).run()
        except SystemExit as stop:
            return int(stop.code or 0)
        finally:
            if pages:
                pages.end()
    return 0


def prepare_tls(settings: Settings, host: str) -> None:
    """Makes the authority and the server's certificate, or renews it. For a process of its own."""
    from companion.trust.authority import old_form, renew

    folder = Path(settings.tls_dir)
    renew(folder, _own_addresses(host))
    if said := old_form(folder):
        sys.stderr.write(f"harbormaster: {said}\n")


def announce(settings: Settings, host: str, port: int, tls: bool = False) -> None:
    """Prints the addresses for the phones, the likeliest with its QR code: with `tls` that of the pages that teach trust."""
    import segno

    scheme = "https" if tls else "http"
    others = [] if settings.public_url else [origin(scheme, one, port) for one in reachable(host)]
    url = settings.public_url or (others.pop(0) if others else origin(scheme, shown(host), port))
    if settings.log_format == "json":
        logs.say(settings, f"Harbormaster is open at {' and at '.join([url, *others])}")
        return
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot draw the code stays readable
    sys.stdout.write(f"\nHarbormaster is open at  {url}\n")
    for other in others:
        sys.stdout.write(f"                or at  {other}\n")
    sys.stdout.write("\n")
    if not settings.public_url and not reachable(host):
        why = "found no network" if host in EVERY_ADDRESS else f"listens at {host} only"
        sys.stdout.write(f"Only this machine can open that: the server {why}.\n")
        sys.stdout.flush()
        return
    if tls:
        url = origin("http", shown(host), port + 1)
        sys.stdout.write(f"For the first time a phone begins at  {url}  and learns to trust this machine.\n")
        sys.stdout.write(f"The fingerprint of its certificate is  {_fingerprint(settings)}\n\n")
    sys.stdout.write("Scan it with a phone in the same network:\n\n")
    segno.make(url, micro=False).terminal(compact=True)
    sys.stdout.flush()


def _beside(settings: Settings, host: str, port: int) -> Beside:
    """The trust pages, for a process of their own, on a port that is theirs before it begins."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server(("" if host in EVERY_ADDRESS else host, port + 1), family=family)
    except (OSError, OverflowError) as error:
        raise PortTaken(f"PORT: the trust pages cannot have port {port + 1}: {error}") from error

    def show(own: socket.socket) -> None:
        from companion.trust.pages_server import serve

        serve(Path(settings.tls_dir), own, port, shown(host), lambda: _own_addresses(host))

    return Beside(listener, show)


def _apart(settings: Settings) -> list[str]:
    return [settings.metrics] if read_address(settings.metrics) else []


def _room_for_connections() -> int:
    """How many connections a worker serves: half of what the system lets it have, as its carrier holds as many; some files
    are left beside them.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY:
        wanted = 2 * MOST_CONNECTIONS + OTHER_FILES
        soft = max(soft, wanted if hard == resource.RLIM_INFINITY else min(hard, wanted))
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(min(MOST_CONNECTIONS, (soft - OTHER_FILES) // 2), OTHER_FILES)
    return MOST_CONNECTIONS


def _fingerprint(settings: Settings) -> str:
    text = (Path(settings.tls_dir) / "authority.pem").read_text()
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(text)).digest().hex(":").upper()


def _own_addresses(host: str) -> list[str]:
    from companion.trust.authority import machine_names

    return [*machine_names(), *reachable(host), *([] if host in EVERY_ADDRESS else [host])]


def _modern(_config: object, default: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
    context = default()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _forget_worker(_arbiter: object, worker: Any) -> None:
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
