"""Runs inside a Pyodide that starts with the stand-ins: which files of the library it loads for the engine.

It imports nothing by itself that the phone would then have to carry.
"""

import sys

LIBRARY = "/lib/python314.zip/"
# Read on paths that a build never takes: the codecs of odd texts, what shows an error, and what a Counter sorts by.
ALWAYS = ["encodings.ascii", "encodings.latin_1", "traceback", "linecache", "tokenize", "heapq"]


def needed(imports, companion):
    """The files, once the engine has answered and all that it may ever import is imported."""
    for name in [*ALWAYS, *imports]:
        __import__(name)
    with open("/companion.zip", "wb") as file:
        file.write(bytes(companion))
    sys.path.insert(0, "/companion.zip")
    import opened

    answer = opened.companion.bridge.answer

    for call in ("version", "editions", "catalogue"):
        if '"ok"' not in answer(f'{{"call": "{call}"}}'):
            raise RuntimeError(f"the packed engine does not answer {call!r}")
    # What is frozen into Pyodide itself never comes from a file.
    loaded = [module for module in sys.modules.values() if getattr(module, "__file__", None)]
    files = {module.__file__ for module in loaded if module.__spec__.origin != "frozen"}
    return sorted(file.removeprefix(LIBRARY) for file in files if file.startswith(LIBRARY))
