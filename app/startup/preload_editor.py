"""Imports the editor's modules in advance, one at a time while the window is idle."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from PySide6.QtCore import QObject, QTimer

PAUSE_MS: Final = 150
"""Pause between two imports."""
MODULES: Final = (
    "editor.document.editor_document",
    "editor.map.canvas",
    "editor.workspace",
    "editor.files.new_map_dialog",
    "editor.files.file_actions",
    "editor.edit_actions",
    "editor.resize.map_actions",
    "editor.importers.tiled",
    "editor.importers.formats",
    "editor.import_dialog.dialog",
    "editor.import_dialog.actions",
    "editor.printing.paper",
    "editor.printing.chart_sheets",
    "editor.printing.print_dialog",
    "editor.printing.print_actions",
    "editor.backdrop.backdrop_controller",
    "editor.tracing.tracing_panel",
    "editor.backdrop.reference_images",
    "editor.document.problem_fixes",
    "editor.panels.order_of_battle_page",
    "editor.panels.charts_page",
    "editor.panels.schedule_page",
    "editor.panels.victory_page",
    "editor.panels.scenario_page",
    "editor.window.scenario_tabs",
    "editor.tools.all_tools",
    "editor.editor_page",
)
"""Ordered so that no import pulls in many others."""


class EditorPreload(QObject):
    """Starts at once and deletes itself at the end. Opening the editor earlier imports the rest at once."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left = list(MODULES)
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self._import_next)
        self._timer.start()

    def _import_next(self) -> None:
        import_module(self._left.pop(0))
        if not self._left:
            self._timer.stop()
            self.deleteLater()
