"""Every kind of problem that people make is found in scenarios of each game, with a place to go to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.__main__ import main
from editor.document.editor_document import EditorDocument
from editor.document.problem_fixes import fix_for
from editor.document.problems import Problem, Spot, problems_of, spot_of
from editor.document.working_copy import WorkingCopy
from editor.editor_page import EditorPage
from editor.tables.table_view import RecordsTable
from engine import games
from engine.catalogue.chart_changes import CHARTS, WITHOUT
from engine.catalogue.document import Allotment, Feature, Placement, Region, ScenarioDocument, Setup
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.finding import Fault
from engine.catalogue.scenario_text import dumps


class Sample(Struct, frozen=True):
    """A shipped scenario and some of its places."""

    key: str
    unit: str
    enemy: str
    forbidden: str
    """A hex that the unit cannot enter."""
    cut_off: str
    """A hex in which the unit would be out of supply."""
    crowd: tuple[str, ...]
    """Units that are too many for one hex."""
    objective: str
    barrier: str
    river: str
    road: str
    arrival: str
    """A unit that arrives in a hex."""


SAMPLES = (
    Sample(
        *("ddb-carentan", "us-1-501", "ge-2-6", "1602", "0115"),
        ("us-1-501", "us-1-502", "us-3-502", "us-1-506", "us-2-506"),
        *("1407", "water", "river", "road", "us-2-66"),
    ),
    Sample(
        *("ttr-1-market-garden", "us-1-inf", "12-vg", "1505", "4540"),
        ("us-1-inf", "us-4-inf", "us-9-inf", "us-30-inf", "us-5-inf", "us-28-inf"),
        *("4839", "sea", "major_river", "rail", "fr-3-alg"),
    ),
)


@lru_cache(maxsize=4)
def scenario(key: str) -> ScenarioDocument:
    game = games.game(key.partition("-")[0])
    assert isinstance(game, DocumentGame)
    return next(document for document in game.documents() if document.key == key)


def moved(document: ScenarioDocument, here: str, *units: str) -> ScenarioDocument:
    others = tuple(setup for setup in document.setups if setup.unit not in units)
    return replace(document, setups=(*others, *(Setup(unit, Placement("hex", here)) for unit in units)))


def surrounded(document: ScenarioDocument, here: str, barrier: str) -> ScenarioDocument:
    """Nobody stands beside the hex, and nothing leads there."""
    ring = [other for other in document.map.lattice().around(here) if other]
    terrain = {**document.map.terrain, **dict.fromkeys(ring, barrier)}
    sides = {side: found for side, found in document.map.hexsides.items() if here not in side.split("/")}
    sheet = replace(document.map, terrain=terrain, hexsides=sides)
    placed = tuple(setup for setup in document.setups if setup.place.at not in (here, *ring))
    gone = {setup.unit for setup in document.setups} - {setup.unit for setup in placed}
    left = tuple(unit for unit in document.units if unit.id not in gone)
    known = {unit.id for unit in left}
    return replace(
        document,
        map=sheet,
        units=left,
        setups=tuple(setup for setup in placed if setup.unit in known),
        schedule=tuple(
            e for e in document.schedule if e.unit in known and e.place and e.place.at not in ring
        ),
        features={place: found for place, found in document.features.items() if place not in ring},
    )


def lonely(document: ScenarioDocument, kind: str) -> ScenarioDocument:
    """One hexside of a kind where nothing else is."""
    lattice = document.map.lattice()
    used = {here for side in document.map.hexsides for here in side.split("/")}
    free = next(
        side
        for side in lattice.all_hexsides(edges=False)
        if not any(
            near in used or document.map.features.get(near)
            for here in side.split("/")
            for near in (here, *lattice.around(here))
            if near
        )
        and all(None not in lattice.around(here) for here in side.split("/"))
    )
    hexsides = {**document.map.hexsides, free: (Feature(kind),)}
    return replace(document, map=replace(document.map, hexsides=hexsides))


def arriving(document: ScenarioDocument, unit: str, **changes: object) -> ScenarioDocument:
    return replace(
        document,
        schedule=tuple(
            replace(entry, **changes) if entry.unit == unit else entry  # type: ignore[arg-type]
            for entry in document.schedule
        ),
    )


def blocked(document: ScenarioDocument, sample: Sample) -> ScenarioDocument:
    entry = next(entry for entry in document.schedule if entry.unit == sample.arrival)
    assert entry.place is not None
    others = tuple(other for other in document.schedule if other.unit != sample.enemy)
    return moved(replace(document, schedule=others), entry.place.at, sample.enemy)


def twins(document: ScenarioDocument) -> ScenarioDocument:
    one, other = (unit for unit in document.units[:2])
    return replace(document, units=(one, replace(other, name=one.name, side=one.side), *document.units[2:]))


Spoil = Callable[[ScenarioDocument, Sample], ScenarioDocument]
FAULTS: dict[str, tuple[Spoil, Sequence[str], Sequence[str]]] = {
    "overstacked": (
        lambda d, s: moved(d, s.objective, *s.crowd),
        (Fault.CROWDED_HEX,),
        ("error", "warning"),
    ),
    "prohibited terrain": (
        lambda d, s: moved(d, s.forbidden, s.unit),
        (Fault.MISPLACED_UNIT,),
        ("error",),
    ),
    "supply cut": (lambda d, s: moved(d, s.cut_off, s.unit), ("Out of supply at the start",), ("warning",)),
    "objective out of reach": (
        lambda d, s: surrounded(d, s.objective, s.barrier),
        ("can ever reach",),
        ("warning",),
    ),
    "arrival off the map": (
        lambda d, s: arriving(d, s.arrival, place=Placement("hex", "9999")),
        ("no such hex",),
        ("error",),
    ),
    "arrival among the enemy": (blocked, ("where the enemy begins",), ("warning",)),
    "dangling river": (lambda d, s: lonely(d, s.river), (Fault.LONE_WATER,), ("warning",)),
    "dangling road": (lambda d, s: lonely(d, s.road), ("ends in the open",), ("note",)),
    "names twice": (lambda d, s: twins(d), (Fault.SAME_UNIT_NAME,), ("warning",)),
    "numbers twice": (
        lambda d, s: replace(d, units=(*d.units, d.units[0])),
        (Fault.SAME_UNIT_ID,),
        ("error",),
    ),
    "no ratings": (
        lambda d, s: replace(
            d,
            unit_types=tuple(replace(kind, ratings={}) for kind in d.unit_types),
            units=tuple(replace(u, ratings={}) if u.id == s.unit else u for u in d.units),
        ),
        (Fault.MISSING_RATING,),
        ("error",),
    ),
    "side without units": (
        lambda d, s: replace(
            d,
            units=tuple(u for u in d.units if u.side == "allied"),
            setups=(),
            schedule=(),
        ),
        ("It has no units",),
        ("warning",),
    ),
    "after the last turn": (
        lambda d, s: arriving(d, s.arrival, turn=99),
        (Fault.ENTRY_NOT_PLAYED,),
        ("warning",),
    ),
}
WITH_FIX = (
    "overstacked",
    "prohibited terrain",
    "after the last turn",
    "dangling river",
    "names twice",
    "numbers twice",
    "no ratings",
)
IN_TABLES = {
    "arrival off the map": ("schedule", "entries"),
    "arrival among the enemy": ("schedule", "entries"),
    "after the last turn": ("schedule", "entries"),
    "names twice": ("forces", "units"),
    "numbers twice": ("forces", "units"),
    "no ratings": ("forces", "units"),
    "side without units": ("forces", "sides"),
}
"""Faults that are mended in a table, not on the map."""


def shows(key: str, text: str, signs: Sequence[str]) -> bool:
    """Whether a finding is of one of these kinds, or has one of these words in its text."""
    return any(sign == key or sign in text for sign in signs)


def those(problems: Sequence[Problem], signs: Sequence[str]) -> list[Problem]:
    return [problem for problem in problems if shows(problem.finding.key, problem.finding.text, signs)]


def find(document: ScenarioDocument, signs: Sequence[str]) -> Problem:
    problems = problems_of(document)
    found = those(problems, signs)
    assert found, [str(problem.finding) for problem in problems]
    return found[0]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(sample: Sample, fault: str) -> None:
    spoil, signs, severities = FAULTS[fault]
    sound = scenario(sample.key)
    assert not those(problems_of(sound), signs), "the shipped scenario is sound"
    problem = find(spoil(sound, sample), signs)
    assert problem.finding.severity in severities
    spot = spot_of(problem)
    assert (spot and (spot.part, spot.table)) == IN_TABLES.get(fault)
    assert spot is not None or problem.hexes or problem.hexsides, "a click goes there"
    assert (fix_for(problem) is not None) == (fault in WITH_FIX)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
@pytest.mark.parametrize("fault", WITH_FIX)
def test_a_quick_fix_mends_it(sample: Sample, fault: str) -> None:
    spoil, signs, _ = FAULTS[fault]
    work = WorkingCopy(spoil(scenario(sample.key), sample))
    lattice = work.document().map.lattice()
    for _ in range(40):
        found = those(problems_of(work.document()), signs)
        if not found:
            return
        fix = fix_for(found[0])
        assert fix is not None and fix.make(work, lattice, found[0], "clear").do(work)
    pytest.fail("the fix does not come to an end")


@pytest.mark.parametrize("fault", FAULTS)
def test_the_panel_tells_it_and_a_click_goes_there(page: EditorPage, qtbot: QtBot, fault: str) -> None:
    spoil, signs, severities = FAULTS[fault]
    panel, sample = page.problems, SAMPLES[0]
    with qtbot.waitSignal(panel.counted):
        page.file_actions.open_document(EditorDocument(spoil(scenario(sample.key), sample)))
    page.docks["problems"].raise_()
    items = [panel.list.item(row) for row in range(panel.list.count())]
    item = next(item for item in items if those([item.data(Qt.ItemDataRole.UserRole)], signs))
    assert item.toolTip().partition(".")[0].lower() in severities, "its severity is told"
    panel.list.scrollToItem(item)
    spot = panel.list.visualItemRect(item).center()
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    if fault in IN_TABLES:
        part, table = (getattr(page.parts, IN_TABLES[fault][0]), IN_TABLES[fault][1])
        assert page.parts.part(page.parts.currentIndex()) is part
        lines: RecordsTable = getattr(part, table)
        assert lines.isVisible() and lines.selected(), "the line is chosen"
        assert not panel.visibleRegion().isEmpty(), "the problems stay beside the table"
    else:
        assert page.parts.is_drawing and page.workspace.selection.hexes
    assert panel.fix.isVisible() == (fault in WITH_FIX)
    if fault in WITH_FIX:
        steps = len(page.document.history.steps)  # type: ignore[union-attr]
        with qtbot.waitSignal(panel.counted):
            qtbot.mouseClick(panel.fix, Qt.MouseButton.LeftButton)
        assert len(page.document.history.steps) == steps + 1  # type: ignore[union-attr]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_command_line_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: str) -> None:
    spoil, signs, severities = FAULTS[fault]
    path = tmp_path / "spoiled.toml"
    path.write_text(dumps(spoil(scenario(SAMPLES[0].key), SAMPLES[0])), encoding="utf-8")
    code = main(["check", str(path), "--json"])
    told = json.loads(capsys.readouterr().out)["findings"]
    found = [entry for entry in told if shows(entry["key"], entry["text"], signs)]
    assert found and {entry["severity"] for entry in found} <= set(severities)
    assert code == (1 if any(entry["severity"] == "error" for entry in told) else 0)


def wrong_side() -> ScenarioDocument:
    return moved(scenario(SAMPLES[1].key), SAMPLES[1].cut_off, SAMPLES[1].unit)


def cramped() -> ScenarioDocument:
    """Units limited to a region that holds too few of them."""
    document = scenario(SAMPLES[1].key)
    region = next(region for region in document.regions if region.key == "rows-49-50")
    return replace(document, regions=(replace(region, hexes=("3350",)),))


def test_the_wrong_side_of_the_start_line() -> None:
    problem = find(wrong_side(), ("begins on the side of",))
    assert problem.finding.severity == "warning" and problem.hexes == (SAMPLES[1].cut_off,)
    assert fix_for(problem) is not None


def test_a_deployment_that_cannot_be_met() -> None:
    """Units limited to a region that holds too few of them, or none of their side's ground."""
    assert "must fit into" in find(cramped(), ("must fit into",)).finding.text
    document = scenario(SAMPLES[1].key)
    region = next(region for region in document.regions if region.key == "rows-49-50")
    gone = replace(document, regions=(replace(region, hexes=("4749",)),))
    assert find(gone, ("is land on their side",)).finding.severity == "error"


