"""The three scenarios as they are delivered: ground, order of battle, victory."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from engine.catalogue.document import Plain, ScenarioDocument, hexside
from engine.catalogue.scenario_text import dumps, dumps_map, loads, loads_map
from engine.catalogue.victory import PlacesOfScenario, faults, judge
from engine.games.dday_to_berlin.scenario.charts import charts
from engine.games.dday_to_berlin.scenario.combat_charts import ScenarioVictory

RESOURCES = Path(str(files("resources")))
KEYS = ("ddb-carentan", "ddb-villers", "ddb-seelow")
STANDS = {  # stands and headquarters of the allied and the German side
    "ddb-carentan": ((9, 2), (9, 2)),
    "ddb-villers": ((24, 3), (19, 3)),
    "ddb-seelow": ((48, 7), (43, 7)),
}
TERRAIN = {
    "ddb-carentan": {"bocage": 157, "marsh": 63, "open": 39, "water": 25, "town": 15, "hill": 1},
    "ddb-villers": {"open": 151, "bocage": 146, "town": 18, "hill": 11, "woods": 4},
    "ddb-seelow": {"soft ground": 181, "open": 155, "woods": 96, "hill": 20, "town": 16},
}
BRIDGES = {"ddb-carentan": 3, "ddb-villers": 13, "ddb-seelow": 4}


@cache
def scenario(key: str) -> ScenarioDocument:
    sheet = loads_map((RESOURCES / "maps" / f"{key}.toml").read_text(encoding="utf-8"))
    return loads((RESOURCES / "scenarios" / f"{key}.toml").read_text(encoding="utf-8"), {key: sheet})


def sides_with(document: ScenarioDocument, kind: str) -> set[str]:
    return {side for side, here in document.map.hexsides.items() if any(f.kind == kind for f in here)}


@pytest.mark.parametrize("key", KEYS)
def test_the_files_are_in_the_form_that_the_program_writes(key: str) -> None:
    document = scenario(key)
    assert dumps(document, map_by_key=True) == (RESOURCES / "scenarios" / f"{key}.toml").read_text("utf-8")
    assert dumps_map(document.map) == (RESOURCES / "maps" / f"{key}.toml").read_text("utf-8")
    assert document.game == "ddb"


@pytest.mark.parametrize("key", KEYS)
def test_every_hex_has_a_kind_of_terrain_that_the_chart_knows(key: str) -> None:
    document = scenario(key)
    assert Counter(document.map.terrain.values()) == TERRAIN[key]
    assert set(document.map.terrain) == set(document.map.lattice().hexes)
    assert set(document.map.terrain.values()) <= set(charts().terrain.zones)


@pytest.mark.parametrize("key", KEYS)
def test_roads_form_one_net_on_dry_ground_and_cross_rivers_by_bridges_only(key: str) -> None:
    document = scenario(key)
    roads, rivers = sides_with(document, "road"), sides_with(document, "river")
    assert sides_with(document, "bridge") == roads & rivers
    assert len(roads & rivers) == BRIDGES[key]
    net: defaultdict[str, set[str]] = defaultdict(set)
    for side in roads:
        a, b = side.split("/")
        net[a].add(b)
        net[b].add(a)
        assert "water" not in (document.map.terrain[a], document.map.terrain[b])
    seen: set[str] = set()
    edge = {min(net)}
    while edge:
        seen |= edge
        edge = {there for here in edge for there in net[here]} - seen
    assert seen == set(net)


@pytest.mark.parametrize("key", KEYS)
def test_hexsides_lie_between_neighbours_and_each_river_is_one_line(key: str) -> None:
    document = scenario(key)
    grid = document.map.lattice()
    assert all(grid.canonical(side) == side for side in document.map.hexsides)
    rivers: defaultdict[str, set[str]] = defaultdict(set)
    for side, here in document.map.hexsides.items():
        for feature in here:
            if feature.kind == "river":
                rivers[feature.name].add(side)
    for sides in rivers.values():
        seen: set[str] = set()
        edge = {min(sides)}
        while edge:
            seen |= edge
            edge = {other for side in edge for other in grid.joined(side)} & sides - seen
        assert seen == sides


@pytest.mark.parametrize("key", KEYS)
def test_named_places_lie_where_they_lie_on_the_globe(key: str) -> None:
    """The anchor and the figures of the georeference are those of the grid's corner."""
    georeference = scenario(key).map.georeference
    (anchor,) = georeference.anchors
    assert anchor.hex == "0101"
    assert georeference.figures["latitude"] == anchor.latitude
    assert round(georeference.figures["km_per_hex"] * 1000) == scenario(key).map.data["scale_metres"]


