"""The weather of the day, and the German ammunition."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.tracks import add_points, ammo_track
from engine.games.avalanche.records import GERMAN, Clock
from engine.games.avalanche.scenario.chart_rows import AMMO_TYPES, banded
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import PickOne
from engine.referee import Action, Frame, Modifier, State, Transaction, case

FIRST_MORNING = 2
ANY = "any"


@case("init.weather")
def modifiers(state: State) -> list[Modifier]:
    """One is added from 14 September on."""
    chart = ground(state).charts.weather
    date = ground(state).turn_row(turn(state)).date
    late = date >= chart.later_from
    return [Modifier("init.weather", f"from {chart.later_from} on", chart.later_modifier)] if late else []


@case("init.weather")
def roll_weather(tx: Transaction, frame: Frame) -> None:
    """The result holds for the morning, the afternoon and the night of the day."""
    roll = tx.roll("2d6", "init.weather", "Weather")
    total = roll.total + sum(int(one.amount) for one in modifiers(tx.state))
    weather = banded(ground(tx.state).charts.weather.rows, total)[1]
    tx.put(replace(tx.state.one(Clock), weather=weather))
    tell(tx, "WeatherRolled", f"The weather of the day is {weather}", "init.weather")


@case("init.german-ammo")
def resupply_german_guns(tx: Transaction, frame: Frame) -> None:
    """From the second morning on one roll raises one type on the German track."""
    if turn(tx.state) <= FIRST_MORNING:
        return
    roll = tx.roll("1d6", "init.german-ammo", "German artillery resupply")
    _, kind, amount = banded(ground(tx.state).charts.arty_resupply.rows, roll.total)
    if kind == ANY:
        tx.push(ChooseAmmo(GERMAN, AMMO_TYPES, amount=amount))
    else:
        raise_german(tx, kind, amount)


def raise_german(tx: Transaction, kind: str, amount: int) -> None:
    """Points of one type go onto the German track."""
    add_points(tx, ammo_track("GE", kind), amount)
    tell(tx, "AmmoArrived", f"German ammunition of type {kind} goes up by {amount}", "init.german-ammo")


class ChooseAmmo(PickOne, kw_only=True):
    """Which type of German ammunition goes up?"""

    amount: int

    title = "Artillery resupply"
    verb = "raise"
    kind = "marker"
    ruled_by = "init.german-ammo"

    def prompt(self, state: State) -> str:
        return f"Which type of ammunition goes up by {self.amount}?"

    def names(self, action: Action) -> bool:
        return action.kind == "marker" and action.target in AMMO_TYPES

    def options(self, state: State) -> Iterable[str]:
        return AMMO_TYPES

    @case("init.german-ammo")
    def picked(self, tx: Transaction, target: str) -> None:
        raise_german(tx, target, self.amount)
        tx.pop()


FRAMES = (ChooseAmmo,)
