"""A scenario of a game with rules from a template and a spreadsheet: checked, saved, opened again, played."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from editor.files.new_map_dialog import NewMapDialog
from editor.files.scenario_templates import RIVER, TITLES
from editor.tables.csv_mapping_dialog import CsvMappingDialog
from engine import games
from engine.catalogue.check import check
from engine.catalogue.document import ScenarioDocument
from tests.editor.hands import CTRL
from tests.editor.table_hands import pick, titled, write
from tests.editor.test_from_nothing import Author, author, play_a_turn  # noqa: F401
from tests.editor.window.test_editor_host import window  # noqa: F401

DESIGNATION = "Designation"
"""A heading that the editor does not know: it asks once what it is."""
TABLES = {
    "ddb": f"""Morale quality;{DESIGNATION};Side;Type;Mobility class;Size
regular;HQ 29th Division;United States;Headquarters;MOT;headquarters
poor;1/116 Inf;United States;Infantry;LEG;battalion
regular;2/116 Inf;united states;infantry;LEG;battalion
veteran;HQ GR 914;Germany;Headquarters;MOT;headquarters
regular;I/GR 914;Germany;Infantry;LEG;battalion
poor;Ost-Btl 621;german;INF;LEG;battalion
""",
    "ctl": f"""Formation;{DESIGNATION};Side;Type;Size;Effectiveness;Combat strength;pt;ma;d_er;d_pt
9ID;HQ 9th Infantry Division;United States;Headquarters;headquarters;;;;;;
9ID;US 1/47;United States;Infantry;battalion;6;7;2;4;4;1
9ID;US 2/47;United States;Infantry;battalion;6;7;2;4;4;1
526ID;HQ 526th Division;Germany;Headquarters;headquarters;;;;;;
526ID;I/GR 48;Germany;Infantry;battalion;4;5;1;4;3;0
526ID;II/GR 48;Germany;Infantry;battalion;4;5;1;4;3;0
""",
    "ttr": f"""Nation;{DESIGNATION};Side;Type;"Combat factor, one per step";Movement factor;Size
US;US 84 Inf;Allies;Infantry;8, 4;8;division
US;US 102 Inf;Allies;Infantry;8, 4;8;division
GE;363 VG;Germany;Infantry;4, 2;6;division
GE;246 VG;Germany;Infantry;4, 2;6;division
""",
    "avl": f"""{DESIGNATION};Type;Side;Nation;Size;Regiment or brigade;Green
1/157 Infantry;us_inf;Allies;US;battalion;157;yes
2/157 Infantry;us_inf;Allies;US;battalion;157;no
I/64 Pz Gren;ge_pzg5;Germany;GE;battalion;64;no
II/64 Pz Gren;ge_pzg5;Germany;GE;battalion;64;no
""",
    "leb": f"""Power;Nation;{DESIGNATION};Side;Type;Size;classes;full;reduced;start
