"""The event log, and who may read and write it. Migrations build these; queries are written against them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

# The last of the migrations, and the table where they note how far they came.
NEWEST = "0005"
forms = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32)))


def _table_id() -> sa.Column[int]:
    key = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.Integer, key, primary_key=True)


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    # Counts every change of who may do what: a line is only written on the rights that it was allowed by.
    sa.Column("rights", sa.Integer, nullable=False, server_default="0"),
    sa.Column("keeper_only", sa.Boolean, nullable=False, server_default=sa.false()),
    # In seconds since 1970, by the table's own account: of one that was imported, when it was opened elsewhere.
    sa.Column("opened_at", sa.BigInteger, nullable=True),
    # What the group calls it.
    sa.Column("name", sa.String(80), nullable=True),
)

log_lines = sa.Table(
    "log_lines",
    metadata,
    _table_id(),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry_id", sa.String(64), nullable=False),
    # Text, not a JSON type: what was recorded is compared byte by byte with a repeat of it.
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    # The number of the member who entered it: beside the body, which is the engine's own.
    sa.Column("member", sa.Integer, nullable=True),
    # When, in seconds since 1970 by the clock of whoever entered it, and at whose phone: a seat, -1 the keeper's.
    sa.Column("entered_at", sa.BigInteger, nullable=True),
    sa.Column("entered_as", sa.Integer, nullable=True),
    sa.UniqueConstraint("table_id", "entry_id", name="log_lines_entry_once"),
    # A log is read in its order: keep it in that order.
    sqlite_with_rowid=False,
)

members = sa.Table(
    "members",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("role", sa.String(10), nullable=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("name", sa.String(80), nullable=True),
    sa.Column("was_keeper", sa.Boolean, nullable=False),
    # The draw that this member asks about, and what somebody at the table answered.
    sa.Column("doubt", sa.Text, nullable=True),
    sa.Column("same_card", sa.Boolean, nullable=True),
    # When this member asked to be the keeper, or to come in: a stamp of a clock that does not jump.
    sa.Column("claimed_at", sa.BigInteger, nullable=True),
)

invites = sa.Table(
    "invites",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("short_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("role", sa.String(10), nullable=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
)
