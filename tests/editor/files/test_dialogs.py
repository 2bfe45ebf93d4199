"""The dialogs of the editor."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from editor.document.editor_document import EditorDocument
from editor.document.recovery import RecoveryCopy, recovery_copies, write_copy
from editor.files.new_map_dialog import NewMapDialog
from editor.files.open_dialog import OpenDialog
from editor.files.save_as_dialog import SaveAsDialog
from editor.files.scenario_store import ScenarioStore, StoredScenario
from editor.files.versions_dialog import VersionsDialog
from engine.catalogue.document import Anchor
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario

OK = QDialogButtonBox.StandardButton.Ok


def new_map(qtbot, scenario_store: ScenarioStore) -> NewMapDialog:
    dialog = NewMapDialog(scenario_store)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_new_map(qtbot, scenario_store: ScenarioStore) -> None:
    dialog = new_map(qtbot, scenario_store)
    assert not dialog.buttons.button(OK).isEnabled(), "it has no title yet"
    dialog.game.setCurrentIndex(dialog.game.findData("toy"))
    qtbot.keyClicks(dialog.title, "Hill 112")
    assert dialog.key.text() == "toy-hill-112"
    dialog.fields["columns"].setValue(12)
    dialog.fields["rows"].setValue(9)
    dialog.terrain.setCurrentIndex(0)
    qtbot.keyClicks(dialog.scale, "500 m")
    for field, text in zip(dialog.places.lines[0], ("0101", "49,1", "-0.5"), strict=True):
        qtbot.keyClicks(field, text)
    assert dialog.buttons.button(OK).isEnabled(), dialog.problem.text()
    document = dialog.document()
    assert len(document.map.lattice()) == 108 and document.map.terrain == {}
    assert document.map.georeference.anchors == (Anchor("0101", 49.1, -0.5),)
    assert document.map.data == {"scale": "500 m"}
    assert len(document.sides) == 2 and document.game == "toy"


def test_the_corner_numbers_follow_every_setting(qtbot, scenario_store: ScenarioStore) -> None:
    dialog = new_map(qtbot, scenario_store)
    assert dialog.preview.numbers() == ["0101", "3001", "0124", "3024"]
    dialog.fields["order"].setCurrentIndex(1)
    assert dialog.preview.numbers() == ["0101", "0130", "2401", "2430"]
    dialog.fields["rows_run"].setCurrentIndex(1)
    assert dialog.preview.numbers() == ["2401", "2430", "0101", "0130"]
    dialog.fields["first_column"].setValue(50)
    assert dialog.preview.numbers()[2:] == ["0150", "0179"]
    dialog.fields["short_staggered"].click()
    assert dialog.preview.numbers()[2] == "–", "even columns are short at the foot"
    document = dialog.spec()
    assert {cell.hex for cell in document.cells()} >= {"2450", "0179"}


def test_settings_that_do_not_fit_are_explained(qtbot, scenario_store: ScenarioStore) -> None:
    dialog = new_map(qtbot, scenario_store)
    qtbot.keyClicks(dialog.title, "X")
    dialog.fields["columns"].setValue(120)
    assert "does not fit into 2 digits" in dialog.problem.text()
    assert not dialog.buttons.button(OK).isEnabled()
    dialog.fields["column_digits"].setValue(3)
    assert dialog.problem.text() == ""
    qtbot.keyClicks(dialog.places.lines[0][0], "9999")
    assert "degrees" in dialog.problem.text()
    dialog.places.lines[0][1].setText("50")
    qtbot.keyClicks(dialog.places.lines[0][2], "6")
    assert "no hex '9999'" in dialog.problem.text()


def test_a_taken_key_is_refused(qtbot, scenario_store: ScenarioStore) -> None:
    scenario_store.save(small_scenario())
    dialog = new_map(qtbot, scenario_store)
    qtbot.keyClicks(dialog.title, "X")
    dialog.key.clear()
    qtbot.keyClicks(dialog.key, "small-one")
    assert "already a scenario" in dialog.problem.text()
    save = SaveAsDialog(scenario_store, EditorDocument(small_scenario()))
    qtbot.addWidget(save)
    assert save.key.text() == "small-one-2"
    save.key.setText("Small One")
    assert "not a valid key" in save.problem.text()


def test_enter_opens_what_was_found(qtbot, scenario_store: ScenarioStore) -> None:
    for key, title in (("first", "First"), ("second", "Second")):
        scenario_store.save(replace(small_scenario(), key=key, title=title))
    dialog = OpenDialog(scenario_store, [])
    qtbot.addWidget(dialog)
    assert dialog.choose("first")
    qtbot.keyClicks(dialog.filter, "secon")
    qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert isinstance(dialog.chosen, StoredScenario) and dialog.chosen.key == "second"
    nothing = OpenDialog(scenario_store, [])
    qtbot.addWidget(nothing)
    qtbot.keyClicks(nothing.filter, "xyzzy")
    assert not nothing.open_button.isEnabled()


def test_new_map_through_the_menu(page, qtbot) -> None:
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewMapDialog)
        dialog.game.setCurrentIndex(dialog.game.findData("toy"))
        qtbot.keyClicks(dialog.title, "From nothing")
        qtbot.mouseClick(dialog.buttons.button(OK), Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, answer)
    page.actions_by_key["new"].trigger()
    assert page.document is not None and page.document.title == "From nothing"
    assert page.document.is_modified and page.pages.currentWidget() is page.parts


def test_opening_lists_own_shipped_and_left_behind(
    qtbot, scenario_store: ScenarioStore, tmp_path: Path
) -> None:
    scenario_store.save(small_scenario())
    folder = tmp_path / "recovery"
    write_copy(folder / "x.toml", small_scenario(), 1)
    dialog = OpenDialog(scenario_store, recovery_copies(folder))
    qtbot.addWidget(dialog)
    groups = [dialog.tree.topLevelItem(n).text(0) for n in range(dialog.tree.topLevelItemCount())]  # type: ignore[union-attr]
    assert groups == [
        "Recovered unsaved work",
        "My scenarios",
        "Shipped scenarios (opened as a copy)",
    ]
    assert dialog.open_button.text() == "Restore"
    assert dialog.choose("toy-bridge") and dialog.open_button.text() == "Edit a copy"
    dialog.filter.setText("small")
    assert dialog.tree.topLevelItem(2).isHidden()  # type: ignore[union-attr]
    dialog.tree.setCurrentItem(dialog.tree.topLevelItem(0).child(0))  # type: ignore[union-attr,arg-type]
    dialog.accept()
    assert isinstance(dialog.chosen, RecoveryCopy)
    dialog.discard.click()
    assert recovery_copies(folder) == []


def test_back_to_a_former_version(hands: Hands, qtbot) -> None:
    hands.page.file_actions.save()
    before = hands.document.snapshot()
    hands.take("brush", "hill")
    hands.click("0101")
    hands.page.file_actions.save()

    told = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, VersionsDialog)
        if dialog.is_comparing:
            QTimer.singleShot(20, answer)
            return
        told.append(dialog.text.toPlainText())
        dialog.back.click()

    QTimer.singleShot(0, answer)
    hands.page.actions_by_key["versions"].trigger()
    assert told == ["1 hex is hill instead of woods: 0101."]
    assert hands.document.snapshot() == before and hands.steps[-1] == "Go back to version 1"
