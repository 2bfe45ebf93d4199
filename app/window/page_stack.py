"""The pages of the main window, one of them shown."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget

from app.window.return_key import pressed_a_button


class PageStack(QStackedWidget):
    """A stack whose minimum size is that of the current page, not of the largest one."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return page.minimumSizeHint() if page is not None else QSize(0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_a_button(event):
            super().keyPressEvent(event)
