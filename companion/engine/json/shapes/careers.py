"""What many evenings come to."""

from __future__ import annotations

from typing import Annotated, TypedDict


class PastGame(TypedDict):
    """One game of a player; `place` is null where all played together."""

    code: str
    at: Annotated[int, "Seconds since 1970."]
    vp: int
    place: int | None
    won: bool


class Against(TypedDict):
    """How often a player was ahead of another in the final order, behind, and at the same place."""

    name: str
    ahead: int
    behind: int
    level: int


class BoxRecord(TypedDict):
    """A player's games with one box and what was mixed into it."""

    edition: str
    modules: list[str]
    games: int
    won: int


class Career(TypedDict):
    """One player's games; a player is whoever has the same name."""

    name: str
    since: Annotated[int, "The first game, in seconds since 1970."]
    games: int
    won: int
    ranked: Annotated[int, "Games in which everybody played for himself: points and places are of these."]
    points: Annotated[int, "Of all ranked games together."]
    best: int
    busts: int
    recent: Annotated[list[PastGame], "The last twelve, the newest last."]
    against: list[Against]
    hired: Annotated[dict[str, int], "How many persons of each type, the most first."]
    awards: Annotated[dict[str, int], "As an evening's, the most first."]
    boxes: list[BoxRecord]


class Remembered(TypedDict):
    """Everybody who played, those with most games first."""

    players: list[Career]
