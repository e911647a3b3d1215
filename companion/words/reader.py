"""Fills in the sentences of each language: those of its file here, and those that lie with each module."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from companion.engine.printed.editions import edition
from companion.engine.printed.manifests import manifests
from companion.engine.refusals import Takes

from .languages import SPOKEN

_GAP = re.compile(r"\{([a-z_]+)(?:\.([a-z_]+))?\}")
_TERM = re.compile(r"\{term\.([a-z_]+)\}")
_PLAYED = re.compile(r"\{played\.([a-z_]+)\}")
_TRANSLATED = ("phase", "module", "color", "bonus", "why", "keeping")


@cache
def words_for(language: str) -> Words:
    """The sentences of one language."""
    return Words(sentences(language), SPOKEN[language].form)


def sentences(language: str) -> dict[str, Any]:
    """All of them, not filled in: the game's own, and those in the folder of each module."""
    modules = resources.files("companion.engine.modules")
    folders = [resources.files(__package__), *(modules.joinpath(name, "words") for name in manifests())]
    found: dict[str, Any] = {}
    for file in (folder.joinpath(f"{language}.json") for folder in folders):
        if file.is_file():
            _merge(found, json.loads(file.read_text(encoding="utf-8")))
    return found


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping):
            _merge(into.setdefault(key, {}), value)
        elif into.setdefault(key, value) != value:
            raise ValueError(f"{key} has two sentences")


class Words:
    """One language's sentences. What is missing in them comes back empty, never as an error."""

    def __init__(self, sentences: Mapping[str, Any], form: Callable[[int], str]) -> None:
        self._sentences = sentences
        self._form = form
        # Where no table is spoken of, the words of the edition that came first.
        self.plain: str = next(iter(sentences["terms"]))

    @property
    def problems(self) -> Mapping[str, Mapping[str, str]]:
        """Title and detail of every API problem, not filled in."""
        found: Mapping[str, Mapping[str, str]] = self._sentences["problems"]
        return found

    @property
    def refusals(self) -> Mapping[str, str]:
        """Every refusal's sentence in the first edition's words, its figures left open."""
        return {code: self._open(text) for code, text in self._sentences["refusals"].items()}

    @property
    def ledger(self) -> Mapping[str, Mapping[str, str]]:
        """How the lines of the ledger are said, in the same words."""
        found: Mapping[str, Mapping[str, str]] = self._sentences["ledger"]
        return {name: {key: self._open(text) for key, text in said.items()} for name, said in found.items()}

    @property
    def rules(self) -> Mapping[str, str]:
        """What each rule says, in the same words."""
        return {key: self._open(text) for key, text in self._sentences["rules"].items()}

    def module(self, name: str) -> str:
        """What a module is called."""
        return self._open(self._sentences["params"]["module"].get(name, name))

    def problem(self, code: str, params: Mapping[str, object]) -> tuple[str, str]:
        """Title and detail of an API problem."""
        found = self._sentences["problems"].get(code) or self._sentences["problems"]["internal"]
        return self._fill(found["title"], self.plain, params), self._fill(found["detail"], self.plain, params)

    def fault(self, field: str, fault: str) -> str:
        """What is wrong with a field of a request."""
        return self._fill(self._sentences["faults"][fault], self.plain, {"field": field})

    def allowed(self, takes: Takes) -> str:
        """What such a field takes."""
        params = {key: self._in_line(value) for key, value in takes.params.items()}
        return self._fill(self._sentences["allowed"][takes.key], self.plain, params)

    def _in_line(self, value: object) -> object:
        if isinstance(value, Takes):
            return self.allowed(value)
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def refusal(self, code: str, edition: str, params: Mapping[str, Any], players: Sequence[str] = ()) -> str:
        """Why the rules refuse, as somebody at that table would say it."""
        refusals = self._sentences["refusals"]
        count = params.get("count")
        form = self._form(count) if isinstance(count, int) else "other"
        sentence = refusals.get(code) or refusals.get(f"{code}_{form}") or ""
        return self._fill(sentence, edition, self._spoken(edition, params, players))

    def term(self, edition: str, key: str) -> str:
        """A word as the group's box prints it."""
        terms: Mapping[str, Mapping[str, str]] = self._sentences["terms"]
        return terms.get(edition, {}).get(key) or terms[self.plain].get(key, key)

    def _spoken(self, edition: str, params: Mapping[str, Any], players: Sequence[str]) -> dict[str, object]:
        spoken = {key: self._say(edition, key, value) for key, value in params.items()}
        seat = params.get("seat")
        if isinstance(seat, int) and 0 <= seat < len(players):
            spoken["name"] = players[seat]
        return spoken

    def _say(self, edition: str, key: str, value: Any) -> object:
        if isinstance(value, list | tuple):
            return ", ".join(str(self._say(edition, "person", one)) for one in value)
        if isinstance(value, Mapping):
            kind = str(value.get("kind", ""))
            return self.term(
                edition, str(value.get({"ship": "color", "person": "type"}.get(kind, "kind"), kind))
            )
        if key == "person" and isinstance(value, str):
            return self.term(edition, value)
        if key in _TRANSLATED:
            said = self._sentences["params"].get(key, {}).get(value, str(value))
            return self._fill(said, edition, {})
        return value

    def _open(self, sentence: str) -> str:
        """The terms and the usual rules of the first edition, the figures left open."""
        sentence = _PLAYED.sub(lambda found: self._usual(found[1]), sentence)
        return _TERM.sub(lambda found: self.term(self.plain, found[1]), sentence)

    def _usual(self, switch: str) -> str:
        values: Mapping[str, str] = self._sentences["switches"][switch]["values"]
        return values[str(edition(self.plain).switches[switch])]

    def _fill(self, sentence: str, edition: str, params: Mapping[str, object]) -> str:
        def gap(found: re.Match[str]) -> str:
            if found[1] == "term" and found[2]:
                return self.term(edition, found[2])
            return str(params.get(found[1], "?"))

        return _GAP.sub(gap, sentence)
