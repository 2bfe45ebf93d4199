"""Things beside each other, as many in a line as have room, the others in further lines."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem


class FlowLayout(QLayout):
    """Asks for one line and takes as many as it needs; the last stands at the right edge."""

    def __init__(self, spacing: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        lines = self._lines(width)
        return sum(_height(line) for line in lines) + self.spacing() * max(0, len(lines) - 1)

    def sizeHint(self) -> QSize:
        sizes = [_size(item) for item in self._items]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802
        size = QSize(0, 0)
        for item in self._items:
            size = size.expandedTo(_size(item))
        return size

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        super().setGeometry(rect)
        lines = self._lines(rect.width())
        needed = self.heightForWidth(rect.width())
        y = rect.top() + max(0, (rect.height() - needed) // 2)
        for line in lines:
            width = sum(_size(item).width() for item in line) + self.spacing() * (len(line) - 1)
            x, height = max(rect.left(), rect.right() + 1 - width), _height(line)
            for item in line:
                size = _size(item)
                item.setGeometry(QRect(x, y, min(size.width(), rect.width()), height))
                x += size.width() + self.spacing()
            y += height + self.spacing()

    def lines(self, width: int) -> int:
        """How many lines are needed in this width."""
        return len(self._lines(width))

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._items:
            needs = _size(item).width()
            if not lines or left < needs:
                lines.append([])
                left = width
            lines[-1].append(item)
            left -= needs + self.spacing()
        return lines


def _size(item: QLayoutItem) -> QSize:
    """What something wants; an item has no size before its widget is shown for the first time."""
    widget = item.widget()
    return item.sizeHint() if widget is None else widget.sizeHint().expandedTo(widget.minimumSize())


def _height(line: list[QLayoutItem]) -> int:
    return max(_size(item).height() for item in line)
