"""Importing a map through the real dialogs: ask, preview, import, undo, refuse and cancel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from app.background.progress import Progress
from app.background.progress_dialog import DIALOG_DELAY_MS, ProgressDialog
from app.background.task import running_tasks
from editor.commands.table_parts import parts_of
from editor.document.problems import problems_of
from editor.editor_page import EditorPage
from editor.exporters.geojson import write_geojson
from editor.import_dialog import actions, vocabulary_table
from editor.import_dialog.actions import AT_START
from editor.import_dialog.dialog import ImportDialog
from editor.import_dialog.preview import ImportPreview
from editor.import_dialog.vocabulary_table import Choices, Look
from editor.importers import foreign_map as foreign_words
from editor.importers.foreign_map import ForeignMap
from editor.importers.formats import read_foreign
from tests.editor.hands import Hands
from tests.editor.importers.fixtures import build_file, module, png, saved_game, veiled, zipped
from tests.editor.importers.test_wesnoth import MAP
from tests.editor.importers.vassal.test_module import GAME, SETUP


@pytest.fixture
def told(page: EditorPage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every message that the user sees."""
    sentences: list[str] = []
    page.file_actions.show_error = lambda title, text: sentences.append(text)
    page.import_export.show_summary = lambda title, lost: sentences.extend(lost)
    return sentences


def answer(monkeypatch: pytest.MonkeyPatch, act: Callable[[ImportDialog], None], accept: bool = True) -> None:
    def run(dialog: ImportDialog) -> int:
        dialog.show()
        QApplication.processEvents()
        act(dialog)
        code = QDialog.DialogCode.Accepted if accept else QDialog.DialogCode.Rejected
        return int(code.value)

    monkeypatch.setattr(ImportDialog, "exec", run)


@pytest.fixture
def small_map(tmp_path: Path) -> Path:
    path = tmp_path / "small_map.map"
    path.write_text(MAP, encoding="utf-8")
    return path


def choose(dialog: ImportDialog, table: str, word: str, text: str) -> None:
    combo = dialog.table.combo(table, word)
    at = combo.findText(text)
    assert at >= 0, [combo.itemText(n) for n in range(combo.count())]
    combo.setCurrentIndex(at)


