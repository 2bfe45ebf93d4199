"""The lab actions: open the balance lab for the scenario in the editor, or for a stored one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from editor.document.open_document import OpenDocument
from editor.files.scenario_store import ScenarioStore
from editor.lab.lab_window import LabWindow
from editor.lab.pages import MakeChart
from engine.catalogue.document import ScenarioDocument


class LabActions(QObject):
    """Owns the window of the lab, which is made on first use."""

    replay_wanted = Signal(str)
    """The key of a game of the lab that shall be put on the table."""

    def __init__(self, open_document: OpenDocument, scenario_store: ScenarioStore, window: QWidget) -> None:
        super().__init__(window)
        self._open, self._scenario_store, self._window = open_document, scenario_store, window
        self.make_chart: MakeChart | None = None
        """Makes a chart by turn; the application supplies it."""
        self.shown: LabWindow | None = None
        self._look = QColor("#d9d2c0"), False

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries by key."""
        return {"lab": self.show}

    def show(self) -> LabWindow:
        """Show the window with the scenario in the editor; without one it offers the stored ones."""
        if self.shown is None:
            self.shown = LabWindow(
                self._scenario_store, self._snapshot, self.make_chart, self._window.window()
            )
            self.shown.set_look(*self._look)
            self.shown.replay_wanted.connect(self.replay_wanted)
        self.shown.open_with()
        self.shown.show()
        self.shown.raise_()
        self.shown.activateWindow()
        return self.shown

    def _snapshot(self) -> ScenarioDocument | None:
        document = self._open.document
        return document.snapshot() if document is not None else None

    def set_look(self, desk: QColor, night: bool) -> None:
        """Apply a light or dark theme."""
        self._look = desk, night
        if self.shown is not None:
            self.shown.set_look(desk, night)

    def close_down(self) -> None:
        """Stop a run that is under way."""
        if self.shown is not None:
            self.shown.lab_run.close_down()
            self.shown.close()
