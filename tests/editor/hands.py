"""Simulated users: real mouse and key events on the map of the editor."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.document.working_copy import WorkingCopy
from editor.editor_page import EditorPage

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
PLAIN = Qt.KeyboardModifier.NoModifier
SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


class BareHands:
    """User actions in the editor."""

    def __init__(self, page: EditorPage) -> None:
        self.page = page

    @property
    def document(self) -> EditorDocument:
        assert self.page.document is not None
        return self.page.document

    @property
    def work(self) -> WorkingCopy:
        return self.document.work

    @property
    def steps(self) -> list[str]:
        """The history in words."""
        return [step.text for step in self.document.history.steps]

    def take(self, tool: str, kind: str = "") -> None:
        """Take a tool, and a kind from its palette."""
        self.page.tool_actions[tool].trigger()
        if kind:
            panel = self.page.palette_panel
            found = panel.list.findItems(kind, Qt.MatchFlag.MatchExactly)
            if found:
                panel.list.setCurrentItem(found[0])
            else:
                panel.other.setText(kind)
                QTest.keyClick(panel.other, Qt.Key.Key_Return)

    def set_option(self, name: str, value: object) -> None:
        """Set something in the row above the map."""
        field = self.page.options.fields[name]
        if isinstance(field, QComboBox):
            at = field.findData(value)
            assert at >= 0, f"{value} is not offered: {[field.itemText(n) for n in range(field.count())]}"
            field.setCurrentIndex(at)
            field.activated.emit(at)
        elif isinstance(field, QSpinBox):
            assert isinstance(value, int)
            field.setValue(value)
        elif isinstance(field, QLineEdit):
            field.selectAll()
            QTest.keyClick(field, Qt.Key.Key_Backspace)
            QTest.keyClicks(field, str(value))
        else:
            field.click()  # type: ignore[attr-defined]

    def spot(self, place: str, lean: str = "") -> QPoint:
        """The middle of a hex or hexside in the viewport; `lean` pulls it towards a hex."""
        canvas = self.page.workspace.canvas
        geometry = canvas.geometry_of_map
        point = geometry.side(place).center() if "/" in place else geometry.centre(place)
        if lean:
            point += (geometry.centre(lean) - point) * 0.12
        spot = canvas.mapFromScene(point)
        assert canvas.viewport().rect().contains(spot), f"{place} is out of sight"
        return spot

    def press(self, spot: QPoint, button=LEFT, keys=PLAIN) -> None:
        self._send(QEvent.Type.MouseButtonPress, spot, button, button, keys)

    def move(self, spot: QPoint, button=LEFT, keys=PLAIN) -> None:
        self._send(QEvent.Type.MouseMove, spot, Qt.MouseButton.NoButton, button, keys)

    def release(self, spot: QPoint, button=LEFT, keys=PLAIN) -> None:
        self._send(QEvent.Type.MouseButtonRelease, spot, button, Qt.MouseButton.NoButton, keys)

    def _send(self, kind, spot: QPoint, button, held, keys) -> None:
        viewport = self.page.workspace.canvas.viewport()
        at = QPointF(spot)
        everywhere = QPointF(viewport.mapToGlobal(spot))
        QApplication.sendEvent(viewport, QMouseEvent(kind, at, everywhere, button, held, keys))

    def click(self, place: str, button=LEFT, keys=PLAIN, lean: str = "") -> None:
        """Click a hex or hexside."""
        spot = self.spot(place, lean)
        self.press(spot, button, keys)
        self.release(spot, button, keys)

    def click_again(self, place: str) -> None:
        """The second of two clicks in quick succession, as the window system reports it."""
        spot = self.spot(place)
        self._send(QEvent.Type.MouseButtonDblClick, spot, LEFT, LEFT, PLAIN)
        self.release(spot)

    def drag(self, places: Sequence[str | QPoint], button=LEFT, keys=PLAIN) -> None:
        """Press at the first place, move over the others, release at the last."""
        spots = [place if isinstance(place, QPoint) else self.spot(place) for place in places]
        self.press(spots[0], button, keys)
        for spot in spots[1:]:
            self.move(spot, button, keys)
        self.release(spots[-1], button, keys)

    def key(self, key: Qt.Key, keys=PLAIN) -> None:
        """A key on the map."""
        QTest.keyClick(self.page.workspace.canvas, key, keys)


class Hands(BareHands):
    """The same, with patience."""

    def __init__(self, page: EditorPage, qtbot: QtBot) -> None:
        super().__init__(page)
        self.qtbot = qtbot
