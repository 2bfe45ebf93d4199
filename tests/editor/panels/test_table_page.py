"""The table tab: what an author puts on a free table; each command is done, undone, redone and saved."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.commands.table_parts import parts_of
from editor.document.editor_document import EditorDocument
from editor.document.game_vocabulary import beginning_of, document_game
from editor.document.problems import Spot, problems_of, spot_of
from editor.editor_page import EditorPage
from editor.files.scenario_store import ScenarioStore
from editor.printing.counter_faces import FaceMaker
from engine.catalogue.document import MapSheet, ScenarioDocument, Turns
from engine.catalogue.table_parts import TABLE, TableParts
from engine.hexes.spec import GridSpec
from tests.editor.samples import small_scenario
from tests.editor.table_hands import pick, write

CHANGES: dict[str, tuple[dict[str, str], Callable[[TableParts], object], object]] = {
    "ratings": (
        {"key": "morale", "title": "Morale", "both_sides": "yes"},
        lambda p: p.ratings[-1].both_sides,
        True,
    ),
    "dice": ({"key": "3d8", "title": "Fire"}, lambda p: p.dice[-1].key, "3d8"),
    "tracks": ({"key": "vp", "title": "Points", "last": "30"}, lambda p: p.tracks[-1].last, 30),
    "markers": ({"key": "smoke", "title": "Smoke", "limit": "4"}, lambda p: p.markers[-1].limit, 4),
    "decks": ({"key": "events", "draw": "secret"}, lambda p: p.decks[-1].draw, "secret"),
    "cards": ({"name": "Rain", "count": "3", "text": "Mud"}, lambda p: p.cards[-1].count, 3),
    "notes": ({"place": "0202", "text": "The ford"}, lambda p: p.notes[-1].place, "0202"),
}


def blank() -> ScenarioDocument:
    spec = GridSpec("flat", "even", 6, 5)
    sheet = MapSheet("free-mine", "Mine", spec, {cell.hex: "clear" for cell in spec.cells()})
    beginning = beginning_of("free")
    return ScenarioDocument(
        "free-mine", "Mine", "free", sheet, beginning.sides, Turns(1, 3), unit_types=beginning.unit_types,
        data=beginning.data,
    )  # fmt: skip


@pytest.fixture
def opened(page: EditorPage, qtbot: QtBot) -> EditorPage:
    page.file_actions.open_document(EditorDocument(blank()))
    page.parts.show_part(page.parts.table)
    return page


def parts(page: EditorPage) -> TableParts:
    assert page.document is not None
    return parts_of(page.document.work)


@pytest.mark.parametrize("name", CHANGES)
def test_each_table_writes_commands_that_can_be_undone_and_saved(
    opened: EditorPage, scenario_store: ScenarioStore, qtbot: QtBot, name: str
) -> None:
    cells, look, expected = CHANGES[name]
    document, page = opened.document, opened.parts.table
    assert document is not None
    before, steps = document.snapshot(), document.history.at
    table = page.tables[name]
    page.go_to(Spot("table", name))
    qtbot.mouseClick(table.add, Qt.MouseButton.LeftButton)
    row = len(table.model.records) - 1
    for column, words in cells.items():
        write(qtbot, table, row, column, words)
        assert table.problem.text() == ""
    assert look(parts(opened)) == expected
    after = document.snapshot()
    while document.history.at > steps:
        document.undo()
    assert document.snapshot() == before
    while document.history.can_redo:
        document.redo()
    assert document.snapshot() == after
    assert opened.file_actions.save() and scenario_store.catalogue is not None
    assert scenario_store.catalogue.load(after.key) == after


def test_how_the_table_is_shared(opened: EditorPage, qtbot: QtBot) -> None:
    page, document = opened.parts.table, opened.document
    assert document is not None
    pick(qtbot, page.sharing["turns"], "All together: it is handed back and forth")
    pick(qtbot, page.sharing["pieces"], "Each side handles its own")
    assert (parts(opened).turns, parts(opened).pieces) == ("together", "own")
    document.undo()
    document.undo()
    assert (parts(opened).turns, parts(opened).pieces) == ("one by one", "all")
    assert page.sharing["turns"].currentIndex() == 0


def test_ratings_become_columns_of_the_order_of_battle_at_once(opened: EditorPage, qtbot: QtBot) -> None:
    page, forces = opened.parts.table, opened.parts.forces
    opened.parts.show_part(forces)
    assert [column.name for column in forces.units.model.definition.columns][-2:] == ["move", "move_back"]
    opened.parts.show_part(page)
    qtbot.mouseClick(page.tables["ratings"].add, Qt.MouseButton.LeftButton)
    write(qtbot, page.tables["ratings"], 3, "key", "morale")
    write(qtbot, page.tables["ratings"], 3, "title", "Morale")
    opened.parts.show_part(forces)
    assert forces.units.model.definition.columns[-1].title == "Morale"
    qtbot.mouseClick(forces.units.add, Qt.MouseButton.LeftButton)
    write(qtbot, forces.units, 0, "morale", "7")
    assert opened.document is not None
    assert opened.document.work.scenario("units")[0].ratings == {"morale": 7}


def test_the_tab_is_there_only_where_the_author_names_the_parts(opened: EditorPage) -> None:
    tabs = opened.parts
    at = next(n for n in range(tabs.count()) if tabs.tabText(n) == "Table")
    assert tabs.isTabVisible(at)
    opened.file_actions.open_document(EditorDocument(small_scenario()))
    assert not tabs.isTabVisible(at)


def test_a_problem_leads_to_its_row(opened: EditorPage, qtbot: QtBot) -> None:
    page = opened.parts.table
    qtbot.mouseClick(page.tables["decks"].add, Qt.MouseButton.LeftButton)
    assert opened.document is not None
    (found,) = [p for p in problems_of(opened.document.snapshot()) if "no cards" in str(p)]
    assert spot_of(found) == Spot("table", "decks", "deck", "deck")
    page.go_to(Spot("table", "decks", "deck", "deck"))
    assert [deck.key for deck in page.tables["decks"].selected()] == ["deck"]


def test_the_settings_of_the_scenario_leave_the_table_alone(opened: EditorPage) -> None:
    table = opened.parts.scenario.settings
    table.catch_up()
    assert TABLE not in [setting.key for setting in table.model.records]


def test_a_counter_on_paper_shows_what_its_author_has_put_on_each_side() -> None:
    document = next(known.documents() for known in (document_game("free"),) if known is not None)
    maker = FaceMaker(next(iter(document)))
    watch = next(unit for unit in maker.document.units if unit.id == "watch-1")
    (piece,) = maker.pieces(watch)
    assert (piece.front.ratings, piece.back.ratings) == (("3", "3"), ("1", "3"))
    assert (piece.front.steps, piece.back.steps, piece.back.known) == (2, 1, True)
    (gun,) = maker.pieces(next(unit for unit in maker.document.units if unit.id == "gun-g"))
    assert gun.front.ratings == ("4", "1", "2") and not gun.back.known
