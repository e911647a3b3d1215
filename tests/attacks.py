"""Bodies that somebody sends to keep a server busy: small to send, and once dear to answer."""

from __future__ import annotations

import http.client
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

PLAYERS = ["Ann", "Bob", "Cem", "Dot", "Eve"]
SHIP = {"kind": "ship", "color": "red", "swords": 3, "coins": 0}
TRADER = {"kind": "person", "type": "trader", "color": "red", "cost": 30, "vp": 0}
CAPTAIN = {"kind": "person", "type": "captain", "cost": 0, "vp": 0}
PRIEST = {"kind": "person", "type": "priest", "cost": 0, "vp": 0}
SETTLER = {"kind": "person", "type": "settler", "cost": 0, "vp": 0}
JACK = {"kind": "person", "type": "jack", "cost": 0, "vp": 0}
WANTING = {"kind": "expedition", "need": ["captain", "priest", "settler"], "coins": 0, "vp": 0}


def document(lines: list[dict[str, Any]], **setup: Any) -> dict[str, Any]:
    """An exported table, as it is imported."""
    chosen = {"edition": "pegasus", "modules": ["base"], "options": {}, "players": PLAYERS, **setup}
    rows = [{"entry_id": f"e{number}", **line} for number, line in enumerate(lines)]
    return {"format": 1, "setup": chosen, "lines": rows}


def counted(number: int) -> dict[str, Any]:
    return {"entry": {"type": "count", "draw_pile": number % 50}}


def back_and_forth(lines: int = 2900) -> dict[str, Any]:
    """227 KB: many inserts, then undo and redo over all of them."""
    many = lines // 3
    rows = [counted(number) for number in range(many)]
    insert = {"type": "insert", "before": 1, "entry": counted(7)["entry"]}
    rows += [{"correction": insert} for _ in range(many)]
    kinds = ("undo", "redo")
    rows += [{"correction": {"type": kinds[n % 2], "count": 2 * many}} for n in range(lines - 2 * many)]
    return document(rows)


def insert_after_insert(lines: int = 2900) -> dict[str, Any]:
    """Each insert once kept all that came before it."""
    rows = [counted(number) for number in range(lines // 2)]
    insert = {"type": "insert", "before": 1, "entry": counted(7)["entry"]}
    return document(rows + [{"correction": insert} for _ in range(lines - len(rows))])


def full_table(ships: int = 200, traders: int = 200) -> dict[str, Any]:
    """A table in the middle of a game at which automatic passing looks at every ship for every Trader."""
    rows = [{"id": name, "coins": 0, "display": [TRADER] * traders} for name in PLAYERS]
    situation = {"players": rows, "active": PLAYERS[0], "phase": "trade_hire", "harbor": [SHIP] * ships}
    return {
        "edition": "yucata",
        "options": {"auto_pass": True},
        "players": PLAYERS,
        "situation": situation,
    }


def passing_automatically(lines: int = 600, ships: int = 200, traders: int = 200) -> dict[str, Any]:
    """Yucata's automatic passing over a full table, by draws "anyway" that fill it turn after turn."""
    draw = {"entry": {"type": "draw", "card": SHIP, "repel": False}, "override": True}
    return document([draw for _ in range(lines)], **full_table(ships, traders))


def ways_to_pay(expeditions: int = 190) -> dict[str, Any]:
    """A view of 23 MB: expeditions upon expeditions, each with all its ways to pay."""
    display = [*[CAPTAIN] * 9, *[PRIEST] * 9, *[SETTLER] * 9, *[JACK] * 9]
    rows = [{"id": name, "coins": 3, "display": display} for name in PLAYERS]
    situation = {"players": rows, "active": PLAYERS[0], "expeditions": [WANTING] * expeditions}
    return {"edition": "pegasus", "players": PLAYERS, "situation": situation}


def drawn_expeditions(lines: int = 2000) -> dict[str, Any]:
    """The same by drawing."""
    return document([{"entry": {"type": "draw", "card": WANTING}, "override": True} for _ in range(lines)])


def ones(bytes_: int = 2_000_000) -> bytes:
    """A list of ones where something else belongs."""
    return b'{"format":1,"setup":{},"lines":[' + b"1," * ((bytes_ - 40) // 2) + b"1]}"


def steps(bytes_: int = 64_000) -> bytes:
    """A ruling of nothing but steps."""
    return b'{"edition":"pegasus","steps":[' + b"1," * ((bytes_ - 40) // 2) + b"1]}"


def brackets(bytes_: int = 2_000_000) -> bytes:
    """Nothing but brackets, none of them deep."""
    return b'{"lines":[' + b"[]," * ((bytes_ - 20) // 3) + b"[]]}"


def crowd(
    number: int, port: int, method: str, path: str, body: bytes | None, headers: dict[str, str], begins: bool
) -> list[int]:
    """So many at once make the same call: the statuses of their answers, of which only the first line is read where it
    just `begins`.
    """

    def call(_: int) -> int:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        line.request(method, path, body, headers)
        with closing(line), line.getresponse() as answer:
            answer.readline() if begins else answer.read()
            return answer.status

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(call, range(number)))
