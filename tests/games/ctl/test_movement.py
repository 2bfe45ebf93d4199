"""Where units may go, against a plain reading of chapter 7.3 that tries every way step by step."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from random import Random

import pytest

from engine.games import game
from engine.games.crossing_the_line.records import Unit
from engine.games.crossing_the_line.scenario.ground import Ground, ground
from engine.referee.action import Action
from engine.referee.session import Accepted, Session, Start
from engine.referee.state import State

KINDS = ("inf", "mg", "mot_inf", "tank", "td", "recce")
AREAS = ("1409", "1805", "2008", "2609", "3217", "3805", "4015", "5420")
"""Middles of the positions: streams, dragon's teeth, a city, woods, the banned line, the Roer."""


class PlainReading:
    """Units that start together and the table around them, read case by case and not fast."""

    def __init__(self, state: State, movers: list[Unit]) -> None:
        self.land: Ground = ground(state)
        self.movers, self.side = movers, movers[0].side
        self.enemies = [u for u in state.all(Unit).values() if u.side != self.side and u.on_map]
        self.occupied = {u.place for u in self.enemies}
        self.near = {n for u in self.enemies for n in self.land.neighbors[u.place]}
        self.zone = {h for u in self.enemies for h in self.zone_of(u)}
        self.on_foot = all(u.type in ("inf", "mg", "eng", "bicycle") for u in movers)

    def zone_of(self, unit: Unit) -> set[str]:
        """5.4: infantry everywhere but into cities and factories, tanks only on open ground."""
        if unit.type == "hq" or unit.disrupted:
            return set()
        found = {unit.place}
        for there in self.land.neighbors[unit.place]:
            side, ground_there = self.land.between(unit.place, there), self.land.terrain[there]
            if unit.type in ("tank", "td", "assault_gun", "cav"):
                if not side and ground_there in ("clear", "pillbox_clear"):
                    found.add(there)
            elif side != "roer" and ground_there not in ("city", "industrial"):
                found.add(there)
        return found

    def is_closed(self, here: str, there: str) -> bool:
        """7.3.2, 7.3.4, 7.3.7, 7.3.8: what no step does, not even one that is always possible."""
        crosses = self.land.between(here, there) == "roer"
        bridge = self.side == "german" and {here, there} in ({"5518", "5519"}, {"5420", "5520"})
        banned = self.side == "german" and self.land.rules.movement_ban is not None
        return (
            there in self.occupied
            or (crosses and not bridge)
            or (here in self.zone and there in self.zone)
            or (banned and there in self.land.banned)
        )

    def obstacle(self, here: str, there: str) -> bool:
        """Is there a stream or dragon's teeth to cross without a road (3.1.2)?"""
        kind = self.land.between(here, there)
        if kind not in ("stream", "dragons_teeth") or self.land.has_road(here, there):
            return False
        towns = {self.land.terrain[here], self.land.terrain[there]} & {"town", "industrial"}
        return not (kind == "stream" and towns)

    def price(self, here: str, there: str) -> Fraction:
        """What the dearest of the movers pays for the hex and, on foot, for the hexside."""
        terrain = self.land.terrain[there]
        row = self.land.charts.terrain_effects.terrain[terrain]
        road = self.land.has_road(here, there) and terrain not in ("town", "city", "industrial")
        road = road and not {here, there} & self.zone
        prices = []
        for unit in self.movers:
            on_foot = unit.type in ("inf", "mg", "eng", "bicycle")
            if road:
                prices.append(Fraction(1) if on_foot and self.side == "german" else Fraction(1, 2))
            else:
                prices.append(Fraction(row.cost_leg if on_foot else row.cost_motorized))
        return max(prices) + (1 if self.obstacle(here, there) else 0)

    def ends(self) -> set[str]:
        """Every hex where the movers can end."""
        start, least = self.movers[0].place, min(unit.ma for unit in self.movers)
        found = {there for there in self.land.neighbors[start] if not self.is_closed(start, there)}
        seen: dict[tuple[str, bool], Fraction] = {}
        waiting = deque([(start, start in self.near, Fraction(0), False)])
        while waiting:
            here, near, spent, moved = waiting.popleft()
            if (moved and here in self.zone) or seen.get((here, near), spent + 1) <= spent:
                continue
            seen[here, near] = spent
            for there in self.land.neighbors[here]:
                if self.is_closed(here, there) or (self.obstacle(here, there) and not self.on_foot):
                    continue  # motorized units cross only as their first step, which is always possible
                close, cost = near or there in self.near, spent + self.price(here, there)
                if cost <= least + (2 if self.on_foot and not close else 0):
                    found.add(there)
                    waiting.append((there, close, cost, True))
        return found - {start}


def position(rng: Random, side: str) -> Session:
    """Units of both sides around one place of the campaign map, one to a hex; only two movers share one."""
    rules = game("ctl")
    land = Ground(rules.document(rules.scenario_text("ctl-campaign")), {})  # type: ignore[attr-defined]
    middle = rng.choice(AREAS)
    around = [h for h in land.playable if 0 < land.grid.distance(middle, h) <= 4]
    hexes = iter(rng.sample(sorted(around), 9))
    formation = "1ID" if side == "us" else "526ID"
    lines = {"us": [], "german": []}  # type: dict[str, list[str]]
    other = "german" if side == "us" else "us"
    for number in range(6):
        state = " disrupted" if rng.random() < 0.3 else ""
        lines[other].append(f'e{number} = "{next(hexes)} {rng.choice(KINDS)} pt:2 ma:4{state}"')
    for number in range(3):
        kind, allowance = rng.choice(KINDS), rng.choice((3, 4, 8))
        lines[side].append(f'm{number} = "{next(hexes)} {kind} pt:2 ma:{allowance} of:{formation}"')
    shared = lines[side][0].split('"')[1].split()[0]
    lines[side].append(f'm3 = "{shared} {rng.choice(KINDS)} pt:2 ma:4 of:{formation}"')
    text = "\n".join(
        (
            'game = "ctl"\ntitle = "moves"\ncase = "7.3-a"\nscenario = "ctl-campaign"',
            f'side = "{side}"\nformation = "{formation}"\npoints = {{{side} = 6}}',
            f"level = {{{formation} = 3}}",
            *(f"[{name}]\n" + "\n".join(units) for name, units in lines.items()),
        )
    )
    return Session.begin(rules, Start("ctl", "position", "moves", text, "moves"))


@pytest.mark.case("ctl 7.3-a")
@pytest.mark.parametrize("seed", range(24))
def test_units_may_go_where_a_plain_reading_says(seed: int) -> None:
    rng = Random(seed)
    side = ("us", "german")[seed % 2]
    table = position(rng, side)
    for movers in (("m0",), ("m1",), ("m2",), ("m0", "m3")):
        select = [Action("select" if n == 0 else "add", "unit", key) for n, key in enumerate(movers)]
        for action in select:
            assert isinstance(table.submit(side, action), Accepted), action
        offered = {action.target for action in table.legal() if action.verb == "move"}
        units = [table.state.get(Unit, key) for key in movers]
        assert offered == PlainReading(table.state, units).ends(), (seed, movers, units[0].place)
        table.submit(side, Action("cancel"))
