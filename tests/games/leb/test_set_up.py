"""Lebensraum! as it begins: units, leaders and the joined maps are what the rulebook says."""

from __future__ import annotations

from functools import cache

import pytest

from engine import games
from engine.games.lebensraum.records import ALLIED, AXIS, HQ, POOL, Leader, Unit
from engine.referee.session import Session, Start


@cache
def opened(key: str, *chosen: str) -> Session:
    rules = games.game("leb")
    options = dict.fromkeys(chosen, True)
    return Session.begin(rules, Start("leb", "scenario", key, rules.scenario_text(key), "a seed", options))


def on_map(key: str, side: str) -> list[Unit]:
    units = opened(key).state.all(Unit).values()
    return [unit for unit in units if unit.side == side and unit.on_map and unit.type != HQ]


def pool(session: Session, power: str) -> list[str]:
    found = session.state.all(Leader).values()
    return sorted(one.name for one in found if one.power == power and one.post == POOL)


@pytest.mark.case("leb 12.4-a")
@pytest.mark.parametrize("key", ["leb-12-4-invasion", "leb-12-5-objectives", "leb-12-8-conclusions"])
def test_june_1941(key: str) -> None:
    soviets = on_map(key, ALLIED)
    assert len([unit for unit in soviets if unit.type == "infantry"]) == 22
    assert [unit.name for unit in soviets if unit.type == "tank"] == ["Sov SW Tank"]
    assert len(on_map(key, AXIS)) == 14


@pytest.mark.case("leb 12.1-a")
def test_italy_begins_with_two_western_armies() -> None:
    assert sorted(unit.name for unit in on_map("leb-12-1-italy", ALLIED)) == ["5 US", "8 UK"]


@pytest.mark.case("leb 9.0-g")
def test_the_western_pool_holds_nobody_who_is_named_for_later() -> None:
    wanted = ["Clark", "Dempsey", "Hodges", "Patch", "Patton", "Simpson"]
    assert pool(opened("leb-12-1-italy"), "western") == wanted


@pytest.mark.case("leb 13.0-g")
def test_nobody_leads_twice_in_the_combination_game() -> None:
    leaders = opened("leb-13-combination").state.all(Leader).values()
    names = [one.name for one in leaders if one.power == "axis"]
    assert len(names) == len({*names})
    assert {"Rundstedt", "Kluge", "Model", "Student", "Himmler", "Vietinghoff", "Busch"} <= {*names}


@pytest.mark.case("leb 11.9")
def test_the_optional_leaders_take_the_places_of_three_others() -> None:
    without = pool(opened("leb-12-4-invasion"), "axis")
    chosen = pool(opened("leb-12-4-invasion", "optional-leaders"), "axis")
    assert len(chosen) == len(without)
    assert {"Guderian", "Hoth", "Paulus"} <= {*chosen}
    assert not {"Guderian", "Hoth", "Paulus"} & {*without}


@pytest.mark.case("leb 11.9")
@pytest.mark.parametrize("seed", ["seed 8", "seed 18", "seed 47"])
def test_no_optional_leader_is_among_those_who_leave(seed: str) -> None:
    rules, key = games.game("leb"), "leb-12-4-invasion"
    options = {"optional-leaders": True}
    session = Session.begin(rules, Start("leb", "scenario", key, rules.scenario_text(key), seed, options))
    assert {"Guderian", "Hoth", "Paulus"} <= {*pool(session, "axis")}


@pytest.mark.case("leb counters.errata")
def test_eisenhower_is_spelt_right_and_there_once() -> None:
    leaders = opened("leb-12-1-italy").state.all(Leader).values()
    assert [one.name for one in leaders if one.name.startswith("Eis")] == ["Eisenhower"]


@pytest.mark.case("leb 13.0-a", "leb 3.1-a")
def test_both_numbers_of_a_hex_mean_the_same() -> None:
    sheet = opened("leb-13-combination").state.scenario.document.map  # type: ignore[attr-defined]
    assert sheet.aliases["W2003"] == "E2031"
    assert sheet.aliases["W0901"] == "E0929"
    assert sheet.aliases["W3901"] == "E3929"


@pytest.mark.case("leb 11.1-h")
def test_the_supply_line_of_finland_is_drawn_to_helsinki() -> None:
    game, state = games.game("leb"), opened("leb-12-4-invasion").state
    supply = next(one for one in game.overlays(state, AXIS) if one.key == "supply.axis")
    finland = next(trace for trace in supply.traces if trace.path[0] == "E1318")
    assert finland.path[-1] == "E1320" and not finland.cut
