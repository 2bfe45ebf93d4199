"""Work is never lost: saves, backups, recovery copies, the way back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from editor import recovery
from editor.cabinet import Cabinet
from editor.commands.painting import paint_terrain
from editor.commands.terms import set_scenario_fields
from editor.document import EditorDocument
from editor.drawer import DROP, SAVE, STAY
from editor.editor_page import EditorPage
from editor.versions import what_changed
from engine.bad_input import BadInput
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.hexes.spec import GridSpec
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario

ROOT = Path(__file__).parents[2]


def paint(document: EditorDocument, here: str, kind: str) -> None:
    document.do(paint_terrain(document.work, [here], kind))
    document.end_stroke()


def test_saving_keeps_the_former_versions(cabinet: Cabinet) -> None:
    document = EditorDocument(small_scenario())
    for number, kind in enumerate(("hill", "marsh", "town"), start=1):
        paint(document, "0101", kind)
        assert document.is_modified
        document.saved_as(cabinet.save(document.snapshot(), document.revision))
        assert not document.is_modified and document.revision == number
    assert cabinet.catalogue is not None
    assert cabinet.catalogue.load("small-one").map.terrain["0101"] == "town"
    backups = cabinet.backups("small-one")
    assert [backup.number for backup in backups] == [2, 1]
    assert [cabinet.load_backup(backup).map.terrain["0101"] for backup in backups] == ["marsh", "hill"]
    lines = list(what_changed(cabinet.load_backup(backups[1]), document.snapshot()))
    assert lines == ["1 hex is town instead of hill: 0101."]


def test_what_changed_names_things() -> None:
    old = EditorDocument(small_scenario())
    new = EditorDocument(small_scenario())
    new.do(set_scenario_fields(new.work, title="Other", units=new.work.scenario("units")[1:]))
    assert list(what_changed(old.snapshot(), new.snapshot())) == [
        "The title was “A small scenario” and is “Other” now.",
        "Unit R1 is gone.",
    ]


def test_somebody_elses_save_is_not_overwritten(cabinet: Cabinet) -> None:
    mine, theirs = EditorDocument(small_scenario()), EditorDocument(small_scenario())
    cabinet.save(theirs.snapshot())
    paint(mine, "0101", "hill")
    with pytest.raises(BadInput, match="changed by somebody else"):
        cabinet.save(mine.snapshot())
    copy = cabinet.named(mine.snapshot(), "small-two", "Mine")
    assert cabinet.save(copy) == 1
    assert {"small-one", "small-two"} <= {kept.key for kept in cabinet.scenarios()}
    with pytest.raises(BadInput, match="already a scenario"):
        cabinet.named(mine.snapshot(), "small-one", "Mine")
    with pytest.raises(BadInput, match="no key"):
        cabinet.named(mine.snapshot(), "../etc", "Mine")


def test_shipped_scenarios_are_opened_as_copies(cabinet: Cabinet) -> None:
    kept = {found.key: found for found in cabinet.scenarios()}
    shipped = kept["toy-bridge"]
    assert shipped.shipped
    document = cabinet.open(shipped)
    assert document.key == "toy-bridge-mine" and document.is_modified
    cabinet.save(document.snapshot())
    again = {found.key: found for found in cabinet.scenarios()}
    assert not again["toy-bridge-mine"].shipped and again["toy-bridge"].shipped
    assert cabinet.open(again["toy-bridge-mine"]).revision == 1
    assert cabinet.open(shipped).key == "toy-bridge-mine-2"


def test_without_a_catalogue_saving_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no catalogue"):
        Cabinet(None, tmp_path).save(EditorDocument(small_scenario()))


def test_revert_can_be_undone(hands: Hands) -> None:
    hands.page.actions_by_key["save"].trigger()
    saved = hands.document.snapshot()
    paint(hands.document, "0101", "hill")
    changed = hands.document.snapshot()
    hands.page.actions_by_key["revert"].trigger()
    assert hands.document.snapshot() == saved
    hands.page.actions_by_key["undo"].trigger()
    assert hands.document.snapshot() == changed


@pytest.mark.parametrize(("answer", "left", "saved"), [(SAVE, True, 1), (DROP, True, 0), (STAY, False, 0)])
def test_unsaved_work_is_asked_about(hands: Hands, answer: str, left: bool, saved: int) -> None:
    asked: list[str] = []
    drawer = hands.page.drawer
    drawer.ask_unsaved = lambda title: asked.append(title) or answer  # type: ignore[func-returns-value]
    assert drawer.may_leave() and not asked, "nothing was changed"
    paint(hands.document, "0101", "hill")
    assert drawer.may_leave() is left
    assert asked == ["A small scenario"] and hands.document.revision == saved


def test_a_recovery_copy_comes_and_goes(page: EditorPage, qtbot, tmp_path: Path, monkeypatch) -> None:
    folder = tmp_path / "recovery"
    page.drawer.recovery._timer.setInterval(20)
    page.drawer.put_on_bench(EditorDocument(small_scenario()))
    hands = Hands(page, qtbot)
    paint(hands.document, "0101", "hill")
    qtbot.waitUntil(lambda: len(list(folder.glob("*.toml"))) == 1)
    assert recovery.left_behind(folder) == [], "its window is alive"
    page.drawer.save()
    assert list(folder.glob("*.toml")) == []


def test_a_copy_waits_until_the_stroke_is_over(page: EditorPage, qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "recovery"
    page.drawer.recovery._timer.setInterval(10)
    page.drawer.put_on_bench(EditorDocument(small_scenario()))
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
    page.bench.said.connect(said.append)
    page.drawer.put_on_bench(EditorDocument(small_scenario()))
    for here in ("0101", "0102"):
        paint(Hands(page, qtbot).document, here, "hill")
        page.drawer.recovery.write()
    assert len([text for text in said if "recovery copy could not be written" in text]) == 1
    (tmp_path / "recovery").unlink()


WORKER = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication([])
from editor.cabinet import Cabinet
from editor.commands.painting import paint_terrain
from editor.document import EditorDocument
from editor.editor_page import EditorPage
from tests.editor.samples import small_scenario
folder = Path(sys.argv[1])
page = EditorPage(Cabinet(None, folder), folder)
page.show()
document = EditorDocument(small_scenario(), 4)
page.drawer.put_on_bench(document)
page.drawer.recovery._timer.setInterval(50)
hexes = iter(document.lattice.hexes)
def work():
    here = next(hexes, None)
    if here is not None:
        document.do(paint_terrain(document.work, [here], "lava"))
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
        until = time.monotonic() + 60
        while not list(folder.glob("*.toml")) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)
        assert recovery.left_behind(folder) == [], "it still works on it"
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.communicate()
    (copy,) = recovery.left_behind(folder)
    assert (copy.key, copy.title, copy.revision) == ("small-one", "A small scenario", 4)
    assert page.drawer.restore(copy)
    restored = Hands(page, qtbot).document
    burnt = [here for here in restored.lattice.hexes if restored.work.terrain[here] == "lava"]
    assert burnt == list(restored.lattice.hexes[: len(burnt)]) and len(burnt) >= 2, (
        "a whole moment of the work"
    )
    assert restored.is_modified and restored.revision == 4
    qtbot.waitUntil(lambda: recovery.left_behind(folder) == [])
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
    assert recovery.left_behind(folder) == []


def test_a_map_of_more_than_ninety_nine_columns_is_kept(cabinet: Cabinet, tmp_path: Path) -> None:
    spec = GridSpec("flat", "even", 150, 120, column_digits=3, row_digits=3)
    sheet = MapSheet("wide", "Wide", spec, {cell.hex: "clear" for cell in spec.cells()})
    document = EditorDocument(ScenarioDocument("wide", "Wide", "toy", sheet))
    for kind in ("hill", "marsh"):
        paint(document, "150120", kind)
        document.saved_as(cabinet.save(document.snapshot(), document.revision))
    assert cabinet.load_backup(cabinet.backups("wide")[0]).map.terrain["150120"] == "hill"
    recovery.write_copy(tmp_path / "copy.toml", document.snapshot(), 2)
    (copy,) = recovery.left_behind(tmp_path)
    assert copy.read() == document.snapshot()
