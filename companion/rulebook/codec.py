"""JSON out, for the API and for the phone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.json import writing
from companion.engine.json.printed import printed_card

from .answering import Answer
from .content import Citation
from .desk_pages import Line, Page, PageLink
from .facts import Fact
from .search import Results


def citation_json(citation: Citation) -> dict[str, str]:
    """Where a rule stands."""
    return {"document": citation.document, "section": citation.section, "lines": citation.lines}


def answer_json(answer: Answer) -> dict[str, Any]:
    """A question with its answer."""
    return {
        "id": answer.id,
        "module": answer.module,
        "ways": list(answer.ways),
        "topic": answer.topic,
        "question": answer.question,
        "answer": answer.answer,
        "why": answer.why,
        "applies": answer.applies,
        "in_play": answer.in_play,
        "corrects": answer.corrects,
        "mends": answer.mends,
        "citations": [citation_json(citation) for citation in answer.citations],
        "rulings": [{"id": ruling.id, "switch": ruling.switch} for ruling in answer.rulings],
        "related": [{"id": other.id, "question": other.question} for other in answer.related],
        "others": [{"where": list(other.where), "answer": other.answer} for other in answer.others],
    }


def results_json(results: Results) -> dict[str, Any]:
    """What a search found."""
    return {
        "results": [answer_json(found) for found in results.results],
        "nothing_fits": results.nothing_fits,
        "asks_back": results.asks_back,
        "now": results.now,
        "language": results.language,
        "mends": results.mends,
        "pages": [page_link_json(link) for link in results.pages],
    }


def questions_json(questions: Iterable[Answer]) -> dict[str, Any]:
    """A list of questions."""
    return {"questions": [answer_json(question) for question in questions]}


def page_link_json(link: PageLink) -> dict[str, Any]:
    """A page by its title."""
    return {
        "id": link.id,
        "sort": link.sort,
        "title": link.title,
        "lead": link.lead,
        "drawing": link.drawing,
    }


def pages_json(pages: Iterable[PageLink]) -> dict[str, Any]:
    """A list of pages."""
    return {"pages": [page_link_json(link) for link in pages]}


def page_json(page: Page) -> dict[str, Any]:
    """A page with its lines."""
    return {
        **page_link_json(page.link),
        "form": page.form,
        "goals": page.goals,
        "unpacks": page.unpacks,
        "sections": [
            {
                "title": section.title,
                "drawing": section.drawing,
                "lines": [_line_json(line) for line in section.lines],
            }
            for section in page.sections
        ],
        "questions": [{"id": other.id, "question": other.question} for other in page.questions],
    }


def _line_json(line: Line) -> dict[str, Any]:
    return {
        "title": line.title,
        "text": line.text,
        "drawing": line.drawing,
        "question": line.question,
        "page": line.page,
        "citations": [citation_json(citation) for citation in line.citations],
        "cards": [printed_card(kind) for kind in line.cards],
    }


def fact_json(fact: Fact) -> dict[str, Any]:
    """What a question comes to at a table."""
    data: dict[str, Any] = {"code": fact.code, "params": writing.params(fact.params)}
    if fact.seat is not None:
        data["seat"] = fact.seat
    if fact.refusal is not None:
        data["refusal"] = writing.reason(fact.refusal)
    return data
