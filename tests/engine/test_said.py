"""What the ledger and refusals say is declared by doors, for the reference: nothing is left out, nothing is made up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.engine
from companion.engine.house.building import DOORS
from companion.engine.printed.cards import payer
from companion.words import words_for

ENGINE = Path(companion.engine.__file__).parent
LINES = {why: params for door in DOORS.values() for why, params in door.lines.items()}
REFUSALS = {code for door in DOORS.values() for code in door.refuses}
PARAMS = {
    code: {key for door in DOORS.values() if code in door.refuses for key in door.refuses[code].params}
    for code in REFUSALS
}
RULES = {
    code: {rule for door in DOORS.values() if code in door.refuses for rule in door.refuses[code].rules}
    for code in REFUSALS
}
# Where in a call the `why` of a line stands.
WHY = {"say": 0, "LedgerLine": 0, "earn": 2, "pay": 2, "hand_over": 3}
# What is said of a module besides, in its folder.
BESIDE = {"words", "desk"}
GAP = re.compile(r"\{([a-z_]+)\}")


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    for file in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                yield f"{file.relative_to(ENGINE)}:{node.lineno}", name, node


def texts(node: ast.expr | None) -> set[str]:
    """The words that an argument may be, where they stand there as they are."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def keys(call: ast.Call) -> set[str]:
    """The keys of params that stand there as they are."""
    given = [*call.args, *(one.value for one in call.keywords if one.arg == "params")]
    return {key for one in given if isinstance(one, ast.Dict) for part in one.keys for key in texts(part)}


def argument(call: ast.Call, place: int) -> ast.expr | None:
    return call.args[place] if len(call.args) > place else None


def test_every_line_that_the_code_writes_is_declared_with_its_params() -> None:
    seen = 0
    for where, name, call in calls():
        for why in texts(argument(call, WHY[name])) if name in WHY else ():
            assert why in LINES, where
            assert keys(call) <= set(LINES[why]), where
            seen += 1
    assert seen > 80


def test_every_refusal_that_the_code_raises_is_declared_with_its_rule_and_params() -> None:
    seen = 0
    for where, name, call in calls():
        if name not in ("Reason", "refuse"):
            continue
        for code in texts(argument(call, 0)):
            if not code.isupper():
                continue
            said = keys(call) | {one.arg for one in call.keywords if name == "refuse" and one.arg}
            assert code in REFUSALS, where
            assert said <= PARAMS[code], where
            assert not RULES[code] or texts(argument(call, 1)) <= RULES[code], where
            seen += 1
    assert seen > 100


@pytest.mark.parametrize("code", sorted({*LINES, *REFUSALS}))
def test_what_is_declared_stands_in_the_code_or_on_a_card(code: str) -> None:
    files = [
        file for file in ENGINE.rglob("*") if file.suffix in (".py", ".json") and file.name != "lines.py"
    ]
    # What a person pays goes by its name.
    names = {f'"{code}"', f'"{payer(code)}"'}
    texts_of = (file.read_text() for file in files if not BESIDE & set(file.relative_to(ENGINE).parts))
    assert any(name in text for text in texts_of for name in names)


def test_every_rule_that_a_refusal_may_name_has_its_sentence() -> None:
    assert {rule for rules in RULES.values() for rule in rules} <= set(words_for("en").rules)


@pytest.mark.parametrize("why", sorted(LINES))
def test_a_line_is_said_with_nothing_but_its_params(why: str) -> None:
    longer = [one for one in LINES if one.startswith(f"{why}_")]
    for name, said in words_for("en").ledger.items():
        if (name == why or name.startswith(f"{why}_")) and not any(name.startswith(one) for one in longer):
            gaps = {gap for text in said.values() for gap in GAP.findall(text)}
            assert gaps <= {*LINES[why], "name", "coins"}, name


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_a_refusal_is_said_with_nothing_but_its_params(code: str) -> None:
    gaps = set(GAP.findall(words_for("en").refusals[code]))
    assert gaps - ({"name"} if "seat" in PARAMS[code] else set()) <= PARAMS[code]
