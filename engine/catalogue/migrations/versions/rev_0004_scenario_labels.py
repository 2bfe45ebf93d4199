"""Which scenarios are drafts, and the tags they are found by."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("scenarios", sa.Column("draft", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("scenarios", sa.Column("tags", sa.Text(), nullable=False, server_default=""))
