"""Who plays, in which order: seats keep their numbers while players come and go."""

from __future__ import annotations

from functools import lru_cache

from .draft import Table

# As many seats as a table ever gives, those of everybody who has left among them.
MOST_SEATS = 12


def plays(table: Table, seat: int) -> bool:
    """Whether somebody sits there who has not left."""
    return seat in table.game.order


def around(table: Table, first: int) -> tuple[int, ...]:
    """Everybody's seat clockwise, `first` first."""
    return _around(table.game.order, first)


@lru_cache(maxsize=512)
def _around(order: tuple[int, ...], first: int) -> tuple[int, ...]:
    at = order.index(first)
    return order[at:] + order[:at]


def steps(table: Table, seat: int, to: int) -> int:
    """How many places clockwise from one seat to another."""
    order = table.game.order
    return (order.index(to) - order.index(seat)) % len(order)


def next_seat(table: Table, seat: int) -> int:
    """Who sits next, clockwise."""
    order = table.game.order
    return order[(order.index(seat) + 1) % len(order)]


def seat_before(table: Table, seat: int) -> int:
    """Who sits before, clockwise."""
    order = table.game.order
    return order[order.index(seat) - 1]
