"""Where units may go, against a plain reading of the rules, and what the Movement Segment costs in time."""

from __future__ import annotations

from random import Random

import pytest

from engine import games
from engine.catalogue.document import hexside
from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.ferry import Ferry
from engine.games.toppling_the_reich.movement.move_units import MoveUnits
from engine.games.toppling_the_reich.movement.movement_segment import Marches
from engine.games.toppling_the_reich.movement.normal_move import NormalMove
from engine.games.toppling_the_reich.movement.overrun import Overrun
from engine.games.toppling_the_reich.movement.rail import RailMove, net
from engine.games.toppling_the_reich.movement.released_reserves import ReleasedMove
from engine.games.toppling_the_reich.movement.strategic import StrategicMove
from engine.games.toppling_the_reich.movement.unit_movement import OneStep, UnitMovement
from engine.games.toppling_the_reich.movement.walk import ARRIVED, BEGAN, BOUND
from engine.games.toppling_the_reich.records import Clock, Unit, Weather
from engine.games.toppling_the_reich.scenario.ground import Ground, ground
from engine.games.toppling_the_reich.scenario.map_records import (
    AirMarker,
    Bridgehead,
    BrokenBridge,
    Railhead,
    RoerFlood,
    TemporaryBridge,
    Track,
)
from engine.mechanics.movement import contradictions
from engine.referee.action import Action
from engine.referee.marks import mark_value, marked
from engine.referee.session import Session, Start
from engine.referee.state import State
from engine.referee.transaction import Transaction

COSTS = {"clear": 1, "polder": 2, "forest": 2, "mountain": 3, "city": 1, "ruhr": 1}
POINTS = {"corps": 9, "division": 3, "brigade": 1, "regiment": 1, "battalion": 1}
FREE = ("hq", "leader", "engineer", "commando", "armor_asset")
ZONED = ("armor", "panzergrenadier", "infantry_corps", "corps", "panzer_corps")


def begin(scenario: str, seed: int) -> Session:
    game = games.game("ttr")
    return Session.begin(game, Start("ttr", "scenario", scenario, game.scenario_text(scenario), str(seed)))


