"""Every command: do, undo, redo, save, reload, equal."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

import editor
from editor.commands.undo_history import UndoHistory
from editor.document.working_copy import WorkingCopy
from engine.catalogue import store
from engine.catalogue.scenario_text import dumps, loads
from tests.editor.builders import BUILDERS, CASES, builders
from tests.editor.samples import small_scenario


def test_every_builder_is_tried_here() -> None:
    found, tried = builders(), {name.split()[0] for name in CASES}
    assert found <= tried, "a new builder needs a case"
    assert tried <= found, "a case for something that is gone"
    assert len(found) > 50


def test_commands_are_made_by_builders_alone() -> None:
    """So that a command cannot be made in a corner where no test looks."""
    for path in Path(editor.__file__).parent.rglob("*.py"):
        stray = calls_outside_builders(ast.parse(path.read_text(encoding="utf-8")))
        assert not stray, f"{path.name}:{stray[0]} makes a command outside a function that answers with one"


def calls_outside_builders(tree: ast.AST, inside: bool = False) -> list[int]:
    found = []
    for node in ast.iter_child_nodes(tree):
        within = inside
        if isinstance(node, ast.FunctionDef):
            within = isinstance(node.returns, ast.Name) and node.returns.id == "SetRecords"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "SetRecords":
            found += [] if inside else [node.lineno]
        found += calls_outside_builders(node, within)
    return found


@pytest.mark.parametrize("name", CASES)
def test_do_undo_redo_save_reload(name: str, tmp_path: Path) -> None:
    before, build = CASES[name]
    work = WorkingCopy(before)
    history = UndoHistory(work)
    assert work.document() == before
    history.do(build(work))
    after = work.document()
    assert after != before, "the command does something"
    history.undo()
    assert work.document() == before
    history.redo()
    assert work.document() == after
    with store.open(tmp_path / "mine.db", create=True) as catalogue:
        catalogue.save(after)
        assert catalogue.load(after.key) == after
    assert loads(dumps(after)) == after
    assert WorkingCopy(after).document() == after


@pytest.mark.parametrize("seed", range(8))
def test_any_order_of_commands_can_be_undone_and_redone(seed: int) -> None:
    chance, work = Random(seed), WorkingCopy(small_scenario())
    history, before = UndoHistory(work), work.document()
    fixed = {"resize_map", "mirror_half", "mirror_half upright", "become", "write_name anew"}
    fixed |= {"move_region", "set_sides renamed"}  # They need what others take away.
    moments = [before]
    for name in chance.sample(sorted(set(BUILDERS) - fixed), 25):
        if history.do(BUILDERS[name](work)):
            moments.append(work.document())
        history.seal()
    assert len(history.steps) == len(moments) - 1 > 15
    for _ in range(30):
        at = chance.randrange(len(moments))
        history.go_to(at)
        assert work.document() == moments[at]
