"""Managing scenarios: rename, duplicate, delete and undo, drafts, tags, search, export and import."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.files.manage_dialog import ManageDialog
from editor.files.scenario_store import ScenarioStore
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.labels import is_draft, tags_of, with_labels
from engine.catalogue.scenario_text import load_file
from tests.editor.samples import small_scenario

LEFT = Qt.MouseButton.LeftButton
ROOT = Path(__file__).parents[3]


@pytest.fixture
def dialog(qtbot: QtBot, scenario_store: ScenarioStore) -> ManageDialog:
    for key, title in (("toy-one", "The first"), ("toy-two", "The second"), ("toy-three", "The third")):
        scenario_store.save(replace(small_scenario(), key=key, title=title))
    made = ManageDialog(scenario_store)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def keys(store: ScenarioStore) -> set[str]:
    return {kept.key for kept in store.scenarios() if not kept.shipped}


def press(qtbot: QtBot, dialog: ManageDialog, name: str) -> None:
    button = dialog.buttons[name]
    assert button.isEnabled(), name
    qtbot.mouseClick(button, LEFT)


def test_rename_keeps_the_key_and_the_previous_version(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore
) -> None:
    dialog.select("toy-one")
    dialog.ask_text = lambda title, label, now: f"{now}, corrected"
    press(qtbot, dialog, "rename")
    (kept,) = [kept for kept in scenario_store.scenarios() if kept.key == "toy-one"]
    assert kept.title == "The first, corrected" and kept.revision == 2
    assert [backup.read().title for backup in scenario_store.backups("toy-one")] == ["The first"]
    assert [one.key for one in dialog.selected()] == ["toy-one"], "it stays selected"
    dialog.ask_text = lambda title, label, now: " "
    press(qtbot, dialog, "rename")
    assert "needs a title" in dialog.problem.text()


def test_several_are_deleted_at_once_and_brought_back(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore
) -> None:
    before = {key: scenario_store.catalogue.load(key) for key in keys(scenario_store)}  # type: ignore[union-attr]
    dialog.select("toy-one", "toy-three")
    press(qtbot, dialog, "delete")
    assert keys(scenario_store) == {"toy-two"} and "2 scenarios deleted" in dialog.problem.text()
    press(qtbot, dialog, "undo")
    assert keys(scenario_store) == {"toy-one", "toy-two", "toy-three"}
    assert {key: scenario_store.catalogue.load(key) for key in before} == before  # type: ignore[union-attr]
    assert scenario_store.deleted.listed() == [] and not dialog.buttons["undo"].isEnabled()


def test_after_a_button_the_keys_go_to_the_list(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore
) -> None:
    """The button itself is disabled then, and the next one must not be pressed by the next key."""
    dialog.select("toy-one")
    dialog.buttons["delete"].setFocus()
    qtbot.keyClick(dialog.buttons["delete"], Qt.Key.Key_Space)
    assert dialog.focusWidget() is dialog.tree
    assert dialog.problem.text() == "1 scenario deleted. Undo delete brings it back."
    qtbot.keyClick(dialog.tree, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "toy-one" in keys(scenario_store)
    current = dialog.tree.currentItem()
    assert current is not None and current.text(4) == "toy-one", "arrow keys go on from there"


def test_a_deleted_scenario_comes_back_beside_a_new_one_with_its_key(
    scenario_store: ScenarioStore, dialog: ManageDialog
) -> None:
    (kept,) = [kept for kept in scenario_store.scenarios() if kept.key == "toy-one"]
    deleted = scenario_store.delete(kept)
    scenario_store.save(replace(small_scenario(), key="toy-one", title="Another"))
    assert scenario_store.restore(deleted) == "toy-one-2"
    assert keys(scenario_store) == {"toy-one", "toy-one-2", "toy-two", "toy-three"}


def test_copies_of_own_and_shipped_scenarios(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore
) -> None:
    dialog.select("toy-one", "toy-bridge")
    assert not dialog.buttons["delete"].isEnabled(), "one of them is shipped"
    press(qtbot, dialog, "duplicate")
    assert {"toy-one-copy", "toy-bridge-copy"} <= keys(scenario_store)
    assert {one.key for one in dialog.selected()} == {"toy-one-copy", "toy-bridge-copy"}


def test_drafts_are_not_offered_for_play(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore
) -> None:
    library = ScenarioLibrary(scenario_store.catalogue)
    dialog.select("toy-one", "toy-two")
    press(qtbot, dialog, "draft")
    assert {"toy-one", "toy-two"}.isdisjoint(card.key for card in library.cards())
    assert is_draft(scenario_store.catalogue.load("toy-one").data)  # type: ignore[union-attr]
    dialog.select("toy-one")
    press(qtbot, dialog, "draft")
    assert "toy-one" in {card.key for card in library.cards()}


def test_tags_of_several_and_the_search_for_them(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore
) -> None:
    dialog.select("toy-one")
    dialog.ask_text = lambda title, label, now: "river, night"
    press(qtbot, dialog, "tags")
    dialog.select("toy-one", "toy-two")
    dialog.ask_text = lambda title, label, now: "club" if now == "" else "wrong"
    press(qtbot, dialog, "tags")
    found = {kept.key: kept.tags for kept in scenario_store.scenarios()}
    assert found["toy-one"] == ("river", "night", "club") and found["toy-two"] == ("club",)
    dialog.filter.setText("club night")
    shown = [item.text(4) for item in dialog._items() if not item.isHidden()]
    assert shown == ["toy-one"]


def test_what_is_hidden_by_the_search_is_not_deleted(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore
) -> None:
    dialog.select("toy-one", "toy-two")
    dialog.filter.setText("second")
    press(qtbot, dialog, "delete")
    assert keys(scenario_store) == {"toy-one", "toy-three"}


def test_export_and_import_bring_the_same_back(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore, tmp_path: Path
) -> None:
    dialog.select("toy-one", "toy-two")
    chosen = dialog.selected()
    paths = [tmp_path / "one.scenario.toml", tmp_path / "two.scenario.toml"]
    assert dialog.export_to(chosen, paths)
    assert load_file(paths[0]) == scenario_store.load(chosen[0])
    assert dialog.import_files(paths) == ["toy-one-2", "toy-two-2"], "their keys are taken"
    assert "2 scenarios imported" in dialog.problem.text()
    (tmp_path / "bad.toml").write_text("what = 1", encoding="utf-8")
    assert dialog.import_files([paths[0], tmp_path / "bad.toml", paths[1]]) == ["toy-one-3"]
    assert dialog.problem.text().endswith(".") and "imported" not in dialog.problem.text()


def test_files_are_dropped_onto_the_list(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore, tmp_path: Path
) -> None:
    dialog.select("toy-one")
    dialog.export_to(dialog.selected(), [tmp_path / "one.toml"])
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "one.toml"))])
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(dialog, enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(dialog, event)
    assert event.isAccepted() and "toy-one-2" in keys(scenario_store)


def test_the_scenario_in_the_editor_is_changed_there(
    qtbot: QtBot, dialog: ManageDialog, scenario_store: ScenarioStore
) -> None:
    own = ManageDialog(scenario_store, "toy-one")
    qtbot.addWidget(own)
    own.select("toy-one")
    press(qtbot, own, "delete")
    assert "toy-one" in keys(scenario_store) and "changed there" in own.problem.text()


def test_draft_and_tags_of_the_open_scenario_are_steps(page: EditorPage, qtbot: QtBot) -> None:
    page.file_actions.open_document(EditorDocument(small_scenario()))
    tab, document = page.parts.scenario, page.document
    assert document is not None
    page.parts.show_part(tab)
    before = document.snapshot()
    qtbot.mouseClick(tab.draft, LEFT, pos=tab.draft.rect().topLeft() + tab.draft.rect().center() * 0.1)
    qtbot.keyClicks(tab.tags, "river, night")
    qtbot.keyClick(tab.tags, Qt.Key.Key_Return)
    after = document.snapshot()
    assert is_draft(after.data) and tags_of(after.data) == ("river", "night")
    assert page.file_actions.save()
    catalogue = page.file_actions.scenario_store.catalogue
    assert catalogue is not None and catalogue.load(after.key) == after
    while document.history.can_undo:
        document.undo()
    assert document.snapshot() == before and not tab.draft.isChecked()
    while document.history.can_redo:
        document.redo()
    assert document.snapshot() == after and tab.draft.isChecked()


def test_shipped_scenarios_stay_as_they_are(scenario_store: ScenarioStore) -> None:
    (kept,) = [kept for kept in scenario_store.scenarios() if kept.key == "toy-bridge"]
    for change in (
        lambda: scenario_store.rename(kept, "Mine"),
        lambda: scenario_store.label(kept, draft=True),
        lambda: scenario_store.delete(kept),
    ):
        with pytest.raises(BadInput, match="shipped"):
            change()


def test_labels_are_written_only_where_there_are_any() -> None:
    assert with_labels({"x": 1, "draft": True, "tags": ("a",)}, False, ()) == {"x": 1}
    assert tags_of({"tags": ("a", " a ", "b,c", "")}) == ("a", "b c")
    assert tags_of({"tags": "abc"}) == () and not is_draft({"draft": "yes"})


CHILD = """
import sys
from pathlib import Path
from editor.files.scenario_store import ScenarioStore
from engine.catalogue import store
folder = Path(sys.argv[1])
own = ScenarioStore(store.open(folder / "mine.db"), folder)
print("begun", flush=True)
while True:
    kept = next(kept for kept in own.scenarios() if kept.key.startswith("toy-one"))
    own.export(kept, folder / "out.scenario.toml")
    own.restore(own.delete(kept))
    taken = own.take_in(folder / "out.scenario.toml")
    own.delete(next(kept for kept in own.scenarios() if kept.key == taken))
