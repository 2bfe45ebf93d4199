"""The selected hexes."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal


class Selection(QObject):
    """Hexes in order of selection."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hexes: dict[str, None] = {}

    @property
    def hexes(self) -> list[str]:
        """The selected hexes."""
        return list(self._hexes)

    def select(self, hexes: Iterable[str]) -> None:
        """Select exactly these hexes."""
        self._hexes = dict.fromkeys(hexes)
        self.changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.select(())
