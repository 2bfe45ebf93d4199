"""Screenshots of the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow, QTabBar, QWidget

    from app.main_window import MainWindow

SETTLE_ROUNDS: Final = 10
"""Rounds of event handling until the palette and the dock tabs are complete."""


def screens(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """The empty editor, a new map, a shipped scenario with two tools, and its other tabs."""
    from app.tour import author_shots, import_export_shots, lab_shots
    from app.tour.help_shots import wait_until
    from app.tour.tour import rest
    from editor.files.file_actions import DISCARD
    from editor.files.new_map_dialog import NewMapDialog

    editor_host = window.editor_host
    editor_host.open_editor()
    page = editor_host.page
    page.file_actions.ask_unsaved = lambda title: DISCARD
    page.workspace.canvas.patient = True
    settle()
    yield "editor-empty", window
    dialog = NewMapDialog(page.file_actions.scenario_store, window)
    dialog.title.setText("Hill 112, July 1944")
    dialog.show()
    settle()
    yield "new-map", dialog
    dialog.close()
    scenarios = page.file_actions.scenario_store.scenarios()
    if not scenarios or not page.file_actions.open(scenarios[0].key):
        return
    for _ in range(SETTLE_ROUNDS):
        settle()
    for _ in range(SETTLE_ROUNDS):
        if not all(bar.isVisible() for bar in _tabs_of(page)):
            rest(window)
    yield "editor", window
    page.choose_tool("wand")
    assert page.document is not None
    hexes = page.document.lattice.hexes
    page.workspace.selection.select(page.document.lattice.within(hexes[len(hexes) // 2], 2))
    page.docks["problems"].raise_()
    with_counts: list[tuple[int, int]] = []
    page.problems.counted.connect(lambda *counts: with_counts.append(counts))
    page.problems.check()
    wait_until(settle, lambda: bool(with_counts))
    yield "editor-selection", window
    for name in ("forces", "schedule", "victory", "scenario", "charts"):
        page.show_part(getattr(page.parts, name))
        if name == "forces":
            page.parts.forces.units.select([0])
        settle()
        yield f"editor-{name}", window
    page.show_part(page.parts.map)
    yield from lab_shots.screens(page, settle)
    yield from import_export_shots.screens(window, settle)
    yield from author_shots.screens(window, settle)
    editor_host.leave()


def _tabs_of(page: QMainWindow) -> list[QTabBar]:
    """The tab bars of the docks; Qt shows them some time after the docks."""
    from PySide6.QtWidgets import QTabBar

    return [bar for bar in page.findChildren(QTabBar) if bar.parent() is page and bar.count()]
