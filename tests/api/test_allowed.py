"""A body's problem names the field and what it takes, for every field of every body."""

from __future__ import annotations

from typing import Any

import pytest
from marshmallow import Schema, fields

from companion.api import joining, members, requests
from companion.api.bodies import load
from companion.api.fields import Judged
from companion.engine import Malformed
from companion.words import words_for

ROOMS = (joining, members, requests)
BODIES = [
    body
    for room in ROOMS
    for name, body in vars(room).items()
    if name.endswith("Body") and body.__module__ == room.__name__
]
# What the engine reads by itself is not the schema's to judge.
FIELDS = [
    (body, name)
    for body in BODIES
    for name, field in body().fields.items()
    if type(field) not in (Judged, fields.Raw)
]
WORDLESS = (
    "something",
    "nothing",
    "invalid",
    "Invalid",
    "valid ",
    "Must be",
    "possible is",
    "möglich ist",
    "?",
)


def told(schema: Schema, sent: dict[str, Any]) -> tuple[str, list[str]]:
    with pytest.raises(Malformed) as wrong:
        load(schema, sent)
    said = {"field": wrong.value.field, "allowed": wrong.value.allowed}
    return wrong.value.field, [words_for(one).problem("malformed", said)[1] for one in ("en", "de")]


@pytest.mark.parametrize(("body", "name"), FIELDS)
def test_a_field_that_does_not_fit_is_named_with_what_it_takes(body: type[Schema], name: str) -> None:
    alone = body(only=[name])
    for sent in ({name: object()}, *([{}] if alone.fields[name].required else [])):
        where, details = told(alone, sent)
        assert where == name
        for detail in details:
            assert detail.startswith(f"{name} ")
            assert not any(word in detail for word in WORDLESS), detail


def test_a_whole_number_says_its_range_and_what_is_missing_that_it_must_be_there() -> None:
    sent = {"entry": {}, "base_revision": -1}
    assert told(requests.EntryBody(), sent)[1] == [
        "base_revision does not fit. Allowed: a whole number from 0 to 1000000.",
        "base_revision passt nicht. Erlaubt: a whole number from 0 to 1000000.",
    ]
    del sent["base_revision"]
    assert told(requests.EntryBody(), sent)[1][0] == (
        "base_revision does not fit. Allowed: a whole number from 0 to 1000000; it must not be left out."
    )


def test_an_unknown_field_says_which_there_are() -> None:
    sent = {"entry": {}, "base_revision": 0, "entri_id": "a"}
    assert told(requests.EntryBody(), sent)[1][0] == (
        "entri_id does not fit. Allowed: only entry_id, base_revision, override, at, entry; there is no such field."
    )
