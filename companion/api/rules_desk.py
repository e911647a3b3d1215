"""The rules desk: a search for rules questions, and the questions themselves."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from typing import Any

import orjson
from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from companion import rulebook
from companion.engine import Malformed
from companion.engine.json import shapes

from .costs import QUESTIONS
from .limits import Limits
from .problems import Problem, language
from .query_string import number
from .replies import Made, has, made, revalidated, sent
from .resource import describe
from .shapes import Told
from .views import CitationSchema

DEFAULT_RESULTS, MOST_RESULTS = 5, 20


class RuledSchema(Schema):
    id = fields.String(required=True)
    switch = fields.String(
        required=True, metadata={"description": "The switch of /api/editions that settles it."}
    )


class OtherAnswerSchema(Schema):
    where = fields.List(fields.String(), required=True, metadata={"description": "Editions or modules."})
    answer = fields.String(required=True)


class RelatedSchema(Schema):
    id = fields.String(required=True)
    question = fields.String(required=True)


class AnswerSchema(Schema):
    """A rules question with its answer for one edition; that edition's places come first."""

    id = fields.String(required=True)
    module = fields.String(required=True)
    ways = fields.List(
        fields.String(validate=validate.OneOf(rulebook.WAYS)),
        required=True,
        metadata={"description": "The ways to play that it is about; empty where it is about all."},
    )
    topic = fields.String(required=True)
    question = fields.String(required=True)
    answer = fields.String(required=True)
    why = fields.String(required=True)
    applies = fields.Boolean(
        required=True, metadata={"description": "false: the asked edition has no such cards."}
    )
    in_play = fields.Boolean(
        required=True,
        metadata={"description": "false: the table's modules and way to play leave out what this is about"},
    )
    corrects = fields.Boolean(
        required=True, metadata={"description": "It corrects something that is told wrongly about the game."}
    )
    mends = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(rulebook.MENDS),
        metadata={
            "description": "Where at a table a slip against this rule is corrected: its log, or the count of what lies there."
        },
    )
    citations = fields.List(fields.Nested(CitationSchema), required=True)
    rulings = fields.List(fields.Nested(RuledSchema), required=True)
    related = fields.List(fields.Nested(RelatedSchema), required=True)
    others = fields.List(fields.Nested(OtherAnswerSchema), required=True)


class PageLinkSchema(Schema):
    """A page of the rules desk by its title."""

    id = fields.String(required=True)
    sort = fields.String(
        required=True,
        validate=validate.OneOf(rulebook.SORTS),
        metadata={
            "description": "Several answers in their order, a table of cards, or all about the cards of one name."
        },
    )
    title = fields.String(required=True)
    lead = fields.String(required=True)
    drawing = fields.String(
        required=True,
        metadata={
            "description": "What its drawing shows, by name: `ship-` and a color, a person, or something else."
        },
    )


class SearchSchema(Schema):
    """What fits, best first. Nothing is guessed: where nothing fits, it says so."""

    results = fields.List(fields.Nested(AnswerSchema), required=True)
    nothing_fits = fields.Boolean(required=True)
    asks_back = fields.Boolean(
        required=True,
        metadata={"description": "The first few are so close that only the asker can say which is meant."},
    )
    now = fields.Boolean(
        required=True,
        metadata={
            "description": "It asks about this moment of the table: what the first answer comes to there goes before its rule."
        },
    )
    language = fields.String(required=True)
    mends = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(rulebook.MENDS),
        metadata={"description": "The question tells of a slip: where at a table it is corrected."},
    )
    pages = fields.List(
        fields.Nested(PageLinkSchema),
        required=True,
        metadata={"description": "The pages that the question names, at most three."},
    )


class PagesSchema(Schema):
    pages = fields.List(fields.Nested(PageLinkSchema), required=True)


