"""Who plays a saved game now."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    texts = ("token", "user_name", "host", "machine", "started", "since", "renewed")
    op.create_table(
        "game_leases",
        sa.Column("saved_game", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in texts),
        sa.Column("process", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("saved_game", name="pk_game_leases"),
        sa.ForeignKeyConstraint(
            ["saved_game"], ["saved_games.id"], name="fk_game_leases_saved_game", ondelete="CASCADE"
        ),
    )
