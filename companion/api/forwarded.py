"""What a proxy in front says of a request, where it is one that is believed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

from companion.proxies import Proxies
from companion.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Forwarded:
    """Around the application: who asks and by which address is what a proxy says, where it comes from one."""

    def __init__(self, inside: WSGIApplication, settings: Settings) -> None:
        count = settings.trusted_proxies
        self._inside, self._proxies = inside, Proxies(settings)
        self._told = ProxyFix(inside, x_for=count, x_proto=count, x_host=count)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        told = self._proxies.has(environ.get("REMOTE_ADDR", ""))
        return (self._told if told else self._inside)(environ, start_response)
