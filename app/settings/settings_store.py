"""What the window remembers from one day to the next: theme, folder, places of the docks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


class SettingsStore:
    """Settings of this user; switched off, nothing is read or written."""

    def __init__(self, on: bool = True) -> None:
        self._settings = QSettings("startline", "startline") if on else None

    def text(self, name: str, default: str) -> str:
        """A remembered word."""
        return str(self._settings.value(name, default)) if self._settings is not None else default

    def layout(self, name: str) -> QByteArray | None:
        """A remembered arrangement of windows."""
        found = self._settings.value(name) if self._settings is not None else None
        return found if isinstance(found, QByteArray) else None

    def note(self, name: str, value: str | QByteArray) -> None:
        """Remember this."""
        if self._settings is not None:
            self._settings.setValue(name, value)

    def saves_folder(self) -> Path | None:
        """Where a game was last opened or saved."""
        found = self.text("folder", "")
        return Path(found) if found else None

    def notes_folder(self) -> Path | None:
        """Where notes to games are kept: beside the user's catalogue."""
        if self._settings is None:
            return None
        from engine.catalogue.user_folder import user_folder

        return user_folder() / "notes"
