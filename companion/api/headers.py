"""Headers that every answer carries: what a browser may do with it."""

from __future__ import annotations

from flask import Flask, Response

POLICY = {
    "default-src": "'self'",
    # The phone's local engine is WebAssembly in a worker.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), screen-wake-lock=(self), geolocation=(), microphone=(), payment=(), usb=()",
}
_PAIRS = list(HEADERS.items())


def register(app: Flask) -> None:
    """Every answer, also an error or a file, carries the headers."""

    @app.after_request
    def add(response: Response) -> Response:
        response.headers.extend(_PAIRS)
        return response
