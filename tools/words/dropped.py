"""One word a thing: what a language no longer says, and what it says in its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

# By language: what is said, the expressions it took the place of, and by its way each text that needs one all the same.
GLOSSARY = Path(__file__).parent / "glossary.json"


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a glossary. `but`: the ways of texts in which a dropped word means something else; `documents`: whether
    the dropped words have no other sense where the project is described.
    """

    use: str
    dropped: re.Pattern[str]
    but: frozenset[str]
    documents: bool


@cache
def glossary(language: str) -> tuple[Term, ...]:
    """All words that a language settled on; none where it has no glossary."""
    terms: Mapping[str, Sequence[Mapping[str, Any]]] = json.loads(GLOSSARY.read_text("utf-8"))
    return tuple(
        Term(
            term["use"],
            re.compile("|".join(f"(?:{one})" for one in term["drop"]), re.IGNORECASE),
            frozenset(term.get("but", ())),
            bool(term.get("documents")),
        )
        for term in terms.get(language, ())
    )


def dropped(language: str, texts: Mapping[str, str], *, documents: bool = False) -> Iterator[str]:
    """A line for each text that says what its language has dropped; in `documents` only what can mean nothing else."""
    terms = [term for term in glossary(language) if term.documents or not documents]
    for way, text in texts.items():
        for term in terms:
            found = term.dropped.search(text)
            if found and way not in term.but:
                yield f"{way} says {found[0]!r}, not {term.use!r}: {text!r}"
