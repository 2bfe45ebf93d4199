"""Orders of battle as CSV: out and in again for whole shipped scenarios, damaged tables in a sentence."""

from __future__ import annotations

import pytest

from editor.document.game_vocabulary import rating_fields, vocabulary_for
from editor.document.working_copy import WorkingCopy
from editor.tables.table_definitions import unit_table
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document_game import DocumentGame
from tests.editor.samples import small_scenario


@pytest.mark.parametrize("key", games.SHIPPED)
@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_units_come_back_as_they_were(key: str, delimiter: str) -> None:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    document = max(game.documents(), key=lambda found: len(found.units))
    fields, work = rating_fields(key, document.data), WorkingCopy(document)
    sheet = unit_table(fields, vocabulary_for(document))
    back = sheet.loads(sheet.dumps(document.units, delimiter), work)
    assert len(back) > 10
    for was, now in zip(document.units, back, strict=True):
        known = {name: value for name, value in was.ratings.items() if name in fields}
        assert (now.id, now.name, now.side, now.type, now.formation, now.size) == (
            was.id,
            was.name,
            was.side,
            was.type,
            was.formation,
            was.size,
        )
        assert dict(now.ratings) == known


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing,here\n1,2\n",
        "Id,Name\n,without an id\n",
        "Id,Name\n" + "x" * 200_000 + ",long\n",
        'Id,Name\n"never closed,x\n' + "y" * 200_000,
        "Id,Name\na\0b,c\n",
        "x" * (5 * 2**20),
    ],
)
def test_damaged_tables(text: str) -> None:
    document = small_scenario()
    sheet = unit_table(rating_fields("toy", {}), vocabulary_for(document))
    with pytest.raises(BadInput) as raised:
        sheet.loads(text, WorkingCopy(document))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("side", ["rouge", ""])
def test_a_side_that_there_is_not_is_named_with_its_row(side: str) -> None:
    document = small_scenario()
    sheet = unit_table(rating_fields("toy", {}), vocabulary_for(document))
    with pytest.raises(BadInput) as raised:
        sheet.loads(f"Id,Side\na,Red\nb,{side}\n", WorkingCopy(document))
    said = str(raised.value)
    assert said.startswith(f"Row 3, column Side: {side!r} is not in this scenario.")
    assert said.endswith(f"{', '.join(one.title for one in document.sides)}.")
