"""The figures of a question, each with the word that it belongs to; nothing where one of them is in doubt.

A wrong sum is worse than none. So every word has to be known and every figure has to have its place: what is "not so",
"up to" or "one more", what somebody pays or takes, and whatever nobody has listed is left to the search alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from companion.engine.printed.cards import COLORS

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
# No sum that anybody claims is larger; a larger figure names something else.
_MOST_CLAIMED = 20
# Ranges, signs, shares and ordinals are no plain figures.
_ODD = re.compile(
    r"\d\s*[-–]\s*\d|\d\s*[/+%*=<>≥≤×]|[-–+/<>≥≤=~×]\d|\d[.,]\d|\d\.\s+\w|\d(?:st|nd|rd|th|x)\b",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[,;.?!()]|\s[-–—]\s")
# At the end it only asks to agree.
_OR = re.compile(r"\b(?:oder|or)\W*$", re.IGNORECASE)
_NUMBER, _ARTICLE, _NONE, _TERM, _TURN, _END = "number", "article", "none", "term", "turn", "end"
_OTHERS, _MARKS = "others", ("holds", "gets", "worth", "for", "of", "bounds", "lies", "got")


class Item(NamedTuple):
    """A word that says something: of which sort, what, as it was typed and where."""

    sort: str
    value: Any = None
    typed: str = ""
    # As the how manieth word of its part of the sentence.
    place: int = 0


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
        for sort in ("fills", "claims", *_MARKS, "articles", "none", _OTHERS, "blocks")
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


def readings(text: str, names: Iterable[str] = ()) -> Iterator[Figures]:
    """The figures of a question, in the one language in which all of it is understood; then without what the asker takes
    for the sum at its end ("so 5?"). `names` are those of the players.
    """
    if _ODD.search(text):
        return
    known = frozenset(word + more for name in names for word in words(name) for more in ("", "s"))
    clauses = [clause for clause in _CLAUSES.split(_OR.sub("", text)) if clause.strip()]
    yield from _understood(clauses, known)
    if len(clauses) > 1 and any(_claims(words(clauses[-1]), _words_of(one)) for one in LANGUAGES):
        yield from _understood(clauses[:-1], known)


def _understood(clauses: Sequence[str], names: frozenset[str]) -> Iterator[Figures]:
    found = [one for language in LANGUAGES if (one := _figures(clauses, language, names)) is not None]
    if found and all(one == found[0] for one in found):
        yield found[0]


def _claims(typed: Sequence[str], known: _Words) -> bool:
    """Whether these words only name a sum: three cards, so five, sind das vier Münzen."""
    figures = [word for word in typed if word.isdigit() or word in known.numbers]
    rest = [
        word for word in typed if word not in figures and known.sorts.get(word) not in ("fills", "claims")
    ]
    few = all(not word.isdigit() or int(word) <= _MOST_CLAIMED for word in figures)
    return (
        few
        and len(figures) == 1
        and all(known.known.known(word) in ("", "coin", "card", "swords") for word in rest)
    )


def _figures(clauses: Sequence[str], language: str, names: frozenset[str]) -> Figures | None:
    known = _words_of(language)
    try:
        return _bound(list(_items(clauses, known, names)), known)
    except _Unclear:
        return None


def _items(clauses: Sequence[str], known: _Words, names: frozenset[str]) -> Iterator[Item]:
    for clause in clauses:
        typed = words(clause)
        start = at = 0
        while at < len(typed):
            for phrase, turn in known.turns:
                if tuple(typed[at : at + len(phrase)]) == phrase:
                    yield from _plain(typed[start:at], known, names)
                    yield Item(_TURN, turn)
                    start = at = at + len(phrase)
                    break
            else:
                at += 1
        yield from _plain(typed[start:], known, names)
        yield Item(_END)


def _plain(typed: Sequence[str], known: _Words, names: frozenset[str]) -> Iterator[Item]:
    for place, (word, done) in enumerate(known.known.joined(typed)):
        item = _item(word, done, known, names)
        if item is not None:
            yield item._replace(place=place)


def _item(word: str, done: bool, known: _Words, names: frozenset[str]) -> Item | None:
    """What a word says, if anything; one that nobody has listed, or only as a number, is not understood."""
    if done:
        return Item(_TURN, OTHER) if word == "offturn" else Item(_TERM, word)
    if word.isdigit() or word in known.numbers:
        number = int(word) if word.isdigit() else known.numbers[word]
        if number > _MOST:
            raise _Unclear
        # "One" may be a pronoun: it counts where a person or a thing follows.
        return Item(_NUMBER, number) if word.isdigit() or number != 1 else Item(_ARTICLE)
    sort, term = known.sorts.get(word), known.known.known(word)
    if sort == "blocks":
        raise _Unclear
    if sort is not None:
        return None if sort in ("fills", "claims") else Item(_ARTICLE if sort == "articles" else sort)
    if word in names and not term:
        return Item(_OTHERS)
    if term is None or term.isdigit():
        raise _Unclear
    return Item(_TERM, term, word) if term else None


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
    # With a word between them, a figure does not count what follows.
    near = said[following].place == item.place + following - at
    counted = said[following].value if near and _is_term(said[following], *PERSONS, *THINGS) else None
    if item.sort == _ARTICLE and counted not in PERSONS:
        return at + 1
    if before.sort == "bounds" or (item.sort == _NONE and counted is None):
        raise _Unclear
    if counted is not None:
        following += 1
    unit, following = _unit(said, at, following, counted, adjectives)
    _check_held(said, at, following, unit, found)
    if unit in found.counts:
        raise _Unclear
    found.counts[unit] = item.value if item.sort == _NUMBER else int(item.sort == _ARTICLE)
    found.terms |= adjectives
    found.told += item.sort == _NUMBER
    return following


def _unit(
    said: Sequence[Item], at: int, following: int, counted: str | None, adjectives: set[str]
) -> tuple[str, int]:
    """What the figure counts, and where the next word stands."""
    before, after = said[at - 1] if at else Item(_END), said[following]
    if counted in ("coin", None) and not adjectives:
        ship = _is_term(before, "ship") and counted is not None
        if at > 1 and _is_term(said[at - 2], "ship"):
            ship |= _is_term(before, "pay") or before.sort == "gets"
        if before.sort == "worth" or ship:
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
    # Got: only persons whom somebody has got are his.
    got = before.sort == "got" and (unit in PERSONS or (at > 1 and said[at - 2].sort == "holds"))
    if before.sort == "holds" or got:
        # A ship with three swords has them; nobody else does.
        if not (at > 1 and _is_term(said[at - 2], "ship")):
            found.held.add(unit)
        return
    if (before.sort, after.sort) == (_END, _END):
        found.apart.add(unit)
    done = before.sort in ("gets", "got") and unit != WORTH
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