@pytest.mark.parametrize("key", KEYS)
def test_order_of_battle_is_complete(key: str) -> None:
    document = scenario(key)
    for side, (stands, hqs) in zip(("allied", "german"), STANDS[key], strict=True):
        own = [unit for unit in document.units if unit.side == side]
        assert sum(unit.type != "HQ" for unit in own) == stands
        assert sum(unit.type == "HQ" for unit in own) == hqs
    placed = [setup.unit for setup in document.setups] + [entry.unit for entry in document.schedule]
    assert sorted(placed) == sorted(unit.id for unit in document.units)
    led = {unit.formation for unit in document.units if unit.type == "HQ"}
    independent = {form.key for form in document.formations if form.ratings.get("independent")}
    assert led | independent == {unit.formation for unit in document.units}
    assert not led & independent


@pytest.mark.case("ddb scn.setup")
@pytest.mark.parametrize("key", KEYS)
def test_set_up_keeps_the_rules_of_stacking_and_terrain(key: str) -> None:
    document, tables = scenario(key), charts()
    units = {unit.id: unit for unit in document.units}
    roads = {zone for side in sides_with(document, "road") for zone in side.split("/")}
    loads: Counter[str] = Counter()
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for setup in document.setups:
        unit, here = units[setup.unit], setup.place.at
        loads[here] += tables.stacking.points[unit.size]
        owners[here].add(unit.side)
        going = tables.terrain.zones[document.map.terrain[here]].going[str(unit.ratings["mobility"])]
        assert going != "never"
        assert going != "road" or here in roads
        assert setup.data["facing"] in range(6)
    assert max(loads.values()) <= tables.stacking.limit
    assert all(len(there) == 1 for there in owners.values())
    for entry in document.schedule:
        assert entry.place is not None
        assert entry.place.at in roads
        assert 1 < entry.turn <= document.turns.last


@pytest.mark.parametrize("key", KEYS)
def test_every_unit_is_in_the_battalion_table(key: str) -> None:
    for unit in scenario(key).units:
        weight = unit.ratings.get("weight", 0)
        assert isinstance(weight, int)
        line = charts().battalion_info.line(unit.type, str(unit.ratings["mobility"]), weight)
        assert line.save
        assert (weight > 0) == (unit.type in ("TNK", "TD", "SPG", "REC"))
        assert unit.ratings["quality"] in charts().battalion_info.quality


class Facts:
    """A table that is set as the test wants it."""

    def __init__(self, document: ScenarioDocument, held: set[str], **known: int | bool) -> None:
        self.turn = int(known.get("turn", document.turns.last))
        self._held = held
        self._known = known
        self.places = PlacesOfScenario(document).places
        self.value = PlacesOfScenario(document).value

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        return (hex_id in self._held) == (side == "allied")

    def counter(self, name: str) -> int:
        return int(self._known.get(name.replace(" ", "_"), 0))

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        assert what == "fighting"
        return int(self._known.get(f"{side}_units", 5))

    def option(self, key: str) -> Plain:
        return self._known.get(key.replace("-", "_"), False)

    def earlier(self, condition: str) -> int:
        return 0


def printed(key: str) -> ScenarioVictory:
    return charts().victory.scenarios[key]


@pytest.mark.case("ddb 10.check")
@pytest.mark.parametrize("key", KEYS)
def test_the_scenario_says_what_the_victory_chart_says(key: str) -> None:
    document, table = scenario(key), printed(key)
    assert document.turns.last == table.turns
    assert {here: feature.value for here, feature in document.hexes_with("objective").items()} == table.vp
    assert {side.key: side.data["break"] for side in document.sides} == table.breaks_at
    for condition in document.victory:
        for expression in (condition.test, condition.score):
            assert expression == () or not list(faults(expression))
    for held, level in _takings(table.vp, table):
        verdict = judge(document.victory, Facts(document, held), "end")
        assert verdict is not None
        assert (verdict.winner, verdict.level) == level


def _takings(worth: Mapping[str, int], table: ScenarioVictory) -> list[tuple[set[str], tuple[str, str]]]:
    """The places taken one after the other, and the level that their sum means."""
    found, held = [], set[str]()
    for here in (None, *sorted(worth)):
        held = held | ({here} if here else set())
        points = sum(worth[place] for place in held)
        level = next(level for level in table.levels if level.low <= points <= level.high)
        found.append((held, (level.winner, level.level)))
    return found


