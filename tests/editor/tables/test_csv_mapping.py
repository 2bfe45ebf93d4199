"""Units from spreadsheets with other headings: asked once, then remembered; faults by row and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from editor.commands.order_of_battle import set_units
from editor.document.game_vocabulary import rating_fields, vocabulary_for
from editor.document.usual_ratings import usual_ratings
from editor.editor_page import EditorPage
from editor.tables.csv_mapping import RememberedMappings, guessed, problem
from editor.tables.csv_mapping_dialog import CsvMappingDialog
from editor.tables.table_definitions import unit_table
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario

FOREIGN = "Designation;Nation;Arm;Steps;Remarks\n1st Foot;red;inf;2;good\n2nd Foot;blue;inf;1;late\n"
DEFINITION = unit_table(rating_fields("toy", {}), vocabulary_for(small_scenario()))


def test_titles_and_keys_in_any_order_are_recognised() -> None:
    assert guessed(DEFINITION, ["NAME", "steps", "Id", "id", "?"]) == ("name", "steps", "id", "", "")


def test_what_cannot_be_imported_is_told() -> None:
    assert problem(DEFINITION, ("id", "id")) == "Two columns become Id; choose one of them."
    assert problem(DEFINITION, ("side", "")) == "Choose the column that becomes Id or Name."
    assert problem(DEFINITION, ("name", "")) == ""


def test_columns_are_asked_for_once_and_then_remembered(
    page: EditorPage, hands: Hands, tmp_path: Path
) -> None:
    path = tmp_path / "units.csv"
    path.write_text(FOREIGN, encoding="utf-8")
    page.parts.show_part(page.parts.forces)
    forces, asked = page.parts.forces, list[tuple[str, ...]]()
    before = hands.document.snapshot()

    def choose(definition: object, rows: object, mapping: tuple[str, ...]) -> tuple[str, ...]:
        asked.append(mapping)
        return ("name", "side", "type", "steps", "")

    forces.ask_columns = choose  # type: ignore[assignment]
    assert forces.import_file(path)
    added = hands.work.scenario("units")[len(before.units) :]
    assert [(unit.id, unit.name, unit.side, unit.ratings) for unit in added] == [
        ("1st-foot", "1st Foot", "red", {"steps": 2}),
        ("2nd-foot", "2nd Foot", "blue", {"steps": 1}),
    ]
    assert asked == [("", "", "", "steps", "")]
    hands.document.undo()
    assert hands.document.snapshot() == before, "one step"
    assert forces.import_file(path) and len(asked) == 1, "remembered by its headings"


def test_an_answer_that_did_not_work_is_asked_again(page: EditorPage, hands: Hands, tmp_path: Path) -> None:
    """A number in the place of yes or no: the answer was wrong, not the file."""
    path = tmp_path / "units.csv"
    path.write_text("Who,Force\nAlpha,2\n", encoding="utf-8")
    page.parts.show_part(page.parts.forces)
    forces, answers = page.parts.forces, [("name", "guns"), ("name", "steps"), ("name", "guns")]
    asked = []

    def choose(definition: object, rows: object, mapping: tuple[str, ...]) -> tuple[str, ...]:
        asked.append(mapping)
        return answers[len(asked) - 1]

    forces.ask_columns = choose  # type: ignore[assignment]
    assert not forces.import_file(path) and "guns must be yes or no" in forces.units.problem.text()
    assert forces.import_file(path) and hands.work.scenario("units")[-1].ratings["steps"] == 2
    path.write_text("Who,Force\nBeta,many\n", encoding="utf-8")
    assert not forces.import_file(path)
    assert asked == [("", ""), ("", ""), ("name", "steps")], "what was remembered is shown again"


def test_units_without_ratings_get_the_usual_ones_of_their_type(
    page: EditorPage, hands: Hands, tmp_path: Path
) -> None:
    path = tmp_path / "units.csv"
    known = hands.work.scenario("units")[0]
    units = [replace(unit, ratings={**unit.ratings, "steps": 3}) for unit in hands.work.scenario("units")]
    hands.document.do(set_units(hands.work, units))
    path.write_text(f"Name,Type\nAlpha,{known.type}\n", encoding="utf-8")
    page.parts.show_part(page.parts.forces)
    usual = usual_ratings(hands.work, known.type)
    assert page.parts.forces.import_file(path)
    assert usual["steps"] == 3 and hands.work.scenario("units")[-1].ratings == usual


def test_cancel_changes_and_remembers_nothing(page: EditorPage, hands: Hands, tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    path.write_text(FOREIGN, encoding="utf-8")
    page.parts.show_part(page.parts.forces)
    before = hands.document.snapshot()
    page.parts.forces.ask_columns = lambda *_: None  # type: ignore[assignment]
    assert not page.parts.forces.import_file(path)
    assert hands.document.snapshot() == before and not (tmp_path / "csv_columns.json").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Id,Name,steps\nA,Alpha,2\nB,Beta,many\n",
            "Row 3, column steps: steps must be a whole number, not 'many'.",
        ),
        ("Id,Name,guns\nA,Alpha,maybe\n", "Row 2, column guns: guns must be yes or no, not 'maybe'."),
        ("", "units.csv is empty; export it again with its column titles."),
    ],
)
def test_a_fault_names_row_column_and_remedy(
    page: EditorPage, hands: Hands, tmp_path: Path, text: str, told: str
) -> None:
    path = tmp_path / "units.csv"
    path.write_text(text, encoding="utf-8")
    page.parts.show_part(page.parts.forces)
    before = hands.document.snapshot()
    assert not page.parts.forces.import_file(path)
    assert page.parts.forces.units.problem.text() == told
    assert hands.document.snapshot() == before


def test_the_dialogue_shows_samples_and_refuses_what_cannot_be(qtbot: QtBot) -> None:
    rows = [line.split(";") for line in FOREIGN.splitlines()]
    dialog = CsvMappingDialog(DEFINITION, rows, guessed(DEFINITION, rows[0]))
    qtbot.addWidget(dialog)
    accept = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not accept.isEnabled() and "Id or Name" in dialog.problem.text()
    dialog.boxes[0].setCurrentIndex(dialog.boxes[0].findData("name"))
    assert accept.isEnabled() and dialog.mapping() == ("name", "", "", "steps", "")


def test_damaged_notes_are_as_good_as_none(tmp_path: Path) -> None:
    remembered = RememberedMappings(tmp_path)
    for text in ("", "[]", "{", '{"a": 3}', '{"a": [1]}'):
        (tmp_path / "csv_columns.json").write_text(text, encoding="utf-8")
        assert remembered.find(DEFINITION, ["a"]) is None
    remembered.keep(["A ", "b"], ("id", "gone"))
    assert remembered.find(DEFINITION, ["a", "B"]) == ("id", ""), (
        "a column that is no longer there is left out"
    )
    for number in range(60):
        remembered.keep([str(number)], ("id",))
    assert remembered.find(DEFINITION, ["a", "b"]) is None and remembered.find(DEFINITION, ["59"]) == ("id",)
