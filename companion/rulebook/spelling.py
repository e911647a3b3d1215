"""Words that nobody knows: typing errors, compounds, the beginning of a word still being typed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

_LINKS = ("", "s", "n", "en", "es")
_MOST_ENDINGS = 6
_REMEMBERED = 1000
# A letter wrong in a short word often makes another word.
_TRUST = {4: 0.6, 5: 0.75}


class Speller:
    """Finds the known words near to an unknown one."""

    def __init__(self, known: Iterable[str]) -> None:
        self._sorted = sorted(set(known))
        self._known = frozenset(self._sorted)
        self._shortened: dict[str, list[str]] = {}
        # Asked for twice in a search, by the index and by what is heard, and again with every letter typed.
        self.near = lru_cache(_REMEMBERED)(self._near)
        for word in self._sorted:
            if len(word) >= 4 and not word.isdigit():
                for short in _deletions(word):
                    self._shortened.setdefault(short, []).append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._known

    def _near(self, word: str) -> tuple[tuple[str, ...], float]:
        """The nearest known words, and how far they may be trusted."""
        if len(word) < 4 or word.isdigit():
            return (), 0.0
        candidates = {near for short in _deletions(word) for near in self._shortened.get(short, ())}
        best, found = 3, list[str]()
        for candidate in candidates:
            far = distance(word, candidate)
            # Short words soon differ by a letter only, so they must begin alike; two letters need a long word.
            if (word[0] != candidate[0] and (far > 1 or len(word) < 6)) or (far > 1 and len(word) < 6):
                continue
            if far < best:
                best, found = far, [candidate]
            elif far == best:
                found.append(candidate)
        if best > 2:
            return (), 0.0
        return tuple(sorted(found)), 0.7 if best == 2 else _TRUST.get(len(word), 0.9)

    def parts(self, word: str) -> list[str]:
        """The two known words of a compound: Expeditionskarte, Handelsphase."""
        if len(word) < 8:
            return []
        for cut in range(len(word) - 3, 3, -1):
            left, right = word[:cut], word[cut:]
            if right not in self._known:
                continue
            for link in _LINKS:
                if left.endswith(link) and left[: len(left) - len(link)] in self._known:
                    return [left[: len(left) - len(link)], right]
        return []

    def endings(self, word: str) -> list[str]:
        """Known words that begin so."""
        if len(word) < 3:
            return []
        start = bisect_left(self._sorted, word)
        found = self._sorted[start : start + _MOST_ENDINGS + 1]
        return [known for known in found if known.startswith(word)][:_MOST_ENDINGS]


def _deletions(word: str) -> list[str]:
    return [word, *(word[:index] + word[index + 1 :] for index in range(len(word)))]


def distance(one: str, other: str) -> int:
    """Letters to change, put in, leave out or swap (Damerau-Levenshtein, neighbours only)."""
    before: list[int] = []
    previous = list(range(len(other) + 1))
    for row, left in enumerate(one, 1):
        current = [row]
        for column, right in enumerate(other, 1):
            cost = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (left != right))
            swapped = row > 1 and column > 1 and left == other[column - 2] and one[row - 2] == right
            current.append(min(cost, before[column - 2] + 1) if swapped else cost)
        before, previous = previous, current
    return previous[-1]
