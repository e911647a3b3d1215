"""A sequence that one may hold on to while it grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class Growing(Sequence[T_co]):
    """Never changes; `with_one` costs the same for the first and the ten thousandth, as what came before is shared.

    Where two grow from the same one, the second copies it.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, items: Iterable[T_co] = ()) -> None:
        self._shared = list(items)
        self._length = len(self._shared)

    def with_one(self, item: T_co) -> Growing[T_co]:  # type: ignore[misc]  # nobody's items change
        """These, and one more at the end."""
        shared, length = self._shared, self._length
        if len(shared) == length:
            shared.append(item)
        if len(shared) <= length or shared[length] is not item:
            # Others have grown from here, perhaps a moment ago.
            shared = [*shared[:length], item]
        grown: Growing[T_co] = Growing.__new__(Growing)
        grown._shared, grown._length = shared, length + 1
        return grown

    def with_all(self, items: Iterable[T_co]) -> Growing[T_co]:
        """These, and others at the end."""
        grown = self
        for item in items:
            grown = grown.with_one(item)
        return grown

    def or_same(self, other: Growing[T_co]) -> Growing[T_co]:
        """The other one, where that is the same: one takes half of what two do."""
        return other if self == other else self

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T_co]:
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, at: int) -> T_co: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T_co, ...]: ...

    def __getitem__(self, at: int | slice) -> T_co | tuple[T_co, ...]:
        if isinstance(at, slice):
            return tuple(self._shared[slice(*at.indices(self._length))])
        return self._shared[range(self._length)[at]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(_same, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Growing({list(self)!r})"


def _same(one: object, other: object) -> bool:
    return one is other or one == other
