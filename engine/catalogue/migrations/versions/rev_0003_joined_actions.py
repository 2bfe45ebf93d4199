"""Which actions of a saved game were submitted together."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column(
        "game_actions", sa.Column("joined", sa.Boolean(), nullable=False, server_default=sa.false())
    )
