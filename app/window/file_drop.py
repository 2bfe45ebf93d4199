"""Files that are dropped onto the window: saved games, scenarios, and maps of other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from app.saving.save_file import SUFFIX

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class FileDrop(QObject):
    """Accepts local files. A saved game is put on the table; everything else goes to the editor."""

    def __init__(
        self,
        window: QWidget,
        open_game: Callable[[Path], object],
        open_in_editor: Callable[[Sequence[Path]], object],
    ) -> None:
        super().__init__(window)
        self._open_game, self._open_in_editor = open_game, open_in_editor
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            paths = _files(event)
            if paths:
                event.acceptProposedAction()
                # The program that the files come from waits until the drop has been answered.
                QTimer.singleShot(0, self, lambda: self.open(paths))
            return bool(paths)
        if isinstance(event, QDragEnterEvent) and _files(event):
            event.acceptProposedAction()
            return True
        return super().eventFilter(watched, event)

    def open(self, paths: Sequence[Path]) -> None:
        """Open the first saved game among these files, or all others in the editor."""
        game = next((path for path in paths if path.suffix.casefold() == SUFFIX), None)
        if game is not None:
            self._open_game(game)
        else:
            self._open_in_editor(paths)


def _files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
