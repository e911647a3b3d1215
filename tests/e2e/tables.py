"""Tables in the middle of a game, in words short enough to be read: cards as in the catalogue, without `base.`."""

from __future__ import annotations

import importlib
import itertools
import sys
from dataclasses import dataclass, field, replace
from typing import Any

from playwright.sync_api import APIRequestContext

from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import REPOSITORY

COLORS = ("yellow", "blue", "green", "red", "black")
_numbers = itertools.count(1)


def card(word: str) -> str:
    """`red.s3.c2`, `sailor.v1.p3`, `2captain` and `tax.fewest_vp` as the catalogue calls them."""
    first = word.split(".")[0]
    if first in ("gambler", "contract", "makesail"):
        return word
    if first == "tax":
        return f"base.{word}"
    kind = "ship" if first in COLORS else "expedition" if first[0].isdigit() else "person"
    return f"base.{kind}.{word}"


def cards(words: str) -> list[str]:
    return [card(word) for word in words.split()]


@dataclass(frozen=True)
class Seat:
    name: str
    coins: int
    display: str
    expeditions: str = ""

    def body(self) -> dict[str, Any]:
        owned = cards(self.expeditions)
        return {
            "id": self.name,
            "coins": self.coins,
            "display": cards(self.display),
            "expeditions_owned": owned,
        }


@dataclass(frozen=True)
class Recipe:
    """How a table came to be what it is: opened (in mid-game, where there are seats), then played.

    `played`: entries as `draw red.s3.c2`, `stop`, `pass`, `rest`, `keep`, `repel`, `keeping takes`, `lying 5`,
    `harbor red.s3.c2 ...`, `claim 0 captain priest`, `take_card red.s3.c2 1` (the seat).
    """

    seats: tuple[Seat, ...] = ()
    names: tuple[str, ...] = ("Ada", "Ben", "Cleo")
    edition: str = "pegasus"
    modules: tuple[str, ...] = ("base",)
    active: str = "Ben"
    phase: str = "discover"
    harbor: str = ""
    row: str = "2captain 2priest-1settler"
    played: tuple[str, ...] = ()
    # More that a situation tells, such as what modules have on the table.
    more: dict[str, Any] = field(default_factory=dict)
    # What the group's box holds otherwise than the catalogue.
    box: dict[str, Any] = field(default_factory=dict)

    def but(self, **changes: Any) -> Recipe:
        return replace(self, **changes)

    def setup(self) -> dict[str, Any]:
        names = [seat.name for seat in self.seats] or list(self.names)
        setup: dict[str, Any] = {"edition": self.edition, "modules": list(self.modules), "players": names}
        if self.box:
            setup["box"] = self.box
        if not self.seats:
            return setup
        situation = {
            "players": [seat.body() for seat in self.seats],
            "active": self.active,
            "phase": self.phase,
            "harbor": cards(self.harbor),
            "expeditions": cards(self.row),
            "draw_pile": 38,
            "discard_pile": 12,
            "round": 7,
            **self.more,
        }
        return {**setup, "situation": situation}


# When recorded games began, in seconds since 1970: late, so that they go on after midnight.
EVENING = 1_790_034_000


@dataclass(frozen=True)
class Recording:
    """The first entries of a recorded game; all of them where no number is given."""

    game: str
    entries: int | None = None

    def export(self) -> dict[str, Any]:
        record = recorded_game(next(path for path in GAMES if path.name.startswith(self.game)))
        steps = [step for step, _ in entered_steps(record)][: self.entries]
        lines = [
            {"entry_id": f"r{number}", "entry": step, "at": EVENING + 20 * number, "phone": "keeper"}
            for number, step in enumerate(steps)
        ]
        setup = {key: record[key] for key in ("edition", "modules", "options", "players")}
        return {"format": 1, "opened": EVENING, "setup": setup, "lines": lines}


TOOLS = str(REPOSITORY / "pwa" / "tools")


