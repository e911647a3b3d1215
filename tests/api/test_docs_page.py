"""The page at /api/docs: everything that is declared has its place there, and nothing else has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import companion
from companion.api.problems import BY_STATUS, STATUSES
from companion.engine import codec
from companion.engine.house.building import DOORS
from companion.words import words_for
from tests.api.conftest import OpenedTable
from tests.conforming import COMMITTED

SECTIONS = ("calls", "view", "entries", "ledger", "refusals", "problems", "rules", "shapes")
RAISED = re.compile(r'Problem\(\s*(\d{3}),\s*"(\w+)"')


class Anchors(HTMLParser):
    """The places of the page, by the section in which they are."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._section = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("id")
        if tag == "section" and name:
            self._section = name
            self.found[name] = []
        elif name and self._section:
            self.found[self._section].append(name)


@pytest.fixture
def page(client: FlaskClient) -> str:
    return client.get("/api/docs").text


def anchors(page: str) -> dict[str, list[str]]:
    parser = Anchors()
    parser.feed(page)
    return parser.found


@cache
def sources() -> str:
    folder = Path(companion.__file__).parent
    return "\n".join(file.read_text() for file in sorted(folder.rglob("*.py")))


def entries() -> Iterator[str]:
    for type_, keys in codec.entry_keys().items():
        yield f"entry-{type_}"
        yield from (f"entry-{type_}.{name}" for name in keys)


def test_it_is_one_page_that_is_whole_without_its_script(client: FlaskClient, page: str) -> None:
    assert "POST /api/tables/{code}/entries" in page.replace("<b>", "").replace("</b>", "")
    assert re.findall(r"<script[^>]*>", page) == ['<script src="/api/docs.js" defer>']
    assert " style=" not in page
    # What needs the script is shown by it.
    assert '<form role="search" hidden>' in page
    assert client.get("/api/docs.js").mimetype == "text/javascript"
    assert client.get("/api/docs.css").mimetype == "text/css"


def test_every_link_leads_somewhere_on_this_server(page: str) -> None:
    links = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert [link for link in links if not link.startswith(("/api/", "#"))] == []
    ids = re.findall(r'id="([^"]+)"', page)
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    assert len(ids) == len(set(ids))


def test_the_address_of_a_problem_leads_to_its_place(client: FlaskClient, page: str) -> None:
    problem = client.get("/api/nothing").json
    assert problem
    address, _, anchor = problem["type"].partition("#")
    assert address == "/api/docs"
    assert f'id="{anchor}"' in page
    assert 'id="CANNOT_AFFORD"' in page


def test_the_sections_are_these(page: str) -> None:
    assert tuple(anchors(page)) == SECTIONS


def test_every_key_of_the_view_has_its_place_and_says_what_it_means(client: FlaskClient, page: str) -> None:
    specification = client.get("/api/openapi.json").json
    assert specification
    keys = specification["components"]["schemas"]["View"]["properties"]
    placed = anchors(page)["view"]
    assert [name for name in placed if name.startswith("View.")] == [f"View.{key}" for key in keys]
    assert [key for key, about in keys.items() if not about.get("description")] == []
    # A key that is one of a few words may leave it at these.
    schemas = specification["components"]["schemas"]
    for shape, key in (name.split(".") for name in placed if "." in name):
        about = schemas[shape]["properties"][key]
        assert about.get("description") or "enum" in about, f"{shape}.{key}"


def test_every_shape_and_its_keys_have_their_place_once(client: FlaskClient, page: str) -> None:
    specification = client.get("/api/openapi.json").json
    assert specification
    schemas = specification["components"]["schemas"]
    declared = {f"schema-{name}" for name in schemas}
    declared |= {f"{name}.{key}" for name, one in schemas.items() for key in one.get("properties", ())}
    found = anchors(page)
    assert sorted(found["view"] + found["shapes"]) == sorted(declared)


def test_every_entry_and_its_keys_have_their_place(page: str) -> None:
    assert sorted(anchors(page)["entries"]) == sorted(entries())


def test_every_entry_and_its_keys_say_what_they_mean(page: str) -> None:
    section = page.partition('<section id="entries">')[2].partition("</section>")[0]
    for place in section.split(' id="entry-')[1:]:
        said = re.search(r"<(?:p|dd)>(.*?)(?:</p>|</dd>)", place, re.DOTALL)
        assert said, place
        assert said[1].strip(), place


def test_every_line_of_the_ledger_has_its_place(page: str) -> None:
    # Whether doors declare all that the rules say is asked in tests/engine/test_said.py.
    declared = {f"why-{why}" for door in DOORS.values() for why in door.lines}
    assert set(anchors(page)["ledger"]) == declared


def test_every_refusal_has_its_place(page: str) -> None:
    assert set(anchors(page)["refusals"]) == set(words_for("en").refusals)


def test_every_problem_has_its_place_and_the_status_by_which_it_is_raised(page: str) -> None:
    problems = set(words_for("en").problems)
    assert set(anchors(page)["problems"]) == problems
    assert set(STATUSES) == problems
    raised = [(int(status), code) for status, code in RAISED.findall(sources())]
    assert len(raised) > 30
    for status, code in raised:
        assert STATUSES[code] == status, code
    assert {code for _, code in raised} | set(BY_STATUS.values()) >= {
        code for code in problems if not code.startswith("storage_")
    } - {"refused"}


def part_of(said: object, whole: object) -> bool:
    """Whether the one is the other with something left out; lists from their beginning."""
    if isinstance(said, dict) and isinstance(whole, dict):
        return all(key in whole and part_of(value, whole[key]) for key, value in said.items())
    if isinstance(said, list) and isinstance(whole, list):
        return len(said) <= len(whole) and all(map(part_of, said, whole))
    return said == whole


def test_the_view_that_the_document_shows_is_one(open_table: Callable[..., OpenedTable]) -> None:
    document = (COMMITTED.parents[1] / "docs" / "view.md").read_text()
    example = document.partition("```jsonc")[2].partition("```")[0]
    table = open_table(players=["Ada", "Ben"])
    for entry in (
        {"type": "draw", "card": "base.ship.blue.s1.c1"},
        {"type": "draw", "card": "base.ship.red.s3.c2"},
        {"type": "stop"},
        {"type": "take", "harbor_index": 0},
    ):
        assert table.enter(entry).status_code == 201
    assert part_of(json.loads(re.sub(r"//.*", "", example)), table.get().json)


def test_every_rule_has_its_place(page: str) -> None:
    assert set(anchors(page)["rules"]) == {f"rule-{rule}" for rule in words_for("en").rules}


def test_every_call_has_its_place(page: str) -> None:
    calls = {name for name in anchors(page)["calls"] if name}
    specification = COMMITTED.read_text()
    assert len(calls) == sum(
        specification.count(f'   "{method}": {{') for method in ("get", "post", "put", "patch", "delete")
    )
