"""What a problem says, in English and in German: the field, its fault and what it takes; or what to do."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask

from companion.api import problems
from companion.api.problems import Problem
from companion.engine import FAULTS, Malformed, Takes
from companion.words import LANGUAGES, words_for
from companion.words.reader import sentences

from .conftest import OpenedTable

ROOT = Path(__file__).resolve().parents[2]
SPEC = json.loads((ROOT / "openapi/openapi.json").read_text("utf-8"))
SPOKEN = ("en", "de")
GAP = re.compile(r"\{([a-z_]+)\}")
# Nothing that any field takes.
WRONG = 7.5
WORDLESS = re.compile(r"[{}]|\?|\b(something|invalid|Must be|Not a|None)\b")


class Sent(NamedTuple):
    """A body with one fault, and the call that it is for."""

    method: str
    path: str
    body: dict[str, Any]
    field: str
    fault: str


def schema_of(content: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = SPEC["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
    return found


def faulty() -> Iterator[Sent]:
    for path, calls in SPEC["paths"].items():
        for method, call in calls.items():
            if not isinstance(call, dict) or "requestBody" not in call:
                continue
            content = call["requestBody"]["content"]["application/json"]
            schema, example = schema_of(content), content["example"]
            for field, declared in schema["properties"].items():
                yield Sent(method, path, {**example, field: WRONG}, field, "unfit")
                if "null" not in declared.get("type", ()):
                    yield Sent(method, path, {**example, field: None}, field, "unfit")
            for field in schema.get("required", ()):
                left = {key: value for key, value in example.items() if key != field}
                yield Sent(method, path, left, field, "missing")
            if schema.get("additionalProperties") is False:
                yield Sent(method, path, {**example, "unheard": 1}, "unheard", "unknown")


FAULTY = list(faulty())


def test_every_field_of_every_body_is_sent_with_each_fault() -> None:
    bodies = [call for calls in SPEC["paths"].values() for call in calls.values() if "requestBody" in call]
    assert len({(one.method, one.path) for one in FAULTY}) == len(bodies) > 15
    assert {one.fault for one in FAULTY} == set(FAULTS)


@pytest.mark.parametrize("sent", FAULTY, ids=lambda one: f"{one.method} {one.path} {one.field} {one.fault}")
def test_a_fault_names_the_field_and_what_it_takes(table: OpenedTable, sent: Sent) -> None:
    said = {}
    for one in SPOKEN:
        answer = table.client.open(
            sent.path.format(code=table.code, number=1),
            method=sent.method.upper(),
            json=sent.body,
            headers={**table.headers, "Accept-Language": one},
        )
        assert (answer.status_code, answer.json["code"]) == (422, "malformed"), answer.text
        assert answer.json["field"] == sent.field
        detail, allowed = answer.json["detail"], answer.json["allowed"]
        assert detail.startswith(words_for(one).fault(sent.field, sent.fault))
        assert sent.field in detail.split()
        assert detail.endswith(f"{allowed}.")
        assert not WORDLESS.search(allowed), allowed
        said[one] = (detail, allowed)
    assert said["en"][1] != said["de"][1]


def asked() -> Iterator[tuple[str, str, Any, str]]:
    """What an address may ask for that is not any text."""
    for path, calls in SPEC["paths"].items():
        for method, call in calls.items():
            for one in call.get("parameters", ()) if isinstance(call, dict) else ():
                schema = one.get("schema", {})
                if one["in"] == "query" and (schema["type"] != "string" or "enum" in schema):
                    body = call["requestBody"]["content"]["application/json"] if "requestBody" in call else {}
                    yield method, path, body.get("example"), one["name"]


@pytest.mark.parametrize(("method", "path", "body", "name"), list(asked()))
def test_so_does_a_fault_of_the_address(
    table: OpenedTable, method: str, path: str, body: Any, name: str
) -> None:
    said = []
    for one in SPOKEN:
        answer = table.client.open(
            re.sub(r"\{[a-z_]+\}", "1", path.replace("{code}", table.code)),
            method=method.upper(),
            query_string={"q": "tax", name: str(WRONG)},
            json=body,
            headers={**table.headers, "Accept-Language": one},
        )
        assert (answer.status_code, answer.json["field"]) == (422, name), answer.text
        assert answer.json["detail"].startswith(words_for(one).fault(name, "unfit"))
        said.append(answer.json["allowed"])
    assert said[0] != said[1]


def test_what_is_said_word_for_word(table: OpenedTable) -> None:
    def details(**body: Any) -> list[str]:
        asked = {"Accept-Language": ""}
        found = []
        for asked["Accept-Language"] in SPOKEN:
            found.append(table.post("/entries", body, **asked).json["detail"])
        return found

    draw = {"type": "draw", "card": "base.ship.red.s3.c2"}
    assert details(entry=draw, base_revision=-1) == [
        "base_revision isn’t valid. Allowed: a whole number from 0 to 1000000.",
        "base_revision passt nicht. Erlaubt: eine ganze Zahl von 0 bis 1000000.",
    ]
    assert details(entry=draw) == [
        "base_revision is missing. Allowed: a whole number from 0 to 1000000.",
        "base_revision fehlt. Erlaubt: eine ganze Zahl von 0 bis 1000000.",
    ]
    assert details(entry=draw, base_revision=0, entri_id="a") == [
        "entri_id is unknown. Allowed: one of entry_id, base_revision, override, at, entry.",
        "entri_id ist unbekannt. Erlaubt: eines von entry_id, base_revision, override, at, entry.",
    ]
    assert details(entry={"type": "draw"}, base_revision=0) == [
        "entry.card is missing. Allowed: a card in this table’s box, by its id or its printed numbers.",
        "entry.card fehlt. Erlaubt: eine Karte aus der Schachtel dieses Tisches, mit ihrer id oder ihren"
        " aufgedruckten Zahlen.",
    ]


CODES = list(words_for("en").problems)


@pytest.mark.parametrize("code", CODES)
def test_every_problem_says_what_to_do_in_the_language_asked_for(app: Flask, code: str) -> None:
    said = {}
    for one in SPOKEN:
        text = words_for(one).problems[code]
        figures = {gap: f"<{gap}>" for gap in GAP.findall(text["title"] + text["detail"])}
        error = Malformed("seat", "player") if code == "malformed" else Problem(400, code, {}, figures)
        with app.test_request_context(headers={"Accept-Language": one}):
            answer = problems.answer(error).get_json()
        assert answer["detail"] != answer["title"]
        assert len(answer["detail"].split()) >= 3, answer["detail"]
        assert answer["detail"].endswith((".", "q=…"))
        said[one] = answer
    assert said["en"]["title"] != said["de"]["title"]
    assert said["en"]["detail"] != said["de"]["detail"]


def raised() -> Iterator[tuple[str, set[str]]]:
    """The codes that the API raises, each with the figures that it says there."""
    for file in (ROOT / "companion/api").glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "Problem":
                continue
            code = call.args[1]
            if isinstance(code, ast.Constant) and all(isinstance(one, ast.Dict) for one in call.args[2:]):
                keys = [key for one in call.args[2:] for key in one.keys]  # type: ignore[attr-defined]
                yield str(code.value), {str(key.value) for key in keys}


@pytest.mark.parametrize(("code", "figures"), list(raised()))
def test_whoever_raises_a_problem_gives_its_figures(code: str, figures: set[str]) -> None:
    text = words_for("en").problems[code]
    assert set(GAP.findall(text["title"] + text["detail"])) <= figures


def named() -> Iterator[tuple[str, set[str]]]:
    """The keys of `allowed` that the code names, each with the names of the params that it gives."""
    for file in (ROOT / "companion").rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = getattr(getattr(call, "func", None), "id", "")
            if not isinstance(call, ast.Call) or name not in ("Malformed", "Takes"):
                continue
            key = call.args[1 if name == "Malformed" else 0]
            if not isinstance(key, ast.Constant):
                continue
            given = {str(one.arg) for one in call.keywords}
            for one in call.args[1:]:
                if isinstance(one, ast.Dict):
                    given |= {str(param.value) for param in one.keys}  # type: ignore[union-attr]
            yield str(key.value), given


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_named_has_its_words_and_no_other_has(language: str) -> None:
    words = sentences(language)
    assert set(words["faults"]) == set(FAULTS)
    assert set(words["allowed"]) == {key for key, _ in named()}
    for key, params in named():
        assert set(GAP.findall(words["allowed"][key])) == params, key


def test_choices_are_said_one_after_the_other_and_never_filled_in() -> None:
    takes = Takes("or_null", {"takes": Takes("one_of", {"choices": ("a", "{most}", 3)})})
    assert words_for("en").allowed(takes) == "one of a, {most}, 3, or null"