def prepared(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A set-up and what is entered then, by the name of the view that the phone's tests are made of."""
    if TOOLS not in sys.path:
        sys.path.insert(0, TOOLS)
    tools = [importlib.import_module(one) for one in ("adventure_views", "adventure_evenings")]
    setup, entries = next(tool.STATES[name] for tool in tools if name in tool.STATES)
    return setup, entries


@dataclass(frozen=True)
class Prepared:
    """The table of one of the phone's views (`pwa/tools/adventure_views.py`, `adventure_evenings.py`)."""

    view: str

    def setup(self) -> dict[str, Any]:
        return prepared(self.view)[0]

    def entries(self) -> list[dict[str, Any]]:
        return prepared(self.view)[1]


@dataclass(frozen=True)
class Opened:
    """A table on a server, and the key to it."""

    code: str
    token: str
    view: dict[str, Any]
    # Who is there, as a phone that joins keeps it: it knows its place before its first news.
    members: dict[str, Any] | None = None


def entry(words: str) -> dict[str, Any]:
    kind, *rest = words.split()
    if kind == "rest":
        return {"type": "pass", "rest": True}
    if kind == "take":
        return {"type": "take", "harbor_index": int(rest[0])}
    if kind == "claim":
        return {"type": "claim_expedition", "expedition_index": int(rest[0]), "discard": rest[1:]}
    if kind == "coach":
        return {"type": "coach", "on": True}
    if kind == "keeping":
        return {"type": "keeping", "how": rest[0]}
    if kind == "lying":
        return {"type": "lying", "count": int(rest[0])}
    if kind == "harbor":
        return {"type": "harbor", "cards": [card(word) for word in rest]}
    if kind == "take_card" and len(rest) > 1:
        return {"type": "take_card", "card": card(rest[0]), "by": int(rest[1]), "passing": True}
    return {"type": kind, "card": card(rest[0])} if rest else {"type": kind}


def record(
    server: APIRequestContext,
    url: str,
    table: Opened,
    words: str | dict[str, Any],
    base: int | None = None,
) -> Opened:
    """Records an entry as another phone would; returns the table after it."""
    body = {
        "entry_id": f"s{next(_numbers)}",
        "base_revision": table.view["revision"] if base is None else base,
        "entry": entry(words) if isinstance(words, str) else words,
    }
    answer = server.post(
        f"{url}/api/tables/{table.code}/entries",
        data=body,
        headers={"Authorization": f"Bearer {table.token}"},
    )
    assert answer.ok, f"{words}: {answer.text()}"
    return replace(table, view=answer.json()["view"])


def open_table(server: APIRequestContext, url: str, recipe: Recipe | Recording | Prepared) -> Opened:
    if isinstance(recipe, Recording):
        answer = server.post(f"{url}/api/tables/import", data=recipe.export())
    else:
        answer = server.post(f"{url}/api/tables", data=recipe.setup())
    assert answer.ok, answer.text()
    body = answer.json()
    table = Opened(body["code"], body["token"], body["view"])
    played: tuple[str | dict[str, Any], ...] = ()
    if isinstance(recipe, Prepared):
        played = tuple(recipe.entries())
    elif isinstance(recipe, Recipe):
        played = recipe.played
    for words in played:
        table = record(server, url, table, words)
    return table


def _ask(server: APIRequestContext, url: str, path: str, body: object, token: str = "") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = server.post(f"{url}/api{path}", data=body, headers=headers)
    assert answer.ok, f"{path}: {answer.text()}"
    return dict(answer.json())


def invite(server: APIRequestContext, url: str, table: Opened, role: str = "player") -> dict[str, Any]:
    """A secret and a short code, as the keeper's phone shows them."""
    return _ask(server, url, f"/tables/{table.code}/invites", {"role": role}, table.token)


def come(server: APIRequestContext, url: str, table: Opened, place: str) -> Opened:
    """Another phone comes in, as `player 1` (the seat), `player` or `spectator`; returns the table with its key."""
    role, _, seat = place.partition(" ")
    body = {"secret": invite(server, url, table, role)["secret"], **({"seat": int(seat)} if seat else {})}
    token = _ask(server, url, f"/tables/{table.code}/join", body)["token"]
    headers = {"Authorization": f"Bearer {token}"}
    members = server.get(f"{url}/api/tables/{table.code}/members", headers=headers)
    assert members.ok, members.text()
    return replace(table, token=token, members=members.json())


def knock(server: APIRequestContext, url: str, table: Opened, name: str) -> None:
    """Somebody asks to come in by the short code."""
    short_code = invite(server, url, table)["short_code"]
    _ask(server, url, "/join", {"short_code": short_code, "name": name})


def doubt(server: APIRequestContext, url: str, table: Opened, card: str) -> None:
    """The second player's phone drew that card too, and asks everybody."""
    token = come(server, url, table, "player 1").token
    body = {"entry_id": "too", "entry": {"type": "draw", "card": card}}
    headers = {"Authorization": f"Bearer {token}"}
    answer = server.put(f"{url}/api/tables/{table.code}/doubt", data=body, headers=headers)
    assert answer.ok, answer.text()


def claim(server: APIRequestContext, url: str, table: Opened) -> None:
    """The second player asks to be the keeper."""
    token = come(server, url, table, "player 1").token
    headers = {"Authorization": f"Bearer {token}"}
    answer = server.post(f"{url}/api/tables/{table.code}/keeper/claim", headers=headers)
    assert answer.ok, answer.text()


def refuse(server: APIRequestContext, url: str, table: Opened) -> None:
    """The keeper says no to whoever asks."""
    headers = {"Authorization": f"Bearer {table.token}"}
    members = server.get(f"{url}/api/tables/{table.code}/members", headers=headers).json()
    for one in members["asking"]:
        path = f"/tables/{table.code}/members/{one['member']}/answer"
        _ask(server, url, path, {"approve": False}, table.token)


FOUR = (
    Seat("Ada", 9, "admiral.v2.p7 admiral.v2.p7 sailor.v1.p3 trader.yellow.v1.p3 settler.v1.p4"),
    Seat(
        "Ben",
        5,
        "governor.v0.p8 mademoiselle.v2.p7 sailor.v1.p3 pirate.v1.p5 captain.v1.p4 jack.v1.p6 trader.green.v1.p3",
    ),
    Seat("Cleo", 4, "jester.v1.p5 trader.blue.v1.p3 sailor.v1.p3", "2settler"),
    Seat("Dev", 11, "mademoiselle.v2.p7 jester.v2.p7 trader.red.v1.p3 priest.v1.p4"),
)
EMIL = Seat("Emil", 2, "pirate.v2.p7 settler.v1.p4 captain.v1.p4 admiral.v3.p9 trader.black.v1.p3")
RICH = (FOUR[0], FOUR[1], replace(FOUR[2], coins=12), replace(FOUR[3], coins=13))
WEAK = (FOUR[0], replace(FOUR[1], display="governor.v0.p8 mademoiselle.v2.p7 captain.v1.p4"), *FOUR[2:])
BOTH = (FOUR[0], replace(FOUR[1], display=FOUR[1].display + " captain.v1.p4"), *FOUR[2:])
GAMBLER = (FOUR[0], replace(FOUR[1], display=FOUR[1].display + " gambler.v1.p4"), *FOUR[2:])

CALM = Recipe(FOUR, harbor="blue.s1.c2 green.s3.c3 yellow.s2.c3", played=("draw sailor.v2.p5",))
MANY = "blue.s1.c2 green.s3.c3 yellow.s2.c3 sailor.v2.p5 red.s3.c2 governor.v0.p8 trader.black.v1.p3"
TRADE = Recipe(
    FOUR,
    harbor="blue.s1.c2 green.s3.c3 yellow.s2.c3 sailor.v2.p5 red.s3.c2",
    played=("draw governor.v0.p8", "stop"),
)
NEW_CARDS = CALM.but(
    edition="bigbox",
    modules=("base", "jomc_cards"),
    harbor="contract.ship.yellow.s4.c3.gift blue.s1.c2 contract.person.gunner.v1.p4",
)
GIFT = NEW_CARDS.but(played=("draw sailor.v2.p5", "stop"))

# The last round: Ada has her twelve points, Dev is the last to be active.
AHEAD = (replace(FOUR[0], display=FOUR[0].display + " admiral.v3.p9 mademoiselle.v3.p9"), *FOUR[1:])
LAST = Recipe(AHEAD, active="Cleo", harbor="blue.s1.c2 green.s3.c3", played=("draw sailor.v2.p5",))
# Ada is two points short of it.
NEARLY = (replace(FOUR[0], display=FOUR[0].display + " admiral.v3.p9"), *FOUR[1:])
DUSK = Recipe(NEARLY, active="Ada", harbor="blue.s1.c2 green.s3.c3", played=("draw sailor.v2.p5", "stop"))
END = Recipe(AHEAD, active="Dev", phase="trade_hire", harbor="blue.s1.c2 sailor.v2.p5", played=("rest",))


def ended(ada: int, ben: int) -> Recipe:
    """A game whose first two players end with twelve points each, and these coins."""
    first = Seat("Ada", ada, "admiral.v3.p9 mademoiselle.v3.p9 pirate.v3.p9 governor.v0.p8", "2captain")
    second = Seat("Ben", ben, "jester.v3.p9 mademoiselle.v3.p9 sailor.v3.p7 governor.v0.p8", "2settler")
    third = replace(FOUR[2], expeditions="")
    return Recipe(
        (first, second, third, FOUR[3]),
        active="Dev",
        phase="trade_hire",
        harbor="blue.s1.c2",
        row="2priest",
        played=("rest",),
    )


def contracts(*told: str) -> list[dict[str, Any]]:
    """`mercenary`, `mercenary Ada Ben` (completed by), `frigate_nemesis Ben=1` (waits there)."""
    rows = []
    for words in told:
        name, *marks = words.split()
        steps = dict(mark.split("=") for mark in marks if "=" in mark)
        row: dict[str, Any] = {"name": name, "completed_by": [mark for mark in marks if "=" not in mark]}
        rows.append({**row, "progress": {who: int(at) for who, at in steps.items()}})
    return rows
