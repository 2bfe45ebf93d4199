"""The reasons given for refused moves, on random fields: take away what is named, and the zone opens."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from engine.catalogue.document import hexside
from engine.games import game
from engine.games.dday_to_berlin.movement import walk
from engine.games.dday_to_berlin.movement.march import PickZone
from engine.games.dday_to_berlin.movement.walk import March, RoadColumn
from engine.games.dday_to_berlin.records import Unit
from engine.games.dday_to_berlin.scenario.ground import Ground, ground
from engine.mechanics.movement import contradictions
from engine.record import Record
from engine.referee.action import Action
from engine.referee.refusal import Refusal
from engine.referee.session import Accepted, Session, Start

START = "0505"
MOVERS = ("INF", "INF MOT", "TNK", "ART MOT", "HQ")
GROUND = ("woods", "bocage", "marsh", "soft ground", "water")
FAR = 99
"""More movement points than any way on the field takes."""


class Field(Record):
    """A field of 9 x 9 zones with one allied unit about to move."""

    mover: str
    die: int
    night: bool = False
    terrain: tuple[tuple[str, str], ...] = ()
    roads: frozenset[str] = frozenset()
    rivers: frozenset[str] = frozenset()
    enemies: tuple[tuple[str, str], ...] = ()
    friends: tuple[str, ...] = ()

    def session(self) -> Session:
        """The game at the question where the unit goes."""
        kinds: dict[str, str] = {}
        for here, kind in self.terrain:
            kinds[kind] = f"{kinds.get(kind, '')} {here}"
        text = "\n".join(
            [
                'game = "ddb"\ntitle = "random"\ncase = "2.full"\nfield = "9 x 9"',
                f'phase = "{"night movement" if self.night else "movement"}"\ndice = [{self.die}]',
                "terrain = {" + ", ".join(f'"{kind}" = "{at}"' for kind, at in kinds.items()) + "}",
                f"road = {[side.replace('/', ' ') for side in sorted(self.roads)]}",
                f'river = "{" ".join(sorted(self.rivers))}"',
                "[allied]",
                f'mover = "{self.mover} {START}"',
                *(f'friend-{n} = "INF of:y {here}"' for n, here in enumerate(self.friends)),
                "[german]",
                *(f'enemy-{n} = "{kind} {here}"' for n, (here, kind) in enumerate(self.enemies)),
            ]
        )
        table = Session.begin(game("ddb"), Start("ddb", "position", "random", text, "random"))
        verb = "move" if self.night else "move_hq" if self.mover == "HQ" else "activate"
        answer = table.submit("allied", Action(verb, "unit", "mover"))
        assert isinstance(answer, Accepted), answer
        return table

    def without(self, reason: Refusal, land: Ground) -> Field:
        """The field after what the reason names has been taken away."""
        zones = re.findall(r"\b\d{4}\b", reason.why)
        if reason.case == "2.occupied":
            return self._without_enemies(set(zones))
        if "zone of control" in reason.why:
            (here,) = zones
            return self._without_enemies({here, *land.grid.adjacency[here]})
        if reason.case == "2.road-column":
            return replace(self, roads=self.roads | {hexside(*zones)}, rivers=self.rivers - {hexside(*zones)})
        there = zones[0]
        if "water" in reason.why:
            # Nobody controls water: a zone of control over the dry land is not part of the reason.
            dry = replace(self, terrain=tuple(one for one in self.terrain if one[0] != there))
            return dry._without_enemies(set(land.grid.adjacency[there]))
        around = {hexside(there, other) for other in land.grid.adjacency[there]}
        return replace(
            self,
            terrain=tuple((here, kind) for here, kind in self.terrain if here != there),
            rivers=self.rivers - around,
        )

    def _without_enemies(self, zones: set[str]) -> Field:
        return replace(self, enemies=tuple(one for one in self.enemies if one[0] not in zones))


def random_field(chance: Random, land: Ground) -> Field:
    """Ground, roads, rivers, enemies and full zones, more or less of each."""
    zones = [here for here in land.grid.hexes if here != START]
    sides = sorted({hexside(here, there) for here in zones for there in land.grid.adjacency[here]})
    rivers = frozenset(chance.sample(sides, chance.choice((0, 10, 40))))
    roads = frozenset(chance.sample(sides, chance.choice((0, 40, 90))))
    enemies = tuple(
        (here, chance.choice(("INF", "INF", "ART", "HQ")))
        for here in chance.sample(zones, chance.choice((0, 2, 5)))
    )
    free = [here for here in zones if here not in dict(enemies)]
    ground_at = chance.sample(free, chance.choice((5, 15, 30)))
    terrain = tuple((here, chance.choice(GROUND)) for here in ground_at)
    dry = [here for here in free if here not in ground_at]
    full = chance.sample(dry, 2)
    return Field(
        chance.choice(MOVERS),
        chance.choice((1, 2)),
        chance.random() < 0.2,
        terrain,
        roads,
        rivers,
        enemies,
        tuple(here for here in full for _ in range(4)),
    )


def offered(field: Field) -> set[Action]:
    table = field.session()
    return set(table.legal()) if isinstance(table.choice, PickZone) else set()


def with_far_points(field: Field) -> set[Action]:
    """What would be offered to a unit that has points for any distance."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "points_left", lambda state, unit: FAR)
        patch.setattr(walk, "column_allowance", lambda state, unit: 0 if unit.moves_as == "LEG" else FAR)
        return offered(field)


