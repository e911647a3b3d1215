"""Answers remembered for what has not changed: of a table the next entry leaves most parts the very same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Parts = TypeVar("Parts", bound=tuple[Any, ...])
Answer = TypeVar("Answer")


def lately(most: int) -> Callable[[Callable[[Parts], Answer]], Callable[[Parts], Answer]]:
    """A function of parts that never change gives its last answers again, as long as each part is the very same: to hash
    or to compare what lies on a table takes longer than most answers. What it gives is not to be changed either.
    """

    def remembering(answer: Callable[[Parts], Answer]) -> Callable[[Parts], Answer]:
        kept: dict[tuple[int, ...], tuple[Parts, Answer]] = {}

        def asked(parts: Parts) -> Answer:
            key = tuple(map(id, parts))
            found = kept.get(key)
            if found is None:
                if len(kept) >= most:
                    kept.clear()
                # The parts are kept with it: as long as they are, nothing else has their ids.
                found = kept[key] = parts, answer(parts)
            return found[1]

        return asked

    return remembering
