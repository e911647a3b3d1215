"""The rules desk for a caller that speaks JSON: each call takes a mapping and gives what the API gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Malformed, State
from companion.engine.values import number, sequence

from . import codec, page, pages, question, questions, search, search_at_table
from .content import LANGUAGES, MODULES, TOPICS, rulebook
from .facts import at_table

Json = dict[str, Any]
Body = Mapping[str, Any]


def search_call(body: Body) -> Json:
    """Answers to a question as people type it: `query`, and where known `edition`, `modules`, `language`, `limit`."""
    found = search(
        text(body, "query") or "",
        text(body, "edition"),
        modules(body),
        text(body, "language"),
        number(body.get("limit", 5), "limit"),
    )
    return codec.results_json(found)


def search_at_table_call(body: Body, state: State) -> Json:
    """The same for a live table: its box, its modules, and what is asked about this moment."""
    found = search_at_table(
        text(body, "query") or "",
        state,
        text(body, "language"),
        number(body.get("limit", 5), "limit"),
    )
    return codec.results_json(found)


def question_call(body: Body) -> Json:
    """The question `id`, answered for `edition` and `modules` in `language`; null where there is none."""
    found = question(text(body, "id") or "", text(body, "edition"), modules(body), language(body))
    return {"question": None if found is None else codec.answer_json(found)}


def questions_call(body: Body) -> Json:
    """The questions of a `module` or a `topic`, or those that explain `explains`."""
    module, topic = text(body, "module"), text(body, "topic")
    if module is not None and module not in MODULES:
        raise Malformed("module", "one_of", choices=MODULES)
    if topic is not None and topic not in TOPICS:
        raise Malformed("topic", "one_of", choices=TOPICS)
    found = questions(
        module, text(body, "explains"), text(body, "edition"), modules(body), language(body), topic
    )
    return codec.questions_json(found)


def pages_call(body: Body) -> Json:
    """The pages that `edition` and `modules` have."""
    found = pages(text(body, "edition"), modules(body), language(body))
    return codec.pages_json(found)


def page_call(body: Body) -> Json:
    """The page `id` for `edition` and `modules`; null where there is none."""
    found = page(text(body, "id") or "", text(body, "edition"), modules(body), language(body))
    return {"page": None if found is None else codec.page_json(found)}


def at_table_call(body: Body, state: State) -> Json:
    """What the question `id` comes to at this table."""
    found = rulebook().questions.get(text(body, "id") or "")
    return {"facts": [] if found is None else [codec.fact_json(fact) for fact in at_table(found, state)]}


def language(body: Body) -> str:
    return text(body, "language", LANGUAGES) or LANGUAGES[0]


def modules(body: Body) -> list[str]:
    return [str(name) for name in sequence(body.get("modules") or [], "modules")]


def text(body: Body, name: str, choices: tuple[str, ...] = ()) -> str | None:
    value = body.get(name)
    if value is not None and (not isinstance(value, str) or (choices and value not in choices)):
        raise Malformed(name, "one_of", choices=choices) if choices else Malformed(name, "text")
    return value
