"""Cancelled background work stops at once, and the map stays unchanged."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from threading import Event

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.background import progress_dialog
from app.background.progress import report_progress, with_progress
from app.background.progress_dialog import ProgressDialog
from app.background.task import BackgroundTask
from editor.commands.painting import paint_terrain, replace_terrain
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.importers.convert import Decisions, convert_map
from editor.importers.foreign_map import ForeignMap
from editor.map import shapes
from editor.map.clip import clear_hexes, copy_hexes, paste
from editor.resize.mirror_map import mirror_half
from editor.resize.resize_map import Margins, resize_map
from tests.editor.hands import Hands
from tests.editor.large_maps import large


def _weighed(document: EditorDocument) -> object:
    command = paint_terrain(["001001"], "woods")
    command.after = {"terrain": dict.fromkeys(document.lattice.hexes, "woods")}
    return lambda: command.prepare(document.work)


def _stamped(document: EditorDocument) -> object:
    work, lattice = document.work, document.lattice
    clip = copy_hexes(work, lattice, lattice.hexes)
    return lambda: paste(work, lattice, clip, lattice.hexes[0])


def _imported(document: EditorDocument) -> object:
    sheet = document.work.document().map
    foreign = ForeignMap("map", "Foreign", sheet.grid, sheet.terrain)
    return lambda: convert_map(foreign, Decisions({"clear": "clear"}), document.work.document())


WORK: dict[str, Callable[[EditorDocument], object]] = {
    "paint": lambda d: lambda: paint_terrain(d.lattice.hexes, "woods"),
    "replace": lambda d: lambda: replace_terrain(d.work, "clear", "woods", d.lattice.hexes),
    "follow the ground": lambda d: lambda: shapes.connected(d.lattice, d.lattice.hexes[0], lambda _: True),
    "copy": lambda d: lambda: copy_hexes(d.work, d.lattice, d.lattice.hexes),
    "clear": lambda d: lambda: clear_hexes(d.work, d.lattice, d.lattice.hexes),
    "stamp": _stamped,
    "mirror": lambda d: lambda: mirror_half(d.work, d.lattice, "left"),
    "resize": lambda d: lambda: resize_map(d.work, Margins(left=1)),
    "prepare": _weighed,
    "import": _imported,
}


def ended_early(work: Callable[[], object]) -> bool:
    """Whether work that was cancelled at its start stops early."""
    gate, came = Event(), list[object]()

    def after_the_call(_: object) -> None:
        gate.wait()
        came.append(work())

    task = BackgroundTask(after_the_call, "cancelled")
    task.start()
    task.cancel()
    gate.set()
    assert task.wait(60) and task.outcome is not None and task.outcome.cancelled
    return not came


@pytest.mark.parametrize("name", WORK)
def test_work_on_a_whole_map_stops_where_it_is(qtbot, name: str) -> None:
    document = large()
    work = WORK[name](document)
    assert callable(work) and ended_early(work)


def test_what_goes_on_for_ever_hears_that_it_is_unwanted(qtbot) -> None:
    assert ended_early(lambda: sum(with_progress(count())))
    assert ended_early(lambda: [report_progress(0, 0, "Turning") for _ in count()])


def test_nobody_listens_in_the_windows_own_thread() -> None:
    report_progress(1, 2, "Alone")
    assert list(with_progress(range(2000))) == list(range(2000))


def test_escape_calls_a_fill_off(page: EditorPage, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_dialog, "DIALOG_DELAY_MS", 1)
    hands, called, came = Hands(page, qtbot), Event(), list[object]()
    connected = shapes.connected

    def after_the_call(*args) -> list[str]:
        called.wait()
        found = connected(*args)
        came.append(found)
        return found

    def press_escape() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, ProgressDialog) and not dialog.is_cancelled:
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
            called.set()

    monkeypatch.setattr(shapes, "connected", after_the_call)
    page.file_actions.open_document(large())
    page.workspace.canvas.patient = False
    hands.take("fill", "woods")
    timer = QTimer(page)
    timer.timeout.connect(press_escape)
    timer.start(5)
    spot = page.workspace.canvas.viewport().rect().center()
    hands.press(spot)
    hands.release(spot)
    timer.stop()
    assert called.is_set() and not came
    assert set(hands.work.terrain.values()) == {"clear"} and not hands.document.history.steps
