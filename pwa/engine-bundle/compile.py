"""Runs inside Pyodide while the phone app is built: compiles and packs, in the very Python that will run it.

The archives are stored and not deflated: the server's brotli does better, and the phone imports from them without
unpacking.
"""

import ast
import io
import json
import sys
import zipfile
from pathlib import Path

import _imp
from importlib._bootstrap_external import _code_to_hash_pyc

LIBRARY = "/lib/python314.zip"
# The only modules of which the engine itself may use what stands in for them.
ENOUGH_FOR_THE_ENGINE = ["importlib.resources", "importlib.resources.abc"]
# What the library that the phone has may import and the phone has not. Somebody has looked at each: the engine never
# gets there.
LEFT_OUT = {
    "_ast_unparse": "ast: source text of a syntax tree",
    "argparse": "ast, tokenize: started as programs",
    "difflib": "traceback: what somebody meant to type into source code",
    "doctest": "heapq: started as a program",
    "encodings._win_cp_codecs": "encodings: Windows",
    "inspect.cleandoc": "ast: docstrings of a syntax tree",
    "inspect.markcoroutinefunction": "warnings: a deprecated function that is awaited",
    "logging": "hashlib: a hash that this Python lacks",
    "nt": "_colorize: Windows",
    "tracemalloc": "warnings: a file that was left open",
    # Looked for, and done without.
    "_hashlib": "hashlib",
    # These come without a file.
    "__main__": "",
    "collections.abc": "",
    "importlib._bootstrap": "",
    "js": "",
    "os.path": "",
}


def imported(root, names):
    """Every absolute import in the engine's sources, also those inside functions."""
    found = set()
    for name in names:
        if not name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse((Path(root) / name).read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found.add(node.module)
    return sorted(name for name in found if name.split(".")[0] not in ("__future__", "companion"))


def with_stand_ins(stand_ins, imports):
    """The whole standard library, with ours in the place of what the phone only seems to need."""
    names = {module_of(file) for file in stand_ins} - {*ENOUGH_FOR_THE_ENGINE}
    if wrong := [name for name in imports if any(f"{name}.".startswith(f"{one}.") for one in names)]:
        raise RuntimeError(f"the engine imports {wrong}: the phone has only what stands in (engine-bundle/stand-ins)")
    packages = tuple(file.removesuffix("__init__.py") for file in stand_ins if file.endswith("/__init__.py"))
    target = io.BytesIO()
    with zipfile.ZipFile(LIBRARY) as library, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in library.namelist():
            if name not in stand_ins and not name.startswith(packages):
                archive.writestr(zipfile.ZipInfo(name), library.read(name))
        for name, text in stand_ins.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    Path("/with-stand-ins.zip").write_bytes(target.getvalue())
    return target.getvalue()


def module_of(file):
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def asked_for(file, tree, modules):
    """Every module that a file of the library may ever import, and every name that it takes of one of `modules`."""
    package = module_of(file) if file.endswith("__init__.py") else module_of(file).rpartition(".")[0]
    called = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            called |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield base
            names = {alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names}
            yield from (name for name in names.values() if base in modules)
            called |= names
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if called.get(node.value.id) in modules:
                yield f"{called[node.value.id]}.{node.attr}"


def names_in(tree):
    """What a module has at its top."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        yield from (one.id for one in ast.walk(node) if isinstance(one, ast.Name))


def check_nothing_is_missing(files, stand_ins):
    """Nothing that the packed library may import is missing, nor a name of what stands in, but what was looked at."""
    trees = {file: ast.parse(data) for file, data in files.items()}
    there = {module_of(file) for file in files}
    in_stead = {module_of(file): {*names_in(trees[file])} for file in files if file in stand_ins}
    asked = {name for file, tree in trees.items() for name in asked_for(file, tree, in_stead)}
    there |= {f"{module}.{name}" for module, names in in_stead.items() for name in names}
    there |= {name for name in asked if name in sys.builtin_module_names or _imp.is_frozen(name)}
    if wrong := (asked - there) ^ {*LEFT_OUT}:
        raise RuntimeError(f"compile.py: missing on the phone, or no longer left out: {sorted(wrong)}")


class Lean(ast.NodeTransformer):
    """Takes out of the engine's sources what only people and type checkers read. What is asserted stays."""

    def visit_FunctionDef(self, node):
        given = node.args
        for one in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]:
            if one:
                one.annotation = None
        node.returns = None
        return self._undocumented(node)

    def visit_ClassDef(self, node):
        for one in node.body:
            # A dataclass has its fields by their annotations, and looks into none but these.
            if isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation):
                one.annotation = ast.copy_location(ast.Constant("_"), one.annotation)
        return self._undocumented(node)

    def visit_Module(self, node):
        bare = [self._unannotated(one) if isinstance(one, ast.AnnAssign) else one for one in node.body]
        node.body = [one for one in bare if one]
        return self._undocumented(node)

    def visit_If(self, node):
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return [self.visit(one) for one in node.orelse] or ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def _unannotated(self, node):
        return node.value and ast.copy_location(ast.Assign([node.target], node.value), node)

    def _undocumented(self, node):
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), first)]
        return self.generic_visit(node)


def lean(data):
    return ast.fix_missing_locations(Lean().visit(ast.parse(data)))


def packed(files):
    """A zip of the files and the programs; the same bytes for the same ones."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), data)
    return target.getvalue()


def compiled(name, source, optimize):
    """A module as it is loaded, and what it is called then."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return f"{name}c", bytes(_code_to_hash_pyc(code, bytes(8), False))


def pack_library(names, stand_ins):
    """The named files of the standard library, without their docstrings."""
    with zipfile.ZipFile("/with-stand-ins.zip") as library:
        files = {name: library.read(name) for name in names}
    check_nothing_is_missing(files, stand_ins)
    return packed(dict(compiled(name, data, 2) for name, data in files.items()))


def pack_companion(root, names, version):
    """The engine's files, with the version that the build worked out."""
    files = {}
    for name in names:
        data = (Path(root) / name).read_bytes()
        if name.endswith(".py"):
            found, data = compiled(f"companion/{name}", lean(data), 0)
            files[found] = data
        elif name.endswith(".json"):
            files[f"companion/{name}"] = json.dumps(json.loads(data), ensure_ascii=False, separators=(",", ":")).encode()
    if version:
        files["companion/engine/VERSION"] = version.encode()
    return packed(files)
