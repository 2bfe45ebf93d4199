"""Settings kept between starts: theme, folder, window layout."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


class SettingsStore:
    """The settings of this user. Switched off, nothing is read or written."""

    def __init__(self, on: bool = True) -> None:
        self._settings = QSettings("startline", "startline") if on else None

    def text(self, name: str, default: str) -> str:
        """A stored text."""
        return str(self._settings.value(name, default)) if self._settings is not None else default

    def layout(self, name: str) -> QByteArray | None:
        """A stored window or dock layout."""
        found = self._settings.value(name) if self._settings is not None else None
        return found if isinstance(found, QByteArray) else None

    def note(self, name: str, value: str | QByteArray) -> None:
        """Store a value."""
        if self._settings is not None:
            self._settings.setValue(name, value)

    def start_folder(self) -> str:
        """The folder in which file dialogs start."""
        return self.text("folder", str(Path.home()))

    def note_folder(self, folder: Path) -> None:
        """A game was opened from this folder or saved to it."""
        self.note("folder", str(folder))

    def saves_folder(self) -> Path | None:
        """The folder of the game opened or saved last."""
        found = self.text("folder", "")
        return Path(found) if found else None

    def notes_folder(self) -> Path | None:
        """The folder for notes on games, next to the user's catalogue."""
        folder = self.user_folder()
        return folder / "notes" if folder is not None else None

    def user_folder(self) -> Path | None:
        """The folder of the user's catalogue, in which print settings are stored, too."""
        if self._settings is None:
            return None
        from engine.catalogue.user_folder import user_folder

        return user_folder()
