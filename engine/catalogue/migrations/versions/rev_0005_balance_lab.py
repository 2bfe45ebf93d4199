"""Games that bots played in the balance lab."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "lab_scenarios",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_lab_scenarios"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lab_games",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("bots", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["lab_scenarios.digest"], name="fk_lab_games_digest"),
        sa.PrimaryKeyConstraint("key", name="pk_lab_games"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lab_games_scenario", "lab_games", ["scenario"])
