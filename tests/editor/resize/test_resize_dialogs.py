"""The dialogs for resizing and mirroring a map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox

from app.background.task import running_tasks
from editor.resize import resize_dialog
from editor.resize.mirror_dialog import MirrorDialog
from editor.resize.resize_dialog import ResizeDialog
from editor.resize.resize_map import Margins
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario

OK = QDialogButtonBox.StandardButton.Ok


def test_cutting_is_agreed_to(qtbot) -> None:
    dialog = ResizeDialog(small_scenario())
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.buttons.button(OK).isEnabled()
    dialog.fields["left"].setValue(2)
    assert dialog.buttons.button(OK).isEnabled() and dialog.warning.text() == ""
    dialog.fields["right"].setValue(-3)
    assert not dialog.buttons.button(OK).isEnabled() and "18 hexes of terrain" in dialog.warning.text()
    dialog.agreed.click()
    assert dialog.buttons.button(OK).isEnabled() and dialog.margins() == Margins(2, -3)
    dialog.fields["bottom"].setValue(-1)
    assert not dialog.agreed.isChecked(), "whoever agreed to one loss has not agreed to another"
    assert not dialog.buttons.button(OK).isEnabled()
    dialog.fields["right"].setValue(-50)
    assert (
        "No hex of the map would be left" in dialog.warning.text()
        and not dialog.buttons.button(OK).isEnabled()
    )


def test_the_losses_of_a_large_map_are_worked_out_beside_the_window(
    qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resize_dialog, "MAX_IMMEDIATE_HEXES", 10)
    dialog = ResizeDialog(small_scenario())
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.fields["right"].setValue(-3)
    assert dialog.fine.text().startswith("Checking") and not dialog.buttons.button(OK).isEnabled()
    qtbot.waitUntil(lambda: "18 hexes of terrain" in dialog.warning.text())
    dialog.agreed.click()
    assert dialog.buttons.button(OK).isEnabled()
    dialog.fields["right"].setValue(-4)
    assert not dialog.agreed.isVisible() and not dialog.buttons.button(OK).isEnabled()
    qtbot.waitUntil(lambda: "24 hexes of terrain" in dialog.warning.text())
    assert dialog.agreed.isVisible() and not dialog.agreed.isChecked()


def test_an_answer_that_comes_too_late_allows_nothing(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resize_dialog, "MAX_IMMEDIATE_HEXES", 10)
    dialog = ResizeDialog(small_scenario())
    qtbot.addWidget(dialog)
    dialog.fields["right"].setValue(3)
    dialog.fields["right"].setValue(-50)
    qtbot.waitUntil(lambda: not running_tasks())
    assert (
        "No hex of the map would be left" in dialog.warning.text()
        and not dialog.buttons.button(OK).isEnabled()
    )


@pytest.mark.parametrize("half", ["left", "right", "top", "bottom"])
def test_which_half_is_kept(qtbot, half) -> None:
    dialog = MirrorDialog(small_scenario().map.lattice())
    qtbot.addWidget(dialog)
    dialog.choices[half].setChecked(True)
    assert dialog.kept() == half
    beside = "even number of columns" in dialog.note.text()
    assert beside == (half in ("left", "right")), "eight columns have no middle one"


def test_resizing_through_the_menu(hands: Hands, qtbot) -> None:
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ResizeDialog)
        dialog.fields["left"].setValue(1)
        dialog.done(QDialog.DialogCode.Accepted)

    before = hands.document.snapshot()
    QTimer.singleShot(0, answer)
    hands.page.actions_by_key["resize"].trigger()
    assert len(hands.document.lattice) == 54
    assert hands.page.workspace.canvas.geometry_of_map.lattice is hands.document.lattice
    hands.page.actions_by_key["undo"].trigger()
    assert hands.document.snapshot() == before and len(hands.document.lattice) == 48
