"""Alembic's entry: it always runs on the connection that `Database.upgrade` hands over."""

from __future__ import annotations

from alembic import context

from companion.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
context.run_migrations()
