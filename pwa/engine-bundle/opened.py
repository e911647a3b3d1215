"""The first module of the phone's archive brings the engine in, of what the build has made ready: its modules as one, and the
methods of its dataclasses. To look for each module and to compile each method takes a phone longer than all they do.
"""

import dataclasses
import gc
import marshal
import sys
from binascii import crc32
from importlib._bootstrap import ModuleSpec
from zipimport import zipimporter

ARCHIVE = __spec__.loader.archive


class Together(zipimporter):
    """The modules of the engine; its data lie in the archive."""

    def find_spec(self, name, path=None, target=None):
        if name not in MODULES:
            return None
        is_package, _ = MODULES[name]
        found = ModuleSpec(name, self, origin=f"{ARCHIVE}/{name}", is_package=is_package)
        if is_package:
            found.submodule_search_locations = [f"{ARCHIVE}/{name.replace('.', '/')}"]
        return found

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(MODULES.pop(module.__name__)[1], module.__dict__)


together = Together(ARCHIVE)
MODULES, METHODS = (marshal.loads(together.get_data(name)) for name in ("modules", "methods"))
sys.meta_path.insert(0, together)

dataclasses.exec = lambda text, *spaces: exec(METHODS.get(crc32(text.encode()), text), *spaces)
# What is loaded stays: looking for garbage in it would only take time, now and with every entry.
gc.disable()
import companion.bridge  # noqa: E402, F401

gc.freeze()
gc.enable()
del dataclasses.exec
