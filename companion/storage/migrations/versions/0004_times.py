"""When each line was entered and at whose phone, and when its table was opened: by their own account, which goes along
with an export. What was recorded by somebody before was entered when it was recorded.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

OPENED = {
    "sqlite": "UPDATE tables SET opened_at = CAST(strftime('%s', created_at) AS INTEGER)",
    "postgresql": "UPDATE tables SET opened_at = EXTRACT(EPOCH FROM created_at)::bigint",
}
# What nobody entered here was imported, and happened some other day.
ENTERED = {
    "sqlite": "UPDATE log_lines SET entered_at = CAST(strftime('%s', recorded_at) AS INTEGER)"
    " WHERE member IS NOT NULL",
    "postgresql": "UPDATE log_lines SET entered_at = EXTRACT(EPOCH FROM recorded_at)::bigint"
    " WHERE member IS NOT NULL",
}
# The seat, or -1 for the keeper's phone where nobody sits behind it.
PHONE = (
    "UPDATE log_lines SET entered_as = (SELECT COALESCE(members.seat, -1) FROM members"
    " WHERE members.table_id = log_lines.table_id AND members.number = log_lines.member)"
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("opened_at", sa.BigInteger, nullable=True))
    op.add_column("log_lines", sa.Column("entered_at", sa.BigInteger, nullable=True))
    op.add_column("log_lines", sa.Column("entered_as", sa.Integer, nullable=True))
    dialect = op.get_bind().dialect.name
    for statement in (OPENED[dialect], ENTERED[dialect], PHONE):
        op.execute(statement)


def downgrade() -> None:
    op.drop_column("log_lines", "entered_as")
    op.drop_column("log_lines", "entered_at")
    op.drop_column("tables", "opened_at")
