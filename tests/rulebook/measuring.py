"""How well sentences that nobody learned from are understood, judged by the id of the question that they ask."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from companion import rulebook
from companion.engine import EngineError, State, codec, open_history
from companion.rulebook.content import rulebook as loaded
from companion.rulebook.facts import at_table
from tests.engine.play import random_game
from tests.rulebook.asking import load
from tests.rulebook.tables import NAMES

# What is shown of an answer before its reasons: a Yes for a No is worse than a wrong topic.
VERDICTS = {"en": ("Yes", "No"), "de": ("Ja", "Nein")}
# What a table plays whose question is about a module.
PLAYED = {
    "base": ["base"],
    "gambler": ["base", "gambler"],
    "make_sail": ["make_sail"],
    "jomc_cards": ["base", "jomc_cards"],
    "jomc": ["base", "jomc"],
    "adventure_begins": ["adventure_begins"],
}


@dataclass(frozen=True)
class Table:
    """Where a question is asked: of which box, playing what. Nothing of both is nowhere."""

    edition: str | None = None
    modules: tuple[str, ...] = ()


NOWHERE = Table()


@dataclass(frozen=True)
class Told:
    """What the desk made of a sentence."""

    text: str
    language: str
    wanted: str
    table: Table
    ids: tuple[str, ...]
    asks_back: bool
    wrong_way: bool

    @property
    def first(self) -> bool:
        return self.ids[:1] == (self.wanted,)

    @property
    def three(self) -> bool:
        return self.wanted in self.ids


def tables(name: str) -> Iterator[Table]:
    """A table of every edition that has what the question is about."""
    question = loaded().questions[name]
    for edition in question.editions:
        yield Table(edition, (*PLAYED[question.module], *question.ways[:1]))


def tell(text: str, language: str, wanted: str, table: Table = NOWHERE) -> Told:
    """A sentence asked at a table, as a phone asks that shows answers in its language."""
    found = rulebook.search(text, table.edition, table.modules, language, 3)
    led = found.results[0].answer if found.results and not found.asks_back else ""
    right = rulebook.question(wanted, table.edition, table.modules, language)
    assert right is not None
    ids = tuple(answer.id for answer in found.results)
    against = ids[:1] != (wanted,) and {_verdict(led, language), _verdict(right.answer, language)} == {
        *VERDICTS[language]
    }
    return Told(text, language, wanted, table, ids, found.asks_back, against)


def _verdict(answer: str, language: str) -> str:
    return next(
        (one for one in VERDICTS[language] if answer.startswith((f"{one}.", f"{one},", f"{one}:"))), ""
    )


def asked() -> list[tuple[str, str, str]]:
    """Every sentence of the measure: its text, its language, its question."""
    return [
        (text, language, name)
        for name, told in load("questions/by_id.json")["asked"].items()
        for language in rulebook.LANGUAGES
        for text in told[language]
    ]


def unanswered(language: str) -> list[str]:
    """Sentences that ask nothing that the desk knows."""
    found: list[str] = load("questions/by_id.json")["unanswered"][language]
    return found


def refused(language: str) -> tuple[int, list[str]]:
    """How many sentences without an answer there are, and those that were answered all the same."""
    queries = unanswered(language)
    return len(queries), [
        query for query in queries if not rulebook.search(query, language=language).nothing_fits
    ]


# The hands: whole evenings' questions in manners of their own, with the right answers told in words. None is learned.
HANDS = ("anna", "bo", "cleo", "dirk", "emma", "finn", "gus", "hedi", "quin")
KINDS = ("rule", "now", "nothing")
YES = {"Yes": "yes", "Ja": "yes", "No": "no", "Nein": "no"}


@dataclass(frozen=True)
class Item:
    """A question of a hand; `ids` are the prepared questions whose answer is right for it, the best first."""

    hand: str
    text: str
    language: str
    kind: str
    table: Table
    way: str | None
    verdict: str | None
    ids: tuple[str, ...]

    @property
    def base(self) -> bool:
        return self.table.modules == ("base",)


@dataclass(frozen=True)
class Heard:
    """What the desk made of it: the first three, what leads of the verdict, and the facts of a live table below it."""

    item: Item
    ids: tuple[str, ...]
    asks_back: bool
    verdict: str
    facts: int = 0

    @property
    def first(self) -> bool:
        return self.ids[:1] != () and self.ids[0] in self.item.ids

    @property
    def three(self) -> bool:
        return not {*self.ids}.isdisjoint(self.item.ids)

    @property
    def at_once(self) -> bool:
        """Answered with what it comes to at that table, without a question back."""
        return self.facts > 0 and not self.asks_back

    @property
    def wrong_way(self) -> bool:
        return "" not in (self.verdict, self.item.verdict or "") and self.verdict != self.item.verdict


def items(hands: Iterable[str] = HANDS) -> list[Item]:
    """What these hands ask, each at a table of its own."""
    return [
        Item(
            hand,
            one["q"],
            one["language"],
            one["kind"],
            Table(one["edition"], (*one["modules"], *([one["way"]] if one["way"] else []))),
            one["way"],
            None if one["verdict"] in (None, "null") else one["verdict"],
            tuple(one["ids"]),
        )
        for hand in hands
        for one in load(f"questions/hands/{hand}.json")["asked"]
    ]


@cache
def in_the_middle(table: Table) -> State:
    """Such a table in the middle of a game: somebody discovers, and some cards lie there."""
    players = NAMES[:1] if "solo" in table.modules else NAMES
    setup = {"edition": table.edition, "modules": list(table.modules), "players": list(players)}
    found = None
    for seed in range(20):
        # Played by chance, a story may ask for what chance does not know.
        with suppress(EngineError):
            for after, _ in random_game(open_history(codec.setup_from_json(setup)), random.Random(seed)):
                now = after.state
                if now.phase == "discover" and len(now.harbor) > 2 and not now.decisions:
                    found = now
                    if now.round > 3:
                        return now
    assert found is not None, table
    return found


def hear(item: Item) -> Heard:
    """A rules question at a table of its kind; one about the moment, at one that is played."""
    box, modules, language = item.table.edition, item.table.modules, item.language
    if item.kind == "now":
        state = in_the_middle(item.table)
        found = rulebook.search_at_table(item.text, state, language, 3)
        asked = loaded().questions[found.results[0].id] if found.results else None
        facts = [fact for fact in at_table(asked, state) if fact.code != "ruled"] if asked else []
    else:
        found, facts = rulebook.search(item.text, box, modules, language, 3), []
    led = found.results[0].answer if found.results and not found.asks_back else ""
    verdict = YES.get(_verdict(led, language), "")
    return Heard(item, tuple(one.id for one in found.results), found.asks_back, verdict, len(facts))


def columns(heard: list[Heard]) -> Iterator[str]:
    """All columns of the hands' measure, one line each."""
    rule = [one for one in heard if one.item.kind == "rule"]
    yield f"{'':24}{'asked':>6}{'first':>7}{'three':>7}{'back':>6}{'there':>6}{'none':>6}{'shown':>7}{'right':>7}{'wrong':>6}"
    for name, told in _groups(rule):
        yield _row(name, told)
    for name, told in _groups([one for one in heard if one.item.kind == "now"]):
        if name in ("all", *rulebook.LANGUAGES, *HANDS):
            yield (
                f"now, {name:19}{len(told):6}  at once {percent(one.at_once for one in told)}, first"
                f" {percent(one.first for one in told if one.item.ids)}, three"
                f" {percent(one.three for one in told if one.item.ids)}, asked back"
                f" {sum(one.asks_back for one in told)}, nothing said {sum(not one.ids for one in told)}"
            )
    for name, told in _groups([one for one in heard if one.item.kind == "nothing"]):
        if name in ("all", *rulebook.LANGUAGES, *HANDS):
            yield f"refused, {name:15}{len(told):6}  {sum(not one.ids for one in told)}"


