"""Order of battle: a type brings its usual ratings, ids of copies, all problems of a kind fixed at once."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.document.keys import next_id
from editor.document.problems import problems_of
from editor.document.usual_ratings import usual_ratings
from editor.document.working_copy import WorkingCopy
from editor.editor_page import EditorPage
from engine import games
from engine.catalogue.document import ScenarioDocument, Unit
from engine.catalogue.document_game import DocumentGame
from tests.editor.table_hands import write

LEFT = Qt.MouseButton.LeftButton


def villers() -> ScenarioDocument:
    game = games.game("ddb")
    assert isinstance(game, DocumentGame)
    return game.document(game.scenario_text("ddb-villers"))


def opened(page: EditorPage, document: ScenarioDocument) -> EditorDocument:
    page.file_actions.open_document(EditorDocument(document))
    page.parts.show_part(page.parts.forces)
    assert page.document is not None
    return page.document


def test_the_scenario_decides_what_is_usual_and_then_the_game() -> None:
    document = villers()
    infantry = next(unit for unit in document.units if unit.type == "INF")
    alike = [
        replace(infantry, id=f"x{n}", ratings={**infantry.ratings, "quality": "poor"}) for n in range(99)
    ]
    assert usual_ratings(WorkingCopy(replace(document, units=tuple(alike))), "INF")["quality"] == "poor"
    empty = WorkingCopy(replace(document, units=()))
    assert usual_ratings(empty, "INF")["mobility"] == "LEG", "from the shipped scenarios"
    assert usual_ratings(empty, "no such type") == {}
    shared = replace(document.unit_types[0], ratings=usual_ratings(empty, document.unit_types[0].key))
    assert usual_ratings(WorkingCopy(replace(document, units=(), unit_types=(shared,))), shared.key) == {}


def test_a_new_unit_has_the_usual_ratings_of_its_type(page: EditorPage, qtbot: QtBot) -> None:
    document = opened(page, villers())
    table = page.parts.forces.units
    qtbot.mouseClick(table.add, LEFT)
    made: Unit = document.work.scenario("units")[-1]
    assert made.ratings and made.ratings == usual_ratings(document.work, made.type, [made.id])


def test_another_type_asks_about_ratings_and_is_one_step(page: EditorPage, qtbot: QtBot) -> None:
    document = opened(page, villers())
    forces, asked = page.parts.forces, list[str]()
    row = next(n for n, unit in enumerate(document.work.scenario("units")) if unit.type == "INF")
    before = document.snapshot()
    for answer in (False, True):
        forces.ask_ratings = lambda question, answer=answer: (asked.append(question), answer)[1]  # type: ignore[misc]
        write(qtbot, forces.units, row, "type", "Tanks")
        unit = document.work.scenario("units")[row]
        assert unit.type == "TNK"
        assert (unit.ratings == before.units[row].ratings) is not answer
        document.undo()
        assert document.snapshot() == before
    assert asked == ["Replace the ratings of 1 unit by the usual ones of the new type?"] * 2


def test_ids_of_copies() -> None:
    assert next_id("us-1-39", {"us-1-39"}) == "us-1-39-b"
    assert next_id("us-1-39-b", {"us-1-39", "us-1-39-b"}) == "us-1-39-c"
    assert next_id("b", {"b"}) == "b-b"
    taken = {"x", *(f"x-{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")}
    assert next_id("x", taken) == "x-2"


def test_copies_of_copies_have_short_ids(page: EditorPage, qtbot: QtBot) -> None:
    document = opened(page, villers())
    table = page.parts.forces.units
    key = document.work.scenario("units")[0].id
    table.select([0])
    for _ in range(3):
        qtbot.mouseClick(table.double, LEFT)
    assert [unit.id for unit in document.work.scenario("units")[-3:]] == [f"{key}-{x}" for x in "bcd"]


def test_all_problems_of_a_kind_are_fixed_as_one_step(page: EditorPage, qtbot: QtBot) -> None:
    document = villers()
    wrong = tuple(replace(unit, ratings={}) for unit in document.units[:6])
    edited = opened(page, replace(document, units=(*wrong, *document.units[6:])))
    before = edited.snapshot()
    panel = page.problems
    with qtbot.waitSignal(panel.counted):
        panel.check()
    rows = [n for n in range(panel.list.count()) if "Rating" in panel.list.item(n).text()]
    assert len(rows) > 6
    panel.list.setCurrentRow(rows[0])
    assert panel.fix_all.isVisibleTo(panel) and panel.fix_all.text() == f"All {len(rows)}"
    panel.fix_all.click()
    left = [str(p) for p in problems_of(edited.snapshot()) if "is missing" in str(p)]
    assert left == [] and edited.history.steps[-1].text == "Fill in the usual ratings (all)"
    edited.undo()
    assert edited.snapshot() == before
