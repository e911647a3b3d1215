"""Requests that are almost right: calls as phones make them, each with something changed by chance."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from companion.words import LANGUAGES
from tests.api.conftest import DRAW, SETUP

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**70), 0.5, 1e300, "", " ", "0", "a\0b", "\u202eAda", "x" * 5000,
    "\U0001f3f4", "../../etc/passwd", "' OR 1=1 --", "{term.swords}", [], [[]], [None] * 50, {}, {"": {}}, {"type": "draw"},
)  # fmt: skip
ENTRIES = ("draw", "stop", "take", "pass", "repel", "keep", "claim_expedition", "use_gambler", "extra_tax", "count",
           "draw_request", "begin_part", "finish_turn", "made_up")  # fmt: skip
CORRECTIONS = ("undo", "redo", "change", "remove", "insert")
TOKEN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"


@dataclass
class Request:
    """One request, ready to be sent."""

    method: str
    path: str
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class TableSeen:
    """What the fuzzer has learned of a table: the address, the keys to it, where it stands."""

    url: str
    tokens: list[str]
    secrets: list[str] = field(default_factory=list)
    short_codes: list[str] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    entries: list[str] = field(default_factory=list)


class Fuzzer:
    """The same seed makes the same requests, as long as the server answers the same."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self._number = 0

    def request(self, table: TableSeen) -> Request:
        """The next request at that table."""
        method, path, body = self._call(table)
        chance = self.chance
        if chance.random() < 0.05:
            method = chance.choice(("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "MADE-UP"))
        if chance.random() < 0.05:
            path = self._odd_path(path)
        headers = {"Authorization": f"Bearer {chance.choice(table.tokens)}"}
        if chance.random() < 0.05:
            headers["Authorization"] = chance.choice(
                ("", "Bearer", "Basic eDp5", "Bearer x", "Bearer " + "y" * 500)
            )
        headers["Accept-Language"] = chance.choice((*LANGUAGES, "xx;q=2", "*"))
        if chance.random() < 0.05:
            headers["If-None-Match"] = chance.choice(('"1"', "*", '"', "W/"))
        data = None
        if body is not None:
            if chance.random() < 0.4:
                body = self.changed(body)
            data = json.dumps(body).encode()
            if chance.random() < 0.03:
                data = data[: chance.randrange(len(data) + 1)] + chance.choice(
                    (b"", b"\xff", b"}", b"[" * 200)
                )
            headers["Content-Type"] = "application/json" if chance.random() < 0.98 else "text/plain"
        return Request(method, path, data, headers)

    def changed(self, body: Any) -> Any:
        """The body with one place in it left out, replaced or added to."""
        body = copy.deepcopy(body)
        places: list[tuple[Any, Any]] = []

        def walk(node: Any) -> None:
            rows = (
                node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
            )
            for key, value in rows:
                places.append((node, key))
                walk(value)

        walk(body)
        if not places or self.chance.random() < 0.03:
            return self.chance.choice(ODD)
        where, key = self.chance.choice(places)
        kind = self.chance.random()
        if kind < 0.6:
            where[key] = self.chance.choice(ODD)
        elif kind < 0.8 and isinstance(where, dict):
            del where[key]
        elif isinstance(where, dict):
            where[self.chance.choice(("more", "", "type", "by"))] = self.chance.choice(ODD)
        return body

    def _call(self, table: TableSeen) -> tuple[str, str, Any]:
        chance, url = self.chance, table.url
        number = chance.choice((0, 1, 2, 3, 4, 99, 2**31, 2**64))
        kind = chance.random()
        if kind < 0.45:
            return "POST", f"{url}/entries{chance.choice(('', '', '', '?dry_run=true'))}", self._entry(table)
        if kind < 0.55:
            return "POST", f"{url}/corrections", self._correction(table)
        if kind < 0.75:
            read = ("", "/entries", f"/entries?since={number}", "/members", "/score", "/export", "/invites",
                    f"/players/{number}/outlook", f"/players/{number}/account", "/evening", f"/berths/{number}", f"/entries/{number}/repairs", f"/entries/{number}/ways", "/goals/jinx/forgotten", "/rules/repel-ships")  # fmt: skip
            return "GET", url + chance.choice(read), None
        calls: tuple[tuple[str, str, Any], ...] = (
            ("POST", "/api/tables", {**SETUP, "players": chance.sample(("Ada", "Ben", "Cem", "Dot", "Eve"), 3)}),
            ("POST", "/api/rulings", {"edition": "pegasus", "steps": [DRAW], "situation": None}),
            ("POST", "/api/tables/import", {"format": 1, "setup": SETUP, "lines": [{"entry_id": "a", "entry": DRAW}]}),
            ("POST", f"{url}/slips", {"coins": {"0": number}, "draw_pile": chance.choice((3, -1, number))}),
            ("POST", f"{url}/invites", {"role": chance.choice(("player", "spectator")), "seat": chance.choice((None, 1))}),
            ("DELETE", f"{url}/invites/{number}", None),
            ("POST", f"{url}/invitation", {"secret": self._of(table.secrets)}),
            ("POST", f"{url}/join", {"secret": self._of(table.secrets), "seat": chance.choice((None, 0, 1, 2)), "name": "Zoe"}),
            ("POST", "/api/join", {"short_code": self._of(table.short_codes), "name": "Yan", "seat": 1}),
            ("GET", "/api/join", None),
            ("PATCH", f"{url}/members", {"keeper_only": False, "table_name": "Thursday"}),
            ("PATCH", f"{url}/members/{number}", {"name": "Ed", "seat": chance.choice((None, 1, 2))}),
            ("POST", f"{url}/members/{number}/answer", {"approve": chance.random() < 0.8}),
            ("DELETE", f"{url}/members/{max(number, 2)}", None),
            ("PUT", f"{url}/doubt", {"entry_id": "d", "entry": DRAW}),
            ("POST", f"{url}/members/{number}/doubt", {"same_card": True}),
            ("POST", f"{url}/keeper/claim", None),
            ("DELETE", f"{url}/members/{number}/claim", None),
            ("GET", f"/api/rules/search?q={quote(str(chance.choice(ODD)))[:300]}", None),
            ("GET", f"/{chance.choice(('', 'x' * 300, '%00', 'sw.js', '..%2f..%2fetc'))}", None),
            ("GET", "/readyz", None),
        )  # fmt: skip
        return chance.choice(calls)

    def _entry(self, table: TableSeen) -> dict[str, Any]:
        chance = self.chance
        templates = [one for one in table.view.get("allowed", ()) if one.get("allowed")]
        unseen = [card for card, left in table.view.get("unseen", {}).items() if left]
        if templates and chance.random() < 0.85:
            keys = ("type", "by", "harbor_index", "expedition_index", "discard", "passing", "rest", "bonus")
            template = chance.choice(templates)
            entry = {key: template[key] for key in keys if key in template}
            if entry["type"] == "draw" and unseen:
                entry["card"] = chance.choice(unseen)
        else:
            entry = {"type": chance.choice(ENTRIES), "harbor_index": chance.randrange(-1, 6)}
        return {**self._draft(table), "entry": entry, "override": chance.random() < 0.1}

    def _correction(self, table: TableSeen) -> dict[str, Any]:
        revision = self.chance.randrange(int(table.view.get("revision", 0)) + 2)
        correction = {
            "type": self.chance.choice(CORRECTIONS),
            "count": 1,
            "revision": revision,
            "before": revision,
        }
        if correction["type"] in ("change", "insert"):
            correction["entry"] = DRAW
        return {**self._draft(table), "correction": correction}

    def _draft(self, table: TableSeen) -> dict[str, Any]:
        self._number += 1
        again = table.entries and self.chance.random() < 0.03
        entry_id = self.chance.choice(table.entries) if again else f"f{self._number}"
        table.entries.append(entry_id)
        return {"entry_id": entry_id, "base_revision": int(table.view.get("revision", 0))}

    def _of(self, found: list[str]) -> str:
        return self.chance.choice(found) if found and self.chance.random() < 0.9 else "Z" * 43

    def _odd_path(self, path: str) -> str:
        at = self.chance.randrange(len(path) + 1)
        return (
            path[:at]
            + self.chance.choice(("%00", "%F0%9F%90%99", "//", "%2e%2e", "a" * 300, "?", "%"))
            + path[at:]
        )
