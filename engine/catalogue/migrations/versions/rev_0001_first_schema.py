"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_PARTS: dict[str, str] = {
    "sides": "key title colour data",
    "formations": "key title side parent ratings",
    "unit_types": "key title symbol ratings",
    "units": "id name side type formation size ratings order:number",
    "setups": "unit kind at distance:number data",
    "schedule": "kind turn:number side unit place amount:number data",
    "allotments": "side what amount:number turn:number",
    "start_lines": "key title points left right closed:flag on_line exceptions",
    "victory_conditions": "key when title body",
    "options": "key title default choices text",
    "special_rules": "id parameters text",
}
_INDEXES: dict[str, list[list[str]]] = {
    "maps": [["key"]],
    "scenarios": [["game"], ["map"]],
    "units": [["scenario", "id"], ["name"]],
    "setups": [["scenario", "unit"]],
    "schedule": [["scenario", "turn"]],
}
_TYPES = {"": sa.Text, "number": sa.BigInteger, "small": sa.Integer, "flag": sa.Boolean}


def _columns(words: str) -> list[sa.Column[object]]:
    parts = [word.partition(":") for word in words.split()]
    return [sa.Column(name, _TYPES[kind](), nullable=False) for name, _, kind in parts]


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _foreign(table: str, column: str, target: str, ondelete: str | None = None) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}", ondelete=ondelete)


def upgrade() -> None:
    op.create_table("properties", *_columns("name value"), _key("properties", "name"))
    op.create_table("games", *_columns("key title"), _key("games", "key"))
    op.create_table(
        "maps",
        *_columns("key title digest grid terrain features hexsides rest id:small shipped:flag"),
        _key("maps", "id"),
        sa.UniqueConstraint("digest", name="uq_maps_digest"),
    )
    op.create_table(
        "scenarios",
        *_columns("key title game map:small shipped:flag revision:number area first_turn:number"),
        *_columns("last_turn:number turn_names features regions description complexity:number"),
        *_columns("minutes:number balance data id:small"),
        _key("scenarios", "id"),
        sa.UniqueConstraint("key", name="uq_scenarios_key"),
        _foreign("scenarios", "game", "games.key"),
        _foreign("scenarios", "map", "maps.id"),
    )
    for table, words in _PARTS.items():
        op.create_table(
            table,
            *_columns(f"scenario:small position:small {words}"),
            _key(table, "scenario", "position"),
            _foreign(table, "scenario", "scenarios.id", "CASCADE"),
            sqlite_with_rowid=False,
        )
    op.create_table(
        "saved_games",
        *_columns("name autosave:flag game scenario header changed snapshot snapshot_at:small id:small"),
        _key("saved_games", "id"),
        sa.UniqueConstraint("name", "autosave", name="uq_saved_games_name_autosave"),
    )
    op.create_table(
        "game_actions",
        *_columns("saved_game:small number:small side action digest auto:flag"),
        _key("game_actions", "saved_game", "number"),
        _foreign("game_actions", "saved_game", "saved_games.id", "CASCADE"),
        sqlite_with_rowid=False,
    )
    for table, indexes in _INDEXES.items():
        for columns in indexes:
            op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)
