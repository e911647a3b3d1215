"""What is said outside the rooms: the answers of the rules desk, the documents, the API's specification."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .rooms import FIRST, ROOT, Texts

DESK = "companion/rulebook/data"
# Nobody reads these: what a question is heard by, and by what its data is kept together.
_HEARD = frozenset(("aliases", "asked", "id", "cite", "module", "rulings", "reasons", "related"))
# What was asked, or believed, in words of its own.
_UNSHOWN = frozenset(
    ("manner.json", "beliefs.json", "learned.json", "lexicon.json", "slips.json", "terms.json")
)
# Written once, of versions that had what it names; written by a command from the rooms.
_PAST = frozenset(("CHANGELOG.md", "docs/errors.md"))
_CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def desk(language: str, root: Path = ROOT) -> Texts:
    """Everything the rules desk shows in a language, by file and place; nothing where it does not speak it."""
    folder = root / DESK
    files = [
        file
        for file in sorted((*folder.glob("*.json"), *folder.glob("questions/*.json")))
        if file.name not in _UNSHOWN
    ]
    return {
        way: text
        for file in files
        for way, text in _said(json.loads(file.read_text("utf-8")), language, file.stem, within=False)
    }


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
