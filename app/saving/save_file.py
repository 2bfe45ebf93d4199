"""The file of a game, and the dialogs that ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.background.progress import Progress
from app.background.progress_dialog import run_in_background
from engine.bad_input import BadInput
from engine.files import FileChanged, FileVersion, version_of, write_atomically, write_unless_changed
from engine.referee import save as saves
from engine.referee.session import Session

SUFFIX = ".startline"
FILES = f"Saved games (*{SUFFIX});;All files (*)"
OVERWRITE, SAVE_AS, CANCEL = "Overwrite", "Save as…", "Cancel"


def ask_which_to_open(parent: QWidget, folder: str) -> Path | None:
    """Ask for a saved game; None if cancelled."""
    name, _ = QFileDialog.getOpenFileName(parent, "Open game", folder, FILES)
    return Path(name) if name else None


def ask_where_to_save(parent: QWidget, folder: str, title: str) -> Path | None:
    """Ask for a file to save to; a missing suffix is added. None if cancelled."""
    plain = re.sub(r"[^\w ,.()-]+", " ", title).strip() or "game"
    name, _ = QFileDialog.getSaveFileName(parent, "Save game", str(Path(folder) / f"{plain}{SUFFIX}"), FILES)
    path = Path(name)
    if not name or path.suffix:
        return path if name else None
    path = path.with_suffix(SUFFIX)
    return path if not path.exists() or _may_replace(parent, path) else None


def _may_replace(parent: QWidget, path: Path) -> bool:
    """Ask before a file is replaced: the file dialog did not know the added suffix."""
    button = QMessageBox.StandardButton
    words = f"{path.name} already exists. Replace it?"
    return QMessageBox.question(parent, "Save game", words) == button.Yes


class KnownFile(Struct, frozen=True):
    """A file and its version that this window last read or wrote."""

    path: Path
    version: FileVersion | None

    @classmethod
    def now(cls, path: Path) -> KnownFile:
        """The file with its current version; call this before reading the file."""
        return cls(path, version_of(path))


class GameFile:
    """The file that the game on the table was opened from or last saved to.

    `ask_changed` is called if another program has written the file; tests replace it.
    """

    def __init__(self, window: QWidget, folder: Callable[[], str]) -> None:
        self._window = window
        self._folder = folder
        self.known: KnownFile | None = None
        self.ask_changed: Callable[[Path], str] = self._ask_changed

    @property
    def path(self) -> Path | None:
        """The file that Save writes to."""
        return self.known.path if self.known is not None else None

    def save(self, session: Session, title: str) -> Path | None:
        """Save to its file, or ask for one; returns the path, or None if cancelled."""
        return self.save_as(session, title) if self.path is None else self.save_to(session, self.path, title)

    def save_as(self, session: Session, title: str) -> Path | None:
        """Ask for a file and save."""
        path = ask_where_to_save(self._window, self._folder(), title)
        return self.save_to(session, path, title) if path is not None else None

    def save_to(self, session: Session, path: Path, title: str) -> Path | None:
        """Save to this file; BadInput if that is not possible."""
        known = self.known if path == self.path else None
        written = self._write(session, path, known)
        if isinstance(written, FileChanged):
            answer = self.ask_changed(path)
            if answer == SAVE_AS:
                return self.save_as(session, title)
            written = self._write(session, path, None) if answer == OVERWRITE else None
        if not isinstance(written, FileVersion):
            return None
        self.known = KnownFile(path, written)
        return path

    def _write(
        self, session: Session, path: Path, known: KnownFile | None
    ) -> FileVersion | FileChanged | None:
        """Write the file atomically. None if cancelled."""

        def work(progress: Progress) -> FileVersion | FileChanged:
            data = saves.saved(session).dumps().encode()
            progress(1, 2, "Saving the game")
            if known is None:
                return write_atomically(path, data, create_folder=False)
            try:
                return write_unless_changed(path, data, known.version, create_folder=False)
            except FileChanged as changed:
                return changed

        ended = run_in_background(self._window, "Save game", "Saving the game…", work)
        if ended.problem:
            raise BadInput(ended.problem)
        return ended.value if ended.succeeded else None

    def _ask_changed(self, path: Path) -> str:
        box = QMessageBox(self._window)
        box.setObjectName("fileChanged")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("File changed")
        box.setText(f"{path.name} was changed by another window or program.")
        box.setInformativeText("If you overwrite it, those changes are lost.")
        role = QMessageBox.ButtonRole
        choices = {OVERWRITE: role.DestructiveRole, SAVE_AS: role.AcceptRole}
        buttons = {text: box.addButton(text, kind) for text, kind in choices.items()}
        for text, button in buttons.items():
            button.setAccessibleName(text.strip("…"))
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.exec()
        clicked = box.clickedButton()
        box.deleteLater()
        return next((text for text, button in buttons.items() if button is clicked), CANCEL)
