"""Railroads that supply headquarters, against a plain reading of the rules; what interdiction promises."""

from __future__ import annotations

from random import Random

import pytest

from engine import games
from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import ALLIED, GERMAN, Clock, Control, Unit
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import BrokenBridge, RoerFlood, Track
from engine.games.toppling_the_reich.supply.general_supply import rail_sources
from engine.referee.action import Action
from engine.referee.session import Session, Start
from engine.referee.state import State
from engine.referee.transaction import Transaction

AIR_MISSIONS = """
game = "ttr"
case = "11.3-a"
title = "An interdiction is thought of"
segment = "air missions"
air = {allied = 9}
[german]
12-vg = "3421"
"""


def begin(scenario: str) -> Session:
    game = games.game("ttr")
    return Session.begin(game, Start("ttr", "scenario", scenario, game.scenario_text(scenario), "7"))


def disturbed(state: State, chance: Random) -> State:
    """Bridges are blown, the Roer is flooded, and rail hexes have changed hands."""
    land, tx = ground(state), Transaction(state)
    bridges = sorted(land.printed_bridges)
    for side in chance.sample(bridges, len(bridges) * 2 // 3):
        tx.put(BrokenBridge(side))
    for here in chance.sample(sorted(land.rail_net), 60):
        tx.put(Control(here, GERMAN if holder(state, here) == ALLIED else ALLIED))
    if chance.random() < 0.5:
        tx.put(RoerFlood(state.one(Clock).turn))
    return tx.state


def plainly_connected(state: State, side: str) -> set[str]:
    """Hex by hex along the track from every entry hex of the side."""
    land, enemy = ground(state), ground(state).other(side)
    units = [unit for unit in state.all(Unit).values() if unit.on_map and unit.is_combat_unit]
    own = {unit.place for unit in units if unit.side == side}
    foes = {unit.place for unit in units if unit.side == enemy}
    engineers = {unit.place for unit in units if unit.side == side and unit.is_engineer}
    flood = state.find(RoerFlood, "")

    def stands(here: str) -> bool:
        cut = here in foes or (here in zoc(state, enemy) and here not in own)
        return here in land.rail_net and holder(state, here) == side and not cut

    def leads(side_of_hex: str) -> bool:
        a, b = side_of_hex.split("/")
        if side == ALLIED and state.find(Track, side_of_hex) is None:
            return False
        if side_of_hex in land.major_rivers and not {a, b} & engineers:
            bridged = side_of_hex in land.printed_bridges
            return bridged and state.find(BrokenBridge, side_of_hex) is None
        if side_of_hex in land.dotted:
            return holder(state, a) == side == holder(state, b)
        return flood is None or side_of_hex not in land.roer

    opened = {end for rail in state.all(Track) for end in rail.split("/")}
    waiting = [entry.hex for entry in land.entries.values() if entry.side == side and stands(entry.hex)]
    waiting = [here for here in waiting if side == GERMAN or here in opened]
    found: set[str] = set()
    while waiting:
        here = waiting.pop()
        found.add(here)
        for rail in land.rails:
            if here in (ends := rail.split("/")) and leads(rail):
                there = ends[1] if ends[0] == here else ends[0]
                if there not in found and stands(there):
                    waiting.append(there)
    return found


@pytest.mark.case("ttr 3.3.1-b")
@pytest.mark.parametrize("scenario", ["ttr-1-market-garden", "ttr-5-veritable"])
def test_the_railroad_supplies_as_far_as_friendly_hexes_and_standing_bridges_lead(scenario: str) -> None:
    state = begin(scenario).state
    for seed in range(6):
        table = disturbed(state, Random(seed))
        for side in (ALLIED, GERMAN):
            found = ground(table).grid.hexes_in(rail_sources(table, side))
            assert set(found) == plainly_connected(table, side), f"{side}, seed {seed}"


@pytest.mark.case("ttr 11.3-a")
def test_the_preview_of_interdiction_says_that_nobody_enters() -> None:
    session = Session.begin(games.game("ttr"), Start("ttr", "position", "", AIR_MISSIONS, "7"))
    shown = session.preview(ALLIED, Action("interdict", "hex", "3422"))
    assert "no enemy unit may enter" in shown.text
    assert [(price.amount, price.case) for price in shown.prices] == [(2, "11.3-a")]
