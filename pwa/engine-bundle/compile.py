"""Runs inside Pyodide while the phone app is built: compiles and packs, in the very Python that will run it.

The archives are stored and not deflated: the server's brotli does better, and the phone imports from them without
unpacking.
"""

import ast
import dataclasses
import io
import json
import marshal
import sys
import zipfile
from binascii import crc32
from importlib import import_module
from pathlib import Path
from types import CodeType

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


class Unannotated(ast.NodeTransformer):
    """Takes out of the library's functions what only type checkers read."""

    def visit_FunctionDef(self, node):
        given = node.args
        for one in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]:
            if one:
                one.annotation = None
        node.returns = None
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef


class Lean(Unannotated):
    """Takes out of the engine's sources what only people and type checkers read. What is asserted stays."""

    def visit_FunctionDef(self, node):
        return self._undocumented(super().visit_FunctionDef(node))

    def visit_ClassDef(self, node):
        for one in node.decorator_list:
            if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "dataclass":
                one.keywords = self._plain({word.arg: word.value.value for word in one.keywords})
        for one in node.body:
            # A dataclass has its fields by their annotations, and looks into none but these.
            if isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation):
                one.annotation = ast.copy_location(ast.Constant("_"), one.annotation)
        return self._undocumented(self.generic_visit(node))

    def visit_Module(self, node):
        bare = [self._unannotated(one) if isinstance(one, ast.AnnAssign) else one for one in node.body]
        node.body = [one for one in bare if one]
        return self._undocumented(self.generic_visit(node))

    def visit_If(self, node):
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return [self.visit(one) for one in node.orelse] or ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def _plain(self, words):
        """A dataclass that nobody prints, that only type checkers keep from being changed, and that is made once, not again
        with slots: half of its methods, and half of the time that it takes to make it.
        """
        frozen = words.pop("frozen", False)
        words |= {"slots": False, "repr": False, "unsafe_hash": frozen and words.get("eq", True)}
        return [ast.keyword(name, ast.Constant(value)) for name, value in words.items()]

    def _unannotated(self, node):
        return node.value and ast.copy_location(ast.Assign([node.target], node.value), node)

    def _undocumented(self, node):
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), first)]
        return node


def lean(data, kind=Lean):
    return ast.fix_missing_locations(kind().visit(ast.parse(data)))


def packed(files):
    """A zip of the files and the programs; the same bytes for the same ones."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), data)
    return target.getvalue()


def code_of(name, source, optimize):
    return compile(source, name, "exec", dont_inherit=True, optimize=optimize)


def loadable(code):
    """A module's file."""
    return bytes(_code_to_hash_pyc(code, bytes(8), False))


def pack_library(names, stand_ins):
    """The named files of the standard library, without their docstrings."""
    with zipfile.ZipFile("/with-stand-ins.zip") as library:
        files = {name: library.read(name) for name in names}
    check_nothing_is_missing(files, stand_ins)
    codes = {name: code_of(name, lean(data, Unannotated), 2) for name, data in files.items()}
    return packed({f"{name}c": loadable(on_one_line(code)) for name, code in codes.items()})


def on_one_line(code):
    """Whoever reads an error on a phone looks for lines of the engine: in the library its first one stands for a whole function."""
    within = (on_one_line(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    units = len(code.co_code) // 2
    # For each eight units of code: no column, no other line (CPython, InternalDocs/code_objects.md).
    lines = b"".join(bytes((0x80 | 13 << 3 | min(units - at, 8) - 1, 0)) for at in range(0, units, 8))
    return code.replace(co_linetable=lines, co_consts=tuple(within))


def methods_of(files):
    """What dataclasses write for each class that comes with the engine, compiled: by what is written."""
    made = {}

    def noted(text, *spaces):
        code = on_one_line(compile(text, "<string>", "exec"))
        if made.setdefault(crc32(text.encode()), code) != code:
            raise RuntimeError("two methods of dataclasses are called the same")
        exec(code, *spaces)

    Path("/engine.zip").write_bytes(packed(files))
    sys.path.insert(0, "/engine.zip")
    dataclasses.exec = noted
    import_module("companion.bridge")
    del dataclasses.exec
    return made


def pack_companion(root, names, version, opened):
    """The engine's files, with the version that the build worked out, and what opens them on the phone."""
    data, modules, files = {"companion/engine/VERSION": version.encode()}, {}, {}
    for name, text in sources(root, names):
        if name.endswith(".py"):
            code = code_of(name, lean(text), 0)
            modules[module_of(name)] = name.endswith("/__init__.py"), code
            files[f"{name}c"] = loadable(code)
            if name.endswith("/__init__.py"):
                # Whoever looks which packages there are looks here.
                data[f"{name}c"] = b""
        else:
            data[name] = text
    data |= {"modules": marshal.dumps(modules), "methods": marshal.dumps(methods_of({**data, **files}))}
    return packed({**data, "opened.pyc": loadable(code_of("opened.py", opened, 2))})


def pack_desk(root, names):
    """The rules desk: its modules are looked for one by one, when they are wanted."""
    files = dict(sources(root, names))
    for name in [name for name in files if name.endswith(".py")]:
        files[f"{name}c"] = loadable(code_of(name, lean(files.pop(name)), 0))
    return packed(files)


def sources(root, names):
    """Modules as they are, data without what only people read."""
    for name in names:
        text = (Path(root) / name).read_bytes()
        if name.endswith(".json"):
            text = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")).encode()
        yield f"companion/{name}", text
