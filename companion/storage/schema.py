"""The two tables of the event log. Migrations build them; this is what queries are written against."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("keeper_hash", sa.String(64), nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
)

log_lines = sa.Table(
    "log_lines",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry_id", sa.String(64), nullable=False),
    # Text, not a JSON type: what was recorded is compared byte by byte with a repeat of it.
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.UniqueConstraint("table_id", "entry_id", name="log_lines_entry_once"),
    # A log is read in its order: keep it in that order.
    sqlite_with_rowid=False,
)
