"""The figures of a question, each with the word that it belongs to; nothing where one of them is in doubt.

A wrong sum is worse than none. So every word has to be known and every figure has to have its place: what is "not so",
"up to" or "one more", what somebody pays or takes, and whatever nobody has listed is left to the search alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from companion.engine.table.cards import COLORS

from .content import LANGUAGES, read
from .lexicon import Lexicon, lexicon, words

OWN, OTHER = TURNS = ("own", "other")
# What figures count. `worth` and `cost` stand on a card, `price` is what follows a "for", `bare` follows no word at all.
PERSONS = (
    "governor",
    "jester",
    "admiral",
    "vice",
    "gunner",
    "sailor",
    "pirate",
    "trader",
    "mademoiselle",
    "captain",
    "priest",
    "settler",
    "jack",
    "clerk",
    "merchant",
    "passenger",
)
THINGS = ("coin", "card", "color", "ship", "swords", "points")
WORTH, COST, PRICE, BARE = "worth", "cost", "price", "bare"
# Whoever pays, loses, takes or draws so many speaks of another figure than of what lies there.
_DONE = {
    *("pay", "lose", "take", "draw", "hire", "discard", "reward", "keep", "trade", "repel", "spent"),
    *("shuffle", "use", "complete", "reach", "count", "lower"),
}
_MOVED = ("coin", "card", "points", "swords", BARE)
# Whom somebody takes or hires only now does nothing yet.
_TAKEN = _DONE - {"pay", "lower", "repel", "reach", "count", "reward"}
_MOST = 99
# Ranges, signs, shares and ordinals are no plain figures.
_ODD = re.compile(
    r"\d\s*[-–/+%*=<>≥≤×]|[-–+/<>≥≤=~×]\d|\d[.,]\d|\d\.\s+\w|\d(?:st|nd|rd|th|x)\b", re.IGNORECASE
)
_CLAUSES = re.compile(r"[,;.?!()]|\s[-–—]\s")
_NUMBER, _ARTICLE, _NONE, _TERM, _TURN, _END = "number", "article", "none", "term", "turn", "end"
_OTHERS, _MARKS = "others", ("holds", "gets", "worth", "for", "of", "bounds", "lies")


class Item(NamedTuple):
    """A word that says something: of which sort, what, and as it was typed."""

    sort: str
    value: Any = None
    typed: str = ""


@dataclass(slots=True)
class Figures:
    """What a question counts, which other words it has, and whose turn it is."""

    counts: dict[str, int] = field(default_factory=dict)
    terms: set[str] = field(default_factory=set)
    # What whoever asks holds, and what stands between commas alone.
    held: set[str] = field(default_factory=set)
    apart: set[str] = field(default_factory=set)
    turn: str | None = None
    # Somebody else is spoken of.
    others: bool = False
    # As a number or a number word.
    told: int = 0


class _Unclear(Exception):
    """A word or a figure that is not understood."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of one language around figures."""

    known: Lexicon
    numbers: Mapping[str, int]
    sorts: Mapping[str, str]
    single: frozenset[str]
    turns: tuple[tuple[tuple[str, ...], str], ...]


@cache
def _words_of(language: str) -> _Words:
    data = read("sums.json")
    said = [word for part in data["numbers"][language].split() for word in words(part)]
    sorts = {
        word: sort
        for sort in ("fills", *_MARKS, "articles", "none", _OTHERS, "blocks")
        for word in words(data[sort][language])
    }
    turns = [
        (tuple(words(phrase)), turn) for turn in TURNS for phrase in data["turns"][turn][language].split(";")
    ]
    return _Words(
        lexicon(language),
        {word: count for count, word in enumerate(said)},
        sorts,
        frozenset(words(data["single"][language])),
        tuple(sorted(turns, key=lambda row: -len(row[0]))),
    )


def figures(text: str) -> Figures | None:
    """The figures of a question in the one language in which all of it is understood."""
    if _ODD.search(text):
        return None
    found = [one for language in LANGUAGES if (one := _figures(text, language)) is not None]
    return found[0] if len(found) == 1 or (found and all(one == found[0] for one in found)) else None


def _figures(text: str, language: str) -> Figures | None:
    try:
        said = list(_items(text, _words_of(language)))
        return _bound(said, _words_of(language))
    except _Unclear:
        return None


def _items(text: str, known: _Words) -> Iterator[Item]:
    for clause in _CLAUSES.split(text):
        typed = words(clause)
        start = at = 0
        while at < len(typed):
            for phrase, turn in known.turns:
                if tuple(typed[at : at + len(phrase)]) == phrase:
                    yield from _plain(typed[start:at], known)
                    yield Item(_TURN, turn)
                    start = at = at + len(phrase)
                    break
            else:
                at += 1
        yield from _plain(typed[start:], known)
        yield Item(_END)


def _plain(typed: Sequence[str], known: _Words) -> Iterator[Item]:
    for word, done in known.known.joined(typed):
        if done and word == "offturn":
            yield Item(_TURN, OTHER)
        elif done:
            yield Item(_TERM, word)
        elif word.isdigit():
            if int(word) > _MOST:
                raise _Unclear
            yield Item(_NUMBER, int(word))
        elif word in known.numbers:
            # "One" may be a pronoun: it counts where a person or a thing follows.
            yield Item(_ARTICLE) if known.numbers[word] == 1 else Item(_NUMBER, known.numbers[word])
        elif (sort := known.sorts.get(word)) is not None:
            if sort == "blocks":
                raise _Unclear
            if sort == "articles":
                yield Item(_ARTICLE)
            elif sort != "fills":
                yield Item(sort)
        else:
            yield from _listed(word, known)


