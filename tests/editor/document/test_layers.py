"""Each printed layer can be made fainter, and comes back as it was."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from editor.backdrop.alignment import Affine
from editor.backdrop.board import board_from
from editor.commands.board import set_board
from editor.document.layers import NOT_LOCKABLE, PRINTED
from tests.editor.hands import Hands


def picture(hands: Hands) -> QImage:
    canvas = hands.page.workspace.canvas
    QApplication.processEvents()
    canvas.patient = True
    canvas.viewport().repaint()
    image = QImage(canvas.viewport().size(), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    canvas.render(painter)
    painter.end()
    return image


FAR = ("terrain", "hexsides", "roads")
"""What can still be seen from afar."""


@pytest.mark.parametrize(("key", "scale"), [*((key, 1.2) for key in PRINTED), *((key, 0.1) for key in FAR)])
def test_a_printed_layer_fades(hands: Hands, qtbot, key: str, scale: float) -> None:
    canvas, layers = hands.page.workspace.canvas, hands.page.workspace.layers
    qtbot.waitUntil(lambda: not hands.page.idle_queue.is_busy, timeout=60_000)  # All panels have their size.
    if key == "board":
        image = QImage(60, 60, QImage.Format.Format_RGB32)
        image.fill(QColor("#e010d0"))
        board = board_from(image, Affine(0.2, 0, 0, 0.2, 0, 0), "board.png")
        hands.document.do_step(set_board(hands.work, board, "Print a board"))
    canvas.actual_size()  # As when somebody has zoomed: the map is not fitted into the window any more.
    canvas.set_scale(scale)
    plain = picture(hands)
    hands.page.layers.opacity[key].setValue(30)
    assert layers.strength() == {key: 0.3}
    qtbot.waitUntil(lambda: not canvas._relabel_timer.isActive())
    assert picture(hands) != plain
    hands.page.layers.opacity[key].setValue(100)
    qtbot.waitUntil(lambda: not canvas._relabel_timer.isActive())
    assert picture(hands) == plain


def test_the_grid_can_be_hidden_but_not_locked(hands: Hands, qtbot) -> None:
    canvas, panel = hands.page.workspace.canvas, hands.page.layers
    canvas.actual_size()  # As when somebody has zoomed: the map is not fitted into the window any more.
    canvas.set_scale(1.2)
    plain = picture(hands)
    panel.shown["grid"].setChecked(False)
    qtbot.waitUntil(lambda: not canvas._relabel_timer.isActive())
    assert picture(hands) != plain
    assert all(not panel.locked[key].isVisibleTo(panel) for key in NOT_LOCKABLE)
    panel.shown["grid"].setChecked(True)
    qtbot.waitUntil(lambda: not canvas._relabel_timer.isActive())
    assert picture(hands) == plain


def test_a_tracing_fades(hands: Hands) -> None:
    drawn = hands.page.reference_images.tracing._item
    assert drawn is not None and drawn.opacity() == 1.0
    hands.page.layers.opacity["tracing"].setValue(40)
    assert drawn.opacity() == 0.4