def test_an_entry_that_is_not_there() -> None:
    document = scenario(SAMPLES[1].key)
    wrong = arriving(document, SAMPLES[1].arrival, data={"entry": "X9"})
    assert find(wrong, ("which is not on the map",)).finding.severity == "error"


def test_a_chart_that_does_not_hold() -> None:
    document = scenario(SAMPLES[0].key)
    wrong = replace(document, data={**document.data, CHARTS: {"stacking": {"limit": "many"}}})
    problem = find(wrong, ("limit",))
    assert problem.finding.where == "chart stacking" and problem.finding.severity == "error"
    assert spot_of(problem) == Spot("charts", "", "stacking")


@pytest.mark.parametrize("spoiled", [wrong_side, cramped])
def test_the_command_line_finds_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoiled: Callable[[], ScenarioDocument]
) -> None:
    document = spoiled()
    path = tmp_path / "spoiled.toml"
    path.write_text(dumps(document), encoding="utf-8")
    main(["check", str(path), "--json"])
    told = [finding["text"] for finding in json.loads(capsys.readouterr().out)["findings"]]
    assert told == [problem.finding.text for problem in problems_of(document)]


def placed(key: str, unit: str, words: str) -> ScenarioDocument:
    document = scenario(key)
    others = tuple(setup for setup in document.setups if setup.unit != unit)
    return replace(document, setups=(*others, Setup(unit, Placement.parse(words))))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_a_set_up_by_rule_is_a_problem_only_where_there_is_no_room(sample: Sample) -> None:
    home = next(s.place.at for s in scenario(sample.key).setups if s.unit == sample.unit)
    texts = [p.finding.text for p in problems_of(placed(sample.key, sample.unit, f"within 1 of {home}"))]
    assert not any(sample.unit in text or "is set up" in text for text in texts)
    nowhere = placed(sample.key, sample.unit, f"within 0 of {sample.forbidden}")
    problem = find(nowhere, ("may stand in no hex",))
    assert problem.finding.where == f"set-up of {sample.unit}" and problem.finding.severity == "error"
    assert problem.hexes == (sample.forbidden,)
    region = Region("pocket", "The pocket", hexes=(home,))
    sound = scenario(sample.key)
    full = moved(replace(sound, regions=(*sound.regions, region)), home, *sample.crowd)
    full = replace(full, setups=tuple(_into(setup, "area pocket", sample.crowd) for setup in full.setups))
    problem = find(full, ("leave no room",))
    unit = problem.finding.where.removeprefix("set-up of ")
    assert unit in sample.crowd and problem.finding.severity == "error"
    assert spot_of(problem) == Spot("schedule", "setups", unit)


