"""The documents are short, and name nothing that is not there. `-s` prints the words of each."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from functools import cache

import pytest

from companion import settings
from tests.test_repository import ROOT, committed_texts
from tools import hooks

# The most words that each may have; a room's README says what may live there and what may not.
MOST = {
    "README.md": 1200,
    "ARCHITECTURE.md": 1800,
    "CONTRIBUTING.md": 400,
    "SECURITY.md": 600,
    "docs/api.md": 1000,
    "docs/changing.md": 1950,
    "docs/decisions.md": 1200,
    "docs/hosting.md": 2500,
    "docs/phone.md": 900,
    "docs/rules-desk.md": 600,
    "docs/view.md": 600,
    "docs/words.md": 900,
}
A_ROOM = 60
A_RELEASE = 120
# Bytes of a picture or a film.
HEAVY = 900_000
# What is told of older versions names what they had.
HISTORY = "CHANGELOG.md"

BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SHOWN = re.compile(r'\bsrc(?:set)?="([^"]+)"')
NAMED = re.compile(r"`([^`\n]+)`")
TEST = re.compile(r"(tests/[\w/]+\.py)::(test_\w+)")
# Made by a command, or on a host's machine: named, and not committed.
MADE = ("pwa/dist", "pwa/node_modules", "var/", "dist", "site")


@cache
def documents() -> dict[str, str]:
    return {name: text for name, text in committed_texts().items() if name.endswith(".md")}


@cache
def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def most() -> dict[str, int]:
    return {name: A_ROOM for name in documents() if name.endswith("/README.md")} | MOST


def anchors(text: str) -> set[str]:
    """As they are made of headings where repositories are read."""
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", most())
def test_a_document_is_as_short_as_promised(name: str) -> None:
    words = len(documents()[name].split())
    sys.stdout.write(f"\n{words:6,} of {most()[name]:,} words  {name}")
    assert words <= most()[name]


def test_a_release_is_told_as_short_as_promised() -> None:
    _, *releases = re.split(r"^## ", documents()[HISTORY], flags=re.MULTILINE)
    assert releases
    for release in releases:
        title, words = release.splitlines()[0], len(release.split())
        sys.stdout.write(f"\n{words:6,} of {A_RELEASE:,} words  {HISTORY} {title}")
        assert words <= A_RELEASE, title


@pytest.mark.parametrize("name", sorted(documents()))
def test_every_link_leads_somewhere(name: str) -> None:
    for link in LINK.findall(BLOCK.sub("", documents()[name])):
        if ":" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text()), link


@pytest.mark.parametrize("name", sorted(documents()))
def test_every_picture_that_is_shown_is_there_and_loads_fast(name: str) -> None:
    for picture in SHOWN.findall(BLOCK.sub("", documents()[name])):
        assert (ROOT / name).parent.joinpath(picture).stat().st_size < HEAVY, picture


@pytest.mark.parametrize("name", sorted(set(documents()) - {HISTORY}))
def test_every_path_that_is_named_is_there(name: str) -> None:
    tops = {path.split("/")[0] for path in committed_texts() if "/" in path}
    here = (ROOT / name).parent
    for named in NAMED.findall(BLOCK.sub("", documents()[name])):
        path = named.partition("::")[0]
        if (
            path.split("/")[0] not in tops
            or "/" not in path
            or re.search(r"[<>{}* ]|\bxx\b|\bNAME\b|\.\.\.", path)
        ):
            continue
        assert (ROOT / path).exists() or (here / path).exists() or path.startswith(MADE), named


@pytest.mark.parametrize("name", sorted(documents()))
def test_every_command_of_make_that_is_named_is_one(name: str) -> None:
    assert set(re.findall(r"`make ([a-z-]+)", documents()[name])) <= targets()


def test_every_command_of_make_that_is_explained_is_listed_once() -> None:
    makefile = (ROOT / "Makefile").read_text()
    explained = re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE)
    listed = re.findall(
        r"[a-z-]+", re.sub(r"[\w ]+:", "", makefile.partition("HELP := ")[2].partition("\n")[0])
    )
    assert sorted(listed) == sorted(explained)


def test_the_development_container_runs_a_command_of_make() -> None:
    room = ROOT / ".devcontainer"
    container = json.loads((room / "devcontainer.json").read_text())
    assert (room / container["build"]["dockerfile"]).exists()
    command, target = container["postCreateCommand"].split()
    assert command == "make"
    assert target in targets()


@pytest.mark.parametrize("name", sorted(set(documents()) - {HISTORY}))
def test_every_test_that_is_named_is_one(name: str) -> None:
    for file, test in TEST.findall(documents()[name]):
        assert re.search(rf"^def {test}\(", (ROOT / file).read_text(), re.MULTILINE), f"{file}::{test}"


def test_the_code_map_has_25_rows_and_ten_things_stay_true() -> None:
    architecture = documents()["ARCHITECTURE.md"]
    rows = architecture.partition("| what | where |")[2].partition("\n\n")[0].strip().splitlines()[1:]
    assert len(rows) == 25
    assert len(TEST.findall(architecture)) == 10


def test_the_glossary_is_short() -> None:
    glossary = documents()["ARCHITECTURE.md"].partition("## Words")[2]
    assert len(re.findall(r"\w+", glossary)) <= 40


def test_every_room_has_its_place_in_the_architecture() -> None:
    architecture = documents()["ARCHITECTURE.md"]
    committed = committed_texts()
    tops = {path.split("/")[0] for path in committed if "/" in path and not path.startswith(".")} - {"docs"}
    rooms = {"/".join(path.split("/")[:2]) for path in committed if re.match(r"companion/\w+/", path)}
    missing = [room for room in sorted(tops - {"companion"} | rooms) if f"`{room}/`" not in architecture]
    assert missing == []


def test_no_name_of_a_file_means_two_things() -> None:
    """Where a name comes again, it means the same in each room."""
    again = {
        "cards": "printed cards, and their shape in JSON",
        "careers": "players over all evenings, and their shape",
        "codec": "JSON in and out",
        "completing": "a goal is completed",
        "entries": "what players say happened",
        "errors": "what a room raises",
        "evening": "an evening, and its shape",
        "kept_lightly": "what is entered where not every card is told, and its rules",
        "members": "who belongs to a table",
        "report": "what was found, as the outside reads it",
        "rules": "a module's door",
        "showing": "what a module adds to the view",
        "said_lines": "the ledger lines and refusals that a door brings",
        "shapes": "the shapes of what is told, and what a module adds to them",
        "situation": "a table in mid-game, and its shape",
        "situations": "a module's part of a table in mid-game",
        "table": "a table, and its shape",
        "allowed": "what may be entered now",
        "unpacking": "what is taken out of the box, and its shape",
        "unread": "what nobody has read yet of the cards",
    }
    files = Counter(
        path.rpartition("/")[2].removesuffix(".py")
        for path in committed_texts()
        if re.fullmatch(r"companion/.*\.py", path) and not path.endswith("/__init__.py")
    )
    assert {name for name, count in files.items() if count > 1} == set(again)


def test_every_setting_that_is_named_is_one() -> None:
    known = set(settings.names())
    for name in ("README.md", "SECURITY.md"):
        named = set(re.findall(r"`([A-Z]+_[A-Z_]+)`", documents()[name]))
        assert named <= known, name


def test_the_recipe_of_a_module_tells_the_hooks_as_they_are_declared() -> None:
    """`python -m tools.hooks` writes them."""
    assert hooks.table() in documents()["docs/changing.md"]


def test_no_document_and_no_code_points_at_the_former_design_page() -> None:
    former = "DESIGN" + ".md"
    named = {name for name, text in committed_texts().items() if former in text}
    assert named - {HISTORY} == set()


def test_every_command_of_the_program_stands_on_the_hosts_page() -> None:
    main = (ROOT / "companion" / "__main__.py").read_text()
    commands = set(re.findall(r'add_parser\(\s*"(\w+)"', main))
    named = set(re.findall(r"`python -m companion (\w+)", documents()["docs/hosting.md"]))
    assert commands
    assert named == commands
