"""What a field of a body takes, by its schema."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from companion.engine import Takes

from .fields import Few, Flag, Judged, Name, Rows
from .requests import ENTRY_ID, LONGEST_NAME, OWN_TOKEN

SIGNS = {ENTRY_ID: Takes("entry_id"), OWN_TOKEN: Takes("token")}


def takes(field: fields.Field[Any]) -> Takes:
    """What the field takes, null too where it does."""
    found = _takes(field)
    return Takes("or_null", {"takes": found}) if field.allow_none else found


def _takes(field: fields.Field[Any]) -> Takes:
    for check in field.validators:
        match check:
            case validate.Regexp(regex=signs):
                return SIGNS[signs]
            case validate.Range(min=least, max=most):
                return Takes("whole_number", {"least": least, "most": most})
            case validate.Length(max=most):
                return Takes("text_up_to", {"most": most})
            case validate.OneOf(choices=choices):
                return Takes("one_of", {"choices": choices})
    match field:
        case Flag():
            return Takes("true_or_false")
        case Few():
            return Takes("list", {"most": field.most})
        case Rows():
            return Takes("objects")
        case Name():
            return Takes("name", {"most": LONGEST_NAME})
        case fields.String():
            return Takes("text")
        case fields.Dict() | Judged():
            return Takes("object")
    raise TypeError(f"nobody says what {field!r} takes")
