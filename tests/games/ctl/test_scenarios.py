"""The map and the four scenarios as they are delivered: what the rulebook says about them is true."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from engine import games
from engine.catalogue.check import check
from engine.catalogue.document import ScenarioDocument, hexside
from engine.catalogue.scenario_text import dumps, dumps_map, loads, loads_map
from engine.games.crossing_the_line.records import GERMAN, US, Clock, Control, Improved, Unit
from engine.referee.session import Session, Start

RESOURCES = Path(str(files("resources")))
FIRST_BLOOD, STOLBERG, WURM, CAMPAIGN = KEYS = (
    "ctl-1-first-blood",
    "ctl-2-stolberg",
    "ctl-3-wurm",
    "ctl-campaign",
)
WITH_TEETH = ("1821/1921", "1919/2019", "2011/2110", "2008/2108", "2504/2505", "3102/3103", "3303/3403")
"""Hexsides that the text calls dragon's teeth although a stream or road runs through them."""
CROSSINGS = {"5518/5519", "5420/5520"}
"""The only two crossings of the Roer."""


@cache
def scenario(key: str) -> ScenarioDocument:
    sheet = loads_map((RESOURCES / "maps" / "ctl.toml").read_text(encoding="utf-8"))
    return loads((RESOURCES / "scenarios" / f"{key}.toml").read_text(encoding="utf-8"), {"ctl": sheet})


@cache
def opened(key: str) -> Session:
    rules = games.game("ctl")
    return Session.begin(rules, Start("ctl", "scenario", key, rules.scenario_text(key), "a seed"))


def sides_with(kind: str) -> set[str]:
    hexsides = scenario(CAMPAIGN).map.hexsides
    return {side for side, here in hexsides.items() if any(feature.kind == kind for feature in here)}


def net_of(sides: set[str]) -> dict[str, set[str]]:
    net: defaultdict[str, set[str]] = defaultdict(set)
    for side in sides:
        a, b = side.split("/")
        net[a].add(b)
        net[b].add(a)
    return net


@pytest.mark.parametrize("key", KEYS)
def test_the_files_are_in_the_form_that_the_program_writes(key: str) -> None:
    document = scenario(key)
    assert dumps(document, map_by_key=True) == (RESOURCES / "scenarios" / f"{key}.toml").read_text("utf-8")
    assert dumps_map(document.map) == (RESOURCES / "maps" / "ctl.toml").read_text("utf-8")


@pytest.mark.parametrize("key", KEYS)
def test_the_check_finds_nothing(key: str) -> None:
    assert list(check(scenario(key))) == []


# the map


def test_every_hex_has_its_terrain() -> None:
    sheet = scenario(CAMPAIGN).map
    assert Counter(sheet.terrain.values()) == {
        "clear": 870,
        "woods": 229,
        "town": 96,
        "industrial": 17,
        "city": 10,
    }
    assert len(scenario(CAMPAIGN).hexes_with("pillbox")) == 82
    assert set(sheet.terrain) == set(sheet.lattice().hexes)


@pytest.mark.case("ctl map.grid")
def test_the_hexes_that_the_text_calls_neighbours_are_neighbours() -> None:
    lattice = scenario(CAMPAIGN).map.lattice()
    for side in (*WITH_TEETH, *CROSSINGS, "2011/2111"):
        a, b = side.split("/")
        assert lattice.distance(a, b) == 1
    assert lattice.distance("2011", "2112") == 2
    assert lattice.distance("2008", "2109") == 2


def test_the_named_hexsides_have_dragons_teeth_and_a_road_or_stream() -> None:
    passages = sides_with("road") | sides_with("stream")
    assert set(WITH_TEETH) <= sides_with("dragons_teeth") & passages


def test_the_roer_is_crossed_by_two_bridges_on_roads() -> None:
    assert sides_with("bridge") == CROSSINGS <= sides_with("major_river") & sides_with("road")


def test_roads_form_one_net() -> None:
    net = net_of(sides_with("road"))
    seen, edge = set[str](), {min(net)}
    while edge:
        seen |= edge
        edge = {there for here in edge for there in net[here]} - seen
    assert seen == set(net)


def test_hexsides_lie_between_neighbours() -> None:
    sheet = scenario(CAMPAIGN).map
    for side in sheet.hexsides:
        a, b = side.split("/")
        assert hexside(a, b) == side
        assert sheet.lattice().distance(a, b) == 1


def test_built_up_hexes_have_a_name() -> None:
    document = scenario(CAMPAIGN)
    built = {here for here, kind in document.map.terrain.items() if kind in ("town", "city", "industrial")}
    assert {here for here in built if not any(f.name for f in document.features_at(here))} == set()


@pytest.mark.parametrize(
    ("key", "rows", "columns"),
    [(FIRST_BLOOD, (10, 24), (1, 15)), (STOLBERG, (10, 42), (1, 26)), (WURM, (31, 56), (1, 26))],
)
@pytest.mark.case("ctl 10.1-a")
def test_the_part_of_the_map_in_play(key: str, rows: tuple[int, int], columns: tuple[int, int]) -> None:
    document = scenario(key)
    area = document.region(document.area)
    assert area is not None
    spanned = range(rows[0], rows[1] + 1), range(columns[0], columns[1] + 1)
    assert set(area.hexes) == {f"{row:02}{column:02}" for row in spanned[0] for column in spanned[1]}


