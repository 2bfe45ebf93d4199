"""Light and dark: another look is worn at once by what is in sight, and keeps nobody from clicking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, pairwise, product
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.theme import restyle, theme
from app.theme.theme import DARK, LIGHT
from tests.app.hands import Hands


@pytest.fixture
def lit(hands: Hands) -> Iterator[MainWindow]:
    yield hands.window
    hands.window.set_theme("light")
    finish(hands.qtbot)


def finish(qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not theme.restyler(theme.application()).is_busy)


def colours(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_another_theme_puts_neither_style_nor_sheet_on_again(
    lit: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on: list[str] = []
    monkeypatch.setattr(QApplication, "setStyle", lambda *style: put_on.append("style"))
    monkeypatch.setattr(QApplication, "setStyleSheet", lambda *sheet: put_on.append("sheet"))
    lit.set_theme("dark")
    finish(qtbot)
    assert put_on == [] and QApplication.palette().window().color() == QColor(DARK.window)


def test_what_is_in_sight_changes_at_once(lit: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restyle, "FIRST_SLICE_SECONDS", 10.0)
    bar = lit.table.bar
    assert LIGHT.base in colours(bar) and DARK.base not in colours(bar)
    lit.set_theme("dark")
    assert DARK.base in colours(bar) and LIGHT.base not in colours(bar)


def test_what_nobody_sees_changes_a_little_at_a_time(
    lit: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()
    monkeypatch.setattr(restyle, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(restyle, "FIRST_SLICE_SECONDS", 0)
    monkeypatch.setattr(restyle, "SLICE_SECONDS", 10)
    left: list[int] = []
    restyler = theme.restyler(theme.application())
    restyler._timer.timeout.connect(lambda: left.append(len(restyler._waiting)))
    lit.set_theme("dark")
    finish(qtbot)
    assert len(left) > 5 and all(before - after <= 9 for before, after in pairwise(left))
    lit.show_start()
    assert DARK.button in colours(lit.start.edit) and LIGHT.button not in colours(lit.start.edit)


def test_a_widget_that_goes_meanwhile_is_left_alone(
    lit: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restyle, "FIRST_SLICE_SECONDS", 0.0)
    passing = QCheckBox("passing", lit.table)
    passing.ensurePolished()
    lit.set_theme("dark")
    passing.deleteLater()
    finish(qtbot)


def test_a_tick_can_be_seen_by_day_and_by_night(lit: MainWindow, qtbot: QtBot) -> None:
    box = QCheckBox(lit.table)
    box.setChecked(True)
    box.resize(30, 30)
    box.show()
    assert LIGHT.accent_text in colours(box) and DARK.accent_text not in colours(box)
    lit.set_theme("dark")
    finish(qtbot)
    assert DARK.accent_text in colours(box) and LIGHT.accent_text not in colours(box)


def test_every_drawing_has_one_for_the_night() -> None:
    drawn = re.findall(r'url\("(.+?)"\)', theme.application().styleSheet())
    by_night = {file for file in drawn if file.endswith("-dark.svg")}
    by_day = {file for file in drawn if file not in by_night}
    assert by_day and {file.replace(".svg", "-dark.svg") for file in by_day} == by_night
    assert all(Path(file).is_file() for file in drawn)


def test_the_buttons_of_panels_can_be_seen_by_night(lit: MainWindow, qtbot: QtBot) -> None:
    lit.set_theme("dark")
    finish(qtbot)
    for dock in lit.docks.values():
        for button in dock.findChildren(QAbstractButton, options=Qt.FindChildOption.FindDirectChildrenOnly):
            image = button.icon().pixmap(16, 16).toImage()
            inks = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
            assert max(ink.lightness() for ink in inks if ink.alpha() > 200) > 140


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_the_highlighted_entry_of_a_drop_down_list_is_seen(
    lit: MainWindow, qtbot: QtBot, choice: str
) -> None:
    lit.set_theme(choice)
    combo = QComboBox(lit)
    qtbot.addWidget(combo)
    combo.addItems(["First", "Second"])
    combo.show()
    combo.showPopup()
    view = combo.view()
    view.setCurrentIndex(combo.model().index(1, 0))
    QApplication.processEvents()
    picture = view.viewport().grab().toImage()
    places = [view.visualRect(combo.model().index(row, 0)).topRight() + QPoint(-4, 4) for row in (0, 1)]
    plain, highlighted = (picture.pixelColor(place).name() for place in places)
    assert highlighted == lit.look.accent and plain != highlighted
    combo.hidePopup()


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_the_current_cell_of_a_table_is_as_clear_as_the_others(
    lit: MainWindow, qtbot: QtBot, choice: str
) -> None:
    """It is framed; nothing lies over its text."""
    lit.set_theme(choice)
    finish(qtbot)
    table = QTableWidget(1, 2, lit)
    table.resize(400, 120)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    for column in (0, 1):
        table.setItem(0, column, QTableWidgetItem("HHHH"))
    table.show()
    table.setFocus()
    table.setCurrentCell(0, 0)
    QApplication.processEvents()
    picture = table.viewport().grab().toImage()

    def difference(column: int) -> int:
        """Between the colour of selected texts and the nearest one in this cell, without its frame."""
        place = table.visualRect(table.model().index(0, column)).adjusted(2, 2, -2, -2)
        points = product(range(place.left(), place.right()), range(place.top(), place.bottom()))
        text = QColor(lit.look.accent_text).lightness()
        return min(abs(picture.pixelColor(x, y).lightness() - text) for x, y in points)

    assert table.hasFocus() and difference(0) == difference(1)
