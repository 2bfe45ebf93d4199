"""The page of the handbook about the lab is true: its steps are done here, as they are written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.handbook.handbook_actions import contexts_of
from app.handbook.pages import handbook
from app.main_window import MainWindow
from editor.lab.lab_window import LabWindow
from engine.lab.what_if import KINDS
from tests.editor.handbook.test_chapters import follow
from tests.editor.lab.test_lab_window import TOY, choose, looked_up
from tests.editor.window.test_editor_host import window  # noqa: F401

PAGE = "making/balance-lab"


def test_the_steps(window: MainWindow, qtbot: QtBot) -> None:  # noqa: F811
    window.editor_host.open_editor()
    page = window.editor_host.page
    page.actions_by_key["lab"].trigger()
    lab = page.lab.shown
    assert lab is not None

    def bots() -> None:
        for side in ("red", "blue"):
            lab.settings.check("steady/veteran", side, False)
            lab.settings.check("random", side)
        lab.settings.check("steady/recruit", "red")

    def games() -> None:
        lab.settings.games.setValue(1)
        lab.settings.seed.setText("steps")

    def what_if() -> None:
        lab.settings.proposals.setCurrentText("One turn more")
        qtbot.mouseClick(lab.settings.add, Qt.MouseButton.LeftButton)
        looked_up(lab, qtbot, 4)
        qtbot.waitUntil(lambda: lab.start.text() == "Play 4 games")

    def play() -> None:
        assert lab.cancel.text() == "Cancel"
        qtbot.mouseClick(lab.start, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not lab.lab_run.is_running)
        assert lab.start.text() == "All games are played"

    def show() -> None:
        lab.shown.setCurrentIndex(3)
        assert lab.shown.currentText().startswith("One turn more")

    def replay() -> None:
        lab.pages.setCurrentWidget(lab.games)
        qtbot.keyClick(lab.games.table, Qt.Key.Key_Down)
        qtbot.keyClick(lab.games.table, Qt.Key.Key_Return)
        controller = window.table.controller
        assert controller is not None and controller.step_number == 0

    follow(
        PAGE,
        [
            ("**Scenario**", lambda: choose(lab, TOY, qtbot)),
            ("one or more bots for each side", bots),
            ("**Games of each pairing** and the **Seed**", games),
            ("press **Add**", what_if),
            ("Press **Play**", play),
            ("**shown**", show),
            ("**Games**, a double click or Enter", replay),
        ],
    )


def test_every_page_of_the_lab_and_every_what_if_is_explained(window: MainWindow) -> None:  # noqa: F811
    lab = window.editor_host.page.lab.show()
    page = handbook().for_context(list(contexts_of(lab.games.table)))
    assert page is not None and page.key == PAGE
    for number in range(lab.pages.count()):
        assert f"| {lab.pages.tabText(number)} |" in page.text
    for words in KINDS.replace(" or ", ", ").split(", "):
        assert f"`{words}`" in page.text, words


def test_f1_works_in_the_lab(window: MainWindow, qtbot: QtBot) -> None:  # noqa: F811
    lab: LabWindow = window.editor_host.page.lab.show()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is lab)
    lab.games.table.setFocus()
    qtbot.keyClick(lab, Qt.Key.Key_F1)
    shown = window.handbook.shown
    assert shown is not None and shown.shown == PAGE
