"""Modifiers, chits and results of attacks, against a plain reading of chapter 7.5.1."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import ceil, floor
from random import Random

import pytest

from engine.games import game
from engine.games.crossing_the_line.combat.modifiers import TYPES, combat_modifiers
from engine.games.crossing_the_line.combat.odds import column_chances, result_chances
from engine.games.crossing_the_line.records import Formation, Improved, Unit, fighters_at
from engine.games.crossing_the_line.scenario.ground import Ground, ground
from engine.games.crossing_the_line.standard.command import IN_COMMAND, command_state
from engine.referee.modifier import total
from engine.referee.session import Session, Start
from engine.referee.state import State

TARGETS = ("1409", "1805", "2108", "2608", "1514", "2315", "2110")
"""Defended hexes: open ground, towns behind streams, pillboxes behind dragon's teeth, a city, woods."""
TANKS = ("tank", "td", "assault_gun")
HALF = {"clear": 1, "woods": 2, "pillbox_clear": 2, "pillbox_woods": 2, "town": 2, "industrial": 2, "city": 2}
BONUS = {
    "clear": 0,
    "woods": 1,
    "pillbox_clear": 1,
    "pillbox_woods": 2,
    "town": 1,
    "industrial": 2,
    "city": 3,
}
ACROSS = {"": (0, 1), "stream": (-1, 2), "dragons_teeth": (-2, 0)}
"""The modifier of a hexside, and by what it divides tank points; 0 leaves none of them."""


STAFFS = {
    "us": 'h1 = "hq 1613 of:1ID"\nh3 = "hq 2505 of:3AD"\n',
    "german": 'h5 = "hq 2318 of:526ID"\nh6 = "hq 1908 of:353ID"\n',
}


def position(rng: Random) -> tuple[State, str, str]:
    """Attackers of the 1st Division in one hex, Germans in another, units of two divisions around both."""
    rules = game("ctl")
    land = Ground(rules.document(rules.scenario_text("ctl-campaign")), {})  # type: ignore[attr-defined]
    there = rng.choice(TARGETS)
    sides = [n for n in land.neighbors[there] if land.between(n, there) != "roer"]
    here = rng.choice(sides)
    us = [unit_line(rng, here, "1ID") for _ in range(rng.choice((1, 2)))]
    german = [unit_line(rng, there, "526ID") for _ in range(rng.choice((1, 2, 3)))]
    taken = {here, there}
    for lines, target, divisions in ((us, there, ("1ID", "3AD")), (german, here, ("526ID", "353ID"))):
        for near in rng.sample(sorted(set(land.neighbors[target]) - taken), 2):
            taken.add(near)
            lines.append(unit_line(rng, near, rng.choice(divisions)))
    improved = f'improved = "{there}"\n' if not any("disrupted" in line for line in german) else ""
    text = (
        'game = "ctl"\ntitle = "attack"\ncase = "7.5.1-C"\nscenario = "ctl-campaign"\nformation = "1ID"\n'
        f"points = {{us = 3}}\nlevel = {{1ID = 3}}\n{improved if rng.random() < 0.5 else ''}"
        f"[us]\n{named('u', us)}\n{STAFFS['us']}[german]\n{named('g', german)}\n{STAFFS['german']}"
    )
    return Session.begin(rules, Start("ctl", "position", "attack", text, "attack")).state, here, there


def unit_line(rng: Random, place: str, division: str) -> str:
    kind, state = (
        rng.choice(("inf",) * 4 + TANKS),
        " disrupted" if rng.random() < 0.2 and division != "1ID" else "",
    )
    er, strength, points = (
        rng.randint(3, 7),
        rng.randint(1, 9),
        rng.randint(*((0, 2) if kind == "inf" else (2, 8))),
    )
    return f"{place} {kind} er:{er} strength:{strength} pt:{points} ma:6 of:{division}{state}"


def named(letter: str, lines: list[str]) -> str:
    return "\n".join(f'{letter}{number} = "{line}"' for number, line in enumerate(lines))


