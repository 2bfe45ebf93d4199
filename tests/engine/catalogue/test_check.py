"""Checking a scenario: a sound one passes, and each kind of mistake is found where it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from engine.catalogue import document as d
from engine.catalogue.check import Finding, check
from engine.catalogue.document import Feature, Placement, ScenarioDocument
from tests.engine.catalogue.samples import RATINGS, small_document
from tests.engine.catalogue.strategies import documents


class Game:
    """A game with rating fields and a check of its own."""

    key = "toy"
    rating_fields = RATINGS

    def check(self, document: ScenarioDocument) -> Iterable[Finding]:
        if document.minutes > 600:
            yield Finding("note", "minutes", "That is a long evening.")


def said(document: ScenarioDocument, game: Any = None) -> list[str]:
    return [str(finding) for finding in check(document, game)]


def test_a_sound_scenario() -> None:
    assert said(small_document(), Game()) == []


def test_the_game_has_its_say() -> None:
    assert said(replace(small_document(), minutes=601), Game()) == ["note: minutes: That is a long evening."]
    assert said(replace(small_document(), game="chess"), Game()) == [
        "error: game: The scenario is one of chess, not of toy."
    ]
    lame = replace(small_document().units[0], ratings={"strength": 44})
    assert said(replace(small_document(), units=(lame, *small_document().units[1:])), Game()) == [
        "error: unit b/1: Rating strength is 44, above 20."
    ]
    bare = replace(small_document().units[1], ratings={})
    found = said(replace(small_document(), units=(bare, *small_document().units)), Game())
    assert "error: unit b/2: Rating strength is missing." in found
    assert "error: unit b/2: Rating movement is missing." in found


def changed_map(**changes: Any) -> dict[str, Any]:
    return {"map": replace(small_document().map, **changes)}


def with_sides(**sides: tuple[Feature, ...]) -> dict[str, Any]:
    named = {name.replace("_", "/").lstrip("s"): found for name, found in sides.items()}
    return changed_map(hexsides={**small_document().map.hexsides, **named})


BASE = small_document()
VICTORY = BASE.victory[0]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (changed_map(terrain={**BASE.map.terrain, "9901": "clear"}), "error: terrain: 9901: no such hex"),
        (
            changed_map(terrain={"0101": "clear"}),
            "warning: map: 47 hexes have no terrain: 0102, 0103, 0104, 0105, 0106, 0201 and 41 more.",
        ),
        (changed_map(features={"9901": (Feature("town"),)}), "error: map features: 9901: no such hex"),
        (
            changed_map(features={"X1": (Feature("town"),)}),
            "warning: map features: X1 is the second number of",
        ),
        (changed_map(labels=(d.Label("9901", "x"),)), "error: labels: 9901: no such hex"),
        (changed_map(regions=(d.Region("r", hexes=("9901",)),)), "error: region r: 9901: no such hex"),
        (changed_map(aliases={"0102": "0101"}), "error: map: Map liane: alias 0102"),
        (with_sides(s0101_0301=(Feature("wall"),)), "error: hexsides: 0101/0301"),
        (with_sides(s0101_9901=(Feature("wall"),)), "error: hexsides: 0101/9901"),
        (with_sides(s0102_0101=(Feature("wall"),)), "error: hexsides: 0102/0101 is called 0101/0102."),
        (
            with_sides(s0101_0102=(Feature("wall", toward="0103"),)),
            "error: hexsides: wall on 0101/0102 faces 0103",
        ),
        (
            with_sides(s0101_0102=(Feature("river", "Liane"),)),
            "warning: hexsides: river Liane is in 2 pieces, at 0101/0102, 0401/0501.",
        ),
        (
            with_sides(s0101_0102=(Feature("river", "Lys"),)),
            "warning: hexsides: river touches no other water at 0101/0102.",
        ),
        (with_sides(s0704_0705=(Feature("road"),)), "note: hexsides: road ends in the open at 0704, 0705."),
        (
            with_sides(s0704_0705=(Feature("bridge"),)),
            "warning: hexsides: bridge with nothing to cross: 0704/0705.",
        ),
        (with_sides(s0704_0705=(Feature("bridge"),)), "note: hexsides: bridge without a road: 0704/0705."),
        ({"regions": (d.Region("empty"),), "area": "empty"}, "warning: region empty: It holds no hex."),
        ({"regions": (d.Region("bad", polygon=("0101", "0102")),)}, "error: region bad: Region bad needs"),
        ({"area": "moon"}, "error: area: There is no region moon."),
        ({"features": {"9901": (Feature("objective"),)}}, "error: features: 9901: no such hex"),
        ({"features": {"0101": (Feature("town", side="green"),)}}, "error: features: town  belongs to green"),
        ({"turns": d.Turns(5, 3)}, "error: turns: The first turn 5 comes after the last, 3."),
        ({"turns": d.Turns(3, 6, ("a",))}, "warning: turns: 1 name for 4 turns."),
        ({"title": " "}, "error: scenario: It has no title."),
        ({"sides": BASE.sides[:1]}, "error: unit r/1: Its side 'red' is not"),
        ({"sides": (*BASE.sides, d.Side("green", "Green"))}, "warning: side green: It has no units."),
        ({"units": (*BASE.units, BASE.units[0])}, "error: units: 2 of them have the key b/1."),
        (
            {"units": (*BASE.units, replace(BASE.units[0], id="b/3"))},
            "warning: units: 2 units of Blue are named 1st Foot.",
        ),
        (
            {"units": (*BASE.units, replace(BASE.units[0], id="b/3"))},
            "warning: unit b/3: It is neither set up",
        ),
        ({"units": (replace(BASE.units[0], type="navy"),)}, "error: unit b/1: Its type 'navy' is unknown."),
        ({"units": (replace(BASE.units[0], formation="9D"),)}, "warning: unit b/1: Its formation 9D"),
        (
            {"formations": (d.Formation("a", parent="b"), d.Formation("b", parent="a"))},
            "error: formation a: It",
        ),
        ({"formations": (d.Formation("a", side="x"),)}, "error: formation a: Its side x"),
        ({"formations": (d.Formation("a", parent="x"),)}, "warning: formation a: Its parent x"),
        (
            {"setups": (d.Setup("ghost", Placement("hex", "0101")),)},
            "error: set-up of ghost: There is no such",
        ),
        ({"setups": (d.Setup("b/1", Placement("hex", "9901")),)}, "error: set-up of b/1: 9901: no such hex"),
        (
            {"setups": (d.Setup("b/1", Placement("area", "moon")),)},
            "error: set-up of b/1: There is no region",
        ),
        (
            {"setups": (d.Setup("b/1", Placement("box", "moon")),)},
            "error: set-up of b/1: There is no box moon",
        ),
        (
            {"setups": (d.Setup("b/1", Placement("along", "x")),)},
            "error: set-up of b/1: There is no start line",
        ),
        (
            {
                "setups": (d.Setup("b/1", Placement("area", "empty")),),
                "regions": (d.Region("empty"),),
                "area": "",
            },
            "error: set-up of b/1: No hex is area empty.",
        ),
        (
            {"area": "landing"},
            "error: set-up of b/1: 0303 lies outside the area in play.",
        ),
        (
            {"setups": (d.Setup("b/1", Placement("hex", "0603")),)},
            "warning: set-up of b/1: It begins on the side of Red of start line front.",
        ),
        (
            {"setups": (d.Setup("r/2", Placement("hex", "0603")),)},
            "note: unit r/2: It is both set up and scheduled",
        ),
        (
            {"start_lines": (replace(BASE.start_lines[0], points=("0401/0501", "0403/0503")),)},
            "error: start line front: Start line front ends at 0403/0503 inside the map",
        ),
        (
            {"start_lines": (replace(BASE.start_lines[0], left="green"),)},
            "error: start line front: 'green' holds a half of it",
        ),
        (
            {"start_lines": (replace(BASE.start_lines[0], points=("0401", "0406")),)},
            "note: start line front: 6 hexes lie on neither side",
        ),
        ({"schedule": (d.ScheduleEntry("party", 4, "red"),)}, "error: schedule, turn 4: 'party' is none of"),
        (
            {"schedule": (d.ScheduleEntry("withdrawal", 7, "red", "r/1"),)},
            "warning: schedule, turn 7: The game has the turns 3 to 6.",
        ),
        (
            {"schedule": (d.ScheduleEntry("withdrawal", 4, "green", "r/1"),)},
            "error: schedule, turn 4: 'green' is",
        ),
        (
            {"schedule": (d.ScheduleEntry("withdrawal", 4, "blue", "r/1"),)},
            "error: schedule, turn 4: r/1 belongs",
        ),
        (
            {"schedule": (d.ScheduleEntry("withdrawal", 4, "red", "r/9"),)},
            "error: schedule, turn 4: There is no",
        ),
        (
            {"schedule": (d.ScheduleEntry("withdrawal", 4, "red"),)},
            "error: schedule, turn 4: A withdrawal names",
        ),
        (
            {"schedule": (d.ScheduleEntry("event", 4, "red", place=Placement("hex", "9901")),)},
            "error: schedule, turn 4: 9901: no such hex",
        ),
        ({"allotments": (d.Allotment("green", "air", 2),)}, "error: allotment air: 'green' is not a side."),
        ({"allotments": (d.Allotment("red", "air", 2, 9),)}, "warning: allotment air: Turn 9 is not played."),
        (
            {"options": (d.Option("pace", default="x", choices=("y",)),)},
            "error: option pace: Its default 'x'",
        ),
        (
            {"special_rules": (d.SpecialRule("1"), d.SpecialRule("1"))},
            "note: special rules: 1 is switched on 2",
        ),
        ({"victory": ()}, "warning: victory: Nothing says who wins."),
        ({"victory": (replace(VICTORY, when="noon"),)}, "error: victory broken: 'noon' is not a moment"),
        ({"victory": (replace(VICTORY, score=3),)}, "error: victory broken: It needs a test or a score"),
        (
            {"victory": (replace(VICTORY, winner="green"),)},
            "error: victory broken: The winner green is not a side.",
        ),
        ({"victory": (replace(VICTORY, first=99),)}, "warning: victory broken: Turn 99 is not played."),
        (
            {"victory": (replace(VICTORY, test={"conquer": 1}),)},
            "error: victory broken: 'conquer' is not a word",
        ),
        (
            {"victory": (replace(VICTORY, test={"option": "x"}),)},
            "error: victory broken: There is no option x.",
        ),
        (
            {"victory": (replace(VICTORY, test={"earlier": "x"}),)},
            "error: victory broken: There is no condition x",
        ),
        (
            {"victory": (replace(VICTORY, test={"count": {"control": "green", "of": "town"}}),)},
            "error: victory broken: 'green' is not a side.",
        ),
        (
            {"victory": (replace(VICTORY, test={"count": {"control": "blue", "of": "volcano"}}),)},
            "error: victory broken: 'volcano' names no place on this map.",
        ),
        (
            {"victory": (replace(VICTORY, test={"count": {"control": "blue", "of": {"region": "moon"}}}),)},
            "error: victory broken: A victory condition names 'moon'",
        ),
        (
            {"victory": (replace(VICTORY, test={"size": {"named": ("Samer", "Rome")}}),)},
            "error: victory broken: There is no place named Rome.",
        ),
        (
            {"victory": (replace(VICTORY, test={"points": {"control": "blue", "worth": {"9901": 1}}}),)},
            "error: victory broken: 9901: no such hex",
        ),
        (
            {"victory": (d.VictoryCondition("p", score=1),)},
            "error: victory p: Its score has no bands",
        ),
        (
            {"victory": (d.VictoryCondition("p", score=1, bands=(d.Band("a", high=3), d.Band("b", low=3))),)},
            "warning: victory p: A score of 3 lies in two bands",
        ),
        (
            {"victory": (d.VictoryCondition("p", score=1, bands=(d.Band("a", high=3), d.Band("b", low=5))),)},
            "warning: victory p: A score of 4 lies in no band.",
        ),
        (
            {"victory": (d.VictoryCondition("p", score=1, bands=(d.Band("a", low=3, high=1),)),)},
            "error: victory p: The band 3 to 1 is empty.",
        ),
        (
            {"victory": (d.VictoryCondition("p", score=1, bands=(d.Band("a", low=3),)),)},
            "note: victory p: Scores beyond the outermost bands decide nothing.",
        ),
    ],
)
def test_a_mistake_is_found(change: dict[str, Any], expected: str) -> None:
    found = said(replace(small_document(), **change))
    assert any(line.startswith(expected) for line in found), found


def test_errors_come_first() -> None:
    broken = replace(small_document(), area="moon", victory=(), turns=d.Turns(3, 6, ("a",)))
    severities = [finding.severity for finding in check(broken)]
    assert severities == sorted(severities, key=["error", "warning", "note"].index)
    assert len(set(severities)) > 1


@settings(max_examples=80, deadline=None)
@given(documents)
def test_any_document_can_be_checked(document: ScenarioDocument) -> None:
    for finding in check(document, Game()):
        assert finding.severity in ("error", "warning", "note")
        assert finding.where and finding.text