class PageLineSchema(Schema):
    """One thing that a page says: with a question its answer, with cards their numbers."""

    title = fields.String(required=True)
    text = fields.String(required=True, allow_none=True)
    drawing = fields.String(
        required=True, allow_none=True, metadata={"description": "What its drawing shows, by name."}
    )
    question = fields.String(required=True, allow_none=True)
    page = fields.String(
        required=True, allow_none=True, metadata={"description": "The page that says more of it."}
    )
    citations = fields.List(fields.Nested(CitationSchema), required=True)
    cards = Told(shapes.PrintedCard, many=True, required=True)


class PageSectionSchema(Schema):
    title = fields.String(required=True, allow_none=True)
    drawing = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Where it stands outside the order of the others: what its drawing shows."},
    )
    lines = fields.List(fields.Nested(PageLineSchema), required=True)


class PageSchema(PageLinkSchema):
    """A page for one table: only what that table plays, in the words of its box."""

    form = fields.String(
        required=True,
        validate=validate.OneOf(rulebook.FORMS),
        metadata={"description": "To read, to tick off, or one line after the other."},
    )
    goals = fields.Boolean(
        required=True,
        metadata={
            "description": "The goals that may lie on the table belong to it: `laying.pool` of POST /api/trials."
        },
    )
    unpacks = fields.Boolean(
        required=True,
        metadata={
            "description": "What such a table takes out of the box belongs to it: POST /api/unpacking."
        },
    )
    sections = fields.List(fields.Nested(PageSectionSchema), required=True)
    questions = fields.List(fields.Nested(RelatedSchema), required=True)


class QuestionsSchema(Schema):
    questions = fields.List(fields.Nested(AnswerSchema), required=True)


def blueprint(limits: Limits) -> Blueprint:
    """`/api/rules`"""
    blp = Blueprint("rules", __name__, url_prefix="/api/rules", description="Rules questions and answers")

    @blp.route("/search", methods=["GET"])
    @describe(
        blp,
        gives={200: SearchSchema},
        fails=(422, 429),
        query=(*asked_for(), *_TABLE[:2]),
        not_modified=True,
    )
    def search_rules() -> Response:
        """Answers to a question as people type it; in its own language where none is asked for"""
        limits.ruling()
        query, spoken = request.args.get("q", ""), wanted_language()
        found = rulebook.search(
            query,
            _choice("edition", rulebook.EDITIONS),
            _named(),
            spoken or rulebook.spoken_language(query) or desk_language(),
            number("limit", MOST_RESULTS) or DEFAULT_RESULTS,
        )
        return _answered(orjson.dumps(rulebook.codec.results_json(found)))

    @blp.route("/questions", methods=["GET"])
    @describe(
        blp,
        gives={200: QuestionsSchema},
        fails=(422, 429),
        query=(
            _text("module", "Only the questions of this module", rulebook.MODULES),
            _text("topic", "Only the questions about this", rulebook.TOPICS),
            _text("explains", "Only those that explain this rule, reason code, ability, ruling or switch"),
            *_TABLE,
        ),
        not_modified=True,
    )
    def list_questions() -> Response:
        """Every rules question, or those of one module, or those that explain something"""
        limits.ruling(QUESTIONS)
        module = _choice("module", tuple(rulebook.MODULES))
        topic = _choice("topic", rulebook.TOPICS)
        edition = _choice("edition", rulebook.EDITIONS)
        # Sorted, so that the same modules in another order find the same list.
        modules, spoken = tuple(sorted(_modules())), wanted_language() or desk_language()
        explained = request.args.get("explains")
        # Whatever nobody explains is one list: the empty one.
        explains = explained if explained in (None, *_explained()) else ""
        response = sent(_listed(module, topic, explains, edition, modules, spoken))
        response.vary.add("Accept-Language")
        return response

    @blp.route("/questions/<question_id>", methods=["GET"])
    @describe(blp, gives={200: AnswerSchema}, fails=(404, 422, 429), query=_TABLE, not_modified=True)
    def read_question(question_id: str) -> Response:
        """One rules question"""
        limits.ruling()
        edition = _choice("edition", rulebook.EDITIONS)
        found = rulebook.question(question_id, edition, _modules(), wanted_language() or desk_language())
        if found is None:
            raise Problem(404, "no_such_question")
        return _answered(orjson.dumps(rulebook.codec.answer_json(found)))

    @blp.route("/pages", methods=["GET"])
    @describe(blp, gives={200: PagesSchema}, fails=(422, 429), query=_TABLE, not_modified=True)
    def list_pages() -> Response:
        """The pages that a table has: a whole turn, setup, the end, its cards"""
        limits.ruling()
        edition = _choice("edition", rulebook.EDITIONS)
        found = rulebook.pages(edition, _named(), wanted_language() or desk_language())
        return _answered(orjson.dumps(rulebook.codec.pages_json(found)))

    @blp.route("/pages/<page_id>", methods=["GET"])
    @describe(blp, gives={200: PageSchema}, fails=(404, 422, 429), query=_TABLE, not_modified=True)
    def read_page(page_id: str) -> Response:
        """One page, for what a table plays"""
        limits.ruling()
        edition = _choice("edition", rulebook.EDITIONS)
        found = rulebook.page(page_id, edition, _named(), wanted_language() or desk_language())
        if found is None:
            raise Problem(404, "no_such_page")
        return _answered(orjson.dumps(rulebook.codec.page_json(found)))

    return blp


