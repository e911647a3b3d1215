"""The pages on which a phone learns to trust this machine."""

from __future__ import annotations

import plistlib
import socket
from pathlib import Path

import pytest
from cryptography import x509
from flask.testing import FlaskClient

from companion.trust import pages
from companion.trust.authority import renew
from companion.words import SPOKEN

AGENTS = {
    "ios": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604",
    "android": "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537 Chrome/140 Mobile",
    "windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537 Chrome/140",
    "macos": "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605 Safari/605",
    "linux": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tls")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "gethostname", lambda: "laptop")
        renew(folder, ["192.168.1.7", "laptop.local"])
    return folder


@pytest.fixture
def phone(folder: Path) -> FlaskClient:
    return pages.create_pages(folder, 8000, "192.168.1.7").test_client()


@pytest.mark.parametrize("system", AGENTS)
def test_the_first_page_is_that_of_the_phones_own_system(phone: FlaskClient, system: str) -> None:
    answer = phone.get("/?lang=de", headers={"User-Agent": AGENTS[system]})
    assert answer.headers["Location"] == f"/{system}?lang=de"


@pytest.mark.parametrize("system", pages.SYSTEMS)
@pytest.mark.parametrize("language", pages.LANGUAGES)
def test_every_system_has_its_page_in_every_language(phone: FlaskClient, system: str, language: str) -> None:
    answer = phone.get(f"/{system}", headers={"Accept-Language": language})
    words = pages.words(language)
    assert f'<html lang="{language}">' in answer.text
    assert words["systems"][system]["fetch"] in answer.text
    assert answer.text.count('aria-current="page"') + answer.text.count("aria-current=page") == 1
    assert "{name}" not in answer.text
    assert "built-in" not in answer.text


def test_each_page_leads_to_itself_in_every_other_language(phone: FlaskClient) -> None:
    for language in pages.LANGUAGES:
        page = phone.get(f"/ios?lang={language}").text
        for other, spoken in SPOKEN.items():
            link = f'<a href="?lang={other}" lang="{other}" hreflang="{other}">{spoken.name}</a>'
            assert (link in page) == (other != language)
    # Asked for by name or not: what nobody speaks here is said in English.
    assert '<html lang="en">' in phone.get("/ios?lang=xx").text
    assert '<html lang="en">' in phone.get("/ios", headers={"Accept-Language": "xx"}).text


def test_the_way_to_the_app_is_a_name_that_its_certificate_holds_for(phone: FlaskClient) -> None:
    assert (
        'href="https://laptop.local:8000/"' in phone.get("/ios", headers={"Host": "laptop.local:8001"}).text
    )
    for forged in ("evil.example", "evil.example:8001", "[::1"):
        page = phone.get("/ios", headers={"Host": forged})
        assert 'href="https://192.168.1.7:8000/"' in page.text
        assert "evil" not in page.text + str(page.headers)


def test_the_certificate_and_apples_profile_hold_the_authority(phone: FlaskClient, folder: Path) -> None:
    kept = x509.load_pem_x509_certificate((folder / "authority.pem").read_bytes())
    plain = phone.get("/harbormaster.crt")
    assert plain.content_type == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(plain.data) == kept
    profile = phone.get("/harbormaster.mobileconfig")
    assert profile.content_type == "application/x-apple-aspen-config"
    payload = plistlib.loads(profile.data)["PayloadContent"][0]
    assert payload["PayloadType"] == "com.apple.security.root"
    assert x509.load_der_x509_certificate(payload["PayloadContent"]) == kept
    assert phone.get("/harbormaster.mobileconfig").data == profile.data


def test_the_pages_run_no_script_but_their_own_and_ask_only_the_app(phone: FlaskClient) -> None:
    policy = phone.get("/android").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "connect-src https://192.168.1.7:8000" in policy
    assert "unsafe" not in policy
    assert phone.get("/trust/check.js").content_type.startswith("text/javascript")


@pytest.mark.parametrize(
    "path", ["/authority.key", "/server.key", "/trust/authority.py", "/trust/..%2fx", "/nothing"]
)
def test_nothing_else_is_served(phone: FlaskClient, path: str) -> None:
    assert phone.get(path).status_code == 404
