"""Installs packages: the engine has none."""


class _Folder:
    """Pyodide asks a folder for its text, which one that is a text itself does not give to JavaScript."""

    def __init__(self, path):
        self._path = path

    def __str__(self):
        return self._path


SITE_PACKAGES = _Folder("/lib/python3.14/site-packages")
DSO_DIR = _Folder("/usr/lib")


def init_loaded_packages():
    pass
