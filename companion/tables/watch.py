"""What somebody may want to know of the work on tables, as it is done. Whoever runs a server counts it."""

from __future__ import annotations


class Watch:
    """Told of everything; this one looks away."""

    def keeps(self, tables: int, size: int) -> None:
        """So many tables are in memory, and take about so many bytes."""

    def rests(self) -> None:
        """A table was put to rest: of it only the end stays in memory."""

    def evicts(self) -> None:
        """A table was let go of, because others needed its room."""

    def fold_comes(self) -> None:
        """A long fold is asked for, and waits for its turn."""

    def fold_begins(self, waited: float) -> None:
        """It has waited so many seconds."""

    def fold_ends(self, took: float) -> None:
        """It was worked out, or refused, in so many seconds."""

    def news_sent(self, age: float) -> None:
        """News is with a phone, so many seconds after it was entered."""
