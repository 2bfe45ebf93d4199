"""The status bar: tool help, hex under the pointer, problems, zoom."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar, QToolButton, QWidget

from editor.document.game_vocabulary import shown_kind
from editor.document.open_document import OpenDocument
from editor.map.canvas import EditorCanvas
from engine.mechanics.plural import counted

MESSAGE_MS = 12000
"""How long a message is shown."""
MIN_MESSAGE_PX = 120
MESSAGE_MARGIN_PX = 16
MIN_PLACE_PX = 160
"""The text about a hex gets at least this width, and at most two fifths of the bar."""


class Hint(QLabel):
    """A label that elides its text, so that it does not widen the window.

    While there is a message it is empty: Qt hides it then, but shows it again with a bar that was hidden.
    """

    def __init__(self, bar: QStatusBar) -> None:
        super().__init__()
        self._bar = bar
        bar.messageChanged.connect(lambda _: self.update())
        self.setAccessibleName("What the tool does")
        self.setObjectName("quiet")
        self.setProperty("elides", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._bar.currentMessage():
            return
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.style().drawItemText(
            QPainter(self),
            self.rect(),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
            self.palette(),
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )


class EditorStatusBar:
    """Fills the status bar of the editor page."""

    def __init__(self, bar: QStatusBar, open_document: OpenDocument, canvas: EditorCanvas) -> None:
        self._bar, self._open, self._canvas = bar, open_document, canvas
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(8, 0, 8, 0)
        self.place, self.problems, self.zoom = QLabel(), QToolButton(), QLabel()
        self.problems.setAutoRaise(True)
        self.problems.setToolTip("Show the problems")
        for label, name in (
            (self.place, "Hex under the pointer"),
            (self.problems, "Problems found"),
            (self.zoom, "Zoom"),
        ):
            label.setAccessibleName(name)
        for widget in (self.place, self.problems, self.zoom):
            bar.addPermanentWidget(widget)
        self.hint = Hint(bar)
        bar.addWidget(self.hint, 1)
        canvas.tool_changed.connect(self._show_hint)
        canvas.hex_hovered.connect(self._show_place)
        canvas.zoomed.connect(lambda scale: self.zoom.setText(f"{scale * 100:.0f} %"))

    def show_message(self, text: str) -> None:
        """Show a message for some seconds; one that is too long is cut, and its tool tip has all of it."""
        measure = self._bar.fontMetrics()
        permanent: tuple[QWidget, ...] = (self.place, self.problems, self.zoom)
        beside = sum(widget.width() + MESSAGE_MARGIN_PX for widget in permanent if widget.isVisible())
        room = max(MIN_MESSAGE_PX, self._bar.width() - beside - 2 * MESSAGE_MARGIN_PX)
        if not self._bar.isVisible():  # It comes with the first document, and is as wide as the window.
            room = self._bar.window().width()
        self._bar.showMessage(measure.elidedText(text, Qt.TextElideMode.ElideRight, room), MESSAGE_MS)
        self._bar.setToolTip(text)

    def _show_hint(self) -> None:
        """Show the help of the active tool while there is no message."""
        tool = self._canvas.tool
        self.hint.setText(tool.help if tool is not None else "")
        self.hint.setToolTip(self.hint.text())
        self._bar.clearMessage()

    def count_problems(self, count: int) -> None:
        """Show the number of errors and warnings."""
        self.problems.setText(counted(count, "problem") if count else "no problems")

    def _show_place(self, here: str) -> None:
        document = self._open.document
        if document is None or not here:
            self.place.setText("")
            return
        parts = [here, shown_kind(document.work.terrain.get(here, "no terrain"))]
        for table in ("features", "places"):
            parts += [f.name or shown_kind(f.kind) for f in document.work.features(table).get(here, ())]
        text = " · ".join(parts)
        room = max(MIN_PLACE_PX, self._bar.width() * 2 // 5)
        self.place.setText(self.place.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room))
        self.place.setToolTip(text)
