"""The dialogue in which printing is chosen, and what the menu entries lead to."""

from __future__ import annotations

from pathlib import Path
from threading import current_thread, main_thread

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog

from app.window.playtest import charts_of
from editor.printing import print_preview
from editor.printing.export_picture_dialog import PictureDialog
from editor.printing.page_grid import grid_picture
from editor.printing.paper import PrintSettings
from editor.printing.print_dialog import PrintDialog
from engine import games
from engine.bad_input import BadInput
from tests.editor.hands import Hands
from tests.editor.print_measures import bare_scenario, media_boxes
from tests.editor.samples import small_scenario


@pytest.fixture
def dialog(qtbot) -> PrintDialog:
    made = PrintDialog(small_scenario(), PrintSettings())
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: not made.is_working)
    yield made
    made.reject()


def settle(qtbot, dialog: PrintDialog) -> None:
    qtbot.waitUntil(lambda: not dialog.is_working)


def test_the_page_count_follows_the_settings(qtbot, dialog: PrintDialog) -> None:
    assert "on 1 page" in dialog.count.text() and dialog.go.isEnabled()
    dialog.sizes["hex"].setValue(60.0)
    assert "pages (" in dialog.count.text(), "at once, before the pages are laid out"
    assert not dialog.go.isEnabled()
    settle(qtbot, dialog)
    pages = len(list(dialog.job().pages()))
    assert dialog.count.text().endswith(f"{pages} pages in all") and dialog.go.isEnabled()
    dialog.parts["counters"].click()
    settle(qtbot, dialog)
    assert dialog.count.text().endswith(f"{pages - 2} pages in all"), "fronts and backs"


