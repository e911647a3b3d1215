"""What dataclasses, pkgutil and Pyodide ask of it.

Dataclasses work out a signature each, which only documentation shows: here they get none, and are made sooner.
"""

from importlib.machinery import all_suffixes
from types import FunctionType, MethodType

CO_VARARGS, CO_VARKEYWORDS, CO_COROUTINE = 4, 8, 128


class _empty:
    """No value."""


class Parameter:
    empty = _empty
    default = _empty
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)

    def __init__(self, name, kind):
        self.name, self.kind = name, kind


class Signature:
    empty = _empty

    def __init__(self, parameters):
        self.parameters = {one.name: one for one in parameters}


def signature(given, **_):
    """Pyodide asks for one only: of a function that takes whatever it gets."""
    code = given.__code__ if isinstance(given, FunctionType) else None
    if code is None or code.co_argcount or code.co_kwonlyargcount:
        raise ValueError("no signatures on the phone")
    rest = [(CO_VARARGS, Parameter.VAR_POSITIONAL), (CO_VARKEYWORDS, Parameter.VAR_KEYWORD)]
    kinds = [kind for flag, kind in rest if code.co_flags & flag]
    return Signature([Parameter(*one) for one in zip(code.co_varnames, kinds, strict=False)])


def iscoroutinefunction(given):
    return isinstance(given, FunctionType) and bool(given.__code__.co_flags & CO_COROUTINE)


def isclass(given):
    return isinstance(given, type)


def ismethod(given):
    return isinstance(given, MethodType)


def getattr_static(given, name, *default):
    return getattr(given, name, *default)


def unwrap(given):
    while hasattr(given, "__wrapped__"):
        given = given.__wrapped__
    return given


def getmodulename(path):
    name = path.rpartition("/")[2]
    endings = [ending for ending in all_suffixes() if name.endswith(ending)]
    return name.removesuffix(max(endings, key=len)) if endings else None
