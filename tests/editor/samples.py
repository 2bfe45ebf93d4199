"""A small scenario with something of everything on it, for tests of the editor."""

from __future__ import annotations

from engine.catalogue.document import (
    Allotment,
    Anchor,
    Band,
    Box,
    Feature,
    Formation,
    Georeference,
    Label,
    MapSheet,
    Option,
    Placement,
    Region,
    ScenarioDocument,
    ScheduleEntry,
    Setup,
    Side,
    SpecialRule,
    StartLine,
    Turns,
    Unit,
    UnitType,
    VictoryCondition,
)
from engine.hexes.spec import GridSpec


def small_map(orientation: str = "flat", stagger: str = "even") -> MapSheet:
    """Eight by six hexes."""
    spec = GridSpec(orientation, stagger, 8, 6)  # type: ignore[arg-type]
    terrain = {cell.hex: "woods" if cell.column < 4 else "clear" for cell in spec.cells()}
    return MapSheet(
        "small",
        "A small map",
        spec,
        terrain,
        {"0203": (Feature("town", "Dorf"),), "0604": (Feature("port"),)},
        {
            "0303/0304": (Feature("river", "Bach"),),
            "0302/0303": (Feature("road"),),
            "0404/0405": (Feature("cliff", toward="0405"),),
            "0101/NW": (Feature("border"),),
        },
        (Label("0203", "Dorf", "town"), Label("0701", "The Sea", "sea")),
        (Region("west", "The west", "zone", ("0101", "0102", "0201")),),
        (Box("comz", "Rear area", "red"),),
        {"A1": "0801"},
        Georeference("", {}, (Anchor("0101", 50.0, 6.0),)),
        {"scale": "2 miles"},
    )


def small_scenario(orientation: str = "flat", stagger: str = "even") -> ScenarioDocument:
    """Two sides of two units each."""
    return ScenarioDocument(
        "small-one",
        "A small scenario",
        "toy",
        small_map(orientation, stagger),
        (Side("red", "Red", "#a00000"), Side("blue", "Blue", "#0000a0")),
        Turns(1, 4),
        features={"0604": (Feature("objective", "Harbour", 3, "blue"),)},
        regions=(Region("landing", "Landing", "", ("0504", "0604")),),
        formations=(Formation("1", "First", "red"), Formation("2", "Second", "blue", "")),
        unit_types=(UnitType("inf", "Infantry", "infantry", {"steps": 2}),),
        units=(
            Unit("R1", "Red one", "red", "inf", "1"),
            Unit("R2", "Red two", "red", "inf", "1", "battalion", {"steps": 1}),
            Unit("B1", "Blue one", "blue", "inf", "2"),
            Unit("B2", "Blue two", "blue", "inf", "2"),
        ),
        setups=(
            Setup("R1", Placement("hex", "0202"), {"facing": 1}),
            Setup("B1", Placement("within", "0604", 1)),
            Setup("R2", Placement("area", "west")),
        ),
        schedule=(ScheduleEntry("reinforcement", 2, "blue", "B2", Placement("hex", "0804")),),
        allotments=(Allotment("red", "air", 2, 1),),
        start_lines=(StartLine("line", ("0401", "0406"), "blue", "red", "The line", on_line="red"),),
        victory=(
            VictoryCondition(
                "places",
                score={"points": {"control": "red", "worth": {"0604": 3, "0203": 1}}},
                bands=(Band("Red wins", "red", 3), Band("Draw", "", None, 2)),
            ),
            VictoryCondition(
                "taken",
                "turn",
                test={"at_least": ({"count": {"control": "red", "of": ("0604", "0801")}}, 2)},
                winner="red",
            ),
        ),
        options=(Option("fog", "Fog", True),),
        special_rules=(SpecialRule("x.bridge", {"hexside": "0302/0303", "first_turn": 3}),),
        description="Words.",
    )
