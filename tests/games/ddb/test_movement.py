"""Where units may go, against a plain reading of the rules that tries every way step by step."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.catalogue.document import hexside
from engine.games.dday_to_berlin.movement.march import PickZone
from engine.games.dday_to_berlin.movement.walk import SHY
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    COLUMN,
    FIRED,
    MOVED,
    MP,
    OUT_OF_SUPPLY,
    Bridge,
    Clock,
    Held,
    Unit,
)
from engine.games.dday_to_berlin.scenario.ground import Ground, ground
from engine.referee.action import Action
from engine.referee.marks import mark_value, marked
from engine.referee.state import State
from tests.games.ddb.random_play import decisions

ROUGH = ("bocage", "woods", "hill", "town")


class PlainReading:
    """One unit and the table around it, read case by case and not fast."""

    def __init__(self, state: State, unit: Unit, night: bool) -> None:
        self.state, self.unit, self.night = state, unit, night
        self.land: Ground = ground(state)
        self.units = [u for u in state.all(Unit).values() if u.on_map]

    def enemies_in(self, here: str) -> bool:
        return any(u.place == here and u.side != self.unit.side for u in self.units)

    def enemy_zoc(self, here: str) -> bool:
        return any(
            u.side != self.unit.side
            and u.size == "battalion"
            and u.type not in ("HQ", "ART", "SPA")
            and self.land.grid.distance(u.place, here) == 1
            for u in self.units
        )

    def is_road(self, here: str, there: str) -> bool:
        side = hexside(here, there)
        if side in self.land.rivers:
            return self.state.find(Bridge, side) is not None
        return side in self.land.roads

    def off_road(self, here: str, there: str) -> str:
        """go, alone or stop: how the ground lets the unit step there off the road."""
        kind, wheels = self.land.document.map.terrain[there], self.unit.moves_as != "LEG"
        if kind == "water" or (wheels and kind == "marsh"):
            return "stop"
        if hexside(here, there) in self.land.rivers:
            return "stop" if wheels else "alone"
        rough = kind in ROUGH or kind == "marsh" or (wheels and kind == "soft ground")
        return "alone" if rough else "go"

    def may_enter(self, there: str) -> bool:
        if self.land.document.map.terrain[there] == "water" or self.enemies_in(there):
            return False
        if not self.enemy_zoc(there):
            return True
        friends = [u for u in self.units if u.place == there and u.side == self.unit.side]
        sheltered = any(u.type not in SHY for u in friends)
        return not self.night and (self.unit.type not in SHY or sheltered)

    def has_room(self, there: str) -> bool:
        points = {"battalion": 2, "detachment": 1, "headquarters": 0}
        load = sum(points[u.size] for u in self.units if u.place == there and u.side == self.unit.side)
        return load + points[self.unit.size] <= 8

    def marches(self, here: str, left: int, entered: int) -> Iterator[str]:
        """Every zone in which some way ends."""
        if entered:
            yield here
            if self.enemy_zoc(here):
                return
        if left == 0:
            return
        for there in self.land.grid.neighbors(here):
            if not self.may_enter(there):
                continue
            going = "go" if self.is_road(here, there) else self.off_road(here, there)
            if going == "go":
                yield from self.marches(there, left - 1, entered + 1)
            elif going == "alone" and entered == 0:
                yield there

    def drives(self, here: str, left: int) -> Iterator[str]:
        """The same along roads, clear of the enemy."""
        if self.enemy_zoc(here):
            return
        yield here
        if left == 0:
            return
        for there in self.land.grid.neighbors(here):
            if self.is_road(here, there) and self.may_enter(there):
                yield from self.drives(there, left - 1)


def expected(session_state: State, choice: PickZone) -> set[Action]:
    state = session_state
    unit = state.get(Unit, choice.unit)
    reading = PlainReading(state, unit, choice.night)
    moved, in_column = marked(state, unit.key, MOVED), marked(state, unit.key, COLUMN)
    bound = unit.is_towed_gun and not choice.night and marked(state, unit.key, FIRED)
    found = {Action("halt")}
    if bound or unit.static or mark_value(state, unit.key, MOVED):
        return found
    left = int(mark_value(state, unit.key, MP))
    stopped = moved and (reading.enemy_zoc(unit.place) or in_column)
    marches = set() if stopped else set(reading.marches(unit.place, left, 1 if moved else 0))
    column = {"full": 4, "double": 8}[mark_value(state, unit.key, ACTIVATED)]
    if unit.moves_as == "LEG" or (moved and not in_column):
        drives = set()
    else:
        drives = set(reading.drives(unit.place, left if moved else column))
    for verb, zones in (("march", marches), ("drive", drives)):
        found |= {Action(verb, "hex", z) for z in zones if z != unit.place and reading.has_room(z)}
    return found


@pytest.mark.parametrize("scenario", ["ddb-carentan", "ddb-villers", "ddb-seelow"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_zones_offered_are_those_that_some_way_leads_to(scenario: str, seed: int) -> None:
    looked = 0
    for session in decisions(scenario, seed, 500):
        choice = session.choice
        if isinstance(choice, PickZone):
            assert set(session.legal()) == expected(session.state, choice), choice
            looked += 1
    assert looked > 20


def supplied(state: State, unit: Unit) -> bool:
    """A line of at most 4 steps off the road to an own supply point, found by walking from the unit."""
    reading = PlainReading(state, unit, night=False)
    land = reading.land
    goals = {
        here
        for here, owner in land.supply_points.items()
        if owner == unit.side and state.get(Held, here).side == unit.side
    }
    friends = {u.place for u in reading.units if u.side == unit.side and not u.is_hq}
    best = {unit.place: 0}
    waiting = [unit.place]
    while waiting:
        here = waiting.pop()
        if here in goals:
            return True
        for there in land.grid.neighbors(here):
            road = reading.is_road(here, there)
            cut = hexside(here, there) in land.rivers and not road
            if cut or land.document.map.terrain[there] == "water" or reading.enemies_in(there):
                continue
            if reading.enemy_zoc(there) and there not in friends:
                continue
            cost = best[here] + (0 if road else 1)
            if cost <= 4 and cost < best.get(there, 99):
                best[there] = cost
                waiting.append(there)
    return False


@pytest.mark.parametrize("scenario", ["ddb-villers", "ddb-seelow"])
def test_supply_is_what_a_line_from_each_unit_finds(scenario: str) -> None:
    checked = 0
    before: Clock | None = None
    for session in decisions(scenario, 5, 2500, {"advanced": True}):
        state = session.state
        clock = state.one(Clock)
        if before is None or clock.turn == before.turn:
            before = clock
            continue
        before = clock
        side = state.scenario.other(session.at(len(session) - 1).one(Clock).player_a)
        for unit in state.all(Unit).values():
            if unit.side == side and unit.on_map:
                assert marked(state, unit.key, OUT_OF_SUPPLY) != supplied(state, unit), unit.key
                checked += 1
        if checked > 150:
            return
    assert checked > 30
