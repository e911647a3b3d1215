"""Which rules these are: one hash over the files, the same on the server and in the phone's build."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

# The packages that run on the phone; pwa/engine-bundle/sources.ts reads the same ones.
PACKAGES = ("bridge", "engine", "rulebook")


@cache
def engine_version() -> str:
    """Sixteen hexadecimal digits that change whenever a rule, a card or a word of the rulebook does."""
    here = resources.files(__package__)
    built = here.joinpath("VERSION")
    if built.is_file():  # compiled for the phone: the sources are not there
        return built.read_text("utf-8")
    import hashlib

    digest = hashlib.sha256()
    companion = resources.files(__package__.partition(".")[0])
    found = {
        name: file for package in PACKAGES for name, file in _files(companion.joinpath(package), package)
    }
    for name in sorted(found):
        digest.update(f"{name}\0".encode() + found[name].read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    if not folder.is_dir():
        return
    for item in folder.iterdir():
        name = f"{path}/{item.name}"
        if item.is_dir():
            # What is said of a module is shown by the phone app itself.
            if item.name != "words":
                yield from _files(item, name)
        elif name.endswith((".py", ".json")):
            yield name, item
