"""The few values that come in a query string."""

from __future__ import annotations

from flask import request

from companion.engine import Malformed

_FLAGS = {"true": True, "false": False, "1": True, "0": False}


def flag(name: str) -> bool:
    """true or false; false where it is left out."""
    if not request.environ.get("QUERY_STRING"):
        return False
    text = request.args.get(name, "false")
    if text not in _FLAGS:
        raise Malformed(name, "true_or_false")
    return _FLAGS[text]


def number(name: str, most: int) -> int:
    """A whole number; 0 where it is left out."""
    text = request.args.get(name, "0")
    # isdecimal alone would let digits of other scripts through
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)) or int(text) > most:
        raise Malformed(name, "whole_number", least=0, most=most)
    return int(text)
