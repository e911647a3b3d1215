"""What a declared key says beside its type, in its `Annotated`: a text is its description for the specification."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple


class Named(NamedTuple):
    """A type that has a name of its own in the specification though it is no dictionary."""

    name: str


class OneOf(NamedTuple):
    """One of these, from the list that the rules themselves go by."""

    choices: tuple[str, ...]


class Exactly(NamedTuple):
    """A list of so many."""

    length: int


Who = Annotated[str | int, "A seat, or a name."]
Value = Annotated[
    str | int | bool | list[Any] | dict[str, Any] | None,
    "Figures of the moment, and what an option may be: anything that JSON says.",
    Named("Value"),
]
