"""A package's data files in the archive that the package itself came from, without all that unpacks archives."""

import sys
from importlib.resources.abc import Traversable


class _Place(Traversable):
    def __init__(self, importer, path):
        self._importer, self._path = importer, path
        self.name = path.rpartition("/")[2]

    def joinpath(self, *names):
        return _Place(self._importer, "/".join([self._path, *names]))

    def iterdir(self):
        start = f"{self._path}/"
        within = (path[len(start) :] for path in self._files() if path.startswith(start))
        names = dict.fromkeys(path.partition("/")[0] for path in within)
        return (self.joinpath(name) for name in names if name)

    def is_file(self):
        return self._path in self._files()

    def is_dir(self):
        return not self.is_file() and any(path.startswith(f"{self._path}/") for path in self._files())

    def read_bytes(self):
        return self._importer.get_data(f"{self._importer.archive}/{self._path}")

    def read_text(self, encoding="utf-8"):
        return self.read_bytes().decode(encoding)

    def _files(self):
        return self._importer._get_files()


def files(package):
    __import__(package)
    importer = sys.modules[package].__spec__.loader
    return _Place(importer, package.replace(".", "/"))