@pytest.mark.parametrize(
    ("key", "held", "level"),
    [
        pytest.param(
            "ddb-carentan", "1007 0804 1407", "Allied victory", marks=pytest.mark.case("ddb scn.carentan")
        ),
        pytest.param(
            "ddb-villers", "0911 1006 1007 0410 0609", "Draw", marks=pytest.mark.case("ddb scn.villers")
        ),
        pytest.param(
            "ddb-seelow",
            "1711 1811 1812 1914",
            "Soviet marginal victory",
            marks=pytest.mark.case("ddb scn.seelow"),
        ),
    ],
)
def test_levels_of_victory(key: str, held: str, level: str) -> None:
    verdict = judge(scenario(key).victory, Facts(scenario(key), set(held.split())), "end")
    assert verdict is not None
    assert verdict.level == level
    assert judge(scenario(key).victory, Facts(scenario(key), set(held.split()), turn=4), "turn") is None


@pytest.mark.case("ddb scn.seelow-short")
def test_the_short_game_ends_on_turn_12_with_its_own_levels() -> None:
    document, held = scenario("ddb-seelow"), {"1608", "1811"}
    short = Facts(document, held, turn=12, short_game=True)
    verdict = judge(document.victory, short, "turn")
    assert verdict is not None
    assert (verdict.winner, verdict.level, verdict.score) == ("", "Draw", 7)
    assert judge(document.victory, Facts(document, held, turn=12), "turn") is None
    assert judge(document.victory, Facts(document, held, turn=11, short_game=True), "turn") is None
    broken = Facts(document, held, turn=5, short_game=True, german_tally=100)
    verdict = judge(document.victory, broken, "turn")
    assert verdict is not None
    assert (verdict.winner, verdict.level) == ("allied", "Soviet victory")


@pytest.mark.case("ddb 10.break")
@pytest.mark.parametrize("key", KEYS)
def test_a_broken_army_loses_at_once_and_two_let_the_places_decide(key: str) -> None:
    document, table = scenario(key), printed(key)
    allied, german = table.breaks_at["allied"], table.breaks_at["german"]
    wins = [level for level in table.levels if level.winner == "allied"]
    losses = [level for level in table.levels if level.winner == "german"]
    lowest = min(wins, key=lambda level: level.low).level, max(losses, key=lambda level: level.low).level

    def level_of(held: set[str], **known: int) -> str | None:
        verdict = judge(document.victory, Facts(document, held, turn=3, **known), "turn")
        return verdict.level if verdict else None

    everything = set(table.vp)
    best = max(wins, key=lambda level: level.low).level, min(losses, key=lambda level: level.low).level
    assert level_of(set(), allied_tally=allied - 1, german_tally=german - 1) is None
    assert level_of(set(), german_tally=german) == lowest[0]
    assert level_of(everything, german_tally=german) == best[0]
    assert level_of(everything, allied_tally=allied) == lowest[1]
    assert level_of(set(), allied_tally=allied) == best[1]
    assert level_of(everything, allied_tally=allied, german_tally=german) == best[0]
    assert level_of(set(), allied_units=0) == best[1]
    assert level_of(everything, german_units=0) == best[0]


def test_special_rules_and_options_are_named_as_the_rules_name_them() -> None:
    options = {key: {option.key for option in scenario(key).options} for key in KEYS}
    general = {"advanced", "ten-lost", "night-assault", "free-roll"}
    assert options == {
        "ddb-carentan": general | {"first-game"},
        "ddb-villers": general | {"ambush"},
        "ddb-seelow": general | {"short-game"},
    }
    for key in KEYS:
        for rule in scenario(key).special_rules:
            assert rule.id.startswith(f"scn.{key.removeprefix('ddb-')}")


@pytest.mark.case("ddb scn.seelow-bridges")
def test_the_bridges_over_the_oder_are_those_of_the_rule() -> None:
    document = scenario("ddb-seelow")
    rule = next(rule for rule in document.special_rules if rule.id == "scn.seelow-bridges")
    oder = {
        side
        for side, here in document.map.hexsides.items()
        if any(f.kind == "river" and f.name == rule.parameters["river"] for f in here)
    }
    assert sides_with(document, "bridge") & oder == set(rule.parameters["bridges"])  # type: ignore[arg-type]
    assert hexside("2411", "2512") in oder
