"""Long work runs in the background, can be cancelled, and leaves nothing half done."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.background.progress import Cancelled, Ended, Progress
from app.background.progress_dialog import run_in_background
from app.background.task import running_tasks
from editor.commands import command_runner
from editor.commands.painting import paint_terrain
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.tracing.tracing_layer import MAX_DIRECT_POINTS
from editor.window import dialog_host
from engine.catalogue.document import Feature
from tests.benchmarks.watch import rest
from tests.editor.hands import Hands
from tests.editor.large_maps import large
from tests.editor.samples import small_scenario
from tests.editor.tracing.test_tracing import DEGREES, LATTICE, LAYOUT
from tests.editor.tracing.test_tracing_panel import added, workspace  # noqa: F401


@pytest.fixture
def wide(page: EditorPage, qtbot) -> Iterator[Hands]:
    """A map of 40,000 hexes with rivers, all of it selected."""
    document = large()
    lattice = document.lattice
    sides = {side: (Feature("river"),) for here in lattice.hexes[::3] for side in lattice.hexsides(here)[:2]}
    scenario = document.snapshot()
    page.file_actions.open_document(
        EditorDocument(replace(scenario, map=replace(scenario.map, hexsides=sides)))
    )
    page.workspace.canvas.patient = False
    page.actions_by_key["select_all"].trigger()
    QApplication.processEvents()
    gc.collect()
    gc.freeze()  # As the program does with an opened map; what other tests left is not looked through.
    yield Hands(page, qtbot)
    gc.unfreeze()


def wider(dialog: Any) -> None:
    dialog.fields["left"].setValue(2)
    accept_when_able(dialog)


def accept_when_able(dialog: Any) -> None:
    if dialog.buttons.button(dialog.buttons.StandardButton.Ok).isEnabled():
        dialog.accept()
    else:
        QTimer.singleShot(20, lambda: accept_when_able(dialog))


def answered(act: Callable[[], object], answer: Callable[[QDialog], object]) -> None:
    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            answer(dialog)
        else:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)
    act()


def test_work_on_forty_thousand_hexes_is_done_in_the_background(
    wide: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, in_background = wide.page, []

    def watched(window: QWidget, title: str, words: str, work: Callable[[Progress], Any]) -> Ended:
        def elsewhere(progress: Progress) -> object:
            assert threading.current_thread() is not threading.main_thread()
            in_background.append(title)
            return work(progress)

        return run_in_background(window, title, words, elsewhere)

    monkeypatch.setattr(command_runner, "run_in_background", watched)
    monkeypatch.setattr(dialog_host, "run_in_background", watched)
    menu = {key: action.trigger for key, action in page.actions_by_key.items()}
    before = wide.document.snapshot()
    middle = page.workspace.canvas.viewport().rect().center()

    def stamp() -> None:
        wide.press(middle)
        wide.release(middle)

    acts: list[tuple[str, Callable[[], object]]] = [
        ("copy", menu["copy"]),
        ("clear", menu["clear"]),
        ("", menu["undo"]),
        ("", menu["paste"]),
        ("", lambda: wide.move(middle, Qt.MouseButton.NoButton)),
        ("stamp", stamp),
        ("", menu["undo"]),
        ("", menu["select_all"]),
        ("resize", lambda: answered(menu["resize"], wider)),
        ("", menu["undo"]),
        ("save", menu["save"]),
    ]
    for long, act in acts:
        act()
        rest()
        assert in_background or not long, long
        in_background.clear()
    assert wide.document.snapshot() == before
    assert wide.document.revision == 1


def test_a_command_that_is_called_off_changes_nothing(wide: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    before = wide.document.snapshot()
    monkeypatch.setattr(command_runner, "run_in_background", lambda *_: Ended(cancelled=True))
    for key in ("copy", "cut", "clear", "paint"):
        wide.page.actions_by_key[key].trigger()
    assert wide.document.snapshot() == before and wide.steps == []
    assert wide.page.workspace.clipboard.clip is None


def test_a_save_that_is_called_off_in_time_saves_nothing(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancelled(_: object, title: str, words: str, work: Callable[..., Any]) -> Ended:
        def refuse(*_: object) -> None:
            raise Cancelled

        with pytest.raises(Cancelled):
            work(refuse)
        return Ended(cancelled=True)

    monkeypatch.setattr(dialog_host, "run_in_background", cancelled)
    assert not hands.page.file_actions.save()
    assert hands.document.revision == 0 and not hands.page.file_actions.scenario_store.backups("small-one")


def test_a_save_that_is_called_off_too_late_is_saved(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_late(_: object, title: str, words: str, work: Callable[..., Any]) -> Ended:
        work(lambda *_: None)
        return Ended(cancelled=True)

    monkeypatch.setattr(dialog_host, "run_in_background", too_late)
    assert hands.page.file_actions.save()
    assert hands.document.revision == 1 and not hands.document.is_modified


def test_a_copy_that_nobody_needs_goes_when_it_is_written(hands: Hands, tmp_path: Path) -> None:
    recovery_timer, folder = hands.page.file_actions.recovery, tmp_path / "recovery"
    hands.document.do(paint_terrain(["0101"], "hill"))
    recovery_timer.write()
    assert recovery_timer.is_writing
    recovery_timer.leave()
    hands.qtbot.waitUntil(lambda: not recovery_timer.is_writing)
    assert not list(folder.glob("*.toml")) and not running_tasks()


def test_a_button_that_came_up_unheard_is_let_go(hands: Hands) -> None:
    hands.take("brush", "hill")
    hands.press(hands.spot("0101"))
    assert hands.document.in_stroke
    hands.move(hands.spot("0303"), Qt.MouseButton.NoButton)
    assert not hands.document.in_stroke and hands.work.terrain["0303"] != "hill"
    hands.click("0202")
    assert hands.work.terrain["0202"] == "hill" and len(hands.steps) == 2


def test_parts_are_made_when_they_are_wanted(page: EditorPage, qtbot) -> None:
    page.file_actions.open_document(EditorDocument(small_scenario()))
    assert not {"forces", "schedule", "victory", "scenario", "charts"} & set(vars(page.parts))
    page.parts.setCurrentIndex(1)
    assert {"forces"} == {"forces", "schedule", "charts"} & set(vars(page.parts))
    units = [unit.id for unit in small_scenario().units]
    assert [unit.id for unit in page.parts.forces.units.model.records] == units


def test_undo_works_at_once_after_a_dialogue(hands: Hands) -> None:
    hands.page.roster.tree.setFocus()
    answered(hands.page.actions_by_key["resize"].trigger, wider)
    assert hands.page.focusWidget() is hands.page.workspace.canvas
    hands.qtbot.waitUntil(hands.page.isActiveWindow)
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hands.document.snapshot() == small_scenario()


def test_many_traced_lines_are_painted_in_the_background(workspace: Hands, tmp_path: Path) -> None:  # noqa: F811
    west, north = DEGREES.at(LAYOUT.centre(LATTICE.hexes[0]))
    east, south = DEGREES.at(LAYOUT.centre(LATTICE.hexes[-1]))
    way = [number / (MAX_DIRECT_POINTS + 9) for number in range(MAX_DIRECT_POINTS + 10)]
    steps = [(west + (east - west) * part, north + (south - north) * part) for part in way]
    added(workspace, tmp_path, "coast", [("LineString", steps, {})])
    item = workspace.page.reference_images.tracing._item
    assert item is not None
    workspace.page.workspace.canvas.viewport().repaint()
    workspace.qtbot.waitUntil(lambda: item._picture is not None)
    assert item._picture is not None and item._picture.image is not None
    shown = item._picture.image
    inked = sum(
        shown.pixel(x, y) != 0 for x in range(0, shown.width(), 3) for y in range(0, shown.height(), 3)
    )
    assert inked > 20


def test_a_large_ghost_is_drawn_bit_by_bit(wide: Hands) -> None:
    """The ghost of a copy of the whole map is drawn bit by bit, and goes with the tool."""
    page = wide.page
    page.actions_by_key["copy"].trigger()
    page.actions_by_key["paste"].trigger()
    tool = page.tools["stamp"]
    assert tool._drawing.isActive(), "it is not drawn in one go"  # type: ignore[attr-defined]
    wide.move(QPoint(300, 300), Qt.MouseButton.NoButton)
    wide.qtbot.waitUntil(lambda: not tool._drawing.isActive())  # type: ignore[attr-defined]
    page.choose_tool("brush")
    assert not tool._ghost.isVisible()  # type: ignore[attr-defined]