# orders of battle


def due(key: str, turn: int, side: str, kind: str = "reinforcement") -> set[str]:
    entries = scenario(key).schedule
    return {e.unit for e in entries if (e.turn, e.side, e.kind) == (turn, side, kind)}


@pytest.mark.case("ctl 10.2-a")
def test_arrivals_and_withdrawals_of_stolberg() -> None:
    belongs = {unit.id: unit.formation for unit in scenario(STOLBERG).units}
    assert due(STOLBERG, 2, US) == {"us-238-eng", "us-257-eng"}
    assert due(STOLBERG, 3, US) == {"us-745-tk", "us-634-td", "us-4-eng"}
    assert {belongs[unit] for turn in (2, 3) for unit in due(STOLBERG, turn, US)} == {"1ID"}
    assert Counter(belongs[unit] for unit in due(STOLBERG, 2, GERMAN)) == {"12ID": 9, "LXXXI": 1}
    assert Counter(belongs[unit] for unit in due(STOLBERG, 3, GERMAN, "withdrawal")) == {"353ID": 6}
    assert {entry.turn for entry in scenario(STOLBERG).schedule} == {2, 3}


@pytest.mark.case("ctl 10.3-a")
def test_arrivals_of_the_wurm() -> None:
    belongs = {unit.id: unit.formation for unit in scenario(WURM).units}
    assert Counter(belongs[unit] for unit in due(WURM, 6, US)) == {"29ID": 4}
    assert due(WURM, 7, US) == {"us-1128-eng", "us-1129-eng", "us-99-inf"}
    assert {belongs[unit] for unit in due(WURM, 7, US)} == {"XIX"}
    assert Counter(belongs[unit] for unit in due(WURM, 7, GERMAN)) == {"3PzG": 11}
    assert {entry.turn for entry in scenario(WURM).schedule} == {6, 7}


@pytest.mark.case("ctl 8.5.2-a")
def test_withdrawals_of_the_campaign_and_the_return_of_the_116th() -> None:
    document = scenario(CAMPAIGN)
    divisions = {
        key: {unit.id for unit in document.units if unit.formation == key}
        for key in ("353ID", "9Pz", "116Pz")
    }
    assert due(CAMPAIGN, 3, GERMAN, "withdrawal") == divisions["353ID"]
    assert due(CAMPAIGN, 4, GERMAN, "withdrawal") == divisions["9Pz"] | divisions["116Pz"]
    back = (due(CAMPAIGN, 6, GERMAN) | due(CAMPAIGN, 7, GERMAN)) & divisions["116Pz"]
    assert back == divisions["116Pz"]


@pytest.mark.case("ctl 10.4-a")
def test_the_three_units_that_start_with_the_526th() -> None:
    units = opened(CAMPAIGN).state.all(Unit)
    assert {unit.name for unit in units.values() if unit.assigned == "526ID"} == {"Pol", "Gen", "394 StuG"}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.case("ctl 10-b")
@pytest.mark.case("ctl 9-b")
def test_nobody_starts_dug_in_and_the_germans_hold_every_victory_hex(key: str) -> None:
    state = opened(key).state
    assert state.all(Improved) == {}
    assert {held.side for held in state.all(Control).values()} == {GERMAN}
    assert state.one(Clock).reroll == GERMAN


@pytest.mark.parametrize("key", [STOLBERG, WURM, CAMPAIGN])
@pytest.mark.case("ctl 6.1-e")
def test_the_us_side_has_won_the_first_initiative(key: str) -> None:
    session = opened(key)
    clock = session.state.one(Clock)
    assert session.deciding_side == US
    assert (clock.bonus_side, clock.bonus) == (GERMAN, 2)


# victory


@pytest.mark.parametrize(("key", "most"), [(STOLBERG, 220), (WURM, 75)])
def test_the_points_of_all_victory_hexes(key: str, most: int) -> None:
    assert sum(feature.value for feature in scenario(key).hexes_with("objective").values()) == most


@pytest.mark.parametrize("key", [STOLBERG, WURM, CAMPAIGN])
@pytest.mark.case("ctl 9-a")
def test_every_number_of_points_has_one_result(key: str) -> None:
    bands = next(c.bands for c in scenario(key).victory if c.bands)
    for points in range(221):
        fitting = [
            b.level
            for b in bands
            if (b.low is None or b.low <= points) and (b.high is None or points <= b.high)
        ]
        assert len(fitting) == 1, f"{points}: {fitting}"


@pytest.mark.case("ctl 10.2-c")
def test_fifteen_points_of_stolberg_are_a_substantial_german_victory() -> None:
    bands = next(c.bands for c in scenario(STOLBERG).victory if c.bands)
    level = next(b.level for b in bands if (b.low or 0) <= 15 <= (b.high if b.high is not None else 999))
    assert level == "German substantial victory"


@pytest.mark.parametrize("key", KEYS)
def test_the_description_says_what_is_not_the_published_game(key: str) -> None:
    assert "not the published" in scenario(key).description
