"""What is plotted by turn: the economy of each power, its movement points, and its forces."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.lebensraum.economy.food import FED, eaters
from engine.games.lebensraum.economy.totals import TITLES, points
from engine.games.lebensraum.movement.points import income, points_left
from engine.games.lebensraum.records import WESTERN, armies, hqs
from engine.games.lebensraum.reinforcements.steps_bought import KINDS, steps_left
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import controller
from engine.referee import State
from engine.referee.measure import Measure
from engine.referee.modifier import total

ECONOMY = "Economy"
FORCES = "Forces"


def measures(state: State) -> Iterator[Measure]:
    """Everything lies open, so all powers are measured for everybody."""
    powers = ground(state).powers
    for power in powers:
        side = powers.side_of(power)
        for title, value in (*economy(state, power), *banks(state, power)):
            yield Measure(ECONOMY, title, value, side, power)
        for title, value in forces(state, power):
            yield Measure(FORCES, title, value, side, power)


def economy(state: State, power: str) -> Iterator[tuple[str, int]]:
    """Oil, refinery, transport, production and food points; the western power has no economy."""
    if power == WESTERN:
        return
    for kind, title in TITLES.items():
        yield title.capitalize(), points(state, power, kind)
    yield "Food to spare, in armies", FED * points(state, power, "food") - len(eaters(state, power))


def banks(state: State, power: str) -> Iterator[tuple[str, int]]:
    """What comes in on a turn by the position now, and what is left on the track."""
    yield "Movement points: income", int(total(income(state, power)))
    yield "Movement points left", points_left(state, power)


def forces(state: State, power: str) -> Iterator[tuple[str, int]]:
    """Armies and steps on the map, replacement steps, headquarters, cities."""
    land = ground(state)
    side = land.powers.side_of(power)
    own = [unit for unit in armies(state, side) if unit.power == power]
    yield "Steps on the map", sum(unit.steps_left for unit in own)
    yield "Armies on the map", len(own)
    for kind in KINDS:
        yield f"{kind.capitalize()} steps in hand", steps_left(state, power, kind)
    yield "Headquarters on the map", sum(hq.power == power for hq in hqs(state, side))
    if power == land.powers.of(side)[0]:
        yield "Cities held by the side", sum(controller(state, here) == side for here in land.cities)
