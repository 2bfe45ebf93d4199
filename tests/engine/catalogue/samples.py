"""Scenarios for the catalogue's tests: one small and hand-made with something of everything, one large."""

from __future__ import annotations

from engine.catalogue.document import (
    Allotment,
    Anchor,
    Balance,
    Band,
    Box,
    Feature,
    Formation,
    Georeference,
    Label,
    MapSheet,
    Option,
    Placement,
    RatingField,
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
    hexside,
)
from engine.hexes.grid import Grid, GridSpec

RATINGS = {
    "strength": RatingField("int", min=0, max=20),
    "movement": RatingField("int", min=0),
    "quality": RatingField("text", required=False, choices=("green", "regular", "veteran")),
    "static": RatingField("flag", required=False),
    "steps": RatingField("int", required=False, many=True),
}


def small_map() -> MapSheet:
    """Eight columns and six rows, a river down the middle, a road with a bridge across it."""
    spec = GridSpec("flat", "even", 8, 6)
    terrain = dict.fromkeys(Grid(spec).hexes, "clear")
    terrain |= {"0303": "woods", "0304": "woods", "0603": "town", "0801": "sea", "0802": "sea"}
    river, road = Feature("river", "Liane"), Feature("road", "N1")
    sides = {
        "0401/0501": (river,),
        "0401/0502": (river,),
        "0402/0502": (river,),
        "0402/0503": (river,),
        "0403/0503": (Feature("bridge"), river, road),
        "0403/0504": (river,),
        "0404/0504": (river,),
        "0404/0505": (river,),
        "0405/0505": (river,),
        "0405/0506": (river,),
        "0406/0506": (river,),
        "0303/0403": (road,),
        "0503/0602": (road,),
        "0602/0603": (road, Feature("wall", toward="0603")),
    }
    return MapSheet(
        key="liane",
        title="The Liane",
        grid=spec,
        terrain=terrain,
        features={"0603": (Feature("town", "Samer", 2, "red"),), "0303": (Feature("town", "Desvres", 1),)},
        hexsides=sides,
        labels=(Label("0603", "Samer", "town", "above"), Label("0801", "Channel", "water")),
        regions=(
            Region("west bank", "West of the Liane", "zone", ("0101", "0102", "0201", "0202")),
            Region("heights", kind="zone", polygon=("0101", "0301", "0304", "0104")),
        ),
        boxes=(Box("reserve", "Reserve", "blue"),),
        aliases={"X1": "0101"},
        georeference=Georeference("linear", {"kx": 71.5}, (Anchor("0603", 50.64, 1.74),)),
        data={"scale": {"km": 2}},
    )


