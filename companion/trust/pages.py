"""The guided minute in which a phone learns to trust this machine: plain HTTP, and no script needed but for the check."""

from __future__ import annotations

import json
import plistlib
import uuid
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from flask import Flask, Response, abort, redirect, request

from companion.words import LANGUAGES, SPOKEN

from .authority import Files, fingerprint

HERE = Path(__file__).parent
# In the order in which they are looked for: an Android phone also says Linux.
SYSTEMS = {
    "ios": ("iphone", "ipad", "ipod"),
    "android": ("android",),
    "windows": ("windows",),
    "macos": ("macintosh", "mac os"),
    "linux": (),
}
KINDS = {"trust.css": "text/css", "check.js": "text/javascript"}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def create_pages(folder: Path, port: int, address: str) -> Flask:
    """The pages for the authority in `folder`; the app itself is at that port, and at `address` where in doubt."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    template = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True).get_template(
        "page.html"
    )

    def host() -> str:
        """The name by which this phone found us, where the server's certificate holds for it."""
        server = x509.load_pem_x509_certificate(Files(folder).server.read_bytes())
        names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        known = [
            *names.get_values_for_type(x509.DNSName),
            *map(str, names.get_values_for_type(x509.IPAddress)),
        ]
        asked = request.host.rsplit(":", 1)[0].strip("[]").lower()
        found = asked if asked in known else address
        return f"[{found}]" if ":" in found else found

    def authority() -> x509.Certificate:
        return x509.load_pem_x509_certificate(Files(folder).authority.read_bytes())

    @app.get("/")
    def begin() -> Response:
        query = f"?{request.query_string.decode()}" if request.query_string else ""
        return redirect(f"/{system_of(request.user_agent.string)}{query}")

    @app.get("/<system>")
    def guide(system: str) -> Response:
        if system not in SYSTEMS:
            abort(404)
        language = request.args.get("lang") or request.accept_languages.best_match(LANGUAGES) or "en"
        language = language if language in LANGUAGES else "en"
        certificate = authority()
        page = template.render(
            words=words(language),
            language=language,
            languages={key: one.name for key, one in SPOKEN.items() if key != language},
            system=system,
            systems=list(SYSTEMS),
            name=certificate.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)[0].value,
            fingerprint=fingerprint(certificate),
            app=f"https://{host()}:{port}",
        )
        return Response(page, mimetype="text/html")

    @app.get("/trust/<name>")
    def part(name: str) -> Response:
        if name not in KINDS:
            abort(404)
        return Response((HERE / name).read_bytes(), mimetype=KINDS[name])

    @app.get("/harbormaster.crt")
    def download() -> Response:
        return Response(authority().public_bytes(Encoding.DER), mimetype="application/x-x509-ca-cert")

    @app.get("/harbormaster.mobileconfig")
    def profile() -> Response:
        return Response(profile_of(authority()), mimetype="application/x-apple-aspen-config")

    @app.after_request
    def strict(response: Response) -> Response:
        policy = (
            "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'"
        )
        response.headers.update(HEADERS)
        response.headers["Content-Security-Policy"] = (
            f"{policy}; frame-ancestors 'none'; connect-src https://{host()}:{port}"
        )
        return response

    return app


def system_of(agent: str) -> str:
    """The system that this browser says it runs on."""
    lower = agent.lower()
    return next((name for name, signs in SYSTEMS.items() if any(sign in lower for sign in signs)), "linux")


def profile_of(certificate: x509.Certificate) -> bytes:
    """Apple's form of it, the same each time: installed twice it replaces itself."""
    mark = uuid.uuid5(uuid.NAMESPACE_OID, fingerprint(certificate))
    name = str(certificate.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)[0].value)
    payload: dict[str, Any] = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"harbormaster.{mark}.root",
        "PayloadUUID": str(uuid.uuid5(mark, "root")).upper(),
        "PayloadDisplayName": name,
        "PayloadContent": certificate.public_bytes(Encoding.DER),
    }
    return plistlib.dumps(
        {
            "PayloadType": "Configuration",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"harbormaster.{mark}",
            "PayloadUUID": str(mark).upper(),
            "PayloadDisplayName": name,
            "PayloadRemovalDisallowed": False,
            "PayloadContent": [payload],
        }
    )


@cache
def words(language: str) -> dict[str, Any]:
    """What the pages say."""
    found: dict[str, Any] = json.loads((HERE / f"{language}.json").read_text("utf-8"))
    return found
