"""What can keep a database from taking or giving something."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.engine import Connection

LOST = (sa.exc.OperationalError, sa.exc.TimeoutError)


class Conflict(Exception):
    """What must be there once is there already. Nothing was written."""


class Moved(Exception):
    """The rights at the table are not those that the write stood on, or it is gone. Nothing was written."""


class Ended(Exception):
    """The invite that a write stood on has expired or was revoked. Nothing was written."""


class Unavailable(Exception):
    """The database does not answer, is locked for too long, or its disk is full. The write may be there or not."""


@contextmanager
def reading(engine: sa.Engine) -> Iterator[Connection]:
    """A connection to read on; raises `Unavailable` where there is none."""
    try:
        with engine.connect() as connection:
            yield connection
    except LOST as error:
        raise Unavailable from error


@contextmanager
def writing(engine: sa.Engine) -> Iterator[Connection]:
    """A transaction: all of it or nothing. Raises `Conflict` and `Unavailable`."""
    try:
        with engine.begin() as connection:
            yield connection
    except sa.exc.IntegrityError:
        raise Conflict from None
    except LOST as error:
        raise Unavailable from error