def small_document() -> ScenarioDocument:
    """A scenario that uses every part of a document."""
    return ScenarioDocument(
        key="samer",
        title='Samer, the "short" way',
        game="toy",
        map=small_map(),
        sides=(Side("blue", "Blue", "#2040c0", {"break": 10}), Side("red", "Red", "#c02020")),
        turns=Turns(3, 6, ("Dawn", "Noon", "Dusk", "Night")),
        area="field",
        features={
            "0603": (Feature("objective", "Samer", 6, "red"),),
            "0303": (Feature("objective", value=3),),
        },
        regions=(
            Region("landing", "Landing", hexes=("0102", "0103")),
            Region("field", "Field", polygon=("0101", "0801", "0806", "0106")),
        ),
        formations=(Formation("1D", "1st Division", "blue", "", {"range": 4}), Formation("1R", parent="1D")),
        unit_types=(
            UnitType("inf", "Infantry", "infantry", {"movement": 4}),
            UnitType("tank", "Tank", "armor"),
        ),
        units=(
            Unit("b/1", "1st Foot", "blue", "inf", "1R", "battalion", {"strength": 4, "steps": (4, 2)}, 0),
            Unit("b/2", "2nd Horse", "blue", "tank", "1D", "", {"strength": 6, "movement": 8}, 1),
            Unit("r/1", "Garrison", "red", "inf", "", "company", {"strength": 3, "static": True}, 2),
            Unit("r/2", "Reserve", "red", "tank", "", "company", {"strength": 5, "movement": 6}, 3),
        ),
        setups=(
            Setup("b/1", Placement("hex", "0303"), {"facing": "SE"}),
            Setup("b/2", Placement("within", "0303", 2)),
            Setup("b/2", Placement("box", "reserve")),
            Setup("r/1", Placement("along", "front", 1)),
        ),
        schedule=(
            ScheduleEntry("reinforcement", 4, "red", "r/2", Placement("area", "landing"), data={"delay": 1}),
            ScheduleEntry("replacement", 5, "blue", amount=2),
        ),
        allotments=(Allotment("blue", "supply", 3), Allotment("blue", "air", 1, 4)),
        start_lines=(
            StartLine(
                "front",
                ("0401/0501", "0402/0502", "0403/0503", "0404/0504", "0405/0505", "0406/0506"),
                left="red",
                right="blue",
                title="Front",
                exceptions={"0801": "blue"},
            ),
        ),
        victory=(
            VictoryCondition(
                "broken",
                "always",
                test={"at_least": ({"counter": "red losses"}, 3)},
                winner="blue",
                level="rout",
            ),
            VictoryCondition(
                "points",
                score={"points": {"control": "blue", "of": "objective"}},
                bands=(Band("win", "blue", low=9), Band("draw", low=3, high=8), Band("win", "red", high=2)),
            ),
        ),
        options=(
            Option("fog", "Fog of war", True),
            Option("pace", "Pace", "slow", ("slow", "fast"), "How fast"),
        ),
        special_rules=(SpecialRule("7.1", {"turn": 4}, "No air on turn 4"), SpecialRule("7.2")),
        description='Two battalions.\n\nThe "river" is \\ deep, and the bridge """narrow""".',
        complexity=2,
        minutes=45,
        balance=Balance("Even.", {"blue": 48, "red": 52}),
        data={"first player": "blue", "weather": ({"turn": 1, "kind": "rain"},)},
    )


def large_document(columns: int = 80, rows: int = 60, units: int = 600) -> ScenarioDocument:
    """4,800 hexes, every hexside with something on it, 600 units with ratings, set-ups and a schedule."""
    spec = GridSpec("flat", "even", columns, rows)
    grid = Grid(spec)
    kinds = ("clear", "woods", "rough", "town", "marsh", "hill")
    terrain = {hex_id: kinds[at * 7 % 6] for at, hex_id in enumerate(grid.hexes)}
    carried = [
        (Feature("river", f"River {at}"),) if at % 3 else (Feature("bridge"), Feature("road", f"Road {at}"))
        for at in range(60)
    ]
    pairs = ((a, b) for a in grid.hexes for b in grid.neighbors(a) if a < b)
    hexsides = {hexside(a, b): carried[at * 13 % 60] for at, (a, b) in enumerate(pairs)}
    features = {hex_id: (Feature("town", f"Place {hex_id}", 1),) for hex_id in grid.hexes[::24]}
    sheet = MapSheet("large", "Large", spec, terrain, features, hexsides)
    sides = (Side("blue", "Blue"), Side("red", "Red"))
    return ScenarioDocument(
        key="large",
        title="Large",
        game="toy",
        map=sheet,
        sides=sides,
        turns=Turns(1, 20),
        unit_types=(UnitType("inf", "Infantry"),),
        formations=tuple(Formation(f"D{at}", f"{at}. Division", sides[at % 2].key) for at in range(40)),
        units=tuple(
            Unit(
                id=f"u{at}",
                name=f"{at}. Battalion",
                side=sides[at % 2].key,
                type="inf",
                formation=f"D{at % 40}",
                size="battalion",
                ratings={"strength": at % 9 + 1, "movement": 4, "quality": "regular"},
                order=at,
            )
            for at in range(units)
        ),
        setups=tuple(
            Setup(f"u{at}", Placement("hex", grid.hexes[at * 7 % len(grid.hexes)]))
            for at in range(units * 3 // 4)
        ),
        schedule=tuple(
            ScheduleEntry(
                "reinforcement", at % 20 + 1, sides[at % 2].key, f"u{at}", Placement("hex", grid.hexes[at])
            )
            for at in range(units * 3 // 4, units)
        ),
    )
