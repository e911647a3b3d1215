"""Pages of the rules desk: several answers in the order in which a table needs them, and its cards with their numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from companion.engine.printed.catalogue import Kind
from companion.engine.printed.manifests import brought

from .answering import Answer, Related, answer, here, holding, playing
from .content import LANGUAGES, Citation, Question, rulebook
from .desks import put_beside, read
from .lexicon import lexicon, stem, words
from .printed_cards import EITHER, Printed, printed
from .terms import spoken

# How a page is shown: to read, to tick off, or one line after the other.
FORMS = ("list", "ticks", "cards")
# A page of several answers, a table of cards of one kind, or all about one card.
SORTS = ("written", "table", "card")
# Who does not say what is added to the base game plays it as the booklet has it.
_UNLESS_SAID = ("base",)
_MOST_FOUND = 3

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a page says: with a question its answer, with cards their numbers."""

    title: str
    text: str | None = None
    # What its drawing shows, by name; cards have drawings of their own.
    drawing: str | None = None
    question: str | None = None
    citations: tuple[Citation, ...] = ()
    # The page that says more of it.
    page: str | None = None
    cards: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Lines that belong together."""

    title: str | None
    lines: tuple[Line, ...]
    # What its drawing shows, where it stands outside the order of the others.
    drawing: str | None = None


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page by its title, `sort` one of SORTS."""

    id: str
    sort: str
    title: str
    lead: str
    # What its drawing shows, by name: `ship-` and a color, a person, or whatever else there is.
    drawing: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page for one table, `form` one of FORMS."""

    link: PageLink
    form: str
    sections: tuple[Section, ...]
    # More about it, where its lines do not lead there already.
    questions: tuple[Related, ...] = ()
    # The goals that may lie on the table belong to it: the engine tells them when such a table is tried.
    goals: bool = False
    # What such a table takes out of the box belongs to it, which the engine tells too.
    unpacks: bool = False


@dataclass(frozen=True, slots=True)
class _Table:
    """Who reads: a box, what is played of it, in one language."""

    edition: str | None
    played: frozenset[str]
    language: str
    # What is in its deck, in the order in which modules build on each other.
    modules: tuple[str, ...]

    @property
    def cards(self) -> Printed:
        return printed(self.modules)

    def has(self, data: Json) -> bool:
        """Whether something is for this table: not where `where` names none of it, or `without` some."""
        held = holding(self.edition, self.played)
        wanted = data.get("where")
        return (not wanted or not held.isdisjoint(wanted)) and held.isdisjoint(data.get("without", ()))

    def plays(self, question: Question) -> bool:
        """Whether what a question is about is played here."""
        return here(question, self.edition, self.played)

    def tells(self, line: Json) -> bool:
        """Whether a line of a page is for this table."""
        return self.has(line) and self.plays(rulebook().questions[line["question"]])

    def answered(self, question: str) -> Answer:
        return answer(rulebook().questions[question], self.edition, self.played, self.language)


@cache
def _data() -> Json:
    """The pages, with what modules put beside the lines that are there, and without those of which they have nothing."""
    data = read("pages")
    written = [
        {**one, "sections": _sections(one, data["beside"].get(one["id"], ()), data["without"])}
        for one in data["written"]
    ]
    return {**data, "written": written}


def _sections(page: Json, more: Iterable[Json], without: Mapping[str, Collection[str]]) -> list[Json]:
    def not_at(line: Json) -> list[str]:
        lacking = (module for module, questions in without.items() if line["question"] in questions)
        return [*line.get("without", ()), *lacking]

    sections: list[Json] = [
        {**section, "lines": [{**line, "without": not_at(line)} for line in section["lines"]]}
        for section in page["sections"]
    ]
    for new in more:
        named = new.get("after") or new["before"]
        asked = [[line["question"] for line in section["lines"]] for section in sections]
        place = [named in questions for questions in asked].index(True)
        if "lines" in new:
            put_beside(sections, new, place)
        else:
            put_beside(sections[place]["lines"], new, asked[place].index(named))
    return sections


def pages(
    edition: str | None = None, modules: Iterable[str] = (), language: str = "en"
) -> tuple[PageLink, ...]:
    """The pages that a table has: those to read first, then the tables of its cards, then each card."""
    return _links(_table(edition, modules, language))


def page(
    id: str,  # noqa: A002 (it is the page's id everywhere)
    edition: str | None = None,
    modules: Iterable[str] = (),
    language: str = "en",
) -> Page | None:
    """One page as it is for a table; None where it has none of that id."""
    table = _table(edition, modules, language)
    link = next((one for one in _links(table) if one.id == id), None)
    return None if link is None else _BUILT[link.sort](link, table)


def pages_in(text: str, edition: str | None, modules: Iterable[str], language: str) -> tuple[PageLink, ...]:
    """The pages that a sentence names, at most three: by what they are called, or by the card."""
    told = {spoken: words(text) for spoken in LANGUAGES}
    stems = {spoken: {stem(word, spoken) for word in typed} for spoken, typed in told.items()}
    terms = {spoken: set(lexicon(spoken).terms_among(typed)) for spoken, typed in told.items()}
    called: list[tuple[int, PageLink]] = []
    cards: list[tuple[str, frozenset[str], PageLink]] = []
    for link in _links(_table(edition, modules, language)):
        if link.sort == "card":
            cards += [(spoken, name, link) for spoken, name in _names(link.id) if name <= terms[spoken]]
        elif found := [len(phrase) for spoken, phrase in _called(link.id) if phrase <= stems[spoken]]:
            called.append((max(found), link))
    called.sort(key=lambda hit: -hit[0])
    # Who says Vice Admiral does not mean the Admiral.
    meant = [
        link
        for spoken, name, link in cards
        if not any(spoken == other and name < longer for other, longer, _ in cards)
    ]
    return tuple(dict.fromkeys((*(link for _, link in called), *meant)))[:_MOST_FOUND]


@cache
def _called(name: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The ways to ask for a page, by language, without the endings of their words."""
    data = next((one for one in (*_data()["written"], *_data()["tables"]) if one["id"] == name), None)
    if data is None:
        return ()
    return tuple(
        (language, frozenset(stem(word, language) for word in words(phrase)))
        for language in LANGUAGES
        for phrase in data[language]["asked"].split(";")
    )


