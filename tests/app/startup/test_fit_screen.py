"""The first window lies on the screen, frame included."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.startup.fit_screen import fit_screen, fitting_contents

SCREEN = QRect(0, 0, 1280, 800)
BELOW_A_PANEL = QRect(60, 30, 1220, 770)
TITLE_BAR, BORDER = 24, 4


def framed(contents: QRect) -> QRect:
    return contents.adjusted(-BORDER, -TITLE_BAR, BORDER, BORDER)


@pytest.mark.parametrize("available", [SCREEN, BELOW_A_PANEL])
@pytest.mark.parametrize("corner", [(0, 0), (BORDER, TITLE_BAR), (700, 500), (-300, -200)])
def test_no_part_of_the_frame_overhangs(available: QRect, corner: tuple[int, int]) -> None:
    contents = QRect(*corner, 1280, 800)
    fitting = fitting_contents(contents, framed(contents), available)
    assert framed(fitting) == available, "it uses all the room there is"


def test_a_window_that_fits_stays_as_it_is() -> None:
    contents = QRect(100, 100, 640, 480)
    assert fitting_contents(contents, framed(contents), SCREEN) == contents


def test_a_window_larger_than_its_screen_is_made_smaller(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    available = window.screen().availableGeometry()
    window.resize(available.width() + 400, available.height() + 300)
    fit_screen(window)
    assert window.size() == available.size()
    window.move(50, 60)
    window.show()
    fit_screen(window)
    assert available.contains(window.frameGeometry())


def test_a_maximized_window_is_left_alone(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.showMaximized()
    maximized = window.geometry()
    fit_screen(window)
    assert window.geometry() == maximized
