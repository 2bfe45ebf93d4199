"""Panels behind others wait until somebody looks at them: what nobody sees is neither read nor drawn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QScrollArea, QWidget

from app.play.play_controller import PlayController


class LazyPanel(QObject):
    """Calls `read` when the table has changed and the panel is in front, or as soon as it is.

    A panel behind others counts as visible to Qt, but it is painted only when it comes forward. It is painted
    once as it was before it is read; so that no side sees what it showed to another, it is read at once when
    another side takes over.
    """

    def __init__(self, panel: QWidget, read: Callable[[PlayController], object]) -> None:
        super().__init__(panel)
        self._panel, self._read = panel, read
        self._stale = False
        self._was_shown = False
        self._shown_to: str | None = None
        """The side whose view was read last; everybody's while a question is asked across the table."""
        self.controller: PlayController | None = None
        self._painted = panel.viewport() if isinstance(panel, QScrollArea) else panel
        self._painted.installEventFilter(self)

    def changed(self, controller: PlayController) -> None:
        """There is something new to read, for the viewing side."""
        self._stale, self.controller = True, controller
        another = self._was_shown and self._shown_to != controller.view.side
        if another or self._is_in_front():
            self.catch_up()

    def _is_in_front(self) -> bool:
        """A panel that scrolls is covered by what it shows."""
        inside = self._panel.widget() if isinstance(self._panel, QScrollArea) else None
        seen = (part for part in (self._panel, inside) if part is not None)
        return any(not part.visibleRegion().isEmpty() for part in seen)

    def catch_up(self) -> None:
        """Read now what has not been read yet."""
        if self._stale and self.controller is not None:
            self._stale, self._was_shown, self._shown_to = False, True, self.controller.view.side
            self._read(self.controller)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A panel that is painted is read not in the middle of that, but right after it."""
        if self._stale and event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self, self.catch_up)
        return False