class PlainReading:
    """One attack, read case by case; only who is in command is taken from the game."""

    def __init__(self, state: State, here: str, there: str, kind: str) -> None:
        self.state, self.here, self.there, self.kind = state, here, there, kind
        self.land = ground(state)
        self.attackers, self.defenders = fighters_at(state, here), fighters_at(state, there)
        self.improved = state.find(Improved, there) is not None

    def is_led(self, unit: Unit) -> bool:
        return command_state(self.state, unit, really=True) == IN_COMMAND

    def armor(self) -> int:
        """7.5.1.2-D: the four cases."""
        ours = [u.points for u in self.attackers if u.type in TANKS]
        theirs = [u.points for u in self.defenders if u.type in TANKS]
        guns = [u.points for u in self.defenders if u.type not in TANKS]
        if not ours:
            return -max(theirs, default=0)
        terrain, across = self.land.terrain[self.there], ACROSS[self.land.between(self.here, self.there)][1]
        value = floor(Fraction(max(ours), HALF[terrain] * across)) if across else 0
        return value - max(theirs) if theirs else max(value - max(guns) - BONUS[terrain], 0)

    def reaches(self, unit: Unit, target: str) -> bool:
        """Does the zone of control of a neighbour cover the hex (5.4)?"""
        side, terrain = self.land.between(unit.place, target), self.land.terrain[target]
        if unit.type in TANKS:
            return not side and terrain in ("clear", "pillbox_clear")
        return side != "roer" and terrain not in ("city", "industrial")

    def support(self, fighters: tuple[Unit, ...], target: str, same: int, other: int) -> int:
        """7.5.1.2-B: one value for each hex around the target, that of the own division first."""
        own = {u.formation for u in fighters if self.is_led(u)}
        if not own:
            return 0
        found = 0
        for near in self.land.neighbors[target]:
            able = {
                u.formation
                for u in fighters_at(self.state, near)
                if near != fighters[0].place
                and u.side == fighters[0].side
                and not u.disrupted
                and self.is_led(u)
                and self.reaches(u, target)
            }
            found += same if able & own else other if able else 0
        return found

    def modifier(self) -> int:
        """Everything that changes the die."""
        found = self.armor() + ACROSS[self.land.between(self.here, self.there)][0]
        if self.kind != "hasty":
            same, other = (2, 1) if self.kind == "prepared" else (1, 0)
            found += self.support(self.attackers, self.there, same, other)
            if all(map(self.is_led, self.attackers)):
                points = self.state.get(Formation, "1ID").support
                found += points if self.kind == "prepared" else ceil(points / 2)
        if not any(u.disrupted for u in self.defenders):
            same, other = (-2, -1) if self.improved else (-1, 0)
            found += self.support(self.defenders, self.here, same, other)
        return found

    def strength(self, units: tuple[Unit, ...], chit: str, column: int | None) -> int:
        """7.5.1-C; without a column each defender reads its own."""
        rows, found = self.land.charts.combat_chits.chit[chit], Fraction(0)
        for unit in units:
            defends = 0 if unit.disrupted else 2 if self.improved else 1
            found += unit.now * Fraction(
                rows[f"er{unit.effectiveness}"][defends if column is None else column]
            )
        return ceil(found)

    def chances(self) -> dict[str, Fraction]:
        """Every result over 132 pairs of chits and ten dice."""
        crt, found, drm = self.land.charts.crt, dict[str, Fraction](), self.modifier()
        line = crt.lines[self.land.charts.terrain_effects.terrain[self.land.terrain[self.there]].crt_line]
        for one, two in permutations(self.land.charts.combat_chits.chit, 2):
            ours = self.strength(self.attackers, one, TYPES.index(self.kind))
            theirs = self.strength(self.defenders, two, None)
            fitting = [
                n
                for n, odds in enumerate(line)
                if ours * int(odds.split(":")[1]) >= theirs * int(odds.split(":")[0])
            ]
            for die in range(1, 11):
                result = crt.rows[str(min(max(die + drm, 1), 20))][fitting[-1]] if fitting else "5/0"
                found[result] = found.get(result, Fraction(0)) + Fraction(1, 1320)
        return found


@pytest.mark.case("ctl 7.5.1-D3")
@pytest.mark.parametrize("seed", range(30))
def test_the_odds_are_those_of_a_plain_reading(seed: int) -> None:
    rng = Random(seed)
    state, here, there = position(rng)
    attackers, defenders = fighters_at(state, here), fighters_at(state, there)
    for kind in TYPES:
        reading = PlainReading(state, here, there, kind)
        drm = int(total(combat_modifiers(state, kind, attackers, defenders, there)))
        assert drm == reading.modifier(), (kind, combat_modifiers(state, kind, attackers, defenders, there))
        columns = column_chances(state, kind, attackers, defenders, there)
        shown = dict(result_chances(state, columns, drm))
        assert shown == reading.chances(), kind
