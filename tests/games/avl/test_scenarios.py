"""The map and the four scenarios as they are delivered."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import cast

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.check import check
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import dumps, dumps_map
from engine.games.avalanche.records import ALLIED, GERMAN, Unit
from engine.games.avalanche.scenario.charts import charts
from engine.games.avalanche.scenario.ground import Ground
from engine.games.avalanche.scenario.opening import starting_records
from engine.referee.session import Session, Start

PAESTUM, X_CORPS, CORRIDOR, CAMPAIGN = KEYS = (
    "avl-1-paestum",
    "avl-2-x-corps-ashore",
    "avl-3-the-corridor",
    "avl-4-avalanche",
)
RULES = cast(DocumentGame, games.game("avl"))


@cache
def scenario(key: str) -> ScenarioDocument:
    return RULES.document(RULES.scenario_text(key))


def opened(key: str, seed: str = "a seed", **options: bool) -> Session:
    text = RULES.scenario_text(key)
    return Session.begin(RULES, Start("avl", "scenario", key, text, seed, options))


@pytest.mark.parametrize("key", KEYS)
def test_the_files_are_in_the_form_that_the_program_writes(key: str) -> None:
    file = RULES.scenario_folder() / f"{key}.toml"
    sheet = RULES.map_folder() / "avl.toml"
    assert dumps(scenario(key), map_by_key=True) == file.read_text("utf-8")
    assert dumps_map(scenario(key).map) == sheet.read_text("utf-8")


@pytest.mark.parametrize("key", KEYS)
def test_the_check_finds_nothing_that_is_wrong(key: str) -> None:
    assert [str(found) for found in check(scenario(key)) if found.severity != "note"] == []


# the map


def test_the_map_has_its_levels_and_its_sea() -> None:
    terrain = Counter(scenario(CAMPAIGN).map.terrain.values())
    assert terrain.total() == 1957
    assert terrain["sea"] == 464


def test_bridges_are_where_roads_cross_water_but_for_the_mouth_of_the_sele() -> None:
    land = Ground(scenario(CAMPAIGN), {})
    crossing = set()
    for here, around in land.neighbors.items():
        for there in around:
            wet = land.has_river(here, there) or land.has_stream(here, there)
            if here < there and wet and land.between(here, there) & {"road", "highway"}:
                crossing.add(f"{here}/{there}")
    bridges = {side for side, kinds in land._kinds.items() if "bridge" in kinds}
    assert crossing - bridges == {"1431/1530"}
    assert not land.printed_road("1431", "1530")
    assert bridges <= crossing


def test_cliffs_are_steps_of_two_levels_and_five_of_the_amalfi_drive() -> None:
    land = Ground(scenario(CAMPAIGN), {})
    low = []
    for side in (side for side, kinds in land._kinds.items() if "cliff" in kinds):
        here, there = side.split("/")
        if abs(land.level(here) - land.level(there)) < 2:
            low.append(side)
    assert len(low) == 5


def test_beaches_airfields_and_entries_lie_on_land() -> None:
    land = Ground(scenario(CAMPAIGN), {})
    beaches = {name: beach.hex for name, beach in charts().beachhead_capacity.beach.items()}
    drawn = {
        feature.name: here
        for here, features in scenario(CAMPAIGN).map.features.items()
        for feature in features
        if feature.kind == "beach"
    }
    assert drawn == beaches
    assert set(beaches.values()) <= land.land
    assert set(charts().beachhead_drift.chain) <= land.land
    assert len(land.airfields) == 4
    assert {row.hex for row in charts().entry_hexes.rows} <= land.land


# the forces


@pytest.mark.parametrize(
    ("key", "at_start", "later"), [(PAESTUM, 9, 45), (X_CORPS, 12, 65), (CORRIDOR, 71, 19)]
)
def test_so_many_counters_begin_on_the_map_and_so_many_come(key: str, at_start: int, later: int) -> None:
    document = scenario(key)
    assert (len(document.setups), len(document.schedule)) == (at_start, later)


def test_all_guns_have_ammunition_and_the_corridor_has_its_losses() -> None:
    records = starting_records(Ground(scenario(CORRIDOR), {}))
    units = {unit.key: unit for unit in records if isinstance(unit, Unit)}
    weak = {key for key, unit in units.items() if unit.steps < unit.full_steps}
    assert weak == {"us-1-157", "us-2-143", "us-3-142", "us-3-143", "ge-i79", "ge-iip2"}
    assert not any(unit.green for unit in units.values())
    assert all(unit.ammo == 2 for unit in units.values() if unit.is_gun)


def test_the_division_of_paestum_is_green_and_every_gun_lands_limbered() -> None:
    records = starting_records(Ground(scenario(PAESTUM), {}))
    units = [unit for unit in records if isinstance(unit, Unit)]
    green = {unit.formation for unit in units if unit.green}
    assert green == {"36 Div"}
    assert all(unit.limbered for unit in units if unit.is_gun and unit.side == ALLIED)
    assert not any(unit.limbered for unit in units if unit.is_gun and unit.side == GERMAN)


def test_the_points_of_the_campaign_are_85() -> None:
    features = scenario(CAMPAIGN).features.values()
    assert sum(one.value for here in features for one in here if one.kind == "objective") == 85


def test_the_corridor_is_worth_four_points_at_the_start() -> None:
    session = opened(CORRIDOR)
    sheet = RULES.score_sheets(session.state)[0]
    assert sheet.total == 4


# strong points


def strong_points(session: Session) -> list[Unit]:
    return [unit for unit in session.state.all(Unit).values() if unit.is_strong_point]


@pytest.mark.parametrize(("key", "count"), [(PAESTUM, 4), (X_CORPS, 6), (CAMPAIGN, 8)])
@pytest.mark.case("avl setup.strongpoints-random")
def test_so_many_strong_points_lie_face_down(key: str, count: int) -> None:
    session = opened(key)
    found = strong_points(session)
    assert len(found) == len({unit.place for unit in found}) == count
    for side in (ALLIED, GERMAN, None):
        view = RULES.view(session.state, side)
        shown = [one for one in view.counters if one.id.startswith("sp-")]
        assert len(shown) == count
        assert not any(one.known or one.ratings for one in shown)


@pytest.mark.case("avl setup.strongpoints-random")
def test_the_same_seed_draws_the_same_strong_points_and_another_one_others() -> None:
    def drawn(seed: str) -> list[tuple[str, tuple[int, ...], int]]:
        return [(unit.place, unit.defences, unit.arm) for unit in strong_points(opened(CAMPAIGN, seed))]

    assert drawn("one") == drawn("one")
    assert len({str(drawn(seed)) for seed in "abcdef"}) > 1


# options


def test_the_short_campaign_ends_on_turn_25() -> None:
    assert Ground(scenario(CAMPAIGN), {"short_campaign": True}).last_turn == 25
    assert Ground(scenario(CAMPAIGN), {}).last_turn == 31


def test_giant_lets_the_82nd_be_planned_before_the_landing() -> None:
    session = opened(CAMPAIGN, giant=True)
    assert type(session.state.frame).__name__ == "PlanDrops"
    assert type(opened(CAMPAIGN).state.frame).__name__ == "FleetPlacement"


def test_a_special_rule_with_a_wrong_parameter_is_refused() -> None:
    text = RULES.scenario_text(PAESTUM).replace("count = 4", 'count = "four"')
    with pytest.raises(BadInput, match=r"setup\.strongpoints-random"):
        Session.begin(RULES, Start("avl", "scenario", PAESTUM, text, "a seed"))
