"""What is said outside the rooms: the answers of the rules desk, the documents, the API's specification."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .rooms import FIRST, ROOT, Texts

DESK = "companion/rulebook/data"
# A module's share of it, and the file there whose parts are called like the files of the desk.
DESKS, PARTS = "companion/engine/modules/*/desk", "desk.json"
# Nobody reads these: what a question is heard by, and by what its data is kept together.
_HEARD = frozenset(("aliases", "asked", "id", "cite", "module", "rulings", "reasons", "related"))
# What was asked, or believed, in words of its own.
_UNSHOWN = frozenset(("manner", "beliefs", "learned", "lexicon", "slips", "terms"))
# Written once, of versions that had what it names; written by a command from the rooms.
_PAST = frozenset(("CHANGELOG.md", "docs/errors.md"))
_CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def desk(language: str, root: Path = ROOT) -> Texts:
    """Everything the rules desk shows in a language, by file and place; nothing where it does not speak it."""
    return {
        way: text
        for pattern in (DESK, DESKS)
        for file in sorted((*root.glob(f"{pattern}/*.json"), *root.glob(f"{pattern}/questions/*.json")))
        for name, data in _parts(file)
        if name.rpartition(".")[2] not in _UNSHOWN
        for way, text in _said(data, language, name, within=False)
    }


def _parts(file: Path) -> Iterator[tuple[str, Any]]:
    data = json.loads(file.read_text("utf-8"))
    if file.name == PARTS:
        yield from ((f"{file.parents[1].name}.{name}", part) for name, part in data.items())
    else:
        yield file.stem, data


def _said(node: Any, language: str, way: str, *, within: bool) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == language:
                yield from _said(value, language, way, within=True)
            elif key not in _HEARD:
                yield from _said(value, language, f"{way}.{key}", within=within)
    elif isinstance(node, list):
        for place, value in enumerate(node):
            named = value.get("id", place) if isinstance(value, dict) else place
            yield from _said(value, language, f"{way}.{named}", within=within)
    elif isinstance(node, str) and within:
        yield way, node


def documents(language: str, root: Path = ROOT) -> Texts:
    """The paragraphs of the documents and the descriptions of the API, without their code; they are in English."""
    if language != FIRST:
        return {}
    files = [root / "openapi/openapi.json", *root.glob("*.md"), *root.glob("docs/*.md")]
    return {
        f"{name}:{line}": text
        for file in sorted(files)
        if file.is_file() and (name := file.relative_to(root).as_posix()) not in _PAST
        for line, text in enumerate(_CODE.sub("", file.read_text("utf-8")).splitlines(), 1)
    }
