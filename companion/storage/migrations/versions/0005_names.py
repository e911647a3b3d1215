"""What a group calls its table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("name", sa.String(80), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "name")