class PlainReading:
    """One unit and the table around it, read case by case and not fast."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state, self.unit = state, unit
        self.land: Ground = ground(state)
        self.units = [u for u in state.all(Unit).values() if u.on_map]
        self.foes = [u for u in self.units if u.side != unit.side and u.hidden != "unknown"]
        conditions = state.one(Weather).conditions
        self.weather = [(what, where) for what, where in conditions if what != "flood"]
        self.floods = {
            river
            for what, where in conditions
            if what == "flood"
            for river in self.land.charts.flood_rivers.rivers(where)
        }
        flood = state.find(RoerFlood, "")
        self.roer_shut = flood is not None and state.one(Clock).turn <= flood.last_turn
        self.enemy_hexes = {u.place for u in self.foes if u.type not in ("leader", "armor_asset")}
        self.zone = {
            there
            for foe in self.foes
            if foe.type in ZONED or foe.size == "corps" or foe.dummy
            for there in self.land.grid.neighbors(foe.place)
            if self.zone_reaches(foe.place, there)
        }
        self.closed = self.enemy_hexes | {
            marker.place
            for marker in state.all(AirMarker).values()
            if marker.kind == "interdiction" and marker.side != unit.side
        }

    def features(self, here: str, there: str) -> dict[str, str]:
        found = self.land.document.map.hexsides.get(hexside(here, there), ())
        return {feature.kind: feature.name for feature in found}

    def is_land(self, here: str) -> bool:
        return self.land.document.map.terrain.get(here, "clear") not in ("sea", "neutral")

    def zone_reaches(self, here: str, there: str) -> bool:
        lies = self.features(here, there)
        if not self.is_land(there) or {"major_river", "estuary", "dotted"} & lies.keys():
            return False
        return not (self.roer_shut and lies.get("minor_river") == "Roer")

    def is_bridged(self, side: str, lies: dict[str, str]) -> bool:
        made = self.state.find(Bridgehead, side)
        printed = "bridge" in lies and self.state.find(BrokenBridge, side) is None
        return printed or (made is not None and made.ready) or bool(self.state.find(TemporaryBridge, side))

    def hexside_cost(self, here: str, there: str) -> int | None:
        """What lies between two hexes costs so much more; None where nobody crosses."""
        lies, side = self.features(here, there), hexside(here, there)
        if "major_river" in lies:
            return 1 if self.is_bridged(side, lies) else None
        if "dotted" in lies:
            both = all(holder(self.state, end) == self.unit.side for end in (here, there))
            return 0 if both else None
        if "estuary" in lies or (self.roer_shut and lies.get("minor_river") == "Roer"):
            return None
        if "minor_river" in lies:
            return 3 if lies["minor_river"] in self.floods else 1
        return 1 if "canal" in lies else 0

    def cost(self, here: str, there: str) -> int | None:
        crossing = self.hexside_cost(here, there) if self.is_land(there) else None
        return None if crossing is None else crossing + self.plain_cost(there)

    def plain_cost(self, there: str) -> int:
        """The hex alone: terrain, weather, Westwall."""
        kind = self.land.document.map.terrain.get(there, "clear")
        price = COSTS[kind]
        document = self.land.document
        marks = {f.kind for layer in (document.map.features, document.features) for f in layer.get(there, ())}
        for what, where in self.weather:
            if where in ("all", self.land.zone.get(there, "nowhere")):
                price += what == "mud" and kind in ("clear", "polder")
                price += what == "hard_winter" and kind not in ("city", "ruhr") and "town" not in marks
        if self.unit.side == "allied" and "westwall" in marks and holder(self.state, there) != "allied":
            price += 1
        return price

    def points(self) -> int:
        left = mark_value(self.state, self.unit.key, marks.MP)
        if left:
            return int(left)
        lacking = marked(self.state, self.unit.key, marks.OOS) + marked(self.state, self.unit.key, marks.OOC)
        allowed = max(self.unit.mf // (1, 2, 4)[lacking], 1)
        return max(allowed - int(mark_value(self.state, self.unit.key, ARRIVED) or 0), 0)

    def stays(self) -> bool:
        key = self.unit.key
        if any(
            marked(self.state, key, name)
            for name in (marks.STALEMATED, marks.RAILED, marks.STRATEGIC, marks.STOPPED)
        ):
            return True
        bound = mark_value(self.state, key, BOUND).split()
        return self.unit.mf == 0 or bound not in ([], [key])

    def reached(self) -> set[str]:
        """Every hex that some way leads to, relaxed over and over until nothing gets cheaper."""
        start, begun = self.unit.place, marked(self.state, self.unit.key, BEGAN)
        slips = self.unit.tag == "Z" and self.unit.is_full
        best = {start: 0}
        changed = True
        while changed:
            changed = False
            for here, spent in list(best.items()):
                if here != start and here in self.zone and not slips:
                    continue
                for there, price in self.steps(here, here == start and not begun):
                    from_zone = here in self.zone and there in self.zone
                    if from_zone and not slips:
                        continue
                    total = spent + price + (3 if from_zone else 0)
                    if total <= self.points() and total < best.get(there, 99):
                        best[there] = total
                        changed = True
        found = set(best)
        if not begun:
            found |= {there for there, _ in self.steps(start, True) if self.single_step(start, there, slips)}
        return found - {start}

    def steps(self, here: str, first: bool) -> list[tuple[str, int]]:
        found = []
        for there in self.land.grid.neighbors(here):
            price = self.cost(here, there)
            river = "major_river" in self.features(here, there)
            fresh = first and not marked(self.state, self.unit.key, ARRIVED)
            if price is None and river and fresh and self.unit.type == "commando" and self.is_land(there):
                price = 4 + self.plain_cost(there)
            if price is not None and there not in self.closed:
                found.append((there, price))
        return found

    def single_step(self, start: str, there: str, slips: bool) -> bool:
        if start in self.zone and there in self.zone and not slips:
            friends = [u for u in self.units if u.place == there and u.side == self.unit.side]
            return self.unit.type == "commando" or any(
                u.type not in ("leader", "armor_asset") for u in friends
            )
        return True

    def stacks(self, there: str) -> bool:
        stack = [u for u in self.units if u.place == there and u.side == self.unit.side]
        stack.append(self.unit)
        counted = [
            0 if u.type in FREE or u.dummy or (u.tag == "Z" and u.is_full) else POINTS[u.size] for u in stack
        ]
        bridgehead = any(there in made.key.split("/") for made in self.state.all(Bridgehead).values())
        spared = max((value for value in counted if value <= 3), default=0) if bridgehead else 0
        families = {u.family for u in stack} - {""}
        ranks = {"army": 1, "army_group": 2, "front": 3}
        posts = max((ranks[u.level] for u in stack if u.type == "hq"), default=0)
        return (
            sum(counted) - spared <= 12
            and sum(u.size == "corps" for u in stack) <= 1
            and sum(u.tag == "Rs" for u in stack) <= 1
            and len(families) <= 1
            and all(u.rank >= posts for u in stack if u.type == "leader")
        )


def expected(state: State, unit: Unit) -> set[Action]:
    reading = PlainReading(state, unit)
    if reading.stays():
        return set()
    return {Action("move", "hex", there) for there in reading.reached() if reading.stacks(there)}


@pytest.mark.parametrize("scenario", ["ttr-1-market-garden", "ttr-4-herbstnebel", "ttr-5-veritable"])
def test_the_hexes_offered_are_those_that_some_way_leads_to(scenario: str) -> None:
    session, chance, looked = begin(scenario, 7), Random(7), 0
    while looked < 60 and session.choice is not None:
        choice = session.choice
        if isinstance(choice, MoveUnits) and len(choice.units) == 1 and not choice.chosen:
            unit = session.state.get(Unit, choice.units[0])
            offered = {action for action in session.legal() if action.verb == "move"}
            assert offered == expected(session.state, unit), unit
            looked += 1
        wanted = [action for action in session.legal() if action.verb in ("move", "select")]
        session.submit(choice.side, chance.choice(wanted or session.legal()))
    assert looked == 60


KINDS: tuple[type[UnitMovement], ...] = (
    *(NormalMove, StrategicMove, RailMove, Ferry, Overrun, ReleasedMove),
)


@pytest.mark.parametrize("scenario", ["ttr-2-scheldt", "ttr-4-herbstnebel", "ttr-campaign"])
def test_what_is_not_offered_is_refused_by_every_kind_of_movement(scenario: str) -> None:
    """On random positions each hex of the map is offered, or there is at least one reason against it."""
    session, chance, looked = begin(scenario, 11), Random(11), 0
    while looked < 12 and session.choice is not None:
        choice = session.choice
        if isinstance(choice, MoveUnits):
            looked += 1
            for kind in KINDS:
                movement = kind(session.state, choice.units)
                ends = movement.arrivals().ends
                if not issubclass(kind, OneStep):
                    assert list(contradictions(movement)) == []
                grid = ground(session.state).grid
                near = grid.within(movement.here, 3)
                for there in {*ends, *near, *chance.sample(grid.hexes, 12)}:
                    reasons = list(movement.refusals(there))
                    assert bool(reasons) != (there in ends), (kind, choice.units, there, reasons)
        wanted = [action for action in session.legal() if action.verb in ("move", "select", "add")]
        session.submit(choice.side, chance.choice(wanted or session.legal()))
    assert looked == 12


WEATHERS = (
    (("mud", "all"), ("flood", "Meuse")),
    (("hard_winter", "all"),),
    (("mud", "holland"), ("cloud", "ardennes"), ("flood", "Moselle")),
)


@pytest.mark.parametrize("scenario", ["ttr-2-scheldt", "ttr-3-november"])
@pytest.mark.parametrize("weather", WEATHERS)
def test_weather_supply_and_command_change_them_as_written(
    scenario: str, weather: tuple[tuple[str, str], ...]
) -> None:
    session, chance = begin(scenario, 2), Random(str(weather))
    while not isinstance(session.choice, Marches):
        assert session.choice is not None
        session.submit(session.choice.side, chance.choice(session.legal()))
    tx = Transaction(session.state)
    tx.put(Weather(weather))
    own = [unit for unit in session.state.all(Unit).values() if unit.on_map and unit.side == "allied"]
    for unit in own:
        for name in chance.sample((marks.OOS, marks.OOC), chance.randrange(3)):
            tx.mark(unit.key, name)
    for unit in own:
        offered = {a for a in MoveUnits("allied", (unit.key,)).legal(tx.state) if a.verb == "move"}
        assert offered == expected(tx.state, unit), unit


def test_german_trains_keep_away_from_the_enemy() -> None:
    state = begin("ttr-campaign", 1).state
    allied = {u.place for u in state.all(Unit).values() if u.on_map and u.side == "allied" and u.strength}
    for here, leads in net(state, "german").items():
        near = {here, *ground(state).grid.neighbors(here)}
        assert not near & allied
        assert holder(state, here) == "german"
        assert all(hexside(here, there) in ground(state).rails for there in leads)


def test_allied_trains_end_at_the_railheads() -> None:
    state = begin("ttr-campaign", 1).state
    lines = net(state, "allied")
    assert set(lines) <= {end for rail in state.all(Track) for end in rail.split("/")}
    ends = {here for here, leads in lines.items() if len(leads) == 1}
    edges = {entry.hex for entry in ground(state).entries.values()}
    assert ends <= set(state.all(Railhead)) | edges
