"""What a field of a body takes, as a problem says it."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from .fields import Few, Flag, Judged, Name, Whole

KINDS = {"object": "an object", "string": "a text", "integer": "a whole number", "boolean": "true or false"}


def takes(field: fields.Field[Any]) -> str:
    """What the field takes, in a few words."""
    return _takes(field) + (", or null" if field.allow_none else "")


def _takes(field: fields.Field[Any]) -> str:
    for check in field.validators:
        match check:
            case validate.Regexp(error=str(said)):
                return said
            case validate.Range(min=least, max=most) if isinstance(field, Whole):
                return f"a whole number from {least} to {most}"
            case validate.OneOf(choices=choices):
                return "one of " + ", ".join(map(str, choices))
    match field:
        case Flag() | fields.Boolean():
            return "true or false"
        case Few():
            return f"a list of at most {field.most}"
        case fields.List():
            return "a list"
        case Name():
            return "a name"
        case fields.String():
            return "a text"
        case fields.Integer():
            return "a whole number"
        case fields.Dict() | fields.Nested() | Judged():
            return "an object"
    return " or ".join(KINDS[kind] for kind in field.metadata.get("type", ["object"]))
