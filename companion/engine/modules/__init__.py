"""The modules: whatever folder lies here is one, found by itself and brought to the table through its door."""

from importlib import import_module
from pkgutil import iter_modules

from companion.engine.house.building import built, install
from companion.engine.house.living import begun
from companion.engine.rules import common

# Whoever begins a game asks here for its house, so that all doors are there by then.
__all__ = ["begun", "built"]

install(common.DOOR)
for _found in iter_modules(__path__):
    install(import_module(f"{__name__}.{_found.name}").DOOR)
