"""Two versions of a scenario compared: what changed, in sentences."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from editor.document.version_diff import differences
from engine.catalogue.document import (
    Anchor,
    Feature,
    Georeference,
    Label,
    Option,
    Placement,
    ScenarioDocument,
    Turns,
    Unit,
)
from tests.editor.samples import small_scenario

OLD = small_scenario()
SHEET = OLD.map


def on_map(**values: object) -> ScenarioDocument:
    return replace(OLD, map=replace(SHEET, **values))  # type: ignore[arg-type]


CHANGES = {
    "terrain": (
        on_map(terrain={**SHEET.terrain, "0101": "hill", "0102": "hill", "0505": "hill"}),
        ["1 hex is hill instead of clear: 0505.", "2 hexes are hill instead of woods: 0101, 0102."],
    ),
    "bare": (
        on_map(terrain={k: v for k, v in SHEET.terrain.items() if k != "0801"}),
        ["1 hex is no terrain instead of clear: 0801."],
    ),
    "river": (
        on_map(hexsides={**SHEET.hexsides, "0505/0506": (Feature("river"),)}),
        ["River was added to the hexsides in 1 place: 0505/0506."],
    ),
    "river renamed": (
        on_map(hexsides={**SHEET.hexsides, "0303/0304": (Feature("river", "Strom"),)}),
        ["River at 0303/0304 was changed: name Bach → Strom."],
    ),
    "town gone": (
        on_map(features={"0604": SHEET.features["0604"]}),
        ["Town was removed from the map in 1 place: 0203."],
    ),
    "name": (on_map(labels=(*SHEET.labels, Label("0303", "Moor"))), ["Name Moor of the map is new."]),
    "georeference": (
        on_map(georeference=Georeference(anchors=(Anchor("0101", 51.0, 6.0),))),
        ["Georeference of the map was changed: anchors 0101 latitude 50.0 → 51.0."],
    ),
    "units": (
        replace(
            OLD,
            units=(
                replace(OLD.units[0], formation="2", ratings={"steps": 3}),
                *OLD.units[2:],
                Unit("B9", "Nine", "blue", "inf"),
            ),
        ),
        [
            "Unit B9 is new.",
            "Unit R2 is gone.",
            "Unit R1 was changed: formation 1 → 2; ratings steps nothing → 3.",
        ],
    ),
    "set-up": (
        replace(OLD, setups=(replace(OLD.setups[0], place=Placement("hex", "0303")), *OLD.setups[1:])),
        ["Set-up of R1 was changed: place 0202 → 0303."],
    ),
    "turns": (replace(OLD, turns=Turns(1, 9)), ["Turns were changed: last 4 → 9."]),
    "option": (
        replace(OLD, options=(Option("fog", "Fog", False),)),
        ["Option fog was changed: default yes → no."],
    ),
    "order": (replace(OLD, victory=OLD.victory[::-1]), ["The list of victory has another order."]),
    "description": (replace(OLD, description=""), ["The description was “Words.” and is now nothing."]),
    "chart": (
        replace(OLD, data={"charts": {"rally": {"success": {"poor": (1, 5)}}}}),
        ["Data was changed: charts rally success poor nothing → 1, 5."],
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_a_sentence(name: str) -> None:
    new, sentences = CHANGES[name]
    assert list(differences(OLD, new)) == sentences


def test_equal_versions_have_nothing_to_tell() -> None:
    assert list(differences(OLD, small_scenario())) == []


def test_many_are_counted() -> None:
    units = tuple(Unit(f"N{n}", f"New {n}", "red", "inf") for n in range(9))
    lines = list(differences(OLD, replace(OLD, units=(*OLD.units, *units))))
    assert lines == ["9 units are new: N0, N1, N2, N3, N4, N5 and 3 more."]
