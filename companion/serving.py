"""The server process: gunicorn with gevent workers, and the address that the phones can open."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication

from companion.settings import Settings

EVERY_ADDRESS = {"0.0.0.0", "::", ""}


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn, configured here and by nothing else."""

    def __init__(self, settings: Settings, host: str, port: int, shared: str | None) -> None:
        self._settings, self._host, self._port, self._shared = settings, host, port, shared
        super().__init__()

    def load_config(self) -> None:
        address = f"[{self._host}]" if ":" in self._host else self._host
        options = {
            "bind": f"{address}:{self._port}",
            "worker_class": "companion.worker.Worker",
            "worker_connections": 10_000,  # most of them are streams
            "workers": self._settings.workers,
            # Its debug log names addresses, and with them tables.
            "loglevel": "info" if self._settings.log_level == "debug" else self._settings.log_level,
            "control_socket_disable": True,
            "graceful_timeout": 5,
            "keepalive": 15,
            "worker_tmp_dir": "/dev/shm" if Path("/dev/shm").is_dir() else None,
            "proc_name": "harbormaster",
            "when_ready": lambda _arbiter: announce(self._settings, self._host, self._port),
        }
        if self._shared:
            options["child_exit"] = _forget_worker
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        # In the worker, after gevent has patched the standard library.
        form = "[%(asctime)s] [%(process)d] [%(levelname)s] %(name)s: %(message)s"
        logging.basicConfig(level=self._settings.log_level.upper(), format=form)
        from companion.app import create_app

        return create_app(self._settings)


def run(settings: Settings, host: str, port: int) -> int:
    """Serves until a signal says stop."""
    shared = None
    if settings.workers > 1:
        # Workers put their figures together in files.
        shared = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="harbormaster-metrics-")
    try:
        Server(settings, host, port, shared).run()
    except SystemExit as stop:
        return int(stop.code or 0)
    finally:
        if shared:
            shutil.rmtree(shared, ignore_errors=True)
    return 0


def announce(settings: Settings, host: str, port: int) -> None:
    """Prints the address for the phones, and its QR code."""
    import segno

    url = settings.public_url or f"http://{lan_address() if host in EVERY_ADDRESS else host}:{port}"
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot draw the code stays readable
    sys.stdout.write(f"\nHarbormaster is open at  {url}\n\n")
    if not url.startswith(("http://127.", "http://localhost", "http://[::1]")):
        sys.stdout.write("Scan it with a phone in the same network:\n\n")
        segno.make(url, micro=False).terminal(compact=True)
    sys.stdout.flush()


def lan_address() -> str:
    """This machine's address in its network. No packet is sent: connecting a datagram socket only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _forget_worker(_arbiter: object, worker: Any) -> None:
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
