"""The six set-ups as they are delivered: ground, start lines, orders of battle, schedules, victory."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.check import check
from engine.catalogue.document import Placement, ScenarioDocument, Unit, hexside
from engine.catalogue.map_sheet import MapSheet
from engine.catalogue.placing import Placing
from engine.catalogue.scenario_text import dumps, dumps_map, loads, loads_map
from engine.catalogue.start_line import halves
from engine.games.toppling_the_reich.scenario.charts import charts
from engine.games.toppling_the_reich.scenario.special_rules import in_force, special_rules
from engine.referee.position import Position
from engine.referee.rulebook import Rulebook

RESOURCES = Path(str(files("resources")))
KEYS = (
    "ttr-1-market-garden",
    "ttr-2-scheldt",
    "ttr-3-november",
    "ttr-4-herbstnebel",
    "ttr-5-veritable",
    "ttr-campaign",
)
TURNS = ((1, 4), (5, 9), (10, 16), (17, 24), (26, 35), (1, 36))
POINTS = ((53, 150), (65, 138), (72, 131), (85, 118), (84, 119), (53, 150))
NEEDED = (("allied", 66), ("allied", 73), ("allied", 86), ("german", 123), ("allied", 150), ("allied", 160))
COUNTERS = ((101, 95), (113, 97), (125, 111), (137, 120), (153, 115), (159, 139))
AIR = (5, 5, 4, 3, 6, 5)
STORED = ((2, 1), (1, 2), (3, 2), (2, 3), (4, 2), (2, 1))
TERRAIN = {
    "clear": 1162,
    "sea": 146,
    "forest": 140,
    "mountain": 66,
    "city": 40,
    "polder": 38,
    "neutral": 12,
    "ruhr": 6,
}
FREE = ("hq", "leader", "engineer", "commando", "armor_asset")
FAMILY = {"US": "american", "FR": "american", "BR": "british", "CDN": "british", "MIN": "british"}


def text(folder: str, key: str) -> str:
    return (RESOURCES / folder / f"{key}.toml").read_text(encoding="utf-8")


@cache
def sheet() -> MapSheet:
    return loads_map(text("maps", "ttr"))


@cache
def scenario(key: str) -> ScenarioDocument:
    return loads(text("scenarios", key), {"ttr": sheet()})


@cache
def held(key: str) -> dict[str, str]:
    (line,) = scenario(key).start_lines
    assert line.key == "front"
    return halves(sheet().lattice(), line)


def sides_with(kind: str, name: str = "") -> set[str]:
    return {
        side
        for side, here in sheet().hexsides.items()
        if any(f.kind == kind and (not name or f.name == name) for f in here)
    }


def hexes_with(kind: str) -> set[str]:
    return {here for here, found in sheet().features.items() if any(f.kind == kind for f in found)}


def on_map(document: ScenarioDocument) -> dict[str, list[Unit]]:
    """Units by the hex they begin in."""
    units = {unit.id: unit for unit in document.units}
    stacks: dict[str, list[Unit]] = {}
    for setup in {setup.unit: setup for setup in reversed(document.setups)}.values():
        if setup.place.kind == "hex":
            stacks.setdefault(setup.place.at, []).append(units[setup.unit])
    return stacks


# the map


def test_the_map_is_in_the_form_that_the_program_writes() -> None:
    assert dumps_map(sheet()) == text("maps", "ttr")


def test_the_ground_is_that_of_the_terrain_chart() -> None:
    assert Counter(sheet().terrain.values()) == TERRAIN
    assert set(sheet().terrain) == set(sheet().lattice().hexes)
    assert set(TERRAIN) == set(charts().tec_hexes.base)


@pytest.mark.case("ttr 14.0-b")
def test_the_victory_points_of_the_map_are_those_of_the_chart() -> None:
    chart = charts().victory_points
    places = [feature for found in sheet().features.values() for feature in found]
    assert sum(feature.value for feature in places) == chart.total == 203
    for feature in places:
        assert feature.value == chart.points.get(feature.kind, 0), feature
    kinds = Counter(feature.kind for feature in places)
    assert (kinds["city"], kinds["town"], kinds["ruhr"], kinds["village"]) == (40, 117, 6, 52)


def test_hexes_that_the_rules_name_are_where_the_rules_say() -> None:
    names = {
        feature.name: here for here, found in sheet().features.items() for feature in found if feature.name
    }
    assert (names["Breskens"], names["Antwerp"], names["Rotterdam"]) == ("2016", "2418", "2511")
    assert hexes_with("fortification") == {"1519", "2115", "2411", "3336", "3936"}
    assert len(hexes_with("westwall")) == 46
    assert len(hexes_with("scheldt")) == 13
    assert sides_with("dotted") == {"2016/2115", "2115/2215"}
    assert sides_with("dam") == {"3422/3523", "3422/3423"}
    assert sides_with("estuary") == {"2315/2415"}
    grid = sheet().lattice()
    assert "2115" in grid.neighbors("2016")


def test_major_rivers_are_crossed_by_bridges_and_rails_only_there() -> None:
    major, bridges, rails = sides_with("major_river"), sides_with("bridge"), sides_with("rail")
    assert (len(major), len(bridges), len(rails)) == (141, 29, 680)
    assert bridges <= major
    assert rails & major <= bridges


def test_rivers_are_unbroken_and_do_not_share_a_hexside() -> None:
    grid = sheet().lattice()
    water = ("major_river", "minor_river", "canal")
    courses: dict[str, set[str]] = {}
    for side, here in sheet().hexsides.items():
        names = [feature.name for feature in here if feature.kind in water]
        assert len(names) <= 1, side
        for name in names:
            courses.setdefault(name, set()).add(side)
    for name, sides in courses.items():
        reached, ends = set(), [min(sides)]
        while ends:
            here_now = ends.pop()
            if here_now not in reached:
                reached.add(here_now)
                ends += [other for other in grid.joined(here_now) if other in sides]
        assert reached == sides or name == "Rhine", name


def test_floods_name_rivers_of_the_map() -> None:
    rivers = {f.name for here in sheet().hexsides.values() for f in here if f.kind == "minor_river"}
    for river in charts().flood_rivers.rows:
        assert set(charts().flood_rivers.rivers(river)) <= rivers


@pytest.mark.case("ttr 6.5.1-a")
def test_entry_hexes_lie_on_their_edge_and_on_a_railway() -> None:
    rails = {here for side in sides_with("rail") for here in side.split("/")}
    edges = sheet().data["entry_edges"]
    assert isinstance(edges, dict)
    entries = {
        f.name: (here, f.side) for here, found in sheet().features.items() for f in found if f.kind == "entry"
    }
    assert set(entries) == set(edges)
    for name, (here, side) in entries.items():
        assert None in sheet().lattice().around(here)
        assert here in rails
        assert side == ("german" if name[0] in "NE" else "allied")


# the scenarios


@pytest.mark.case("ttr 15.4-a")
@pytest.mark.parametrize("key", KEYS)
def test_the_listed_hex_of_a_unit_keeps_its_deployment_limits(key: str) -> None:
    document = scenario(key)
    placing = Placing(document)
    units = {unit.id: unit for unit in document.units}
    listed = {setup.unit: setup for setup in reversed(document.setups)}
    limited: dict[str, list[str]] = {}
    for setup in document.setups:
        if setup is not listed[setup.unit]:
            limited.setdefault(setup.unit, []).extend(placing.hexes(setup.place, units[setup.unit].side))
    assert limited
    for unit, hexes in limited.items():
        assert listed[unit].place.at in hexes, unit


@pytest.mark.case("ttr 2.0")
def test_there_are_five_scenarios_and_a_campaign() -> None:
    found = sorted(path.stem for path in (RESOURCES / "scenarios").glob("ttr-*.toml"))
    assert found == sorted(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_the_files_are_in_the_form_that_the_program_writes(key: str) -> None:
    assert dumps(scenario(key), map_by_key=True) == text("scenarios", key)
    assert (scenario(key).game, scenario(key).key) == ("ttr", key)


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_wrong_with_a_scenario(key: str) -> None:
    assert [finding for finding in check(scenario(key)) if finding.severity != "note"] == []


@pytest.mark.case("ttr 15.1", "ttr 15.3")
@pytest.mark.parametrize(("key", "turns", "counters", "air"), [*zip(KEYS, TURNS, COUNTERS, AIR, strict=True)])
def test_turns_counters_and_air_status(
    key: str, turns: tuple[int, int], counters: tuple[int, int], air: int
) -> None:
    document = scenario(key)
    assert (document.turns.first, document.turns.last) == turns
    sides = Counter(unit.side for unit in document.units)
    assert (sides["allied"], sides["german"]) == counters
    assert document.data["air_status"] == air
    germans_first = key == "ttr-4-herbstnebel"
    assert document.data["first_player"] == ("german" if germans_first else "allied")
    assert document.data["sets_up_first"] == ("allied" if germans_first else "german")


@pytest.mark.case("ttr 14.0-c")
@pytest.mark.parametrize(("key", "points"), [*zip(KEYS, POINTS, strict=True)])
def test_the_start_line_gives_each_side_its_points(key: str, points: tuple[int, int]) -> None:
    count = {"allied": 0, "german": 0}
    for here, found in sheet().features.items():
        count[held(key)[here]] += sum(feature.value for feature in found)
    assert (count["allied"], count["german"]) == points


@pytest.mark.case("ttr 15.2")
@pytest.mark.parametrize(("key", "needed"), [*zip(KEYS, NEEDED, strict=True)])
def test_victory_leaves_no_draw(key: str, needed: tuple[str, int]) -> None:
    points = scenario(key).victory[-1]
    winner, loser = points.bands
    assert (winner.winner, winner.low, winner.high) == (*needed, None)
    assert (loser.low, loser.high) == (None, needed[1] - 1)
    assert {winner.winner, loser.winner} == {"allied", "german"}
    assert len(scenario(key).victory) == (2 if key == "ttr-2-scheldt" else 1)


@pytest.mark.case("ttr 15.8", "ttr 3.1-a")
@pytest.mark.parametrize("key", KEYS)
def test_everybody_begins_on_land_of_his_own_and_within_the_stacking_limit(key: str) -> None:
    stacking = charts().stacking
    for here, units in on_map(scenario(key)).items():
        assert sheet().terrain[here] not in ("sea", "neutral")
        assert {unit.side for unit in units} == {held(key)[here]}, here
        counted = [unit for unit in units if unit.type not in FREE and unit.name != "150 Pz Bde"]
        assert sum(stacking.points[unit.size] for unit in counted) <= stacking.capacity, here
        assert sum(unit.size == "corps" for unit in units) <= 1, here
        families = {FAMILY[str(unit.ratings["nation"])] for unit in counted if unit.side == "allied"}
        assert len(families) <= 1, here


@pytest.mark.case("ttr 2.1.1-a")
@pytest.mark.parametrize("key", KEYS)
def test_steps_are_those_of_the_size(key: str) -> None:
    steps = {"corps": 4, "division": 2}
    for unit in scenario(key).units:
        factors = unit.ratings["cf"]
        assert isinstance(factors, tuple)
        expected = steps.get(unit.size, 1)
        if unit.type == "panzer_corps":
            expected = 6
        elif unit.type == "corps" or unit.name == "150 Pz Bde":
            expected = 2
        elif unit.type == "armor_asset":
            expected = 0
        assert len(factors) == expected, unit.name
        assert unit.type in charts().unit_types.rows


@pytest.mark.parametrize("key", KEYS)
def test_set_up_steps_are_fewer_than_full(key: str) -> None:
    units = {unit.id: unit for unit in scenario(key).units}
    entries = [(s.unit, s.data) for s in scenario(key).setups] + [
        (e.unit, e.data) for e in scenario(key).schedule
    ]
    for unit, data in entries:
        if "steps" in data:
            factors = units[unit].ratings["cf"]
            assert isinstance(factors, tuple)
            assert data["steps"] in range(1, len(factors)), unit


@pytest.mark.case("ttr 6.5.4-c")
@pytest.mark.parametrize("key", KEYS)
def test_open_track_leads_over_rails_in_allied_ground(key: str) -> None:
    lines = scenario(key).data["open_track"]
    assert isinstance(lines, dict)
    entries = {f.name: here for here, found in sheet().features.items() for f in found if f.kind == "entry"}
    for name, chain in lines.items():
        entry, railhead = name.split()
        hexes = str(chain).split()
        assert (hexes[0], hexes[-1]) == (entries[entry], railhead)
        assert {held(key)[here] for here in hexes} == {"allied"}
        for a, b in pairwise(hexes):
            assert hexside(a, b) in sides_with("rail")


@pytest.mark.case("ttr 5.2-a")
@pytest.mark.parametrize("key", KEYS)
def test_boundaries_name_army_groups_from_north_to_south(key: str) -> None:
    document = scenario(key)
    units = {unit.id: unit for unit in document.units}
    bounds = document.data["boundaries"]
    assert isinstance(bounds, dict)
    for side, groups in bounds.items():
        rows = [group["last_row"] for group in groups]
        assert rows == sorted(rows)
        assert rows[-1] == 50
        for group in groups:
            assert (units[group["group"]].side, units[group["group"]].ratings["level"]) == (
                side,
                "army_group",
            )


@pytest.mark.case("ttr 15.5-a", "ttr 17.2")
@pytest.mark.parametrize(("key", "stored"), [*zip(KEYS, STORED, strict=True)])
def test_attack_supply_and_replacements_come_every_turn(key: str, stored: tuple[int, int]) -> None:
    document = scenario(key)
    awards = {(a.side, a.turn): a.amount for a in document.allotments}
    assert all(a.what == "asp" for a in document.allotments)
    assert (awards["allied", 0], awards["german", 0]) == stored
    turns = range(document.turns.first, document.turns.last + 1)
    assert set(awards) == {(side, turn) for side in ("allied", "german") for turn in (0, *turns)}
    campaign = {(a.side, a.turn): a.amount for a in scenario(KEYS[-1]).allotments if a.turn}
    assert {when: amount for when, amount in awards.items() if when[1]} == {
        when: amount for when, amount in campaign.items() if when[1] in turns
    }
    kinds = {(e.turn, e.data["kind"]) for e in document.schedule if e.kind == "replacement"}
    assert {(turn, "infantry") for turn in turns} <= kinds


@pytest.mark.parametrize("key", KEYS)
def test_arrivals_have_an_entry_hex_of_their_own_side(key: str) -> None:
    entries = {
        f.name: (here, f.side) for here, found in sheet().features.items() for f in found if f.kind == "entry"
    }
    for entry in scenario(key).schedule:
        if entry.kind == "reinforcement":
            name = str(entry.data["entry"])
            if name == "UK":
                assert (entry.side, entry.place) == ("allied", Placement("box", "airdrop allied"))
            else:
                assert entry.place is not None
                assert entries[name] == (entry.place.at, entry.side)


@pytest.mark.case("ttr 17.1")
def test_the_campaign_begins_as_the_first_scenario_and_uses_every_counter() -> None:
    first, whole = scenario(KEYS[0]), scenario(KEYS[-1])
    for name in ("setups", "start_lines"):
        assert getattr(whole, name) == getattr(first, name)
    everybody = {unit.id for key in KEYS for unit in scenario(key).units}
    assert everybody == {unit.id for unit in whole.units}
    assert whole.data["campaign"] is True


@pytest.mark.parametrize("key", KEYS)
def test_a_unit_looks_the_same_in_every_scenario(key: str) -> None:
    campaign = {unit.id: unit for unit in scenario(KEYS[-1]).units}
    for unit in scenario(key).units:
        other = campaign[unit.id]
        assert (unit.name, unit.type, unit.size, unit.ratings) == (
            other.name,
            other.type,
            other.size,
            other.ratings,
        )


@pytest.mark.case("ttr 15.7")
@pytest.mark.parametrize("key", KEYS)
def test_special_rules_are_cases_with_parameters_that_fit(key: str) -> None:
    document = scenario(key)
    book = Rulebook.load(RESOURCES / "rules" / "ttr.toml")
    for rule in document.special_rules:
        assert rule.id in book.cases
        assert rule.text
    ids = {unit.id for unit in document.units}
    rules = special_rules(in_force(document, {"rhine-bridges": True}))
    for named in (rules.airborne_army, rules.airborne_crossing):
        assert named is None or set(named.units) <= ids
    assert (rules.bridge_demolition is None) == (key not in KEYS[4:])
    assert special_rules(in_force(document, {})).bridge_demolition is None


def test_parameters_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadInput, match=r"special rule 16\.2\.7-b lacks asp"):
        special_rules({"16.2.7-b": {"from_turn": 5}})
    with pytest.raises(BadInput, match=r"16\.4\.7-f"):
        special_rules({"16.4.7-f": {"first_turn": 19, "last_turn": 20, "turns": 2, "from_row": "south"}})


def test_a_position_is_on_the_turn_record() -> None:
    text = 'game = "ttr"\ncase = "4.0"\ntitle = "x"\nturn = {}\n'
    game = games.game("ttr")
    assert game.open_position(Position.loads(text.format(36)))
    for turn in (0, 37):
        with pytest.raises(BadInput, match=f"`turn` is {turn}, which is not on the turn record"):
            game.open_position(Position.loads(text.format(turn)))


@pytest.mark.case("ttr 16.2.7-b")
def test_antwerp_changes_the_award() -> None:
    second = special_rules(in_force(scenario(KEYS[1]), {})).antwerp
    third = special_rules(in_force(scenario(KEYS[2]), {})).antwerp
    whole = special_rules(in_force(scenario(KEYS[-1]), {})).antwerp
    assert second is not None and third is not None and whole is not None
    assert [second.bonus(9, is_open) for is_open in (True, False)] == [2, 0]
    assert [third.bonus(turn, True) for turn in (13, 14)] == [0, 2]
    assert [whole.bonus(turn, True) for turn in (8, 17)] == [2, 0]
    assert [whole.bonus(turn, False) for turn in (8, 17)] == [0, -2]


@pytest.mark.case("ttr 17.3")
def test_herbstnebel_brings_further_supply_for_four_turns() -> None:
    plan = special_rules(in_force(scenario(KEYS[3]), {})).counteroffensive
    assert plan is not None
    assert [plan.supply(turn, 17) for turn in range(16, 23)] == [0, 7, 5, 3, 2, 0, 0]
