"""Anti-shipping air attacks of the German player (3.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import is_night, is_raining, turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.initial.air import SHIPPING, air_points, spend_air
from engine.games.avalanche.records import ALLIED, ELIMINATED, GERMAN, OUT, TURN_TRACK, Unit, ships
from engine.games.avalanche.scenario.chart_rows import banded
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import change, order
from engine.mechanics.odds import dice
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import (
    Due,
    Frame,
    Modifier,
    PossibleOutcome,
    Preview,
    Refusal,
    State,
    Transaction,
    case,
    mark_value,
)

FREE: Final = "free anti-ship point"
"""A mark on the German side: the date on which the point was used."""
WITHDRAWN: Final = "withdrawn"
"""The box of ships that are out of the game without being sunk."""


@case("antiship.free-point")
def free_points(state: State) -> int:
    """One point a day that the Allies cannot cancel; it needs flying weather."""
    if is_night(state) or is_raining(state):
        return 0
    return int(mark_value(state, GERMAN, FREE) != ground(state).turn_row(turn(state)).date)


@case("antiship.allocate", "antiship.free-point")
def points_to_allot(state: State) -> int:
    """The points of the mission that are left, and the free one."""
    return air_points(state, GERMAN, SHIPPING) + free_points(state)


@case("antiship.resolve")
def modifiers(state: State, ship: Unit, points: int) -> list[Modifier]:
    """More points, the class of the ship, and the antiaircraft fire of other ships in the hex."""
    chart = ground(state).charts.air_attacks
    others = sum(one.place == ship.place for one in ships(state)) - 1
    found = [
        Modifier(
            "antiship.resolve", f"{counted(points - 1, 'further point')}", (points - 1) * chart.further_point
        ),
        Modifier("antiship.resolve", f"class {ship.type}", chart.by_class.get(ship.type, 0)),
        Modifier(
            "antiship.resolve", f"{counted(others, 'other ship')} in the hex", others * chart.other_ship
        ),
    ]
    return [one for one in found if one.amount]


class AntiShipping(Question):
    """Which ships are attacked, and with how many points?"""

    given: tuple[str, ...] = ()
    """A ship for each point."""

    title = "Anti-shipping attacks"
    ruled_by: ClassVar[str] = "antiship.allocate"
    otherwise: ClassVar[str] = "@ is not an Allied ship at sea"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """In the German player turn by day, if there is a point and a ship."""
        side = getattr(parent, "side", "")
        return cls(side) if side == GERMAN and ships(state) and points_to_allot(state) else None

    def prompt(self, state: State) -> str:
        return f"{counted(points_to_allot(state) - len(self.given), 'anti-ship point')} left: which ships?"

    def subjects(self, state: State) -> Iterable[str]:
        return ()

    @change("give", "unit", "One more point on")
    def give(self, ship: Unit) -> AntiShipping:
        return replace(self, given=(*self.given, ship.key))

    @give.targets
    def at_sea(self, state: State) -> Iterable[str]:
        return [ship.key for ship in ships(state)]

    @give.against
    @case("antiship.allocate")
    def refusals_to_give(self, state: State, ship: Unit) -> Iterator[Refusal]:
        most = points_to_allot(state)
        if ship.key in self.at_sea(state) and len(self.given) >= most:
            yield Refusal("antiship.allocate", f"No point is left of {counted(most, 'anti-ship point')}")

    def summary(self, state: State) -> Preview:
        """The chances of the attack on the ship that was named last."""
        if not self.given:
            return Preview()
        ship, points = state.get(Unit, self.given[-1]), self.given.count(self.given[-1])
        why = modifiers(state, ship, points)
        chart = ground(state).charts.air_attacks
        by = sum(int(one.amount) for one in why)
        found = dice(chart.dice).map(lambda roll: banded(chart.rows, roll + by)[1])
        outcomes = found.outcomes(lambda text, chance: PossibleOutcome(text, Fraction(chance)))
        return Preview(modifiers=tuple(why), outcomes=outcomes)

    @change("take_back", "unit", "One point less on")
    def take_back(self, ship: Unit) -> AntiShipping:
        given = list(self.given)
        given.remove(ship.key)
        return replace(self, given=tuple(given))

    @take_back.targets
    def attacked(self, state: State) -> Iterable[str]:
        return sorted(set(self.given))

    @order("done", words="Attack the ships", ends=True)
    def done(self, tx: Transaction) -> None:
        spend(tx, len(self.given))
        for key in dict.fromkeys(self.given):
            attack(tx, tx.state.get(Unit, key), self.given.count(key))
        tx.pop()


@case("antiship.free-point", "antiship.allocate")
def spend(tx: Transaction, number: int) -> None:
    """The free point is used first; each other point works once a day."""
    free = min(free_points(tx.state), number)
    if free:
        tx.mark(GERMAN, FREE, value=ground(tx.state).turn_row(turn(tx.state)).date)
    if number > free:
        spend_air(tx, GERMAN, SHIPPING, number - free)


@case("antiship.resolve")
def attack(tx: Transaction, ship: Unit, points: int) -> None:
    """A ship is missed, evades, is damaged, crippled or sunk."""
    chart = ground(tx.state).charts.air_attacks
    why = modifiers(tx.state, ship, points)
    listed = "; ".join((f"{counted(points, 'point')} on {ship}", *map(str, why)))
    roll = tx.roll(chart.dice, "antiship.resolve", listed).total + sum(int(one.amount) for one in why)
    result = banded(chart.rows, roll)[1]
    if result == "evades":
        tx.put(replace(ship, ammo=max(ship.ammo - 1, OUT)))
    elif result == "damaged":
        back = turn(tx.state) + chart.away_turns
        tx.put(replace(ship, place=box(TURN_TRACK, ALLIED)))
        tx.put(Due(ship.key, back, "ship", ship.key, "", ALLIED))
    elif result in ("crippled", "sunk"):
        tx.put(replace(ship, place=box(ELIMINATED if result == "sunk" else WITHDRAWN, ALLIED)))
    tell(tx, "ShipAttacked", f"{ship}: {result}", "antiship.resolve", unit=ship.key)


FRAMES: Final = (AntiShipping,)
