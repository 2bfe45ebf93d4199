"""Saving, backups, recovery copies and going back to previous versions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QLineEdit

from app.background.progress import Ended
from app.background.task import in_gui_thread
from editor.commands.painting import paint_terrain
from editor.commands.scenario import set_scenario_fields
from editor.document import recovery
from editor.document.editor_document import EditorDocument
from editor.document.version_diff import differences
from editor.editor_page import EditorPage
from editor.files.file_actions import CANCEL, DISCARD, SAVE
from editor.files.scenario_store import ScenarioStore
from engine.bad_input import BadInput
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.hexes.spec import GridSpec
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario
from tests.editor.table_hands import open_cell

ROOT = Path(__file__).parents[3]


def paint(document: EditorDocument, here: str, kind: str) -> None:
    document.do(paint_terrain([here], kind))
    document.end_stroke()


def test_saving_keeps_the_former_versions(scenario_store: ScenarioStore) -> None:
    document = EditorDocument(small_scenario())
    for number, kind in enumerate(("hill", "marsh", "town"), start=1):
        paint(document, "0101", kind)
        assert document.is_modified
        document.saved_as(scenario_store.save(document.snapshot(), document.revision))
        assert not document.is_modified and document.revision == number
    assert scenario_store.catalogue is not None
    assert scenario_store.catalogue.load("small-one").map.terrain["0101"] == "town"
    backups = scenario_store.backups("small-one")
    assert [backup.number for backup in backups] == [2, 1]
    assert [scenario_store.load_backup(backup).map.terrain["0101"] for backup in backups] == ["marsh", "hill"]
    lines = list(differences(scenario_store.load_backup(backups[1]), document.snapshot()))
    assert lines == ["1 hex is town instead of hill: 0101."]


def test_what_changed_names_things() -> None:
    old = EditorDocument(small_scenario())
    new = EditorDocument(small_scenario())
    new.do(set_scenario_fields(new.work, title="Other", units=new.work.scenario("units")[1:]))
    assert list(differences(old.snapshot(), new.snapshot())) == [
        "The title was “A small scenario” and is now “Other”.",
        "Unit R1 is gone.",
    ]


def test_somebody_elses_save_is_not_overwritten(scenario_store: ScenarioStore) -> None:
    mine, theirs = EditorDocument(small_scenario()), EditorDocument(small_scenario())
    scenario_store.save(theirs.snapshot())
    paint(mine, "0101", "hill")
    with pytest.raises(BadInput, match="changed by another program"):
        scenario_store.save(mine.snapshot())
    copy = scenario_store.named(mine.snapshot(), "small-two", "Mine")
    assert scenario_store.save(copy) == 1
    assert {"small-one", "small-two"} <= {kept.key for kept in scenario_store.scenarios()}
    with pytest.raises(BadInput, match="already a scenario"):
        scenario_store.named(mine.snapshot(), "small-one", "Mine")
    with pytest.raises(BadInput, match="not a valid key"):
        scenario_store.named(mine.snapshot(), "../etc", "Mine")


def test_shipped_scenarios_are_opened_as_copies(scenario_store: ScenarioStore) -> None:
    kept = {found.key: found for found in scenario_store.scenarios()}
    shipped = kept["toy-bridge"]
    assert shipped.shipped
    document = scenario_store.open(shipped)
    assert document.key == "toy-bridge-mine" and document.is_modified
    scenario_store.save(document.snapshot())
    again = {found.key: found for found in scenario_store.scenarios()}
    assert not again["toy-bridge-mine"].shipped and again["toy-bridge"].shipped
    assert scenario_store.open(again["toy-bridge-mine"]).revision == 1
    assert scenario_store.open(shipped).key == "toy-bridge-mine-2"


def test_without_a_catalogue_saving_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no catalogue"):
        ScenarioStore(None, tmp_path).save(EditorDocument(small_scenario()))


def test_revert_can_be_undone(hands: Hands) -> None:
    hands.page.actions_by_key["save"].trigger()
    saved = hands.document.snapshot()
    paint(hands.document, "0101", "hill")
    changed = hands.document.snapshot()
    hands.page.actions_by_key["revert"].trigger()
    assert hands.document.snapshot() == saved
    hands.page.actions_by_key["undo"].trigger()
    assert hands.document.snapshot() == changed


@pytest.mark.parametrize(
    ("answer", "left", "saved"), [(SAVE, True, 1), (DISCARD, True, 0), (CANCEL, False, 0)]
)
def test_unsaved_work_is_asked_about(hands: Hands, answer: str, left: bool, saved: int) -> None:
    asked: list[str] = []
    file_actions = hands.page.file_actions
    file_actions.ask_unsaved = lambda title: asked.append(title) or answer  # type: ignore[func-returns-value]
    assert file_actions.may_leave() and not asked, "nothing was changed"
    paint(hands.document, "0101", "hill")
    assert file_actions.may_leave() is left
    assert asked == ["A small scenario"] and hands.document.revision == saved


def in_catalogue(page: EditorPage) -> ScenarioDocument:
    assert page.file_actions.scenario_store.catalogue is not None
    return page.file_actions.scenario_store.catalogue.load("small-one")


def test_what_is_being_typed_is_saved_too(hands: Hands, qtbot) -> None:
    page = hands.page
    page.show_part(page.parts.forces)
    cell = open_cell(qtbot, page.parts.forces.units, 0, "name")
    assert isinstance(cell, QLineEdit)
    cell.selectAll()
    qtbot.keyClicks(cell, "Old Guard")
    page.actions_by_key["save"].trigger()
    qtbot.wait(1)
    assert in_catalogue(page).units[0].name == hands.work.scenario("units")[0].name == "Old Guard"
    assert not hands.document.is_modified


def test_nobody_leaves_in_the_midst_of_a_word(hands: Hands, qtbot) -> None:
    page, asked = hands.page, []
    page.file_actions.ask_unsaved = lambda title: asked.append(title) or CANCEL
    page.show_part(page.parts.scenario)
    names = page.parts.scenario.names
    names.setFocus()
    qtbot.keyClicks(names, "June, July, August")
    assert not page.file_actions.may_leave() and asked == ["A small scenario"]
    assert hands.work.scenario("turns").names == ("June", "July", "August") and names.hasFocus()


def test_what_is_being_typed_is_tried_out_too(hands: Hands, qtbot) -> None:
    page, played = hands.page, []
    page.play_wanted.connect(lambda document, options: played.append(document))
    page.show_part(page.parts.scenario)
    names = page.parts.scenario.names
    names.setFocus()
    qtbot.keyClicks(names, "June, July, August")
    page.actions_by_key["play"].trigger()
    assert [document.turns.names for document in played] == [("June", "July", "August")]


def test_a_scenario_that_is_called_off_is_not_opened(hands: Hands, monkeypatch) -> None:
    before, complaints = hands.document, []
    file_actions = hands.page.file_actions
    file_actions.show_error = lambda title, text: complaints.append(text)
    work = "editor.window.dialog_host.run_in_background"
    monkeypatch.setattr(work, lambda *_: Ended(cancelled=True))
    assert not file_actions.open_prepared(EditorDocument(small_scenario()))
    monkeypatch.setattr(work, lambda *_: Ended(problem="The map is too large."))
    assert not file_actions.open_prepared(EditorDocument(small_scenario()))
    assert hands.document is before and complaints == ["The map is too large."]


def test_a_new_scenario_has_no_former_versions_of_a_deleted_one(hands: Hands) -> None:
    scenario_store = hands.page.file_actions.scenario_store
    assert scenario_store.catalogue is not None
    assert scenario_store.save(small_scenario()) == 1 and scenario_store.save(small_scenario(), 1) == 2
    assert scenario_store.backups("small-one")
    scenario_store.catalogue.delete("small-one")
    assert scenario_store.save(small_scenario()) == 1
    assert not scenario_store.backups("small-one")


def test_what_comes_while_it_is_being_saved_is_not_saved(hands: Hands, monkeypatch) -> None:
    page, save = hands.page, hands.page.file_actions.scenario_store.save

    def slowly(*what) -> int:
        in_gui_thread(lambda: paint(hands.document, "0102", "hill"))
        return save(*what)

    monkeypatch.setattr(page.file_actions.scenario_store, "save", slowly)
    paint(hands.document, "0101", "hill")
    assert page.file_actions.save()
    assert in_catalogue(page).map.terrain["0101"] == "hill" != in_catalogue(page).map.terrain["0102"]
    assert hands.document.is_modified and hands.work.terrain["0102"] == "hill"
    hands.document.undo()
    assert not hands.document.is_modified


def test_a_recovery_copy_comes_and_goes(page: EditorPage, qtbot, tmp_path: Path, monkeypatch) -> None:
    folder = tmp_path / "recovery"
    page.file_actions.recovery._timer.setInterval(20)
    page.file_actions.open_document(EditorDocument(small_scenario()))
    hands = Hands(page, qtbot)
    paint(hands.document, "0101", "hill")
    qtbot.waitUntil(lambda: len(list(folder.glob("*.toml"))) == 1)
    assert recovery.recovery_copies(folder) == [], "its window is alive"
    page.file_actions.save()
    qtbot.waitUntil(lambda: list(folder.glob("*.toml")) == [])


def test_a_copy_waits_until_the_stroke_is_over(page: EditorPage, qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "recovery"
    page.file_actions.recovery._timer.setInterval(10)
    page.file_actions.open_document(EditorDocument(small_scenario()))
    hands = Hands(page, qtbot)
    hands.take("brush", "hill")
    hands.press(hands.spot("0101"))
    qtbot.wait(80)
    assert list(folder.glob("*.toml")) == []
    hands.release(hands.spot("0101"))
    qtbot.waitUntil(lambda: len(list(folder.glob("*.toml"))) == 1)


def test_a_disk_that_fails_is_told_once(page: EditorPage, qtbot, tmp_path: Path) -> None:
    (tmp_path / "recovery").write_text("in the way")
    said: list[str] = []
    page.workspace.message_shown.connect(said.append)
    page.file_actions.open_document(EditorDocument(small_scenario()))
    for here in ("0101", "0102"):
        paint(Hands(page, qtbot).document, here, "hill")
        page.file_actions.recovery.write()
    assert len([text for text in said if "recovery copy could not be written" in text]) == 1
    (tmp_path / "recovery").unlink()


def test_a_folder_that_takes_no_lock_is_told(page: EditorPage, qtbot, monkeypatch) -> None:
    said: list[str] = []
    page.workspace.message_shown.connect(said.append)
    monkeypatch.setattr(QLockFile, "tryLock", lambda *_: False)
    page.file_actions.open_document(EditorDocument(small_scenario()))
    paint(Hands(page, qtbot).document, "0101", "hill")
    page.file_actions.recovery.write()
    assert any("recovery copy could not be written" in text for text in said)


def test_what_a_crash_left_stays_until_it_is_on_disk_again(
    page: EditorPage, qtbot, tmp_path: Path, monkeypatch
) -> None:
    """The copy of the document before may be on its way when another is restored: it is none of this one."""
    folder, recovery_timer, gate = tmp_path / "recovery", page.file_actions.recovery, Event()
    folder.mkdir()
    left = recovery.write_copy(folder / "left.toml", small_scenario(), 4)
    write = recovery.write_copy

    def slowly(*what) -> Path:
        gate.wait(60)
        return write(*what)

    monkeypatch.setattr(recovery, "write_copy", slowly)
    page.file_actions.open_document(EditorDocument(small_scenario()))
    paint(Hands(page, qtbot).document, "0101", "hill")
    recovery_timer.write()
    recovery_timer._timer.setInterval(600_000)
    (copy,) = recovery.recovery_copies(folder)
    assert page.file_actions.restore(copy) and recovery_timer.is_writing
    gate.set()
    qtbot.waitUntil(lambda: not recovery_timer.is_writing)
    assert left.exists(), "nothing else holds this work yet"
    recovery_timer.write()
    qtbot.waitUntil(lambda: not left.exists())
    assert len(list(folder.glob("*.toml"))) == 1


WORKER = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication([])
from editor.files.scenario_store import ScenarioStore
from editor.commands.painting import paint_terrain
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from tests.editor.samples import small_scenario
folder = Path(sys.argv[1])
page = EditorPage(ScenarioStore(None, folder), folder)
page.show()
document = EditorDocument(small_scenario(), 4)
page.file_actions.open_document(document)
page.file_actions.recovery._timer.setInterval(50)
hexes = iter(document.lattice.hexes)
def work():
    here = next(hexes, None)
    if here is not None:
        document.do(paint_terrain([here], "lava"))
        print("painted", here, flush=True)
timer = QTimer()
timer.timeout.connect(work)
timer.start(60)
app.exec()
"""


