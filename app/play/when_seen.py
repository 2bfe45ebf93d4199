"""Panels behind others wait until somebody looks at them: what nobody sees is neither read nor drawn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QScrollArea, QWidget


class WhenSeen(QObject):
    """Calls `read` when something has changed and the panel is in front, or as soon as it is.

    A panel behind others counts as visible to Qt, but it is painted only when it comes forward. It is painted
    once as it was before it is read; so that no side sees what it showed to another, it is read at once when
    another side takes the chair.
    """

    def __init__(self, panel: QWidget, read: Callable[[], object]) -> None:
        super().__init__(panel)
        self._panel, self._read = panel, read
        self._stale = False
        self._for: str | None = None
        self._shown_to: str | None = None

    def changed(self, side: str | None) -> None:
        """There is something new to read, for the side in the chair."""
        self._stale, self._for = True, side
        another = self._shown_to is not None and self._shown_to != side
        if another or self._is_in_front():
            self.catch_up()

    def _is_in_front(self) -> bool:
        """A panel that scrolls is covered by what it shows."""
        inside = self._panel.widget() if isinstance(self._panel, QScrollArea) else None
        seen = (part for part in (self._panel, inside) if part is not None)
        return any(not part.visibleRegion().isEmpty() for part in seen)

    def catch_up(self) -> None:
        """Read now what has not been read yet."""
        if self._stale:
            self._stale, self._shown_to = False, self._for
            self._read()

    def painted(self) -> None:
        """The panel was painted. It is read not in the middle of that, but right after it."""
        if self._stale:
            QTimer.singleShot(0, self, self.catch_up)
