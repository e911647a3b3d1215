"""JSON values in, one by one: each of its kind, or Malformed with the field and what may stand there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from .refusals import Malformed, fault_of

# Nothing said, and for all the same.
NOTHING: Mapping[Any, Any] = MappingProxyType({})
NAME_LENGTH = 40
# Of an id that the engine makes of all that a card says.
ID_LENGTH = 200
MAX_NUMBER = 999
MAX_CARDS = 200
LABEL_LENGTH, MOST_PLAIN = 4, 12


def mapping(value: object, field: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Malformed(field, "object", fault_of(value))
    return value


def sequence(value: object, field: str, most: int = MAX_CARDS) -> Sequence[Any]:
    if not isinstance(value, list | tuple) or len(value) > most:
        raise Malformed(field, "list", fault_of(value), most=most)
    return value


def number(value: object, field: str, most: int = MAX_NUMBER, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Malformed(field, "whole_number", fault_of(value), least=least, most=most)
    return value


def flag(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(field, "true_or_false", fault_of(value))
    return value


def label(value: object, field: str) -> str:
    """What is printed in the place of a number: 15, or 28b."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER:
        return str(value)
    if not isinstance(value, str) or not (value.isascii() and value.isalnum() and len(value) <= LABEL_LENGTH):
        raise Malformed(field, "label", fault_of(value), most=LABEL_LENGTH)
    return value


def plain(value: object, field: str, depth: int = 3) -> Any:
    """Anything that JSON says in a few short words and numbers."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return number(value, field, MAX_NUMBER, -MAX_NUMBER)
    if isinstance(value, str):
        return word(value, field)
    if depth and isinstance(value, Mapping) and len(value) <= MOST_PLAIN:
        return {word(key, field): plain(one, field, depth - 1) for key, one in value.items()}
    if depth and isinstance(value, list | tuple):
        return [plain(one, field, depth - 1) for one in sequence(value, field, MOST_PLAIN)]
    raise Malformed(field, "few_words")


def word(value: object, field: str, choices: Sequence[str] | None = None) -> str:
    if choices is not None and (not isinstance(value, str) or value not in choices):
        raise Malformed(field, "one_of", fault_of(value), choices=choices)
    if not isinstance(value, str) or not 0 < len(value) <= NAME_LENGTH:
        raise Malformed(field, "text_up_to", fault_of(value), most=NAME_LENGTH)
    return value


def identifier(value: object, field: str) -> str:
    """An id that the engine itself may have made."""
    if not isinstance(value, str) or not 0 < len(value) <= ID_LENGTH:
        raise Malformed(field, "text_up_to", fault_of(value), most=ID_LENGTH)
    return value
