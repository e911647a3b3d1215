"""The walls of the house: what may import what, and who may know which edition is played."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from companion import rulebook
from companion.engine.house.building import DOORS
from companion.engine.printed.editions import EDITIONS, Switches, edition
from companion.engine.printed.manifests import brought as brought_along
from companion.engine.printed.manifests import manifests
from tools.brought import brought

ROOT = Path(__file__).parents[2]
COMPANION = ROOT / "companion"
# What each may import of the others.
MAY_IMPORT = {
    "engine": {"engine"},
    "rulebook": {"engine", "rulebook"},
    "bridge": {"bridge", "engine", "rulebook"},
}
PURE_FILES = sorted(file for name in MAY_IMPORT for file in (COMPANION / name).rglob("*.py"))
ALL_FILES = sorted(COMPANION.rglob("*.py"))
# No clock, no chance, no files, no network, no processes.
IMPURE = {
    "time",
    "datetime",
    "random",
    "secrets",
    "os",
    "pathlib",
    "io",
    "socket",
    "subprocess",
    "threading",
    "asyncio",
}


def imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("file", PURE_FILES, ids=lambda file: str(file.relative_to(COMPANION)))
def test_a_pure_room_imports_the_standard_library_and_its_own_package_only(file: Path) -> None:
    for module in imported(file):
        top = module.split(".")[0]
        if top == "companion":
            assert module.split(".")[1] in MAY_IMPORT[file.relative_to(COMPANION).parts[0]], module
        else:
            assert top in sys.stdlib_module_names, module
            assert top not in IMPURE, module


def test_importing_the_engine_loads_nothing_of_the_server() -> None:
    program = (
        "import sys, companion.engine\n"
        "heavy = {'flask', 'marshmallow', 'sqlalchemy', 'gevent', 'gunicorn', 'werkzeug'}\n"
        "print(sorted(heavy & {name.split('.')[0] for name in sys.modules}))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"


def test_the_package_itself_stays_empty() -> None:
    assert (COMPANION / "__init__.py").read_text() == ""


def asks_by_name(node: ast.AST) -> bool:
    """A comparison with an edition's name, a case of it, or a look-up by it."""
    if isinstance(node, ast.Compare | ast.MatchValue | ast.Subscript):
        return any(isinstance(part, ast.Constant) and part.value in EDITIONS for part in ast.walk(node))
    return False


@pytest.mark.parametrize("file", ALL_FILES, ids=lambda file: str(file.relative_to(COMPANION)))
def test_no_code_asks_for_an_edition_by_name(file: Path) -> None:
    assert not [node.lineno for node in ast.walk(ast.parse(file.read_text("utf-8"))) if asks_by_name(node)]


@pytest.mark.parametrize("file", PURE_FILES, ids=lambda file: str(file.relative_to(COMPANION)))
def test_only_the_list_of_editions_names_one_in_the_rules(file: Path) -> None:
    listed = file == COMPANION / "engine" / "printed" / "editions.py"
    words = [
        node.value
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in EDITIONS
    ]
    assert words == (list(EDITIONS) if listed else [])


def test_no_module_is_known_by_name_outside_its_own_folder() -> None:
    """In code and words of every room; the rulebook's questions and the names of the documents' sections are data."""
    folders = (COMPANION / "engine" / "modules").iterdir()
    modules = {folder.name for folder in folders if folder.is_dir()} | set(rulebook.MODULES)
    modules -= {"base", "__pycache__"}
    assert {"gambler", "jomc"} <= modules
    looked = [*ALL_FILES, *sorted((COMPANION / "words").glob("*.json")), ROOT / "wsgi.py"]
    rooms = Counter(str(file.relative_to(ROOT).parent) for file in looked)
    assert {"companion/engine/rules", "companion/api", "companion/tables", "companion/words"} <= set(rooms)
    print("looked at", ", ".join(f"{room} ({count})" for room, count in sorted(rooms.items())))  # noqa: T201 (shown by -s)

    def said(file: Path) -> str:
        """What a file says besides the name of its own module, of which another name may be a part."""
        text = file.read_text("utf-8").lower()
        for own in modules & set(file.parts):
            text = text.replace(own, "")
        return text

    knowing = [
        f"{file.relative_to(ROOT)} names {module}"
        for file in looked
        for module in sorted(modules)
        if module in said(file)
    ]
    assert knowing == []