def _into(setup: Setup, words: str, units: Sequence[str]) -> Setup:
    return replace(setup, place=Placement.parse(words)) if setup.unit in units else setup


def test_an_allotment_on_a_turn_where_the_game_gives_it_once() -> None:
    document = scenario(SAMPLES[0].key)
    wrong = replace(document, allotments=(*document.allotments, Allotment("allied", "AIR", 3, 2)))
    problem = find(wrong, ("for the whole game",))
    assert problem.finding.severity == "warning"
    assert spot_of(problem) == Spot("schedule", "allotments", "AIR")


@pytest.mark.parametrize(
    ("key", "chart", "table", "row"),
    [
        (SAMPLES[0].key, "terrain", "hexsides", "river without bridge"),
        (SAMPLES[1].key, "turn_record", "rows", "1"),
        (SAMPLES[1].key, "corps_substitution", "breakdown", "15-6 Wehrmacht corps"),
    ],
)
def test_a_row_that_the_rules_need_cannot_be_left_out(key: str, chart: str, table: str, row: str) -> None:
    document = scenario(key)
    charts = {chart: {table: {WITHOUT: (row,)}}}
    wrong = replace(document, data={**document.data, CHARTS: charts})
    (problem,) = [p for p in problems_of(wrong) if p.finding.where == f"chart {chart}"]
    assert problem.finding.severity == "error"


def test_a_unit_that_leaves_and_comes_back_is_no_fault() -> None:
    texts = [problem.finding.text for problem in problems_of(scenario("ttr-campaign"))]
    assert not any("both set up and scheduled" in text for text in texts)