def test_a_new_scenario_on_an_empty_bench(
    page: EditorPage, told: list[str], small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(dialog: ImportDialog) -> None:
        dialog.game.setCurrentIndex(dialog.game.findData("ddb"))
        choose(dialog, "terrain", "Hh", "woods")
        assert dialog.preview.colour("Hh") == dialog.preview.colour("Gs^Fp")
        listed = [dialog.lost.item(row).text() for row in range(dialog.lost.count())]
        assert any("border" in sentence for sentence in listed)
        assert any(sentence.startswith("^Bw|") for sentence in listed)

    answer(monkeypatch, act)
    assert page.import_export.import_file(small_map)
    document = page.document
    assert document is not None
    assert (document.title, document.key, document.game) == ("small map", "ddb-small-map", "ddb")
    assert document.work.terrain["0302"] == "woods" and "0301" not in document.lattice
    assert document.is_modified
    assert any("border" in sentence for sentence in told)
    page.problems.check()


def test_the_map_of_the_open_scenario_is_one_step(
    page: EditorPage, hands: Hands, told: list[str], small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = page.document
    assert document is not None
    before, steps = document.snapshot(), document.history.at
    answer(monkeypatch, lambda dialog: dialog.into.setChecked(True))
    assert page.import_export.import_file(small_map)
    assert page.document is document and document.history.at == steps + 1
    assert len(document.lattice.hexes) == 5 and document.title == before.title
    document.undo()
    assert document.snapshot() == before


def test_what_does_not_get_onto_the_bench_is_not_said_to_be_there(
    page: EditorPage, hands: Hands, told: list[str], small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    page.workspace.message_shown.connect(said.append)
    answer(monkeypatch, lambda dialog: dialog.into.setChecked(True))
    monkeypatch.setattr(page.file_actions, "become", lambda *_: False)
    assert not page.import_export.import_file(small_map)
    assert not any("Imported" in text for text in said) and not told


def test_cancel_and_damage_change_nothing(
    page: EditorPage, hands: Hands, told: list[str], small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = page.document
    assert document is not None
    before, steps = document.snapshot(), document.history.at
    answer(monkeypatch, lambda dialog: dialog.into.setChecked(True), accept=False)
    assert not page.import_export.import_file(small_map)
    small_map.write_text(MAP[:30], encoding="utf-8")
    assert not page.import_export.import_file(small_map)
    assert len(told) == 1 and told[0].endswith(".")
    assert page.document is document
    assert (document.snapshot(), document.history.at) == (before, steps)


def test_every_hex_taken_away_is_refused_and_nothing_changes(
    page: EditorPage, hands: Hands, told: list[str], small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(dialog: ImportDialog) -> None:
        dialog.into.setChecked(True)
        for word in dialog.decisions().terrain:
            choose(dialog, "terrain", word, "no hex")

    document = page.document
    assert document is not None
    before = document.snapshot()
    answer(monkeypatch, act)
    assert not page.import_export.import_file(small_map)
    assert len(told) == 1 and document.snapshot() == before


def test_the_dialogue_wants_a_title_and_a_free_key(page: EditorPage, small_map: Path) -> None:
    dialog = ImportDialog(read_foreign(small_map), page.file_actions.scenario_store, None, page)
    ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
    assert ok.isEnabled()
    dialog.title.setText("")
    dialog.title.textEdited.emit("")
    assert not ok.isEnabled() and dialog.problem.text()
    dialog.key.setText("Not A Key")
    dialog.key.textEdited.emit("Not A Key")
    assert not ok.isEnabled()
    dialog.close()


def test_counters_of_a_module_become_units(
    page: EditorPage, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(dialog: ImportDialog) -> None:
        dialog.game.setCurrentIndex(dialog.game.findData("ddb"))
        group = "German / Infantry"
        assert dialog.table.combo("sides", group).currentData() == "german"
        assert dialog.table.combo("types", group).currentData() == "INF"

    answer(monkeypatch, act)
    assert page.import_export.import_file(module(tmp_path / "small.vmod"))
    document = page.document
    assert document is not None
    found = document.snapshot()
    assert [(unit.name, unit.side, unit.type) for unit in found.units] == [
        ("1/16", "german", "INF"),
        ("2/16", "german", "INF"),
    ]
    assert [(setup.unit, str(setup.place)) for setup in found.setups] == [("1-16", "0102")]
    assert "backdrop" in found.map.data


@pytest.mark.parametrize(
    ("chosen", "title"), [("Dawn", "Small Battle: Dawn"), (AT_START, "Small Battle"), (None, "")]
)
def test_a_set_up_of_a_module_is_chosen(
    page: EditorPage,
    told: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chosen: str | None,
    title: str,
) -> None:
    inner = saved_game(tmp_path / "dawn.vsav", veiled(GAME)).read_bytes()
    text = build_file(numbers='stagger="true"', extra=SETUP)
    members = {"buildFile.xml": text, "images/field.png": png(200, 160), "dawn.vsav": inner}
    page.import_export.choose = lambda names: chosen if names == ["Dawn"] else "wrong"
    answer(monkeypatch, lambda dialog: None)
    assert page.import_export.import_file(zipped(tmp_path / "small.vmod", members)) == bool(title)
    assert (page.document.title if page.document is not None else "") == title


def test_reading_can_be_called_off(
    page: EditorPage, hands: Hands, told: list[str], small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader asks at every step whether it is still wanted."""

    def slow(path: Path, progress: Progress) -> ForeignMap:
        for step in range(100_000):
            progress(step, 0, "Reading")
            if step == 0:
                stop()
        raise AssertionError("it was not cancelled")

    def stop() -> None:
        for task in running_tasks():
            task.cancel()

    monkeypatch.setattr("editor.import_dialog.actions.read_foreign", slow)
    assert not page.import_export.import_file(small_map)
    assert told == []


def test_maps_are_written_from_the_menu(
    page: EditorPage, hands: Hands, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), "Tiled map in JSON (*.tmj)"))
    page.actions_by_key["to_tiled"].trigger()
    back = read_foreign(tmp_path / "out.tmj")
    document = page.document
    assert document is not None
    assert back.terrain == document.work.terrain and back.grid == document.work.sheet("grid")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), "GeoJSON (*.geojson)"))
    page.actions_by_key["to_geojson"].trigger()
    assert len(told) == 1 and "no known places" in told[0]
    assert not (tmp_path / "out.geojson").exists()
    assert not page.import_export.write(document.snapshot(), tmp_path / "no" / "x.geojson", write_geojson)


def test_hexes_are_shown_on_the_picture_where_they_will_lie(qtbot, tmp_path: Path) -> None:
    """The middle of 0102 lies at 20, 60 on a picture of 200 by 160; its hex is 40 high."""
    foreign = read_foreign(module(tmp_path / "small.vmod"))
    preview = ImportPreview(foreign)
    qtbot.addWidget(preview)
    preview.resize(420, 340)
    with_hexes = preview.grab().toImage()
    outlines = [outline.boundingRect() for outline in preview._hexes]
    assert len(outlines) == len(foreign.terrain)
    here = next(rect for rect in outlines if rect.contains(20 / 200, 60 / 160))
    assert here.center().x() == pytest.approx(20 / 200, abs=0.01)
    assert here.center().y() == pytest.approx(60 / 160, abs=0.01)
    assert here.height() == pytest.approx(40 / 160, abs=0.01)
    assert {name for name, _, _ in preview._known} <= set(foreign.terrain)
    preview._hexes, preview._known = [], []
    preview.update()
    assert with_hexes != preview.grab().toImage()


# large files


def a_dialog(qtbot, page: EditorPage, path: Path) -> ImportDialog:
    dialog = ImportDialog(read_foreign(path), page.file_actions.scenario_store, None)
    qtbot.addWidget(dialog)
    return dialog


def test_the_words_are_counted_once_and_by_the_reader(
    page: EditorPage, told: list[str], small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted_in: list[bool] = []
    monkeypatch.setattr(
        foreign_words,
        "Counter",
        lambda words: counted_in.append(current_thread() is main_thread()) or Counter(words),
    )
    answer(monkeypatch, lambda dialog: choose(dialog, "terrain", "Hh", "woods"))
    assert page.import_export.import_file(small_map) and counted_in == [False] * 4


def test_the_lists_are_made_a_few_at_a_time_and_decided_before(
    page: EditorPage, small_map: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vocabulary_table, "_TIME_SLICE_SECONDS", 0.0)
    dialog = a_dialog(qtbot, page, small_map)
    words, table = dialog.table._chosen, dialog.table
    assert len(words) > 3 and not table._combos
    guessed = dialog.decisions()
    assert guessed.terrain["Gs^Fp"]
    monkeypatch.setattr(vocabulary_table, "_TIME_SLICE_SECONDS", 1.0)
    qtbot.waitUntil(lambda: not table._making.isActive())
    assert table._combos.keys() == words.keys() and dialog.decisions() == guessed


def test_pictures_are_drawn_one_after_the_other_when_they_are_seen(
    page: EditorPage, small_map: Path, qtbot
) -> None:
    drawn: list[Look] = []
    blank = QPixmap(4, 4)
    choices = Choices(
        [("paper", ""), ("woods", "woods"), ("hill", "hill")],
        lambda value: ("terrain", value) if value else None,
        lambda look: drawn.append(look) or QIcon(blank),
        page,
    )
    look = Qt.ItemDataRole.DecorationRole
    assert choices.index(0).data(look).isNull()
    first = choices.index(1).data(look).cacheKey()
    assert choices.index(2).data(look).cacheKey() == first and not drawn, "nobody waits for a picture"
    with qtbot.waitSignal(choices.dataChanged):
        pass
    assert drawn == [("terrain", "woods")] and choices.index(1).data(look).cacheKey() != first
    qtbot.waitUntil(lambda: len(drawn) == 2)
    choices.index(2).data(look)
    assert not choices._pictures.isActive()


def test_a_dialogue_that_was_answered_is_gone(
    page: EditorPage, told: list[str], small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for accept in (False, True):
        answer(monkeypatch, lambda dialog: None, accept)
        assert page.import_export.import_file(small_map) is accept
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not page.findChildren(ImportDialog)


def test_two_slow_imports_leave_no_progress_dialogue_over_the_questions(
    page: EditorPage, qtbot: QtBot, small_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dialogue of the first file came back over the questions about it, and neither answered."""
    shown, over_it = Event(), list[object]()

    def slowly(path: Path, progress: Progress) -> ForeignMap:
        shown.wait()
        progress(0, 0, "Reading")
        return read_foreign(path)

    def look() -> None:
        top = QApplication.activeModalWidget()
        if isinstance(top, ProgressDialog):
            shown.set()
        elif isinstance(top, ImportDialog) and not over_it:
            over_it.append(top)
            QTimer.singleShot(3 * DIALOG_DELAY_MS, top, lambda: answer_it(top))

    def answer_it(dialog: ImportDialog) -> None:
        over_it.append(QApplication.activeModalWidget())
        dialog.reject()

    monkeypatch.setattr(actions, "read_foreign", slowly)
    timer = QTimer(page)
    timer.timeout.connect(look)
    timer.start(5)
    for _ in range(2):
        shown.clear()
        over_it.clear()
        came: list[bool] = []
        # As by a menu: what is to be deleted later waits until the loop that called for it goes on.
        QTimer.singleShot(0, page, lambda came=came: came.append(page.import_export.import_file(small_map)))
        qtbot.waitUntil(lambda came=came: came == [False], timeout=30_000)
        assert shown.is_set() and len(over_it) == 2 and over_it[0] is over_it[1]
    timer.stop()


def test_a_module_comes_in_as_a_free_game(
    page: EditorPage, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing has to be chosen: its sides, dice and decks are there, and it has no error."""
    entries = "<entry>German</entry><entry>Polish</entry>"
    roster = f"<VASSAL.build.module.PlayerRoster>{entries}</VASSAL.build.module.PlayerRoster>"
    dice = '<VASSAL.build.module.DiceButton name="Fire" nDice="3" nSides="6"/>'
    path = module(tmp_path / "small.vmod", build_file(extra=roster + dice))

    def act(dialog: ImportDialog) -> None:
        assert dialog.game.currentData() == "free"
        listed = [dialog.lost.item(row).text() for row in range(dialog.lost.count())]
        assert not any("dice" in sentence for sentence in listed)
        dialog.game.setCurrentIndex(dialog.game.findData("ddb"))
        listed = [dialog.lost.item(row).text() for row in range(dialog.lost.count())]
        assert any("1 dice button" in sentence for sentence in listed)
        dialog.game.setCurrentIndex(dialog.game.findData("free"))

    answer(monkeypatch, act)
    assert page.import_export.import_file(path)
    document = page.document
    assert document is not None and document.game == "free"
    assert [side.key for side in document.work.scenario("sides")] == ["german", "polish", "nobody"]
    assert [die.key for die in parts_of(document.work).dice] == ["3d6", "1d6", "2d6"]
    found = problems_of(document.snapshot())
    assert [str(problem) for problem in found if problem.finding.severity == "error"] == []