def _groups(heard: list[Heard]) -> Iterator[tuple[str, list[Heard]]]:
    """All of them, and those of each sort that are there."""
    sorts = {
        "all": lambda item: True,
        **{f"{one}": lambda item, one=one: item.language == one for one in rulebook.LANGUAGES},
        "base": lambda item: item.base,
        "expansions": lambda item: not item.base,
        **{
            f"{one}, base": lambda item, one=one: item.language == one and item.base
            for one in rulebook.LANGUAGES
        },
        **{one: lambda item, one=one: item.hand == one for one in HANDS},
        **{one: lambda item, one=one: item.way == one for one in rulebook.WAYS},
    }
    for name, has in sorts.items():
        if told := [one for one in heard if has(one.item)]:
            yield name, told


def _row(name: str, told: list[Heard]) -> str:
    """Right shares are of those that a prepared question answers; `there`: asked back with the right one among three."""
    answered = [one for one in told if one.item.ids]
    back = [one for one in told if one.asks_back]
    # A verdict that nobody asked for is neither right nor wrong.
    shown = [one for one in told if one.verdict and one.item.verdict]
    wrong = sum(one.wrong_way for one in shown)
    return (
        f"{name:24}{len(answered):6}{percent(one.first for one in answered)}{percent(one.three for one in answered)}"
        f"{len(back):6}{sum(one.three for one in back):6}{sum(not one.ids for one in answered):6}"
        f"{len(shown):7}{percent(not one.wrong_way for one in shown)}{wrong:6}"
    )


def percent(found: Iterable[bool]) -> str:
    each = list(found)
    return f"{share(each):7.1f}" if each else f"{'-':>7}"


def share(found: Iterable[bool]) -> float:
    """In percent."""
    each = list(found)
    return 100 * sum(each) / len(each)
