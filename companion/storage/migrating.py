"""The tables brought to the form of this version of the program, step by step.

Read only where there is something to bring: Alembic takes as long to import as all that a running server asks of storage.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection


def migrations() -> Config:
    """Where the steps lie."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def upgrade(connection: Connection) -> int:
    """Takes every step that is left, on a connection that nobody else writes beside; returns how many."""
    config = migrations()
    found = MigrationContext.configure(connection).get_current_revision()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    steps = ScriptDirectory.from_config(config).iterate_revisions("head", found or "base")
    return sum(1 for _ in steps)
