"""A rules question at a live table: its answer for the table's box, and what it comes to there."""

from __future__ import annotations

import orjson
from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema, fields

from companion import rulebook
from companion.engine import End
from companion.engine.json import shapes

from .limits import Limits
from .problems import Problem
from .query_string import number
from .replies import has, reply, revalidated
from .resource import describe
from .rights import Rights
from .rules_desk import (
    DEFAULT_RESULTS,
    MOST_RESULTS,
    AnswerSchema,
    SearchSchema,
    asked_for,
    desk_language,
    wanted_language,
)
from .shapes import Told
from .tables import as_of


class FactSchema(Schema):
    """Something that holds at the table now, as a code with the figures of its sentence."""

    code = fields.String(required=True)
    seat = fields.Integer(metadata={"description": "Whom it is about."})
    params = Told(shapes.Params, required=True)
    refusal = Told(shapes.Refusal)


class AtTableSchema(Schema):
    """An answer applied to a table, `revision` being the one that it was read at."""

    revision = fields.Integer(required=True)
    question = fields.Nested(AnswerSchema, required=True)
    facts = fields.List(fields.Nested(FactSchema), required=True)


def blueprint(rights: Rights, limits: Limits) -> Blueprint:
    """`/api/tables/{code}/rules`"""
    blp = Blueprint(
        "at_table", __name__, url_prefix="/api/tables/<code>/rules", description="Rules questions at a table"
    )

    @blp.route("", methods=["GET"])
    @describe(blp, gives={200: SearchSchema}, fails=(422, 429), token=True, query=asked_for())
    def search_at_table(code: str) -> Response:
        """Answers to a question as people at the table type it; what is asked about this moment, as the table stands"""
        limits.ruling()
        state = rights.place(code).read_end().state
        count = number("limit", MOST_RESULTS) or DEFAULT_RESULTS
        query = request.args.get("q", "")
        spoken = wanted_language() or rulebook.spoken_language(query) or desk_language()
        found = rulebook.search_at_table(query, state, spoken, count)
        return reply(rulebook.codec.results_json(found))

    @blp.route("/<question_id>", methods=["GET"])
    @describe(blp, gives={200: AtTableSchema}, token=True, not_modified=True)
    def read_at_table(code: str, question_id: str) -> Response:
        """A rules question answered for the table, with what it comes to as the table stands"""
        history = rights.place(code).read_end()
        spoken = desk_language()
        body = applied(history, question_id, spoken)
        tag = f"{as_of(history)}-{spoken}"
        response = revalidated(None if has(tag) else body, tag)
        response.vary.add("Accept-Language")
        return response

    return blp


def applied(history: End, question_id: str, spoken: str) -> bytes:
    """The answer and its facts as JSON; 404 where there is no such question."""
    asked = rulebook.rulebook().questions.get(question_id)
    found = rulebook.question(question_id, history.setup.edition, history.setup.modules, spoken)
    if asked is None or found is None:
        raise Problem(404, "no_such_question")
    facts = rulebook.at_table(asked, history.state)
    return orjson.dumps(
        {
            "revision": history.revision,
            "question": rulebook.codec.answer_json(found),
            "facts": [rulebook.codec.fact_json(fact) for fact in facts],
        }
    )