def texts_in(file: Path) -> Iterator[str]:
    """What a file says to the machine: its texts, and the names of what belongs to something."""
    text = file.read_text("utf-8")
    if file.suffix == ".json":
        yield from told_in(json.loads(text))
        return
    nodes = list(ast.walk(ast.parse(text)))
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    # What every dictionary can do.
    plain = {id(call) for call in calls if isinstance(call, ast.Attribute) and hasattr(dict, call.attr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.keyword | ast.arg):
            yield node.arg or ""
        elif isinstance(node, ast.Attribute) and id(node) not in plain:
            yield node.attr
        elif isinstance(node, ast.ClassDef):
            yield from (
                one.target.id
                for one in node.body
                if isinstance(one, ast.AnnAssign)
                if isinstance(one.target, ast.Name)
            )


def told_in(data: object) -> Iterator[str]:
    """The keys and texts of JSON."""
    if isinstance(data, dict):
        yield from data
    for value in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from told_in(value)
    if isinstance(data, str):
        yield data


def words_of(text: str) -> set[str]:
    """A text itself, what fills its gaps, and where it is a name, the names that it is made of."""
    parts = text.split("_") if text.isidentifier() else []
    within = {"_".join(parts[at:to]) for at in range(len(parts)) for to in range(at + 1, len(parts) + 1)}
    return {text, *within, *re.findall(r"\{(?:term\.)?([a-z_]+)\}", text)}


def known_outside() -> Iterator[str]:
    """What a module brings and a file knows that is neither its own nor of a module which names it in its `module.json`."""
    for file in sorted(file for end in ("py", "json") for file in COMPANION.rglob(f"*.{end}")):
        path = file.relative_to(COMPANION)
        # What the desk answers may be about several modules at once.
        if path.parts[0] == "rulebook" or "desk" in path.parts:
            continue
        own = named_by(path.parts[2]) if path.parts[:2] == ("engine", "modules") and path.parts[3:] else set()
        for word in sorted(set().union(*map(words_of, texts_in(file))) & brought().keys()):
            if not own & brought()[word].keys() and not str(path).startswith(SAME_WORD.get(word, ())):
                yield f"{path}: {word}"


def named_by(module: str) -> set[str]:
    """A module and those that it is played with in any case, or never."""
    one = manifests()[module]
    return {module, *brought_along((module, *one.needs)), *one.not_with, *one.warns_with}


# Words that mean something else there too, by the beginning of the path; "" is everywhere.
SAME_WORD: Mapping[str, tuple[str, ...]] = {
    # English, and what a fault may be.
    "of": ("",),
    "unknown": ("",),
    # All coins down to so many: how a Tax Increase of any box may take them.
    "down_to": ("",),
    # Goals of several modules have them, so they are a word of the view.
    "markers": ("",),
    # The hook `declines`.
    "declined": ("engine/rules/",),
    # Of a database, and of gevent.
    "event": ("live/", "storage/"),
    # What points consist of, in the score; the values of a schema's list; the entries of a course.
    "items": (
        "api/shapes.py",
        "engine/json/shapes/results.py",
        "engine/json/writing.py",
        "engine/log/",
        "engine/rules/ending.py",
    ),
    # A module that is mixed into another; an unknown card that may be of several kinds.
    "mixed": ("",),
    # Of a backup, and how far an edition's document is trusted.
    "source": ("engine/data/editions/", "storage/", "words/"),
    # Everyday words that a module shows something by.
    **dict.fromkeys(("added", "aside", "drawn", "keeps", "started", "unread", "waits"), ("",)),
    # The hook and the setup's key for any story that goes over several evenings.
    "campaign": ("engine/house/", "engine/json/", "engine/table/"),
    # A turn under way.
    "under": ("bridge/", "engine/goals/", "engine/modules/", "engine/rules/", "tables/"),
}


def test_nothing_that_a_module_brings_is_known_outside_its_own_folder() -> None:
    """The rules desk has a wall of its own."""
    assert sorted(known_outside()) == []


def test_what_the_wall_looks_for_it_finds_where_that_is() -> None:
    assert brought().keys() >= SAME_WORD.keys()
    for module in {module for modules in brought().values() for module in modules}:
        files = (COMPANION / "engine" / "modules" / module).rglob("*.*")
        texts = (text for file in files if file.suffix in (".py", ".json") for text in texts_in(file))
        said = set().union(*map(words_of, texts))
        assert {word for word, modules in brought().items() if module in modules} <= said, module


def test_every_module_with_rules_comes_in_by_its_door() -> None:
    """Without an `__init__.py` a folder's cards and words are found, and its rules are not."""
    found = {file.parent.name for file in (COMPANION / "engine" / "modules").glob("*/rules.py")}
    assert {"gambler", "jomc"} <= found
    assert found <= set(DOORS)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_switch_that_the_rules_read_stands_in_the_edition(name: str) -> None:
    assert {field.name for field in fields(Switches)} <= set(edition(name).switches)


def test_every_switch_is_read_by_a_rule() -> None:
    code = "".join(file.read_text("utf-8") for file in PURE_FILES if file.name != "editions.py")
    code += (COMPANION / "engine" / "printed" / "editions.py").read_text("utf-8").split("def rules_for")[1]
    unread = [
        field.name
        for field in fields(Switches)
        if f"switches.{field.name}" not in code and f'switches["{field.name}"]' not in code
    ]
    assert unread == []
