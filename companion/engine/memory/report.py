"""An evening as the outside reads it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.log.history import History

from .evening import Deeds, Moment, evening

if TYPE_CHECKING:
    from companion.engine.json import shapes


def evening_json(history: History) -> shapes.Evening:
    """One evening: points by round, what each player did and met, and what was outstanding."""
    found = evening(history)
    data: shapes.Evening = {
        "revision": history.revision,
        "rounds": [
            {"round": one.round, "vp": list(one.vp), "coins": list(one.coins)} for one in found.rounds
        ],
        "players": [
            _player(seat, history.state.players[seat].name, own) for seat, own in enumerate(found.deeds)
        ],
        "awards": [
            {
                "code": one.code,
                "seats": list(one.seats),
                "value": one.value,
                "times": one.times,
                "moments": _moments(one.moments),
            }
            for one in found.awards
        ],
    }
    if found.partly:
        data["partly"] = True
    return data


def _player(seat: int, name: str, own: Deeds) -> shapes.EveningPlayer:
    return {
        "seat": seat,
        "name": name,
        "drawn": len(own.drawn),
        "repelled": _moments(own.repelled),
        "busts": _moments(own.busts),
        "income": [
            {
                "why": why,
                "coins": sum(coins for coins, _ in paid),
                "moments": _moments(dict.fromkeys(at for _, at in paid)),
            }
            for why, paid in sorted(own.income.items())
        ],
        "hired": dict(sorted(own.hired.items())),
    }


def _moments(found: Iterable[Moment]) -> list[shapes.Moment]:
    return [{"revision": at.revision, "round": at.round} for at in found]
