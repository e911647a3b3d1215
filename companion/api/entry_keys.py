"""The keys of entries as the specification shows them, made of what the engine declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING

from marshmallow import fields

from companion.engine import codec
from companion.engine.entering.entries import Key


def one_of(*kinds: str, **more: object) -> fields.Raw:
    """A value of one of several kinds of JSON."""
    return fields.Raw(metadata={"type": list(kinds), **more})


CARD = ("object", "string", "integer")
FIELDS: Mapping[str, Callable[..., fields.Field]] = {
    "card": lambda **about: one_of(*CARD, **about),
    "cards": lambda **about: fields.List(one_of(*CARD), metadata=about),
    "number": lambda **about: fields.Integer(metadata=about),
    "change": lambda **about: fields.Integer(metadata=about),
    "flag": lambda **about: fields.Boolean(metadata=about),
    "word": lambda **about: fields.String(metadata=about),
    "id": lambda **about: fields.String(metadata=about),
    "payment": lambda **about: fields.String(metadata=about),
    "words": lambda **about: fields.List(fields.String(), metadata=about),
    "seat": lambda **about: one_of("string", "integer", **about),
    "seats": lambda **about: fields.List(one_of("string", "integer"), metadata=about),
    "name": lambda **about: fields.String(metadata=about),
    "printed": lambda **about: fields.String(metadata=about),
    "options": lambda **about: fields.Dict(metadata=about),
    "numbers_by_seat": lambda **about: fields.Dict(metadata=about),
    "colors_by_seat": lambda **about: fields.Dict(metadata=about),
    "steps_by_seat": lambda **about: fields.Dict(metadata=about),
    "goals": lambda **about: fields.List(one_of("string", "object"), metadata=about),
    "words_by_seat": lambda **about: fields.Dict(metadata=about),
    "label": lambda **about: one_of("string", "integer", **about),
    "labels": lambda **about: fields.List(one_of("string", "integer"), metadata=about),
    "numbers": lambda **about: fields.List(fields.Integer(), metadata=about),
    "counts": lambda **about: fields.Dict(metadata=about),
    "record": lambda **about: fields.Dict(metadata=about),
    "rows": lambda **about: fields.List(fields.Dict(), metadata=about),
    "persons_by_seat": lambda **about: fields.Dict(metadata=about),
    "expeditions_by_seat": lambda **about: fields.Dict(metadata=about),
}


def entry_fields() -> dict[str, fields.Field]:
    """One field for each key of any entry; where several entries share a name, it takes what any of them takes."""
    declared: dict[str, list[tuple[Key, str]]] = {}
    for type_, keys in codec.entry_keys().items():
        for name, (key, otherwise) in keys.items():
            needed = "needed by " if otherwise is MISSING else "of "
            declared.setdefault(name, []).append((key, f"{needed}`{type_}`"))
    return {name: _field(found) for name, found in sorted(declared.items())}


def _field(found: list[tuple[Key, str]]) -> fields.Field:
    about = next((key.about for key, _ in found if key.about), "")
    users = ", ".join(user for _, user in found)
    description = f"{about} ({users})" if about else users[0].upper() + users[1:] + "."
    kinds = {key.of for key, _ in found}
    if len(kinds) == 1:
        choices = [choice for key, _ in found for choice in key.choices if not key.of.endswith("_by_seat")]
        return FIELDS[kinds.pop()](description=description, **({"enum": choices} if choices else {}))
    return one_of(*sorted({JSON.get(kind, "object") for kind in kinds}), description=description)


# What those kinds are in JSON that are no objects.
JSON = {
    "number": "integer",
    "change": "integer",
    "flag": "boolean",
    "word": "string",
    "id": "string",
    "label": "string",
}
