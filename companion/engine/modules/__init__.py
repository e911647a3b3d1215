"""The modules: whatever folder lies here is one, found by itself and brought to the table through its door."""

from importlib import import_module
from pkgutil import iter_modules

from companion.engine.house.building import built, install
from companion.engine.house.door import Door
from companion.engine.house.living import begun
from companion.engine.printed.manifests import manifests
from companion.engine.rules import common

# Whoever begins a game asks here for its house, so that all doors are there by then.
__all__ = ["begun", "built"]

install(common.DOOR)
_with_rules = {found.name for found in iter_modules(__path__)}
for _name in sorted(manifests()):
    install(import_module(f"{__name__}.{_name}").DOOR if _name in _with_rules else Door(_name))