def test_the_pages_of_the_map_are_drawn_beside_the_window(
    qtbot, dialog: PrintDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_in: list[bool] = []

    def watched(*args) -> QImage:
        drawn_in.append(current_thread() is main_thread())
        return grid_picture(*args)

    monkeypatch.setattr(print_preview, "grid_picture", watched)
    before = dialog.preview.sheet.grab().toImage()
    dialog.sizes["hex"].setValue(60.0)
    settle(qtbot, dialog)
    assert drawn_in == [False], "once for each change"
    after = dialog.preview.sheet.grab().toImage()
    assert before != after
    dialog.preview.turn(1)
    dialog.preview.turn(-1)
    settle(qtbot, dialog)
    assert len(drawn_in) == 1 and dialog.preview.sheet.grab().toImage() == after


def test_pages_can_be_looked_at(qtbot, dialog: PrintDialog) -> None:
    preview = dialog.preview
    assert preview.title.text() == "The map and its pages" and not preview.back.isEnabled()
    preview.on.click()
    assert preview.title.text().startswith("Map A1 · page 1 of ")
    settle(qtbot, dialog)
    with_page = preview.sheet.grab().toImage()
    colours = {
        with_page.pixel(x, y) for x in range(0, with_page.width(), 9) for y in range(0, with_page.height(), 9)
    }
    assert len(colours) > 20, "the page is painted"
    while preview.on.isEnabled():
        preview.on.click()
    assert preview.title.text().startswith("Turn track and boxes 1 of 1")
    preview.back.click()
    assert preview.title.text().startswith("Key to the map")


def test_what_the_scenario_lacks_cannot_be_chosen_but_stays_wished(qtbot) -> None:
    dialog = PrintDialog(bare_scenario("flat", 4, 4), PrintSettings())
    qtbot.addWidget(dialog)
    assert [part for part, box in dialog.parts.items() if box.isEnabled()] == ["map", "key"]
    assert dialog.settings() == PrintSettings(), "the next scenario may have counters"
    dialog.reject()


def test_nothing_chosen_and_too_many_pages_are_explained(qtbot, dialog: PrintDialog) -> None:
    for box in dialog.parts.values():
        box.setChecked(False)
    assert not dialog.go.isEnabled()
    assert dialog.preview.sheet._words == "Choose what to print."
    huge = PrintDialog(bare_scenario("flat", 99, 99), PrintSettings())
    qtbot.addWidget(huge)
    huge.sizes["hex"].setValue(80.0)
    assert "choose smaller hexes" in huge.preview.sheet._words and not huge.go.isEnabled()
    huge.reject()


def test_fields_that_do_not_count_are_off(qtbot, dialog: PrintDialog) -> None:
    dialog.parts["counters"].setChecked(False)
    assert dialog.sizes["gap"].isEnabled(), "markers are cut out as well"
    dialog.parts["markers"].setChecked(False)
    assert not dialog.sizes["gap"].isEnabled() and dialog.sizes["hex"].isEnabled()
    dialog.parts["map"].setChecked(False)
    assert not dialog.sizes["hex"].isEnabled() and not dialog.switches["marks"].isEnabled()
    dialog.parts["counters"].setChecked(True)
    assert dialog.switches["marks"].isEnabled()


def test_every_part_of_the_dialogue_has_a_name(dialog: PrintDialog) -> None:
    for widget in (
        *dialog.sizes.values(),
        dialog.paper,
        dialog.turn,
        dialog.preview.sheet,
        dialog.preview.on,
    ):
        assert widget.accessibleName()


# from the menu to the file


@pytest.fixture
def accepting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dialogues are accepted as they come up."""

    def accept(dialog: QDialog) -> int:
        dialog.done(QDialog.DialogCode.Accepted)
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(PrintDialog, "exec", accept)
    monkeypatch.setattr(PictureDialog, "exec", accept)


@pytest.mark.usefixtures("accepting")
def test_the_menu_prints_to_a_file_and_remembers_how(hands: Hands, tmp_path: Path) -> None:
    reference_images = hands.page.print_actions
    path = tmp_path / "out" / "game"
    reference_images.ask_path = lambda name, kinds: path
    (tmp_path / "print.json").write_text(PrintSettings(parts=("map", "counters"), hex=30.0).to_text())
    hands.page.actions_by_key["print"].trigger()
    made = path.with_suffix(".pdf")
    assert len(media_boxes(made)) >= 3
    assert hands.page.statusBar().currentMessage() == f"Written: {made}"
    noted = PrintSettings.from_text((tmp_path / "print.json").read_text())
    assert noted.hex == 30.0 and noted.parts == ("map", "counters")


@pytest.mark.usefixtures("accepting")
def test_the_menu_saves_a_picture_of_the_selection(hands: Hands, tmp_path: Path) -> None:
    reference_images = hands.page.print_actions
    path = tmp_path / "map.png"
    reference_images.ask_path = lambda name, kinds: (
        path if (name, kinds) == ("small.png", "PNG (*.png)") else None
    )
    hands.page.workspace.selection.select(["0202", "0303"])
    hands.page.actions_by_key["picture"].trigger()
    assert path.read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "picture.json").is_file()


@pytest.mark.usefixtures("accepting")
def test_what_goes_wrong_is_said_and_leaves_nothing(hands: Hands, tmp_path: Path) -> None:
    reference_images = hands.page.print_actions
    said: list[str] = []
    reference_images.show_error = lambda title, text: said.append(f"{title}: {text}")
    (tmp_path / "file").write_text("")
    reference_images.ask_path = lambda name, kinds: tmp_path / "file" / "map.pdf"
    assert not reference_images.print_out(small_scenario())
    assert len(said) == 1 and "cannot be written" in said[0]

    def broken(document):  # type: ignore[no-untyped-def]
        raise BadInput("Chart x is not a chart.")

    reference_images.charts = broken
    assert not reference_images.print_out(small_scenario())
    assert said[1] == "The charts cannot be read: Chart x is not a chart."


@pytest.mark.usefixtures("accepting")
def test_no_place_chosen_is_no_file(hands: Hands, tmp_path: Path) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    hands.page.print_actions.ask_path = lambda name, kinds: None
    assert not hands.page.print_actions.print_out(small_scenario())
    assert {path.name for path in tmp_path.iterdir()} - before == {"print.json"}


def test_the_charts_of_a_scenario_come_as_it_changes_them() -> None:
    document = next(iter(games.game("ddb").documents()))
    assert {chart.title for chart in charts_of(document)} >= {"Movement points"}
