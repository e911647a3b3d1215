"""The rooms that say something: a folder each, with a file for every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATTERNS = (
    "companion/words",
    "companion/trust",
    "companion/engine/modules/*/words",
    "pwa/src/words",
    "pwa/src/words/early",
    "pwa/src/words/first",
    "pwa/src/words/site",
)
# Written first, and so what every other language is held to.
FIRST = "en"

Texts = dict[str, str]


def rooms(root: Path = ROOT) -> list[str]:
    """Where something is said, as paths from the root."""
    found = (file.parent for pattern in PATTERNS for file in root.glob(f"{pattern}/{FIRST}.json"))
    return sorted(folder.relative_to(root).as_posix() for folder in found)


def read(room: str, language: str, root: Path = ROOT) -> dict[str, Any] | None:
    """What a room says in a language, as it stands in its file; None without a file."""
    file = root / room / f"{language}.json"
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def write(room: str, language: str, words: Mapping[str, Any], root: Path = ROOT) -> None:
    """Indented like the file beside it, so that only what is new shows as a change."""
    beside = (root / room / f"{FIRST}.json").read_text("utf-8")
    indent = len(re.search(r"^ *(?=\S)", beside.split("\n")[1])[0])  # type: ignore[index]
    text = json.dumps(words, ensure_ascii=False, indent=indent)
    (root / room / f"{language}.json").write_text(f"{text}\n", "utf-8")


def flat(words: Any, before: str = "") -> Texts:
    """Every text by its way: `refusals.WRONG_PHASE`, `systems.ios.steps.0`."""
    return dict(_flat(words, before))


def _flat(node: Any, before: str) -> Iterator[tuple[str, str]]:
    for key, value in node.items() if isinstance(node, Mapping) else enumerate(node):
        way = f"{before}{key}"
        if isinstance(value, str):
            yield way, value
        else:
            yield from _flat(value, f"{way}.")


def nested(texts: Mapping[str, str], like: Any) -> dict[str, Any]:
    """The other way round; a list again where the words beside have one."""
    found: dict[str, Any] = {}
    for way, text in texts.items():
        *folders, key = way.split(".")
        node = found
        for folder in folders:
            node = node.setdefault(folder, {})
        node[key] = text
    return {key: _listed(value, like.get(key)) for key, value in found.items()}


def _listed(node: Any, like: Any) -> Any:
    if not isinstance(node, dict):
        return node
    if isinstance(like, list):
        return list(node.values())
    beside = like if isinstance(like, dict) else {}
    return {key: _listed(value, beside.get(key)) for key, value in node.items()}
