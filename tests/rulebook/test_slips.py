"""Slips that players tell of: the rule comes first, and where a table puts it right."""

from __future__ import annotations

import pytest

from companion.rulebook import MENDS, rulebook, search
from companion.rulebook.desks import read
from companion.rulebook.slips import slip_in
from tests.rulebook.asking import load

# What is told, the question about the rule, and where it is put right.
TOLD = [
    ("we forgot the Jester's coin", "jester-what", "count"),
    ("wir haben die Münze vom Witzbold vergessen", "jester-what", "count"),
    ("we drew a card too many", "drawn-two", "log"),
    ("wir haben eine Karte zu viel gezogen", "drawn-two", "log"),
    ("he paid too little", "hire-how", "count"),
    ("er hat zu wenig bezahlt", "hire-how", "count"),
    ("wrong card entered", "app-judge", "log"),
    ("falsche Karte eingegeben", "app-judge", "log"),
    ("vertippt", "app-judge", "log"),
    ("we forgot to pay the tax", "tax-how", "count"),
    ("we forgot the compensation coin", "compensation-what", "count"),
    ("my coins are wrong", "coins-public", "count"),
]
UNTOUCHED = ["does the admiral pay if i take nothing", "13 coins, tax", "trader of another color", "zu fünft"]


@pytest.mark.parametrize(("told", "question", "mends"), TOLD)
def test_a_slip_leads_to_the_rule_that_was_broken(told: str, question: str, mends: str) -> None:
    for box in ("pegasus", "sjg", "yucata", "bigbox"):
        found = search(told, box)
        assert found.results[0].id == question, box
        assert found.mends == mends
        assert not found.asks_back


@pytest.mark.parametrize("asked", UNTOUCHED)
def test_what_tells_of_no_slip_is_searched_as_ever(asked: str) -> None:
    assert slip_in(asked) is None
    assert search(asked, "pegasus").mends is None


def test_what_is_not_for_the_desk_is_no_slip_either() -> None:
    for asked in ("I forgot my password", "too much pizza", "my wife has forgotten the wine"):
        assert search(asked, "pegasus").nothing_fits, asked
    for language in ("en", "de"):
        for asked in load("questions/by_id.json")["unanswered"][language]:
            told = slip_in(asked)
            assert told is None or not told.plain, asked


def test_every_rule_to_which_a_slip_leads_says_where_it_is_put_right() -> None:
    questions = rulebook().questions
    data = read("slips")
    for name in (*data["leads"].values(), data["enters_lead"]):
        assert questions[name].mends in MENDS, name
