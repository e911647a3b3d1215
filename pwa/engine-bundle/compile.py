"""Runs inside Pyodide while the phone app is built: picks the modules that the engine needs, compiles, packs.

Compiled by the very Python that will run them, into archives that are stored and not deflated: the server's brotli
does better, and the phone imports from them without unpacking.
"""

import ast
import importlib
import io
import sys
import zipfile
from pathlib import Path

import _imp
from importlib._bootstrap_external import _code_to_hash_pyc

LIBRARY = "/lib/python314.zip"
# Read on paths that a build never takes: the codecs of odd texts, and what shows an error.
ALWAYS = ["encodings.ascii", "encodings.latin_1", "encodings.cp437", "traceback", "linecache", "tokenize"]


def imported(sources):
    """Every absolute import in the sources, also those inside functions."""
    names = set()
    for text in sources:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names.add(node.module)
    return sorted(name for name in names if name.split(".")[0] not in ("__future__", "companion"))


def library_members(root, names, companion):
    """The standard library's files that are loaded once the engine has answered and all of its imports are."""
    sources = [(Path(root) / name).read_text("utf-8") for name in names if name.endswith(".py")]
    for name in [*ALWAYS, *imported(sources)]:
        importlib.import_module(name)
    Path("/companion.zip").write_bytes(companion)
    sys.path.insert(0, "/companion.zip")
    bridge = importlib.import_module("companion.bridge")
    for call in ("version", "editions", "catalogue"):
        if '"ok"' not in bridge.answer(f'{{"call": "{call}"}}'):
            raise RuntimeError(f"the packed engine does not answer {call!r}")
    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    return sorted(file.removeprefix(f"{LIBRARY}/") for file in files if file.startswith(LIBRARY))


def packed(files):
    """A zip of the files, Python compiled; the same bytes for the same files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data, optimize in sorted(files):
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=optimize)
                name, data = f"{name}c", bytes(_code_to_hash_pyc(code, _imp.source_hash(3, data), False))
            archive.writestr(zipfile.ZipInfo(name), data)
    return target.getvalue()


def pack_library(root, names, companion):
    """The part of the standard library that the packed engine needs, without its docstrings."""
    with zipfile.ZipFile(LIBRARY) as library:
        return packed([(name, library.read(name), 2) for name in library_members(root, names, bytes(companion))])


def pack_companion(root, names, version):
    """The engine's files, with the version that the build worked out."""
    files = [(f"companion/{name}", (Path(root) / name).read_bytes(), 0) for name in names]
    return packed([*files, ("companion/engine/VERSION", version.encode(), 0)])
