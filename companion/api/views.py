"""Answers of the API's own, around what the engine tells (`shapes.py`). Nothing is dumped through these schemas: tests
hold the answers to them.
"""

from __future__ import annotations

from marshmallow import Schema, fields

from companion.engine.json import shapes

from .requests import Open
from .shapes import Told


class CitationSchema(Schema):
    document = fields.String(required=True)
    section = fields.String(required=True)
    lines = fields.String()


class OpenedSchema(Schema):
    """A new table, with the keeper's token."""

    code = fields.String(required=True)
    token = fields.String(required=True)
    revision = fields.Integer(required=True)
    opened = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When that was, in seconds since 1970."}
    )
    view = Told(shapes.View, required=True)


class RecordedSchema(Schema):
    """What followed. `revision` is the entry's own; the view is the table as it stands."""

    entry_id = fields.String(
        required=True, metadata={"description": "Of the entry that is answered: no proxy knows it."}
    )
    reason = fields.String()
    ledger = Told(shapes.LedgerLine, many=True)
    overridden = Told(shapes.Refusal, many=True)
    revision = fields.Integer(required=True)
    view = Told(shapes.View, required=True)
    consequences = Told(shapes.Consequences, description="Of a correction.")


class LogSchema(Schema):
    revision = fields.Integer(required=True)
    lines = Told(shapes.Line, many=True, required=True)


class RulingSchema(Open):
    """The answer, with every figure that belongs to the step or the question."""

    result = fields.String(metadata={"description": "allowed, denied, forced or value"})
    reason = fields.String()


class HealthSchema(Schema):
    status = fields.String(required=True)


class ProblemSchema(Schema):
    """What went wrong, in the reader's language. `code` is what a program looks at."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True)
    field = fields.String(metadata={"description": "malformed: which field"})
    allowed = fields.String(metadata={"description": "malformed: what it takes, in the reader's language"})
    rule = fields.String(metadata={"description": "a refusal: the rule"})
    citations = fields.List(fields.Nested(CitationSchema))
    params = Told(shapes.Params, description="a refusal: the figures of the moment")
    overridable = fields.Boolean(metadata={"description": "a refusal: may be sent again with override"})
    revision = fields.Integer(metadata={"description": "stale: where the table stands"})
    missing = Told(shapes.Line, many=True, description="stale: the lines since then")
    limit = fields.Integer()
    needs = fields.String(metadata={"description": "not_allowed: the role that may"})
