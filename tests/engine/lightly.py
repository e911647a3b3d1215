"""A recorded game as a group would tell it that tells less than every card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from companion.engine import History, Line, append, codec, open_history
from companion.engine.house.living import room
from companion.engine.json import card_writing, reading
from companion.engine.rules.kept_lightly import count_matters
from companion.engine.rules.record import Recorded
from companion.engine.table.draft import cards_in
from companion.engine.table.state import DISCOVER, State

from .play import entered_steps

Said = dict[str, Any]
REST: Said = {"type": "pass", "rest": True}


class Told(NamedTuple):
    """The table told card by card and the one told lightly after a step of the recording, with what the light one was told
    since the step before.
    """

    whole: History
    light: History
    said: tuple[Said, ...]

    @property
    def between_turns(self) -> bool:
        return self.whole.state.phase != "trade_hire" and self.whole.state.drawn == 0


def lightly(game: dict[str, Any], ways: Iterable[str]) -> Iterator[Told]:
    """A recorded game told card by card and, beside it, each turn in the next of these ways, step by step."""
    whole = open_history(codec.setup_from_json(game))
    light = open_history(codec.setup_from_json(game))
    chosen, turn, how = iter(ways), (0, 0), "cards"
    for step, _ in entered_steps(game):
        before = whole.state
        whole, done = enter(whole, step)
        said: list[Said] = []
        if before.turn != turn:
            turn, wanted = before.turn, next(chosen, how)
            if wanted != how:
                how, change = wanted, {"type": "keeping", "how": wanted}
                light, _ = enter(light, change)
                said.append(change)
        for entry in _told(step, before, done, light.state, how):
            light, _ = enter(light, entry)
            said.append(entry)
        if how == "takes" and _over(before, whole.state) and not _over(before, light.state):
            rest = _nobody(light.state, before) if light.state.phase == DISCOVER else REST
            light, _ = enter(light, rest)
            said.append(rest)
        yield Told(whole, light, tuple(said))


def enter(history: History, said: Said) -> tuple[History, Recorded]:
    entry = reading.entry(said, history.state.game, history.setup.players)
    return append(history, Line(f"line-{history.revision}", entry))


def _over(before: State, after: State) -> bool:
    return after.turn != before.turn or after.phase == "game_over"


def _told(step: Said, before: State, done: Recorded, light: State, how: str) -> list[Said]:
    """What the group tells of a step."""
    kind, after = step["type"], done.state
    if how == "cards" and kind == "take":
        return [_take(step, before, light)]
    if how == "cards":
        return [step]
    if before.phase == DISCOVER and kind in ("draw", "repel", "keep", "stop", "use_gambler"):
        turned: list[Said] = [step["card"]] if kind == "draw" else step.get("cards", [])
        told: list[Said] = [
            {"type": "draw", "card": card} for card in turned if card["kind"] in ("expedition", "tax")
        ]
        if any(line.why == "bust" for line in done.ledger):
            return [*told, {"type": "bust"}]
        stopped = after.phase != DISCOVER or _over(before, after)
        return [*told, *_stop(kind, before, after, light, how)] if stopped else told
    if kind == "take" and how == "harbor":
        return [_take(step, before, light)]
    if kind == "take":
        return [{"type": "take_card", "card": step["card"], "by": step["by"], "passing": True}]
    return [] if kind == "start_turn" or (kind == "pass" and how == "takes") else [step]


def _take(step: Said, before: State, light: State) -> Said:
    """The same card, wherever it was told."""
    return {**step, "harbor_index": light.harbor.index(before.harbor[step["harbor_index"]])}


def _stop(kind: str, before: State, after: State, light: State, how: str) -> list[Said]:
    """What lies there, or how much where that matters, or nothing yet."""
    stopped = before if kind == "stop" else after
    if how == "takes":
        count = {"type": "lying", "count": cards_in(stopped)}
        return [count] if count_matters(light) and not _over(before, after) else []
    used = room(stopped, "gambler")
    cards = [card_writing.card(card) for card in stopped.harbor if card is not None]
    return [{"type": "harbor", "cards": cards, **({"gamblers": used.times} if used and used.times else {})}]


def _nobody(light: State, before: State) -> Said:
    count = {"count": cards_in(before)} if count_matters(light) else {}
    return {"type": "lying", "nobody": True, **count}
