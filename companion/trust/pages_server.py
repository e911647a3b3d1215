"""The process beside the server that shows the trust pages and keeps the certificate fresh."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import gevent
import gevent.socket
from gevent.pywsgi import WSGIServer

from .authority import TlsError, renew
from .pages import create_pages

LOOKS_EVERY = 3600.0


def serve(
    folder: Path, listener: socket.socket, port: int, address: str, addresses: Callable[[], list[str]]
) -> None:
    """Serves what comes to `listener` as long as the process that started it is there."""
    server_process = os.getppid()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    gevent.spawn(renew_again, folder, addresses, server_process)
    gevent.spawn(_end_with, server_process)
    own = gevent.socket.socket(listener.family, listener.type, fileno=listener.detach())
    WSGIServer(own, create_pages(folder, port, address), log=None, error_log=None).serve_forever()


def renew_again(folder: Path, addresses: Callable[[], list[str]], server_process: int) -> None:
    """Before the certificate ends, and where this machine has another address, the server gets a new one.

    It starts its workers anew with it, one by one.
    """
    while True:
        gevent.sleep(LOOKS_EVERY)
        try:
            if renew(folder, addresses()):
                os.kill(server_process, signal.SIGHUP)
        except (TlsError, OSError):
            continue  # a full disk may have room again in an hour


def _end_with(server_process: int) -> None:
    while os.getppid() == server_process:
        gevent.sleep(1)
    os._exit(0)
