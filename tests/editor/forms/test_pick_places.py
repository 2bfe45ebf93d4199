"""Places are picked on a map from inside the forms that ask for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.document.rule_words import NAMED
from editor.document.value_shapes import shape_of
from editor.forms.hex_list_field import HexListField
from editor.forms.named_fields import NamedPlacesField
from editor.forms.pick_places_dialog import PickPlacesDialog
from editor.forms.value_table import ValueTable
from tests.editor.hands import LEFT
from tests.editor.samples import small_scenario


@pytest.fixture
def document() -> EditorDocument:
    return EditorDocument(small_scenario())


def when_asked(answer: Callable[[PickPlacesDialog], None]) -> None:
    """What is done in the dialog that opens next; it is accepted afterwards."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, PickPlacesDialog)
        dialog.map.patient = True
        answer(dialog)
        dialog.accept()

    QTimer.singleShot(0, look)


def click(qtbot: QtBot, dialog: PickPlacesDialog, here: str) -> None:
    """A click into a hex, or beside a hexside."""
    geometry = dialog.scene.geometry
    point = geometry.side(here).center() if "/" in here else geometry.centre(here)
    spot: QPoint = dialog.map.mapFromScene(point)
    assert dialog.map.viewport().rect().contains(spot)
    qtbot.mouseClick(dialog.map.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, spot)


def test_hexes_are_picked_and_left_out_again(qtbot: QtBot, document: EditorDocument) -> None:
    field = HexListField(document, tuple)
    qtbot.addWidget(field)
    field.set_hexes(("0203", "0204"))
    field.show()
    assert not field.pick.isVisible(), "nothing is selected on the map of the editor"

    def answer(dialog: PickPlacesDialog) -> None:
        assert dialog.places == ["0203", "0204"]
        click(qtbot, dialog, "0305")
        click(qtbot, dialog, "0203")

    when_asked(answer)
    field.on_map.click()
    assert field.hexes() == ("0204", "0305") and field.problem() == ""


def test_quick_clicks_are_two_clicks(qtbot: QtBot, document: EditorDocument) -> None:
    dialog = PickPlacesDialog(document, ())
    qtbot.addWidget(dialog)
    dialog.show()
    for here in ("0203", "0305"):
        spot = dialog.map.mapFromScene(dialog.scene.geometry.centre(here))
        qtbot.mousePress(dialog.map.viewport(), LEFT, pos=spot)
        qtbot.mouseRelease(dialog.map.viewport(), LEFT, pos=spot)
    again = dialog.map.mapFromScene(dialog.scene.geometry.centre("0306"))
    qtbot.mouseDClick(dialog.map.viewport(), LEFT, pos=again)
    qtbot.mouseRelease(dialog.map.viewport(), LEFT, pos=again)
    assert dialog.places == ["0203", "0305", "0306"]
    assert "3 places: 0203 0305 0306" in dialog.named.text()
    dialog.clear.click()
    assert dialog.places == [] and not dialog.clear.isEnabled()


def test_hexsides_are_picked_where_there_are_some(qtbot: QtBot, document: EditorDocument) -> None:
    first, second = document.lattice.hexside("0203", "0204"), document.lattice.hexside("0304", "0305")
    field = HexListField(document, tuple)
    qtbot.addWidget(field)
    field.set_hexes((first,))

    def answer(dialog: PickPlacesDialog) -> None:
        assert dialog.hexsides.isChecked()
        click(qtbot, dialog, second)

    when_asked(answer)
    field.on_map.click()
    assert field.hexes() == (first, second) and field.problem() == ""


def test_a_field_for_one_place_takes_the_last(qtbot: QtBot, document: EditorDocument) -> None:
    field = HexListField(document, tuple, single=True)
    qtbot.addWidget(field)
    field.set_hexes(("0203",))
    when_asked(lambda dialog: click(qtbot, dialog, "0305"))
    field.on_map.click()
    assert field.hexes() == ("0305",)


def test_cancel_leaves_what_was_written(qtbot: QtBot, document: EditorDocument) -> None:
    field = HexListField(document, tuple)
    qtbot.addWidget(field)
    field.set_hexes(("0203",))
    QTimer.singleShot(0, lambda: QApplication.activeModalWidget().reject())  # type: ignore[union-attr]
    field.on_map.click()
    assert field.hexes() == ("0203",)


def test_hexes_of_a_line_of_a_setting_are_picked(qtbot: QtBot, document: EditorDocument) -> None:
    value = {"1": "0101 0102", "2": "0203"}
    shape = shape_of(value, document.work, document.lattice)
    assert shape is not None
    table = ValueTable(shape, value, document, tuple)
    qtbot.addWidget(table)
    table.table.setCurrentCell(1, 0)
    when_asked(lambda dialog: click(qtbot, dialog, "0305"))
    table.on_map.click()
    assert table.value() == {"1": "0101 0102", "2": "0203 0305"}


def test_the_hex_of_a_unit_is_picked_and_must_be_on_the_map(qtbot: QtBot, document: EditorDocument) -> None:
    units = NAMED["unit"](document.work)
    unit = next(iter(units))
    field = NamedPlacesField(units, document)
    qtbot.addWidget(field)
    field.set_values({unit: "9999"})
    assert field.problem() == "The map has no 9999."
    field.table.setCurrentCell(0, 0)
    when_asked(lambda dialog: click(qtbot, dialog, "0305"))
    field.on_map.click()
    assert field.values() == {unit: "0305"} and field.problem() == ""
    field.set_values({"nobody": "0305"})
    assert field.problem() == "The scenario has no unit 'nobody'."