def _listed(word: str, known: _Words) -> Iterator[Item]:
    """A word of the lexicon; what that does not list, or only as a number, is not understood."""
    term = known.known.known(word)
    if term is None or term.isdigit():
        raise _Unclear
    if term:
        yield Item(_TERM, term, word)


def _bound(said: Sequence[Item], known: _Words) -> Figures:
    """Each figure with the word that it counts; raises _Unclear where one has none, or a word has two."""
    found = Figures()
    at = 0
    while at < len(said):
        item = said[at]
        if item.sort in (_NUMBER, _ARTICLE, _NONE):
            at = _count(said, at, found)
            continue
        if item.sort == _TERM:
            _mention(item, said, at, found, known)
        elif item.sort == _TURN:
            if found.turn not in (None, item.value):
                raise _Unclear
            found.turn = item.value
        elif item.sort == _OTHERS:
            found.others = True
        at += 1
    return found


def _count(said: Sequence[Item], at: int, found: Figures) -> int:
    """The figure there, and where the next word stands."""
    item, before = said[at], said[at - 1] if at else Item(_END)
    following = at + 1
    adjectives: set[str] = set()
    while _is_term(said[following], "different", *COLORS):
        adjectives.add(said[following].value)
        following += 1
    counted = said[following].value if _is_term(said[following], *PERSONS, *THINGS) else None
    if item.sort == _ARTICLE and counted not in PERSONS:
        return at + 1
    if before.sort == "bounds" or (item.sort == _NONE and counted is None):
        raise _Unclear
    if counted is not None:
        following += 1
    unit, following = _unit(said, following, counted, adjectives, before)
    _check_held(said, at, following, unit, found)
    if unit in found.counts:
        raise _Unclear
    found.counts[unit] = item.value if item.sort == _NUMBER else int(item.sort == _ARTICLE)
    found.terms |= adjectives
    found.told += item.sort == _NUMBER
    return following


def _unit(
    said: Sequence[Item], following: int, counted: str | None, adjectives: set[str], before: Item
) -> tuple[str, int]:
    """What the figure counts, and where the next word stands."""
    after = said[following]
    if counted in ("coin", None) and not adjectives:
        if before.sort == "worth":
            return WORTH, following
        if counted and after.sort == "worth":
            return WORTH, following + 1
        if counted and _is_term(after, "ship"):
            # It stays there, as the word that it is.
            return WORTH, following
        if _is_term(before, "cost"):
            return COST, following
        if before.sort == "for":
            return PRICE, following
    if counted is None:
        if not adjectives and after.sort == _END and (before.sort == "holds" or _is_term(before, "tax")):
            return BARE, following
        raise _Unclear
    if counted == "color" or (counted == "ship" and "color" in _values(after)):
        return "color", following + 1 if _is_term(after, "ship", "color") else following
    if counted == "ship" and adjectives == {"different"}:
        return "color", following
    if adjectives and (counted != "trader" or "different" in adjectives):
        raise _Unclear
    return counted, following


def _check_held(said: Sequence[Item], at: int, following: int, unit: str, found: Figures) -> None:
    """What somebody pays, takes or draws is not what lies there, and a person in the harbor is nobody's."""
    before, after = said[at - 1] if at else Item(_END), said[following]
    if before.sort == "holds":
        # A ship with three swords has them; nobody else does.
        if not (at > 1 and _is_term(said[at - 2], "ship")):
            found.held.add(unit)
        return
    if (before.sort, after.sort) == (_END, _END):
        found.apart.add(unit)
    done = before.sort == "gets"
    if unit in PERSONS:
        done |= _is_term(before, *_TAKEN) or _is_term(after, *_TAKEN, "harbor")
        done |= before.sort in ("for", "lies") or after.sort == "lies" or _harbor_first(said, at)
        # Her own cost says nothing of her discount.
        done |= unit == "mademoiselle" and _is_term(after, "cost")
    elif unit in _MOVED:
        done |= (
            _is_term(before, *_DONE)
            or _is_term(after, *_DONE, "remaining")
            or before.sort == "of"
            or after.sort in ("of", "bounds")
        )
    if done:
        raise _Unclear


def _harbor_first(said: Sequence[Item], at: int) -> bool:
    """In the harbor lie five cards and an Admiral: then he is one of them."""
    first, clear = False, True
    for item in said[:at]:
        if item.sort == _END:
            first, clear = False, True
        elif _is_term(item, "harbor"):
            first = clear
        elif item.sort == _NUMBER:
            clear = False
    return first


def _mention(item: Item, said: Sequence[Item], at: int, found: Figures, known: _Words) -> None:
    """A word that is not counted; a person named in the singular is one."""
    name = item.value
    if name not in PERSONS:
        found.terms.add(name)
        return
    if name in found.counts or item.typed not in known.single:
        raise _Unclear
    _check_held(said, at, at + 1, name, found)
    found.counts[name] = 1


def _is_term(item: Item, *among: str) -> bool:
    return item.sort == _TERM and item.value in among


def _values(item: Item) -> tuple[str, ...]:
    return (item.value,) if item.sort == _TERM else ()
