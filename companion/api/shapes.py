"""What the engine tells, as the specification shows it: made of the shapes that the engine declares, key by key.

Nothing is dumped through these schemas: tests hold the answers to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from apispec.ext.marshmallow import OpenAPIConverter
from marshmallow import fields

from companion.engine import codec
from companion.engine.entering.entries import Key
from companion.engine.json import shapes

Json = dict[str, Any]
# A union of annotated types is one of the older form.
UNIONS = (UnionType, get_origin(int | Annotated[str, ""]))
SIMPLE: dict[Any, str] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


class Told(fields.Field[Any]):
    """Something that the engine tells, in an answer of the API's own."""

    def __init__(self, shape: Any, *, many: bool = False, description: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.shape = list[shape] if many else shape  # type: ignore[valid-type]
        self.about = {"description": description} if description else {}


def document_told(converter: OpenAPIConverter, field: fields.Field[Any], **_: Any) -> Json:
    """Shows a `Told` field in the specification."""
    return {**Schemas().of(field.shape), **field.about} if isinstance(field, Told) else {}


# All that the engine answers with.
TOLD = (
    shapes.View,
    shapes.Beginning,
    shapes.Outlook,
    shapes.Line,
    shapes.Consequences,
    shapes.Score,
    shapes.Account,
    shapes.Evening,
    shapes.Remembered,
    shapes.Slips,
    shapes.Repairs,
    shapes.OtherWays,
    shapes.ForgottenGoals,
    shapes.Catalogue,
    shapes.Editions,
    shapes.Unpacking,
    # Taken, not told: judged by the engine, and here to be read about.
    shapes.Situation,
)


def reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def components(roots: Iterable[Any]) -> dict[str, Json]:
    """The schemas of these shapes, and of all that they consist of, by name."""
    schemas = Schemas()
    for root in roots:
        schemas.of(root)
    return schemas.found


class Schemas:
    """Makes schemas of types; those that have a name are referred to, and `found`."""

    def __init__(self) -> None:
        self.found: dict[str, Json] = {}
        self._shapes: dict[str, Any] = {}

    def of(self, type_: Any) -> Json:
        """The schema of a type, or the reference to it."""
        if is_typeddict(type_):
            name = type_.__name__
            if self._shapes.setdefault(name, type_) is not type_:
                raise ValueError(f"two shapes are called {name}")
            if name not in self.found:
                # Its place, before those that it consists of.
                self.found[name] = {}
                self.found[name] = self._object(type_)
            return reference(name)
        origin, arguments = get_origin(type_), get_args(type_)
        if origin is Annotated:
            return self._annotated(*arguments)
        if origin is Literal:
            return {"type": "string", "enum": list(arguments)}
        if origin in UNIONS:
            return self._union(arguments)
        if type_ is Any:
            return {}
        if origin is list:
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        return {"type": SIMPLE[type_]}

    def _annotated(self, type_: Any, *marks: object) -> Json:
        schema = self.of(type_)
        for mark in marks:
            if isinstance(mark, str):
                schema = {**schema, "description": mark}
            elif isinstance(mark, shapes.Named):
                # What is said after the name is said of this one use.
                self.found[mark.name] = schema
                schema = reference(mark.name)
            elif isinstance(mark, shapes.OneOf):
                schema = {**schema, "enum": list(mark.choices)}
            elif isinstance(mark, shapes.Exactly):
                many = mark.length
                schema = {
                    **schema,
                    "prefixItems": [schema["items"]] * many,
                    "minItems": many,
                    "maxItems": many,
                }
        return schema

    def _union(self, types: tuple[Any, ...]) -> Json:
        if all(map(is_typeddict, types)):
            return {"oneOf": [self.of(one) for one in types]}
        simple = [SIMPLE[one] for one in types if one in SIMPLE]
        others = [self.of(one) for one in types if one not in SIMPLE]
        if not others:
            return {"type": simple}
        return {"anyOf": [*others, {"type": simple if len(simple) > 1 else simple[0]}] if simple else others}

    def _object(self, shape: Any) -> Json:
        about = shape.__dict__.get("__doc__")
        schema: Json = {"type": "object", "properties": {}, "additionalProperties": False}
        if about:
            schema["description"] = " ".join(about.split())
        needed = []
        for name, type_ in get_type_hints(shape, include_extras=True).items():
            left_out = get_origin(type_) is NotRequired
            schema["properties"][name] = self.of(get_args(type_)[0] if left_out else type_)
            needed += [] if left_out else [name]
        for name, type_ in further_keys(shape):
            schema["properties"].setdefault(name, self.of(type_))
        if needed:
            schema["required"] = needed
        return schema


def further_keys(shape: Any) -> Iterator[tuple[str, Any]]:
    """The keys that a shape has besides its own, as entries and modules declare them."""
    for name, type_ in shapes.keys_of(shape.__name__):
        yield name, get_args(type_)[0] if get_origin(type_) is NotRequired else type_
    if shape is shapes.Entry:
        found: dict[str, dict[str, Key]] = {}
        for type_, keys in codec.entry_keys().items():
            for name, (key, _) in keys.items():
                found.setdefault(name, {})[type_] = key
        for name, declared in sorted(found.items()):
            kind = reduce(or_, map(written, declared.values()))
            abouts = {key.about for key in declared.values()}
            users = f"Of {', '.join(f'`{type_}`' for type_ in declared)}."
            # What means different things is told where the entries are.
            about = abouts.pop() if len(abouts) == 1 else ""
            named = any(f"With {type_}:" in about for type_ in declared)
            yield name, Annotated[kind, about if named else f"{about} {users}".strip()]
    elif shape is shapes.Template:
        for name, key in sorted(codec.keys_of_modules().items()):
            yield name, Annotated[written(key), key.about]


def written(key: Key) -> Any:
    """What an entry says under a key that it declares."""
    kind = shapes.WRITTEN[key.of]
    # Of what is said of several players the choices are those of each word in it.
    return Annotated[kind, shapes.OneOf(key.choices)] if key.choices and kind is str else kind
