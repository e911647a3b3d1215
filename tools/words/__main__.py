"""python -m tools.words gather fr FILE | spread fr FILE | check [fr ...] | errors"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.words import LANGUAGES

from .checking import check
from .errors import DOCUMENT, document
from .moving import gather, spread
from .rooms import ROOT


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.words", description="The words of one language.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (
        ("gather", "write all texts of a language into one file"),
        ("spread", "write them back"),
    ):
        moving = commands.add_parser(name, help=what)
        moving.add_argument("language", choices=LANGUAGES)
        moving.add_argument("file", type=Path)
    checking = commands.add_parser("check", help="say what is missing or wrong")
    checking.add_argument("languages", nargs="*", default=LANGUAGES)
    commands.add_parser("errors", help=f"write what is said where something fails into {DOCUMENT}")
    asked = parser.parse_args()
    match asked.command:
        case "gather":
            text = json.dumps(gather(asked.language), ensure_ascii=False, indent=2)
            asked.file.write_text(f"{text}\n", "utf-8")
        case "spread":
            spread(asked.language, json.loads(asked.file.read_text("utf-8")))
        case "check":
            return _checked(asked.languages)
        case "errors":
            (ROOT / DOCUMENT).write_text(document(), "utf-8")
    return 0


def _checked(languages: list[str]) -> int:
    wrong = 0
    for language in languages:
        found = check(language)
        wrong += len(found)
        lines = [*found, f"{len(found) or 'nothing'} to mend"]
        sys.stdout.writelines(f"{language}: {line}\n" for line in lines)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
