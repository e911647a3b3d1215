"""Members of a table, invites to it, and who wrote each line. Who opened a table becomes its first member."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "members",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(80), nullable=True),
        sa.Column("was_keeper", sa.Boolean, nullable=False),
    )
    op.create_table(
        "invites",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("short_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.execute(
        "INSERT INTO members (table_id, number, token_hash, state, role, was_keeper)"
        " SELECT id, 1, keeper_hash, 'here', 'keeper', false FROM tables"
    )
    # Not in batch mode: it would rebuild the table, and dropping the old one would take the logs along.
    op.add_column("tables", sa.Column("rights", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("keeper_only", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_column("tables", "keeper_hash")
    op.add_column("log_lines", sa.Column("member", sa.Integer, nullable=True))


def downgrade() -> None:
    op.drop_column("log_lines", "member")
    op.add_column("tables", sa.Column("keeper_hash", sa.String(64), nullable=False, server_default=""))
    op.execute(
        "UPDATE tables SET keeper_hash ="
        " (SELECT token_hash FROM members WHERE table_id = tables.id AND number = 1)"
    )
    op.drop_column("tables", "keeper_only")
    op.drop_column("tables", "rights")
    op.drop_table("invites")
    op.drop_table("members")
