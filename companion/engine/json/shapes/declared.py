"""What modules bring to the shapes of others: in the `shapes.py` of their folders, and what they print on cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, get_type_hints

from companion.engine.printed.catalogue import prints
from companion.engine.printed.manifests import manifests
from companion.engine.printed.prints import Print

from .marks import Named, OneOf

SHIPS = ("Ship", "PrintedShip")


def words(key: str) -> tuple[str, ...]:
    """What modules say under a key that has a few words to choose from."""
    return tuple(word for found in declared("WORDS") for word in found.get(key, ()))


def keys_of(shape: str) -> Iterator[tuple[str, Any]]:
    """The keys that modules add to a shape; of them none is ever needed."""
    for found in declared("SHAPES"):
        if shape in found:
            yield from get_type_hints(found[shape], include_extras=True).items()
    for one in prints():
        if shape in SHIPS:
            yield one.key, Annotated[_printed(one), one.about]
        elif shape == "PrintedUnknown" and one.words:
            yield one.key, Annotated[_printed(one), "One of these."]


def _printed(one: Print) -> Any:
    if one.words:
        word = Annotated[str, OneOf(one.words), Named(one.named)]
        return list[word]
    return int if one.most else bool


def declared(what: str) -> Iterator[Mapping[str, Any]]:
    for name in manifests():
        module = f"companion.engine.modules.{name}.shapes"
        if find_spec(module) is not None:
            yield getattr(import_module(module), what, {})
