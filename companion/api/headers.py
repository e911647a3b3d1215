"""Headers that every answer carries: what a browser may do with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLICY = {
    "default-src": "'self'",
    # The phone's local engine is WebAssembly in a worker.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
    "img-src": "'self' data: blob:",
    # Where a page is not secure the screen is kept awake by a silent film that the phone's library carries.
    "media-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = [
    ("Content-Security-Policy", "; ".join(f"{name} {value}" for name, value in POLICY.items())),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
        "Permissions-Policy",
        "camera=(self), screen-wake-lock=(self), geolocation=(), microphone=(), payment=(), usb=()",
    ),
]


class StrictHeaders:
    """Around the application: whatever answers inside, also an error or a file, gets the headers."""

    def __init__(self, inside: WSGIApplication) -> None:
        self._inside = inside

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, headers + HEADERS, *more)

        return self._inside(environ, start)
