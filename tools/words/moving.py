"""All texts of a language in one file, each beside the English and the German one, and back into the rooms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.words import SPOKEN

from .asked import BOX, model, needed, of_first_box
from .rooms import FIRST, ROOT, Texts, flat, nested, read, rooms, write

BESIDE = (FIRST, "de")

# By room and way what it says in each language, the own one last: null where it is still to be said.
Gathered = dict[str, dict[str, dict[str, str | None]]]


def gather(language: str, root: Path = ROOT) -> Gathered:
    """Everything that the language says or has to say."""
    return {room: _gathered(room, language, root) for room in rooms(root)}


def spread(language: str, gathered: Gathered, root: Path = ROOT) -> None:
    """Writes what was gathered and said into its rooms; what is null is left out."""
    unknown = gathered.keys() - set(rooms(root))
    if unknown:
        raise ValueError(f"no such room: {', '.join(sorted(unknown))}")
    for room, rows in gathered.items():
        said = {way: text for way, row in rows.items() if (text := row.get(language)) is not None}
        if said:
            write(room, language, nested(said, read(room, FIRST, root)), root)


def _gathered(room: str, language: str, root: Path) -> dict[str, dict[str, str | None]]:
    texts = {one: flat(read(room, one, root) or {}) for one in (*BESIDE, language)}
    rows: dict[str, dict[str, str | None]] = {}
    for way in _ordered(texts[FIRST], texts[language], language):
        beside = {one: model(way, texts[one]) for one in BESIDE if one != language}
        rows[way] = {one: text for one, text in beside.items() if text is not None}
        rows[way][language] = texts[language].get(way)
    return rows


def _ordered(first: Texts, own: Texts, language: str) -> list[str]:
    """In the order of its own file; what is still to be said stands where the first language says it."""
    order, at = list(own), 0
    known = set(order)
    for way in _asked(first, SPOKEN[language].forms):
        if way in known:
            at = order.index(way) + 1
        else:
            order.insert(at, way)
            at += 1
    return order


def _asked(first: Texts, forms: tuple[str, ...]) -> Iterator[str]:
    """What the language has to have, and the words that a box prints otherwise, which it may have."""
    yield from needed(first, forms)
    for way, text in first.items():
        if BOX.match(way) and text != first.get(of_first_box(way)):
            yield way
