"""The words of the decision bar: they keep their room, and what does not fit is told by pointing at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy

CRUMBS_APART: Final = "  ›  "
PROMPT_LINES: Final = 2


class Breadcrumb(QLabel):
    """Gives way crumb by crumb when there is no room: its end, which says most, stays; pointing tells all."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("breadcrumb")
        self.setProperty("elides", True)

    def setText(self, text: str) -> None:  # noqa: N802
        super().setText(text)
        self.setToolTip(text)

    def set_crumbs(self, crumbs: Sequence[str]) -> None:
        """Where one is: the whole first, then its parts."""
        self.setText(CRUMBS_APART.join(crumbs))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())

    def shown(self) -> str:
        """What of it has room."""
        metrics, crumbs = self.fontMetrics(), self.text().split(CRUMBS_APART)
        for first in range(len(crumbs)):
            text = CRUMBS_APART.join(["…", *crumbs[first:]] if first else crumbs)
            if metrics.horizontalAdvance(text) <= self.width():
                return text
        return metrics.elidedText(crumbs[-1], Qt.TextElideMode.ElideRight, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment(), self.shown())


class PromptLabel(QLabel):
    """A question of at most two lines; a longer one ends in an ellipsis, and pointing tells all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("prompt")
        self.setProperty("elides", True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:  # noqa: N802
        super().setText(text)
        self.setToolTip(text)

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._height())

    def _height(self) -> int:
        return self.fontMetrics().height() * PROMPT_LINES

    def lines(self) -> list[str]:
        """The text as it is shown, line by line."""
        text, metrics, width = self.text(), self.fontMetrics(), max(1, self.width())
        layout = QTextLayout(text, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        found: list[str] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            if len(found) == PROMPT_LINES - 1:
                rest = text[line.textStart() :]
                found.append(metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width))
                break
            found.append(text[line.textStart() : line.textStart() + line.textLength()])
        layout.endLayout()
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        lines, metrics = self.lines(), self.fontMetrics()
        for number, line in enumerate(lines):
            painter.drawText(QPointF(0, metrics.ascent() + number * metrics.height()), line)