"""


def test_nothing_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    """Killed at any moment of export, delete, restore and import, the scenario is somewhere, and whole."""
    document = replace(small_scenario(), key="toy-one", title="The only one")
    with store.open(tmp_path / "mine.db", create=True) as catalogue:
        ScenarioStore(catalogue, tmp_path).save(document)
    chance = random.Random("kill")
    for _ in range(5):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(tmp_path)],
            cwd=ROOT,
            env=os.environ | {"STARTLINE_GAMES": "tests.toy"},
            stdout=subprocess.PIPE,
        )
        assert child.stdout is not None and child.stdout.readline() == b"begun\n"
        time.sleep(chance.random() * 0.5)
        child.send_signal(signal.SIGKILL)
        child.stdout.close()
        child.wait()
        with store.open(tmp_path / "mine.db") as catalogue:
            own = ScenarioStore(catalogue, tmp_path)
            kept = [own.load(one) for one in own.scenarios() if one.key.startswith("toy-one")]
            gone = [own.deleted.read(one) for one in own.deleted.listed()]
            assert any(replace(one, key="toy-one") == document for one in (*kept, *gone))
            if (tmp_path / "out.scenario.toml").exists():
                assert replace(load_file(tmp_path / "out.scenario.toml"), key="toy-one") == document
            if not kept:
                own.restore(own.deleted.listed()[0])