@cache
def _names(name: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """What the card of a page is called, by language, in terms."""
    _, _, of = name.partition("-")
    terms = ((language, lexicon(language).terms_of(of.replace("_", " "))) for language in LANGUAGES)
    return tuple((language, frozenset(found)) for language, found in terms if found)


def _table(edition: str | None, modules: Iterable[str], language: str) -> _Table:
    named = tuple(modules)
    if not brought(named):
        named = (*_UNLESS_SAID, *named)
    return _Table(edition, playing(named), language, brought(named))


@lru_cache(maxsize=64)
def _links(table: _Table) -> tuple[PageLink, ...]:
    """What each search looks through, so it is kept for the tables that ask."""
    return tuple(_linked(table))


def _linked(table: _Table) -> Iterator[PageLink]:
    for data in _data()["written"]:
        lines = (line for section in data["sections"] for line in section["lines"])
        if any(table.tells(line) for line in lines):
            yield _link(data, "written", table)
    for data in _data()["tables"]:
        if table.cards.groups(data["kind"]) and table.has(data):
            yield _link(data, "table", table)
    for name in _with_pages(table):
        yield PageLink(
            name, "card", table.cards.group(name).called(table.edition, table.language), "", _drawing(name)
        )


def _link(data: Json, sort: str, table: _Table) -> PageLink:
    said = data[table.language]
    title, lead = (spoken(said[part], table.edition, table.language) for part in ("title", "lead"))
    return PageLink(data["id"], sort, title, lead, data["drawing"])


def _drawing(name: str) -> str:
    """Of a card: a person's is called as the person is."""
    kind, _, of = name.partition("-")
    return of if kind == "person" else name


def _found(sort: str, name: str) -> Json:
    found: Json = next(one for one in _data()[sort] if one["id"] == name)
    return found


def _written(link: PageLink, table: _Table) -> Page:
    data = _found("written", link.id)
    sections = (
        Section(_said(section, table), tuple(_lines(section["lines"], table)), section.get("drawing"))
        for section in data["sections"]
    )
    told = tuple(section for section in sections if section.lines)
    goals, unpacks = data.get("goals", False), data.get("unpacks", False)
    return Page(link, data["form"], told, goals=goals, unpacks=unpacks)


def _said(data: Json, table: _Table) -> str | None:
    """What stands there in the reader's language, in the words of the box."""
    text = data.get(table.language)
    return spoken(text, table.edition, table.language) if text else None


def _lines(listed: Iterable[Json], table: _Table) -> Iterator[Line]:
    for data in listed:
        if table.tells(data):
            found = table.answered(data["question"])
            title = _said(data, table) or found.question
            yield Line(title, found.answer, data.get("drawing"), found.id, found.citations, data.get("page"))


def _told(questions: Iterable[str], table: _Table) -> tuple[Line, ...]:
    """Those of the questions that this table has, each with its answer."""
    return tuple(_lines(({"question": name} for name in questions), table))


def _of_cards(link: PageLink, table: _Table) -> Page:
    data = _found("tables", link.id)
    cards = tuple(_group(name, table) for name in table.cards.groups(data["kind"]))
    rules = _told(data.get("questions", ()), table)
    return Page(link, "list", tuple(Section(None, lines) for lines in (cards, rules) if lines))


def _group(name: str, table: _Table) -> Line:
    """The cards of one name in a table of them."""
    found = table.cards.group(name)
    told = _told(_does(name)[:1], table) if found.kind == "person" else ()
    text, citations = (told[0].text, told[0].citations) if told else (None, ())
    text = _said(_data()["in_short"].get(name, {}), table) or text
    called = found.called(table.edition, table.language)
    page_of = name if name in _with_pages(table) else None
    return Line(called, text, citations=citations, page=page_of, cards=found.cards)


def _with_pages(table: _Table) -> tuple[str, ...]:
    """The cards that have a page each."""
    named = (*table.cards.groups("ship"), *table.cards.groups("person"))
    return tuple(name for name in named if name not in EITHER)


def _card(link: PageLink, table: _Table) -> Page:
    does = _told(_does(link.id), table)
    cards = (Line(link.title, cards=table.cards.group(link.id).cards),)
    questions = _about(link.id, {line.question for line in does}, table)
    return Page(link, "list", tuple(Section(None, lines) for lines in (cards, does) if lines), questions)


def _does(name: str) -> list[str]:
    """The questions whose answers say what a card does."""
    kind, _, of = name.partition("-")
    if kind == "person":
        return list(_data()["persons"].get(of, ()))
    return [*_data()["more_of_ships"].get(of, ()), *_data()["ships"]]


def _about(name: str, told: Collection[str | None], table: _Table) -> tuple[Related, ...]:
    """Every other question about a card, those of the table's own."""
    _, _, of = name.partition("-")
    found = (
        table.answered(one.id)
        for one in rulebook().questions.values()
        if of in one.explains and one.id not in told and table.plays(one)
    )
    return tuple(Related(one.id, one.question) for one in found)


_BUILT: Mapping[str, Callable[[PageLink, _Table], Page]] = {
    "written": _written,
    "table": _of_cards,
    "card": _card,
}
