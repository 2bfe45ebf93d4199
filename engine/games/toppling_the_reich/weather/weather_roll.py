"""The weather roll and who moves first (5.1, 16.4.7)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.toppling_the_reich.records import GERMAN, Clock, Weather, in_effect
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import tell
from engine.referee import Frame, State, Transaction, case


@case("16.4.7-e", "17.1", "15.1")
def order_of_play(tx: Transaction, frame: Frame) -> None:
    """The scenario says who moves first; while Herbstnebel is in effect the Germans do."""
    clock = tx.state.one(Clock)
    listed = str(ground(tx.state).document.data["first_player"])
    first = GERMAN if in_effect(tx.state) else listed
    if first != clock.first and (in_effect(tx.state) or ground(tx.state).is_campaign):
        tx.put(replace(clock, first=first))


@case("5.0", "5.1-a", "4.1-a")
def roll_weather(tx: Transaction, frame: Frame) -> None:
    """The first player rolls on the column of the month in which the turn begins."""
    land, clock = ground(tx.state), tx.state.one(Clock)
    conditions = fixed_weather(tx.state)
    if conditions is None:
        month = land.charts.turn_record.of(clock.turn).month
        face = tx.roll("1d6", "5.1-a", f"Weather of {month.capitalize()}").total
        conditions = land.charts.weather.result(month, face)
    tx.put(Weather(conditions))
    tell(tx, "WeatherChanged", f"Weather: {weather_text(conditions)}", "5.1-b")


@case("16.4.7-b")
def fixed_weather(state: State) -> tuple[tuple[str, str], ...] | None:
    """The weather that a scenario sets for this turn without a roll."""
    rule = ground(state).rules.fixed_weather
    if rule is None or rule.turn != state.one(Clock).turn:
        return None
    return ((rule.condition, rule.where),)


def weather_text(conditions: tuple[tuple[str, str], ...]) -> str:
    """The weather in words."""
    names = {
        "all": "everywhere",
        "holland": "Holland",
        "ardennes": "the Ardennes",
        "black_forest": "the Black Forest",
    }
    by_condition: dict[str, list[str]] = {}
    for condition, where in conditions:
        by_condition.setdefault(condition.replace("_", " "), []).append(names.get(where, where))
    return "; ".join(f"{what}: {', '.join(where)}" for what, where in by_condition.items()) or "clear"
