"""The phone app's built files: compressed where the build left compressed siblings, index.html for its routes."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path

from flask import Response, request, send_file
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.security import safe_join

# Not every machine's list of types knows these, and a browser refuses a worker or WebAssembly of another type.
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
# The build puts a hash into these names: what is there never changes. `engine/bundle.json` has none.
HASHED = ("assets/", "engine/python-", "engine/rules-")
READING = ("GET", "HEAD")
# No page and no file of the app has a longer path; far longer ones no file system can look up.
LONGEST = 200
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Harbormaster</title>
<h1>Harbormaster</h1>
<p>The server runs, but the phone app is not built yet: stop it and start it with <code>make run</code>.</p>
<p>The API is there: <a href="/api/docs">its documentation</a>.</p>
"""


class Phone:
    """Answers every address that is not the API's."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)

    def answer(self) -> Response | None:
        """The file or the app for this request's address; None where there is nothing.

        Raises what werkzeug raises: `MethodNotAllowed`, `RequestedRangeNotSatisfiable`.
        """
        path = request.path.lstrip("/")
        if path == "api" or path.startswith("api/"):
            return None
        if len(path) > LONGEST or "\0" in path:
            return None
        file = self._file(path)
        # A missing file is missing; anything without an ending is a page of the app.
        if not file and ("." in path.rsplit("/", 1)[-1] or path.startswith(HASHED)):
            return None
        if request.method not in READING:
            raise MethodNotAllowed(READING)
        if file:
            return self._send(file, forever=path.startswith(HASHED))
        index = self._file("index.html")
        return self._send(index, forever=False) if index else Response(NOT_BUILT, mimetype="text/html")

    def _file(self, path: str) -> Path | None:
        joined = safe_join(str(self._folder), path)
        if joined is None:
            return None
        return Path(joined) if Path(joined).is_file() else None

    def _send(self, file: Path, *, forever: bool) -> Response:
        kind = TYPES.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
        siblings = [(name, Path(f"{file}{ending}")) for name, ending in ENCODINGS]
        siblings = [(name, sibling) for name, sibling in siblings if sibling.is_file()]
        for name, sibling in siblings:
            if request.accept_encodings.quality(name) > 0:
                response = send_file(sibling, mimetype=kind, conditional=True)
                response.headers["Content-Encoding"] = name
                break
        else:
            response = send_file(file, mimetype=kind, conditional=True)
        if siblings:
            response.vary.add("Accept-Encoding")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if forever else "no-cache"
        return response
