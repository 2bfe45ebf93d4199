"""Every kind of problem that people make is found in scenarios of each game, with a place to go to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import pytest

from app.__main__ import main
from editor.problems import Problem, fix_for, problems_of
from engine import games
from engine.catalogue.document import Feature, Placement, ScenarioDocument, Setup
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import dumps


@dataclass(frozen=True)
class Sample:
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
        ("stacking points", "may not hold"),
        ("error", "warning"),
    ),
    "prohibited terrain": (
        lambda d, s: moved(d, s.forbidden, s.unit),
        ("could not enter", "no land hex"),
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
    "dangling river": (lambda d, s: lonely(d, s.river), ("touches no other water",), ("warning",)),
    "dangling road": (lambda d, s: lonely(d, s.road), ("ends in the open",), ("note",)),
    "names twice": (lambda d, s: twins(d), ("are named",), ("warning",)),
    "numbers twice": (lambda d, s: replace(d, units=(*d.units, d.units[0])), ("have the key",), ("error",)),
    "no ratings": (
        lambda d, s: replace(
            d,
            unit_types=tuple(replace(kind, ratings={}) for kind in d.unit_types),
            units=tuple(replace(u, ratings={}) if u.id == s.unit else u for u in d.units),
        ),
        ("is missing",),
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
        ("The game has the turns",),
        ("warning",),
    ),
}
WITH_FIX = ("overstacked", "prohibited terrain", "after the last turn")
WITHOUT_PLACE = ("names twice", "numbers twice", "no ratings", "side without units", "after the last turn")


def find(document: ScenarioDocument, words: Sequence[str]) -> Problem:
    problems = problems_of(document)
    found = [p for p in problems if any(part in p.finding.text for part in words)]
    assert found, [str(problem.finding) for problem in problems]
    return found[0]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(sample: Sample, fault: str) -> None:
    spoil, words, severities = FAULTS[fault]
    sound = scenario(sample.key)
    texts = [problem.finding.text for problem in problems_of(sound)]
    assert not any(part in text for part in words for text in texts), "the shipped scenario is sound"
    problem = find(spoil(sound, sample), words)
    assert problem.finding.severity in severities
    if fault not in WITHOUT_PLACE and fault != "arrival off the map":
        assert problem.hexes or problem.hexsides, "a click goes there"
    assert (fix_for(problem) is not None) == (fault in WITH_FIX)


def test_the_wrong_side_of_the_start_line() -> None:
    sample = SAMPLES[1]
    problem = find(moved(scenario(sample.key), sample.cut_off, sample.unit), ("begins on the side of",))
    assert problem.finding.severity == "warning" and problem.hexes == (sample.cut_off,)
    assert fix_for(problem) is not None


def test_a_deployment_that_cannot_be_met() -> None:
    """Units limited to a region that holds too few of them, or none of their side's ground."""
    document = scenario(SAMPLES[1].key)
    region = next(region for region in document.regions if region.key == "rows-49-50")
    narrow = replace(document, regions=(replace(region, hexes=("3350",)),))
    assert "must fit into" in find(narrow, ("must fit into",)).finding.text
    gone = replace(document, regions=(replace(region, hexes=("4749",)),))
    assert find(gone, ("is land on their side",)).finding.severity == "error"


def test_an_entry_that_is_not_there() -> None:
    document = scenario(SAMPLES[1].key)
    wrong = arriving(document, SAMPLES[1].arrival, data={"entry": "X9"})
    assert find(wrong, ("which is not on the map",)).finding.severity == "error"


def test_the_command_line_finds_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = SAMPLES[0]
    document = moved(scenario(sample.key), sample.cut_off, sample.unit)
    path = tmp_path / "spoiled.toml"
    path.write_text(dumps(document), encoding="utf-8")
    assert main(["check", str(path), "--json"]) == 0, "a warning is no failure"
    told = [finding["text"] for finding in json.loads(capsys.readouterr().out)["findings"]]
    assert told == [problem.finding.text for problem in problems_of(document)]