@lru_cache(maxsize=16)
def _listed(
    module: str | None,
    topic: str | None,
    explains: str | None,
    edition: str | None,
    modules: tuple[str, ...],
    spoken: str,
) -> Made:
    questions = rulebook.questions(module, explains, edition, modules, spoken, topic)
    return made(rulebook.codec.questions_json(questions))


@cache
def _explained() -> frozenset[str]:
    return frozenset(one for question in rulebook.rulebook().questions.values() for one in question.explains)


def _answered(body: bytes) -> Response:
    tag = hashlib.sha256(body).hexdigest()[:16]
    response = revalidated(None if has(tag) else body, tag, public=True)
    response.vary.add("Accept-Language")
    return response


def _choice(name: str, choices: tuple[str, ...]) -> str | None:
    """One of the choices; None where it is left out."""
    text = request.args.get(name)
    if text is not None and text not in choices:
        raise Malformed(name, "one_of", choices=choices)
    return text


def wanted_language() -> str | None:
    """The language asked for by name."""
    return _choice("lang", rulebook.LANGUAGES)


def desk_language() -> str:
    """The reader's language, or where the desk does not speak it the next one that the reader knows."""
    return language(rulebook.LANGUAGES)


def _named() -> list[str]:
    """The table's modules."""
    return [name.strip() for name in request.args.get("modules", "").split(",")]


def _modules() -> frozenset[str]:
    """The table's modules; those that no question is about make no difference."""
    return frozenset(rulebook.playing(_named()))


def _text(name: str, description: str, choices: Any = ()) -> dict[str, Any]:
    schema = {"type": "string", **({"enum": list(choices)} if choices else {})}
    return {"in": "query", "name": name, "schema": schema, "description": description}


def _limit() -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0, "maximum": MOST_RESULTS, "default": DEFAULT_RESULTS}
    return {"in": "query", "name": "limit", "schema": schema, "description": "How many results at most"}


def asked_for() -> tuple[dict[str, Any], ...]:
    """What a search takes, whichever table it is for."""
    return (_text("q", "The question as people type it"), _limit(), _TABLE[-1])


_TABLE = (
    _text("edition", "The table's edition, whose answer and places come first", rulebook.EDITIONS),
    _text("modules", "The table's modules, separated by commas"),
    _text("lang", "The language of the answers", rulebook.LANGUAGES),
)
