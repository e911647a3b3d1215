"""What members ask: whether a card that others drew too is the same one, and to be the keeper."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("doubt", sa.Text, nullable=True))
    op.add_column("members", sa.Column("same_card", sa.Boolean, nullable=True))
    op.add_column("members", sa.Column("claimed_at", sa.BigInteger, nullable=True))


def downgrade() -> None:
    op.drop_column("members", "claimed_at")
    op.drop_column("members", "same_card")
    op.drop_column("members", "doubt")
