"""The words printed in the group's box, put in place of those of the first edition."""

from __future__ import annotations

import re
from functools import cache

from .desks import read


@cache
def _terms(edition: str, language: str) -> tuple[re.Pattern[str], dict[str, str]] | None:
    words: dict[str, str] = read("terms").get(edition, {}).get(language, {})
    if not words:
        return None
    longest_first = sorted(words, key=len, reverse=True)
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, longest_first)) + r")\b")
    return pattern, words


def spoken(text: str, edition: str | None, language: str) -> str:
    """A sentence in the edition's words."""
    terms = _terms(edition, language) if edition else None
    if terms is None:
        return text
    pattern, words = terms
    return pattern.sub(lambda found: words[found[0]], text)
