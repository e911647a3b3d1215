"""Holds answers to their shapes in a specification: nothing that must be there is missing, nothing else is there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs

COMMITTED = Path(__file__).resolve().parents[1] / "openapi" / "openapi.json"
Conforms = Callable[[str, object], None]


def committed() -> Conforms:
    return conforming(json.loads(COMMITTED.read_text()))


def conforming(specification: dict[str, Any]) -> Conforms:
    """Checks an answer by the name of its schema; raises ValidationError."""
    components = specification["components"]
    validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def check(shape: str, answer: object) -> None:
        validator = validators.get(shape)
        if validator is None:
            schema = {"$ref": f"#/components/schemas/{shape}", "components": components}
            validator = validators[shape] = jsonschema_rs.Draft202012Validator(schema)
        validator.validate(answer)

    return check
