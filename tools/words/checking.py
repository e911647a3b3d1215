"""What is wrong with the texts of a language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from companion.words import SPOKEN

from .asked import BOX, PLURALS, SHORT, TERMS, counted, general, model, needed, of_first_box
from .dropped import dropped
from .elsewhere import desk, documents
from .inserted import badly_inserted
from .rooms import FIRST, ROOT, Texts, flat, read, rooms

# What is not counted with stands behind its word, "Swords: 1", but for figures with a sign.
_MANY = re.compile(r"\{(?!figure\})[a-z_]+\} \{term\.([a-z_]+s)\}")
_GAP = re.compile(r"\{([a-z_]+(?:\.[a-z_0-9]+)?)\}")
# Names, rules' keys and words that a language writes as English does: by language, "*" for all of them.
SAME: dict[str, list[str]] = json.loads((Path(__file__).parent / "same.json").read_text("utf-8"))

# By way, the most letters that a label has room for at 360 px, between the places where it may break.
ROOM: dict[str, int] = json.loads((Path(__file__).parent / "room.json").read_text("utf-8"))
_BREAK = "\u00ad"


def check(language: str, root: Path = ROOT, same: Mapping[str, Iterable[str]] = SAME) -> list[str]:
    """A line for each thing that is missing, still English or wrong; none where all is well."""
    if language not in SPOKEN:
        return [f"{language} is not in companion/words/languages.json"]
    found: list[str] = []
    alike = {*same.get("*", ()), *same.get(language, ())}
    own: dict[str, Texts] = {}
    for room in rooms(root):
        try:
            words = read(room, language, root)
        except json.JSONDecodeError as error:
            found.append(f"{room}: {error}")
            continue
        if words is None:
            found.append(f"{room}: no {language}.json")
        else:
            own[room] = flat(words)
    terms, boxes = _terms(own), _boxes(own)
    used = {gap for texts in own.values() for text in texts.values() for gap in _terms_in(text)}
    for room, texts in own.items():
        first = flat(read(room, FIRST, root) or {})
        told = [*_ways(language, first, texts, terms, used), *_texts(language, first, texts, terms)]
        if language != FIRST:
            told += _english(first, texts, alike)
        told += [*dropped(language, texts), *badly_inserted(language, texts, boxes)]
        found += [f"{room}: {one}" for one in told]
    found += dropped(language, desk(language, root))
    found += dropped(language, documents(language, root), documents=True)
    if language != FIRST:
        # A word that was translated after all would hide the next one that is not.
        said = {text for texts in own.values() for text in texts.values()}
        found += [f"same.json: nothing says {text!r}" for text in same.get(language, ()) if text not in said]
    return found


def _english(first: Texts, own: Texts, alike: set[str]) -> Iterator[str]:
    """What somebody copied and nobody translated; a text of nothing but gaps and signs is the same everywhere."""
    for way, text in own.items():
        if text == model(way, first) and text not in alike and re.search(r"[^\W\d_]", _GAP.sub("", text)):
            yield f"still English {way}: {text!r}"


def _terms(own: Mapping[str, Texts]) -> set[str]:
    """The words of the game in all rooms, by their keys."""
    return {way.removeprefix(TERMS) for texts in own.values() for way in texts if way.startswith(TERMS)}


def _boxes(own: Mapping[str, Texts]) -> dict[str, Texts]:
    """The words of each box, the first one's before the others'."""
    boxes: dict[str, Texts] = {TERMS.split(".")[1]: {}}
    for texts in own.values():
        for way, text in texts.items():
            if way.startswith("terms."):
                _, box, key = way.split(".", 2)
                boxes.setdefault(box, {})[key] = text
    return boxes


def _terms_in(text: str) -> set[str]:
    return {gap.removeprefix("term.") for gap in _GAP.findall(text) if gap.startswith("term.")}


def _ways(language: str, first: Texts, own: Texts, terms: set[str], used: set[str]) -> Iterator[str]:
    wanted = needed(first, SPOKEN[language].forms)
    yield from (f"missing {way}" for way in wanted if way not in own)
    for way in sorted(own.keys() - set(wanted)):
        if not _extra(language, way, terms, used):
            yield f"superfluous {way}"


def _extra(language: str, way: str, terms: set[str], used: set[str]) -> bool:
    """What a language may have besides: a word's other forms, the words of the other boxes, breaks in long words."""
    if not way.startswith("terms."):
        return way.startswith(SHORT)
    key = of_first_box(way).removeprefix(TERMS)
    stem, _, form = key.rpartition("_")
    of_a_number = stem in terms and form in PLURALS and form in SPOKEN[language].forms
    return key in used or of_a_number or (BOX.match(way) is not None and key in terms)


def _texts(language: str, first: Texts, own: Texts, terms: set[str]) -> Iterator[str]:
    pieces = set(_pieces(first))
    for way, text in own.items():
        if set("{}") & set(_GAP.sub("", text)):
            yield f"odd braces in {way}: {text!r}"
        longest = max(map(len, text.split(_BREAK)))
        if longest > ROOM.get(way, longest):
            yield f"no room for {longest} letters, only {ROOM[way]}, in {way}: {text!r}"
        if unknown := sorted(_terms_in(text) - terms):
            yield f"no such term in {way}: {unknown}"
        if (not text or text != text.strip(" ")) and not pieces & {general(way, first), _section(way)}:
            yield f"empty, or space around it, {way}: {text!r}"
        form = counted(general(way, first), first)[1] and way.rpartition("_")[2]
        if form in (None, "one") and any(word.removesuffix("s") in terms for word in _MANY.findall(text)):
            yield f"one could be many in {way}: {text!r}"
        meant = model(way, first)
        if meant is None:
            continue
        gaps, asked = _gaps(text), _gaps(meant)
        if unfilled := sorted(gaps - asked - ({"count"} if form else set())):
            yield f"gap nobody fills in {way}: {unfilled}"
        # "A card" says one by itself, as long as the form is for nothing but one.
        spare = {"count"} if form == "one" and SPOKEN[language].form(0) != "one" else set()
        if asked - gaps - spare:
            yield f"gap left out in {way}: {sorted(asked - gaps - spare)}"


def _pieces(first: Texts) -> Iterator[str]:
    """What is put before or behind a name: it brings the space along. Where nothing stands before it, others may say that."""
    for way, text in first.items():
        if not text:
            yield _section(way)
        elif text != text.strip(" "):
            yield way


def _section(way: str) -> str:
    return way.rpartition(".")[0]


def _gaps(text: str) -> set[str]:
    return {gap for gap in _GAP.findall(text) if not gap.startswith("term.")}