def check_reasons(field: Field, land: Ground, action: Action, reasons: list[Refusal], points: int) -> str:
    """Fails if a reason is false; answers which kind of reason it was."""
    if any(reason.case == "map.stacking" for reason in reasons):
        field = replace(field, friends=tuple(here for here in field.friends if here != action.target))
        reasons = [reason for reason in reasons if reason.case != "map.stacking"]
        if not reasons:
            assert action in offered(field)
            return "no room"
    budget = [reason for reason in reasons if "movement point" in reason.why]
    others = [reason for reason in reasons if reason not in budget]
    far = land.grid.distance(START, action.target)
    if budget and far > points:
        assert f"{far} zones away" in budget[0].why
        return "too far in a straight line"
    if budget:
        assert reasons[0] == budget[0]
    opened = field
    for reason in others:
        opened = opened.without(reason, land)
    assert action in with_far_points(field) or not budget, "more points would not help"
    assert action not in with_far_points(field) or budget, "more points would help"
    assert action in offered(opened), f"{others} were taken away"
    return "both" if budget else "obstacle"


@pytest.mark.case("ddb 2.full")
@pytest.mark.parametrize("seed", range(5))
def test_the_reasons_for_refused_moves_are_true(seed: int) -> None:
    chance, kinds = Random(seed), Counter[str]()
    land = ground(Field("INF", 2).session().state)
    while kinds.total() < 60:
        field = random_field(chance, land)
        table = field.session()
        if not isinstance(table.choice, PickZone):
            continue
        unit, legal = table.state.get(Unit, "mover"), set(table.legal())
        night = table.choice.night
        for movement in (March(table.state, "mover", night), RoadColumn(table.state, "mover", night)):
            assert not list(contradictions(movement))
        near = [here for here in land.grid.within(START, 4) if here != START]
        for verb in ("march", "drive"):
            action = Action(verb, "hex", chance.choice(near))
            if action in legal or (verb == "drive" and walk.column_allowance(table.state, unit) == 0):
                continue
            reasons = table.refusals("allied", action)
            left = walk.column_allowance if verb == "drive" else walk.points_left
            if any("where no column starts" in reason.why for reason in reasons):
                continue
            kinds[check_reasons(field, land, action, reasons, left(table.state, unit))] += 1
    assert kinds["obstacle"] and kinds["too far in a straight line"], kinds


def test_what_is_not_offered_is_refused_even_if_nothing_explains_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Field("INF", 2).session()
    monkeypatch.setattr(walk.March, "_reasons", lambda *known: iter(()))
    assert [refusal.case for refusal in table.refusals("allied", Action("march", "hex", "0509"))] == [
        "2.full"
    ]
