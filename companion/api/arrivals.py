"""By which addresses phones can come in, and by which one of them already has."""

from __future__ import annotations

from typing import Any

from flask import request

from companion.addresses import origin, own_machine, reachable
from companion.settings import Settings


class Arrivals:
    """The addresses of a server that is reached at this machine's own; elsewhere phones share the address they know."""

    def __init__(self, settings: Settings) -> None:
        self._host, self._public = settings.host or "0.0.0.0", settings.public_url.rstrip("/")
        self._opened: set[str] = set()

    def note(self) -> None:
        """A phone is here: where it is not this machine itself, the address that it opened works."""
        here, guest = f"{request.scheme}://{request.host}", request.remote_addr or ""
        if here in self._candidates() and guest not in reachable(self._host) and not own_machine(guest):
            self._opened.add(here)

    def told(self) -> list[dict[str, Any]]:
        """Those to offer, one that a phone has opened first, then the likeliest. Who came from elsewhere is told none."""
        if self._public:
            return [{"url": self._public, "opened": True}]
        found = self._candidates()
        if (
            not own_machine(request.host.rsplit(":", 1)[0].strip("[]"))
            and f"{request.scheme}://{request.host}" not in found
        ):
            return []
        told = [{"url": one, "opened": one in self._opened} for one in found]
        return sorted(told, key=lambda one: not one["opened"])

    def _candidates(self) -> list[str]:
        port = int(request.environ["SERVER_PORT"])
        return [origin(request.scheme, one, port) for one in reachable(self._host)]
