"""A thumb that tells less than every card: plays a recorded game by the harbor at Stop, or by what is taken and hired."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from companion.engine import codec
from tests.engine.lightly import Told, lightly

from .touch import Thumb, claim

PRINTED = [card["id"] for one in codec.catalogue_json()["sets"] for card in one["cards"]]


@dataclass(frozen=True)
class Said:
    """What the group says, and how the table stands then where that was all of a step."""

    entry: dict[str, Any]
    after: Told | None = None
    # How many turns have begun by then.
    turns: int = 0

    @property
    def kind(self) -> str:
        return str(self.entry["type"])


@dataclass
class Cost:
    """What a game took to tell."""

    drawn: int
    turns: int
    gestures: int
    taps: int

    @property
    def each(self) -> float:
        """Gestures for a drawn card, whatever they were for."""
        return self.gestures / self.drawn


def said(record: dict[str, Any], how: str) -> list[Said]:
    found: list[Said] = []
    begun: set[object] = {(1, 0)}
    for told in lightly(record, repeat(how)):
        if told.between_turns:
            begun.add(told.whole.state.turn)
        # The table is kept so from its opening on.
        entries = [entry for entry in told.said if entry["type"] != "keeping"]
        found += [Said(entry) for entry in entries[:-1]]
        found += [Said(entry, told, len(begun)) for entry in entries[-1:]]
        if not entries and found and told.between_turns:
            # That the others passed is not said.
            found[-1] = Said(found[-1].entry, told, len(begun))
    return found


def play_lightly(thumb: Thumb, record: dict[str, Any], how: str, turns: int | None = None) -> Cost:
    """Plays the game, or its first turns, at a table that is kept so; compares the screen after every turn."""
    entries = said(record, how)
    revision, at, played = 1, 0, 0
    drawn = 0
    while at < len(entries) and (turns is None or played < turns):
        done = _enter(thumb, record, entries, at)
        revision += len(done) if how == "takes" else 1
        at += len(done)
        thumb.settled(revision)
        after = done[-1].after
        if after is not None and after.between_turns:
            played = done[-1].turns
            drawn = _drawn(after)
            _compare(thumb, after)
    return Cost(drawn, played, sum(thumb.gestures.values()), thumb.taps)


def tell_cost(name: str, how: str, cost: Cost, thumb: Thumb) -> None:
    sys.stdout.write(
        f"\n{name} by {how}: {cost.each:.2f} gestures per drawn card, {cost.gestures} in {cost.turns} turns, "
        f"{cost.taps / cost.turns:.1f} taps a turn without sliding {thumb.gestures}\n"
    )


def _drawn(told: Told) -> int:
    entries = (line.entry for line in told.whole.lines)
    return sum(1 for entry in entries if getattr(entry, "type", "") == "draw")


def _compare(thumb: Thumb, told: Told) -> None:
    players = codec.view_json(told.whole)["players"]
    figures = {figure: {one["name"]: one[figure] for one in players} for figure in ("coins", "vp", "swords")}
    thumb.shows(figures)


def _enter(thumb: Thumb, record: dict[str, Any], entries: list[Said], at: int) -> list[Said]:
    """One gesture or more for what is said next; returns what is said then."""
    one = entries[at]
    entry = one.entry
    if one.kind == "draw":
        tell(thumb, entry["card"], "apart")
    elif one.kind == "bust":
        thumb.tap(".pad .k.bust", "bust")
    elif one.kind == "harbor":
        thumb.tap(".pad .k.lies", "stop")
        for card in entry["cards"]:
            tell(thumb, card, "card")
        thumb.tap(".pad .k.act", "that is all")
    elif one.kind == "claim_expedition":
        claim(thumb, entry, record["players"])
    elif one.kind == "take":
        thumb.tap(f'.cards.trade button.card[data-index="{entry["harbor_index"]}"]', "take")
    elif one.kind == "take_card":
        _take(thumb, entry, record["players"])
    elif one.kind == "lying":
        _count(thumb, entry)
    elif one.kind == "pass":
        return _pass(thumb, entries, at)
    else:
        raise AssertionError(entry)
    return [one]


def tell(thumb: Thumb, card: dict[str, Any], purpose: str) -> None:
    """Press the key, slide to the number."""
    thumb.page.wait_for_selector(".pad:not(.busy) [data-opens]")
    thumb.slide(_key(card), f'[data-pick="{card["id"]}"]', purpose, _asked(card))


def _key(card: dict[str, Any]) -> str:
    what = {"ship": f"ship:{card.get('color')}", "person": f"person:{card.get('type')}"}
    return f'.pad [data-opens="{what.get(card["kind"], card["kind"] + ":")}"]'


def _alike(card: dict[str, Any]) -> str:
    """How the ids of its kind begin."""
    return ".".join(card["id"].split(".")[: 3 if card["kind"] in ("ship", "person") else 2]) + "."


def _asked(card: dict[str, Any]) -> int:
    """Taps for a card: the key alone where it has only one number."""
    return 2 if sum(one.startswith(_alike(card)) for one in PRINTED) > 1 else 1


def _take(thumb: Thumb, entry: dict[str, Any], players: list[str]) -> None:
    page, card = thumb.page, entry["card"]
    page.wait_for_selector(".pad:not(.busy) [data-opens]")
    seat = players.index(entry["by"])
    first = page.locator(".takers .on").get_attribute("data-taker") == str(seat)
    end = f".c{card['coins']}" if card["kind"] == "ship" else card["id"]
    value = f'.take-grid [data-pick^="{seat} {_alike(card)}"][data-pick$="{end}"]'
    taps = _asked(card) + (0 if first else 1)
    if taps == 1:
        thumb.tap(_key(card), "take")
    else:
        thumb.slide(_key(card), value, "take", taps)


def _count(thumb: Thumb, entry: dict[str, Any]) -> None:
    thumb.page.wait_for_selector(".pad:not(.busy) .none")
    if "count" not in entry:
        thumb.tap(".pad .k.none", "nobody takes")
    elif entry.get("nobody"):
        thumb.slide(".pad .k.none", f'.figures [data-pick="lying true {entry["count"]}"]', "nobody takes")
    else:
        thumb.tap(f'.figures [data-pick="lying false {entry["count"]}"]', "how many")


def _pass(thumb: Thumb, entries: list[Said], at: int) -> list[Said]:
    """Nobody else, with the count of the next harbor where that comes next; or one player after the other."""
    one = entries[at]
    following = entries[at + 1] if at + 1 < len(entries) else None
    if one.entry.get("rest") and thumb.page.locator(".pad .end").count():
        thumb.page.wait_for_selector(".pad:not(.busy) .end")
        counts = following is not None and following.kind == "lying" and not following.entry.get("nobody")
        if counts and following is not None and thumb.page.locator('[data-opens="end"]').count():
            figure = f'.figures [data-pick="next {following.entry["count"]}"]'
            thumb.slide('[data-opens="end"]', figure, "nobody else")
            return [one, following]
        thumb.tap(".pad .end >> nth=-1", "nobody else")
        return [one]
    passes = [one]
    while at + len(passes) < len(entries) and entries[at + len(passes)].kind == "pass":
        passes.append(entries[at + len(passes)])
    after = passes[-1].after
    behind = entries[at + len(passes)] if at + len(passes) < len(entries) else None
    if len(passes) > 1 and after is not None and after.whole.state.phase != "trade_hire":
        thumb.tap(".quay .acts.two .a.pass", "nobody else", 1)
    elif len(passes) > 1 and behind is not None and behind.kind == "take":
        thumb.tap(f'.player:has(.name:text-is("{behind.entry["by"]}")) .ring', "seat mark")
    else:
        passes = [one]
        thumb.tap(".quay .acts .a.pass", "pass")
    return passes
