"""Marshmallow fields that take what JSON says and nothing that merely looks like it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apispec.ext.marshmallow import OpenAPIConverter
from marshmallow import Schema, fields, validate

from companion.engine import Malformed, codec

LARGEST_REVISION = 1_000_000


class Flag(fields.Boolean):
    """true or false; not 1, not "yes"."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Whole(fields.Integer):
    """A whole number in its range; not true, not 3.0."""

    def __init__(self, least: int = 0, most: int = LARGEST_REVISION, **options: Any) -> None:
        super().__init__(validate=validate.Range(least, most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        return value


class Name(fields.String):
    """A name as the engine reads those of players: composed, trimmed, nothing invisible in it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        try:
            return codec.name_from_json(value)
        except Malformed:
            raise self.make_error("invalid") from None


class Few(fields.List):
    """A list that is short: how long it is, is looked at before what is in it."""

    most = 12

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **options)


class Rows(fields.List):
    """A list of objects that the engine reads and judges, one after the other, until one is wrong."""

    def __init__(self, **options: Any) -> None:
        super().__init__(fields.Dict(), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return value


class Judged(fields.Field[Any]):
    """An object that the engine reads and judges. The schema tells people what it looks like."""

    def __init__(self, schema: type[Schema], **options: Any) -> None:
        super().__init__(**options)
        self.schema = schema

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        return value


def document_judged(converter: OpenAPIConverter, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """Shows a `Judged` field by its schema in the specification."""
    if not isinstance(field, Judged):
        return {}
    return {"allOf": [converter.resolve_nested_schema(field.schema)]}
