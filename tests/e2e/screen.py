"""A screen of the app in one of its states, and the way there."""

from __future__ import annotations

from dataclasses import dataclass

from .tables import Prepared, Recipe, Recording

Way = Recipe | Recording | Prepared


@dataclass(frozen=True)
class Screen:
    """`does` leads there from the address, as `Phone.do` reads it.

    `shows` is on the screen once it is there. `place`: whose phone it is, `keeper`, `player 1` (the seat), `player`
    without a seat, `spectator`, or `stranger`; `joined`: who else is at the first table.
    """

    name: str
    tables: tuple[Way, ...] = ()
    address: str = "#/table/{code}"
    does: tuple[str, ...] = ()
    shows: str = "main"
    main: bool = False
    # Much like another main screen: looked at in the long run only.
    seldom: bool = False
    place: str = "keeper"
    joined: tuple[str, ...] = ()
    # Differs from another one in words and pictures only: no test but of these looks at it, and that in the long run.
    only_pictured: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def each_time(self) -> bool:
        return self.main and not self.seldom

    @property
    def whole(self) -> bool:
        """Not a sheet over another screen."""
        return "dialog" not in self.shows

    @property
    def held(self) -> bool:
        """A thumb stays down: nobody turns a phone or enlarges its text then, and what is above the thumb lies there for good."""
        return bool(self.does) and self.does[-1].startswith(("press", "slide"))

    def lies_behind(self, other: Screen) -> bool:
        """Whether the way there leads through the other one."""
        same = all(
            getattr(self, what) == getattr(other, what) for what in ("tables", "address", "place", "joined")
        )
        further = self.does[len(other.does) :]
        return (
            same
            and self.does[: len(other.does)] == other.does
            and all(step.startswith(("tap", "type", "wait")) for step in further)
        )