axis;German;Ger 25;Axis;Infantry army;army;B, C, D;9, 8, 8;4, 4, 3;C
axis;German;Ger 31;Axis;Infantry army;army;B, C, D;9, 8, 8;4, 4, 3;C
western;US;9 US;Allies;Infantry army;army;B, C, D;16, 15, 13;8, 7, 6;B
western;UK;2 UK;Allies;Infantry army;army;B, C, D;16, 15, 13;8, 7, 6;B
""",
}
FORMATIONS = {"ctl": {"9ID": "us", "526ID": "german"}}
"""Formations that the units of the spreadsheet name, and their sides."""
STAFF_TOWNS = {"ctl": ("0503", "0903")}
"""Headquarters of this game stand in towns."""
COLUMNS, ROWS = 13, 9


def from_a_template(author: Author, game: str) -> None:  # noqa: F811
    """A new map with a river, a bridge, a front and places to hold."""
    page, qtbot = author.page, author.qtbot

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewMapDialog)
        pick(qtbot, dialog.game, games.game(game).title)
        qtbot.keyClicks(dialog.title, "Over the river")
        pick(qtbot, dialog.template, TITLES[RIVER])
        author.number(dialog.fields["columns"], COLUMNS)
        author.number(dialog.fields["rows"], ROWS)
        author.press_button(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok))

    QTimer.singleShot(0, answer)
    author.press_button(page.welcome.first())
    assert page.document is not None and page.document.title == "Over the river"
    author.look()


def take_in_spreadsheet(author: Author, game: str, path: Path) -> None:  # noqa: F811
    """The units, with one column that has to be pointed out."""
    path.write_text(TABLES[game], encoding="utf-8")
    forces, qtbot = author.page.parts.forces, author.qtbot

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, CsvMappingDialog)
        at = next(n for n, name in enumerate(dialog.mapping()) if not name)
        dialog.boxes[at].setFocus()
        pick(qtbot, dialog.boxes[at], "Name")
        author.press_button(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok))

    author.tab(forces)
    QTimer.singleShot(0, answer)
    assert forces.import_file(path), forces.units.problem.text()
    author.look()


def list_formations(author: Author, game: str) -> None:  # noqa: F811
    """Without them the check says that the game cannot begin."""
    table = author.page.parts.forces.formations
    for row, (key, side) in enumerate(FORMATIONS.get(game, {}).items()):
        author.press_button(table.add)
        write(author.qtbot, table, row, "key", key)
        write(author.qtbot, table, row, "side", titled(table, "side", side))


def set_up(author: Author) -> None:  # noqa: F811
    """The units of each side two hexes behind its side of the front, dragged onto the map."""
    author.tab(author.page.parts.map)
    for here in STAFF_TOWNS.get(author.document.game, ()):
        author.take("brush", "town")
        author.click(here)
    author.take("units")
    sides = [side.key for side in author.work.scenario("sides")]
    for side, column in zip(sides, (COLUMNS // 2 - 1, COLUMNS // 2 + 3), strict=False):
        units = [unit for unit in author.work.scenario("units") if unit.side == side]
        for row, unit in enumerate(units, start=3):
            author.carry(unit.id, f"{column:02}{row:02}")


def errors_in(document: ScenarioDocument) -> list[str]:
    found = check(document, games.game(document.game))
    return [str(finding) for finding in found if finding.severity == "error"]


@pytest.mark.parametrize("game", TABLES)
def test_a_template_and_a_spreadsheet_become_a_game(
    window: MainWindow,  # noqa: F811
    author: Author,  # noqa: F811
    qtbot: QtBot,
    tmp_path: Path,
    game: str,
) -> None:
    page = author.page
    from_a_template(author, game)
    take_in_spreadsheet(author, game, tmp_path / "units.csv")
    set_up(author)
    if game in FORMATIONS:
        (told,) = errors_in(author.document.snapshot())
        assert "The game cannot begin: '9ID' is not a formation of this game." in told
        author.tab(page.parts.forces)
        list_formations(author, game)
    author.tab(page.parts.scenario)
    author.number(page.parts.scenario.last, author.work.scenario("turns").first + 2)
    document = author.document.snapshot()
    assert len(document.units) == len(document.setups) == len(TABLES[game].splitlines()) - 1
    assert all(unit.id and " " not in unit.id for unit in document.units)
    assert document.victory and document.start_lines
    assert errors_in(document) == []
    author.look()
    author.press_button(page.parts.scenario.title)
    qtbot.keyClick(page.parts.scenario.title, Qt.Key.Key_S, CTRL)
    store = page.file_actions.scenario_store
    assert store.catalogue is not None and store.catalogue.load(document.key) == document
    assert page.file_actions.open(document.key)
    assert page.document is not None and page.document.snapshot() == document, "opened again"
    qtbot.keyClick(page, Qt.Key.Key_F5)
    play_a_turn(window)
