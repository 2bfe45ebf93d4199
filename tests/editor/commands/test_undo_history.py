"""The undo history."""

from __future__ import annotations

from editor.commands import painting
from editor.commands.undo_history import UndoHistory
from editor.document.working_copy import WorkingCopy
from tests.editor.samples import small_scenario

LATTICE = small_scenario().map.lattice()


def test_a_drag_is_one_step() -> None:
    work = WorkingCopy(small_scenario())
    history = UndoHistory(work)
    before = work.document()
    for here in ("0101", "0102", "0103"):
        history.do(painting.paint_terrain([here], "hill", "drag 1"))
    history.do(painting.paint_terrain(["0101"], "marsh", "drag 1"))
    after = work.document()
    assert len(history.steps) == 1
    history.seal()
    history.do(painting.paint_terrain(["0104"], "hill", "drag 1"))
    assert len(history.steps) == 2, "a sealed step takes nothing in"
    history.go_to(0)
    assert work.document() == before
    history.go_to(1)
    assert work.document() == after


def test_what_changes_nothing_is_no_step() -> None:
    work = WorkingCopy(small_scenario())
    history = UndoHistory(work)
    history.do(painting.paint_terrain(["0101"], "woods"))
    assert history.steps == [] and not history.is_modified


def test_the_history_knows_what_is_saved() -> None:
    work = WorkingCopy(small_scenario())
    history = UndoHistory(work)
    history.do(painting.paint_terrain(["0101"], "hill", "drag"))
    history.mark_saved(history.at)
    assert not history.is_modified
    history.do(painting.paint_terrain(["0102"], "hill", "drag"))
    assert history.is_modified and len(history.steps) == 2, "nothing is merged into what is on disk"
    history.undo()
    assert not history.is_modified
    history.undo()
    assert history.is_modified
    history.do(painting.paint_terrain(["0103"], "hill"))
    assert history.is_modified and not history.can_redo
    history.undo()
    assert history.is_modified, "the saved state lay on a branch that is gone"