def test_work_survives_kill_nine(page: EditorPage, qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "recovery"
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        qtbot.waitUntil(lambda: len(list(folder.glob("*.toml"))) == 1)
        (path,) = folder.glob("*.toml")
        first = path.read_bytes()
        qtbot.waitUntil(lambda: path.read_bytes() != first)
        assert recovery.recovery_copies(folder) == [], "it still works on it"
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.communicate()
    (copy,) = recovery.recovery_copies(folder)
    assert (copy.key, copy.title, copy.revision) == ("small-one", "A small scenario", 4)
    assert page.file_actions.restore(copy)
    restored = Hands(page, qtbot).document
    burnt = [here for here in restored.lattice.hexes if restored.work.terrain[here] == "lava"]
    assert burnt == list(restored.lattice.hexes[: len(burnt)]) and len(burnt) >= 2, (
        "a whole moment of the work"
    )
    assert restored.is_modified and restored.revision == 4
    qtbot.waitUntil(lambda: recovery.recovery_copies(folder) == [])
    assert len(list(folder.glob("*.toml"))) == 1, "a copy that belongs to this window took its place"


def test_damaged_copies_are_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "recovery"
    folder.mkdir()
    for name, text in (
        ("a", ""),
        ("b", "# startline recovery {not json}\n"),
        ("c", '# startline recovery {"key": 1}\n'),
        ("d", "# startline recovery []\n"),
    ):
        (folder / f"{name}.toml").write_text(text)
    (folder / "e.toml").write_bytes(b"\xff\xfe\x00")
    assert recovery.recovery_copies(folder) == []


def test_a_map_of_more_than_ninety_nine_columns_is_kept(
    scenario_store: ScenarioStore, tmp_path: Path
) -> None:
    spec = GridSpec("flat", "even", 150, 120, column_digits=3, row_digits=3)
    sheet = MapSheet("wide", "Wide", spec, {cell.hex: "clear" for cell in spec.cells()})
    document = EditorDocument(ScenarioDocument("wide", "Wide", "toy", sheet))
    for kind in ("hill", "marsh"):
        paint(document, "150120", kind)
        document.saved_as(scenario_store.save(document.snapshot(), document.revision))
    assert scenario_store.load_backup(scenario_store.backups("wide")[0]).map.terrain["150120"] == "hill"
    recovery.write_copy(tmp_path / "copy.toml", document.snapshot(), 2)
    (copy,) = recovery.recovery_copies(tmp_path)
    assert copy.read() == document.snapshot()
