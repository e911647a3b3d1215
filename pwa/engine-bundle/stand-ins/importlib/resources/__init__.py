"""A package's data files in the archives that its topmost package comes from, without all that unpacks archives."""

import sys
from importlib.resources.abc import Traversable


class _Place(Traversable):
    def __init__(self, importers, path):
        self._importers, self._path = importers, path
        self.name = path.rpartition("/")[2]

    def joinpath(self, *names):
        return _Place(self._importers, "/".join([self._path, *names]))

    def iterdir(self):
        start = f"{self._path}/"
        within = (path[len(start) :] for path in self._files() if path.startswith(start))
        names = dict.fromkeys(path.partition("/")[0] for path in within)
        return (self.joinpath(name) for name in names if name)

    def is_file(self):
        return any(self._path in one._get_files() for one in self._importers)

    def is_dir(self):
        return not self.is_file() and any(path.startswith(f"{self._path}/") for path in self._files())

    def read_bytes(self):
        one = next(one for one in self._importers if self._path in one._get_files())
        return one.get_data(f"{one.archive}/{self._path}")

    def read_text(self, encoding="utf-8"):
        return self.read_bytes().decode(encoding)

    def _files(self):
        return (path for one in self._importers for path in one._get_files())


def files(package):
    __import__(package)
    importer = type(sys.modules[package].__spec__.loader)
    folders = sys.modules[package.partition(".")[0]].__path__
    return _Place([importer(folder) for folder in folders], package.replace(".", "/"))
