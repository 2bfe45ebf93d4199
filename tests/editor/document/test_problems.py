"""The problems panel: what is wrong, where, and what mends it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from editor.commands.undo_history import UndoHistory
from editor.document.editor_document import EditorDocument
from editor.document.problem_fixes import FIXES, fix_for
from editor.document.problems import Problem, problems_of, spot_of
from editor.document.working_copy import WorkingCopy
from editor.editor_page import EditorPage
from editor.resize.resize_map import Margins, resize_map
from editor.tables.table_view import RecordsTable
from engine.catalogue.document import Feature, Placement, ScenarioDocument, ScheduleEntry, Setup
from engine.catalogue.finding import Fault
from tests.editor.builders import FAULTY, faults
from tests.editor.document.test_problem_kinds import SAMPLES, scenario
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario


def broken() -> ScenarioDocument:
    """A scenario with one fault for each fix."""
    start = small_scenario()
    terrain = {**start.map.terrain, "9999": "woods"}
    del terrain["0101"]
    sides = {**start.map.hexsides, "0601/0602": (Feature("bridge"),), "0801/0802": (Feature("river"),)}
    labels = (*start.map.labels, replace(start.map.labels[0], hex="7777"))
    return replace(
        start,
        map=replace(start.map, terrain=terrain, hexsides=sides, labels=labels),
        setups=(*start.setups, Setup("nobody", Placement("hex", "0101"))),
        schedule=(*start.schedule, ScheduleEntry("reinforcement", 9, "blue", "B2")),
    )


def find(document: ScenarioDocument, sign: str) -> Problem | None:
    """The first problem of this kind, or with these words."""
    return next((p for p in problems_of(document) if sign == p.finding.key or sign in p.finding.text), None)


@pytest.mark.parametrize(
    ("fault", "hexes", "hexsides"),
    [
        (Fault.NO_TERRAIN, ("0101",), ()),
        (Fault.USELESS_BRIDGE, (), ("0601/0602",)),
        (Fault.SETUP_WITHOUT_UNIT, ("0101",), ()),
        (Fault.UNUSED_UNIT, (), ()),
    ],
)
def test_problems_know_their_places(fault: Fault, hexes: tuple[str, ...], hexsides: tuple[str, ...]) -> None:
    problem = find(replace(broken(), schedule=()), fault)
    assert problem is not None
    assert (problem.hexes, problem.hexsides) == (hexes, hexsides)


@pytest.mark.parametrize(
    "fault",
    [
        Fault.NO_TERRAIN,
        Fault.OFF_MAP,
        Fault.USELESS_BRIDGE,
        Fault.SETUP_WITHOUT_UNIT,
        Fault.ENTRY_NOT_PLAYED,
    ],
)
def test_a_fix_mends_and_can_be_undone(fault: Fault) -> None:
    work = WorkingCopy(broken())
    history, lattice = UndoHistory(work), work.document().map.lattice()
    before = work.document()
    while (problem := find(work.document(), fault)) is not None:
        fix = fix_for(problem)
        assert fix is not None
        assert history.do(fix.make(work, lattice, problem, "clear"))
    assert len(history.steps) >= 1
    history.go_to(0)
    assert work.document() == before


def test_a_problem_without_a_place_leads_to_its_part(hands: Hands, qtbot) -> None:
    panel = hands.page.problems
    with qtbot.waitSignal(panel.counted):
        hands.page.file_actions.open_document(EditorDocument(replace(broken(), victory=())))
    for words, part in (("Nothing says who wins", "victory"), ("The game has the turns", "schedule")):
        items = [panel.list.item(n) for n in range(panel.list.count())]
        hands.page.show_part(hands.page.parts.map)
        panel.list.itemClicked.emit(next(item for item in items if words in item.text()))
        assert hands.page.parts.part(hands.page.parts.currentIndex()) is getattr(hands.page.parts, part)


def test_a_side_is_called_by_its_title() -> None:
    start = small_scenario()
    side = start.sides[0]
    problem = find(replace(start, units=tuple(u for u in start.units if u.side != side.key)), "has no units")
    assert problem is not None and str(problem) == f"{side.title}: It has no units."
    assert side.title != side.key and problem.finding.where == f"side {side.key}"


def test_a_game_that_is_not_installed_is_a_problem() -> None:
    found = problems_of(replace(small_scenario(), game="chess"))
    assert any("not installed" in problem.finding.text for problem in found)


def test_the_panel_follows_the_work_and_goes_there(hands: Hands, qtbot) -> None:
    panel = hands.page.problems
    with qtbot.waitSignal(panel.counted):
        hands.page.file_actions.open_document(EditorDocument(broken()))
    texts = [panel.list.item(n).text() for n in range(panel.list.count())]
    at = next(n for n, text in enumerate(texts) if "has no terrain" in text)
    assert "Problems (" in hands.page.docks["problems"].windowTitle()
    item = panel.list.item(at)
    panel.list.setCurrentItem(item)
    panel.list.itemClicked.emit(item)
    assert hands.page.workspace.selection.hexes == ["0101"]
    assert panel.fix.isVisibleTo(panel) and panel.fix.text() == "Paint them with the chosen terrain"
    hands.page.workspace.palettes.pick("terrain", "hill")
    with qtbot.waitSignal(panel.counted):
        panel.fix.click()
    assert hands.work.terrain["0101"] == "hill"
    texts = [panel.list.item(n).text() for n in range(panel.list.count())]
    assert not any("has no terrain" in text for text in texts)


def test_a_problem_that_may_be_gone_is_not_mended(hands: Hands, qtbot) -> None:
    panel, said = hands.page.problems, []
    hands.page.workspace.message_shown.connect(said.append)
    with qtbot.waitSignal(panel.counted):
        hands.page.file_actions.open_document(EditorDocument(broken()))
    items = [panel.list.item(n) for n in range(panel.list.count())]
    item = next(item for item in items if "has no terrain" in item.text())
    panel.list.setCurrentItem(item)
    hands.document.do(resize_map(hands.work, Margins(left=-3)))
    hands.document.end_stroke()
    steps = list(hands.steps)
    panel.list.itemClicked.emit(item)
    panel.fix.click()
    assert hands.steps == steps and any("being checked again" in text for text in said)


def test_a_full_hex_is_seen_and_said_as_soon_as_it_is_full(page: EditorPage, qtbot) -> None:
    sample = SAMPLES[0]
    panel, said = page.problems, []
    page.workspace.message_shown.connect(said.append)
    with qtbot.waitSignal(panel.counted):
        page.file_actions.open_document(EditorDocument(scenario(sample.key)))
    assert not page.workspace.canvas.problems.hexes and not said
    page.roster.catch_up()
    with qtbot.waitSignal(panel.counted):
        page.workspace.canvas.dropped.emit(list(sample.crowd), sample.objective)
    assert page.workspace.canvas.problems.hexes == {sample.objective}
    assert any("stacking points" in words for words in said)
    with qtbot.waitSignal(panel.counted):
        page.actions_by_key["undo"].trigger()
    assert not page.workspace.canvas.problems.hexes


def test_every_fault_with_a_key_has_a_fix() -> None:
    assert set(FIXES) == set(Fault) == set(FAULTY)


@pytest.mark.parametrize("fault", Fault)
def test_a_fix_is_found_whatever_the_sentence_says(fault: Fault) -> None:
    problem = faults(FAULTY[fault], fault)[0]
    silent = replace(problem, finding=replace(problem.finding, where="?", text="?", fix="?"))
    assert fix_for(silent) is fix_for(problem) is FIXES[fault]
    work = WorkingCopy(FAULTY[fault])
    lattice = work.document().map.lattice()
    assert FIXES[fault].make(work, lattice, silent, "clear").do(work), "nor does it read the sentence"


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault != Fault.CROWDED_HEX])
def test_the_fix_that_is_offered_mends_its_problem(fault: Fault) -> None:
    work = WorkingCopy(FAULTY[fault])
    lattice = work.document().map.lattice()
    many = len(faults(work.document(), fault))
    assert many
    while left := faults(work.document(), fault):
        assert FIXES[fault].make(work, lattice, left[0], "clear").do(work)
        assert len(faults(work.document(), fault)) < many
        many = len(faults(work.document(), fault))


def test_a_fix_reaches_more_places_than_the_sentence_names() -> None:
    start = small_scenario()
    lattice = start.map.lattice()
    bridges = list(lattice.all_hexsides(edges=False))[:12]
    dry = replace(start, map=replace(start.map, hexsides=dict.fromkeys(bridges, (Feature("bridge"),))))
    (problem,) = faults(dry, Fault.USELESS_BRIDGE)
    assert "and 6 more" in problem.finding.text and set(problem.hexsides) == set(bridges)
    work = WorkingCopy(dry)
    assert FIXES[Fault.USELESS_BRIDGE].make(work, lattice, problem, "clear").do(work)
    assert not work.hexsides


@pytest.mark.parametrize(
    ("document", "part", "table", "rows"),
    [
        (FAULTY[Fault.SAME_UNIT_ID], "forces", "units", [0, 4]),
        (FAULTY[Fault.SAME_UNIT_NAME], "forces", "units", [0, 1, 2, 3]),
        (FAULTY[Fault.ENTRY_WITHOUT_UNIT], "schedule", "entries", [1]),
        (FAULTY[Fault.MISPLACED_UNIT], "schedule", "setups", [0]),
        (FAULTY[Fault.NO_BANDS], "victory", "conditions", [0]),
    ],
)
def test_the_rows_of_a_problem_are_selected(
    page: EditorPage, qtbot, document: ScenarioDocument, part: str, table: str, rows: list[int]
) -> None:
    page.file_actions.open_document(EditorDocument(document))
    qtbot.wait(1)
    spots = [spot for problem in problems_of(document) if (spot := spot_of(problem)) is not None]
    spot = next(spot for spot in spots if (spot.part, spot.table) == (part, table))
    shown = getattr(page.parts, part)
    page.show_part(shown)
    shown.go_to(spot)
    lines: RecordsTable = getattr(shown, table)
    assert lines.rows() == rows


def test_a_unit_that_never_comes_is_shown_in_the_roster(hands: Hands, qtbot) -> None:
    panel = hands.page.problems
    with qtbot.waitSignal(panel.counted):
        hands.page.file_actions.open_document(EditorDocument(replace(small_scenario(), schedule=())))
    items = [panel.list.item(n) for n in range(panel.list.count())]
    item = next(item for item in items if "never comes into play" in item.text())
    hands.page.show_part(hands.page.parts.victory)
    panel.list.itemClicked.emit(item)
    assert hands.page.parts.is_drawing and hands.page.roster.ids() == ["B2"]
    assert not hands.page.roster.visibleRegion().isEmpty()


def test_the_count_below_the_map_opens_the_panel(hands: Hands, qtbot) -> None:
    hands.page.show_part(hands.page.parts.forces)
    assert hands.page.problems.visibleRegion().isEmpty()
    qtbot.mouseClick(hands.page.status.problems, Qt.MouseButton.LeftButton)
    assert not hands.page.problems.visibleRegion().isEmpty()


def test_tables_have_the_whole_width_when_nothing_is_wrong(hands: Hands, qtbot) -> None:
    page = hands.page
    page.docks["problems"].raise_()
    for faulty in (True, False):
        page.show_part(page.parts.map)
        with qtbot.waitSignal(page.problems.counted):
            work = small_scenario()
            page.file_actions.open_document(EditorDocument(replace(work, schedule=()) if faulty else work))
        page.docks["problems"].raise_()
        qtbot.wait(20)
        assert page.problems.list.isVisible() is bool(page.problems.list.count())
        page.show_part(page.parts.victory)
        assert page.docks["problems"].isVisible() is bool(page.problems.list.count())


def test_problems_stay_where_they_are_beside_a_table(page: EditorPage, qtbot) -> None:
    broken = replace(small_scenario(), setups=(Setup("R1", Placement("hex", "9999")),))
    page.file_actions.open_document(EditorDocument(broken))
    qtbot.waitUntil(lambda: page.problems.list.count() > 0)
    dock, right = page.docks["problems"], Qt.DockWidgetArea.RightDockWidgetArea
    dock.raise_()
    qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())
    page.show_part(page.parts.forces)
    assert dock.isVisible() and page.dockWidgetArea(dock) == right
    assert not page.docks["palette"].isVisible()
    page.show_part(page.parts.map)
    assert page.dockWidgetArea(dock) == right and page.docks["layers"] in page.tabifiedDockWidgets(dock)
    page.docks["layers"].raise_()
    page.show_part(page.parts.forces)
    assert not dock.isVisible(), "nobody looked at it"
    page.status.problems.click()
    assert dock.isVisible() and page.dockWidgetArea(dock) == right
