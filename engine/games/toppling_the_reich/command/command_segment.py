"""The Command Segment, common to both players (4.1, 5.0)."""

from __future__ import annotations

from typing import Final

from engine.games.toppling_the_reich.air import missions, status
from engine.games.toppling_the_reich.air.missions import AirMissions
from engine.games.toppling_the_reich.air.status import Efforts, roll_air_status
from engine.games.toppling_the_reich.command import boundaries
from engine.games.toppling_the_reich.command.boundaries import Realignment
from engine.games.toppling_the_reich.deception import ultra
from engine.games.toppling_the_reich.deception.ultra import Intelligence
from engine.games.toppling_the_reich.scenario import herbstnebel
from engine.games.toppling_the_reich.scenario.herbstnebel import DeclareHerbstnebel
from engine.games.toppling_the_reich.special_units import temporary_bridges
from engine.games.toppling_the_reich.special_units.temporary_bridges import BuildBridges
from engine.games.toppling_the_reich.supply.general_supply import judge
from engine.games.toppling_the_reich.supply.turn_income import award
from engine.games.toppling_the_reich.weather.weather_roll import order_of_play, roll_weather
from engine.referee import Frame, Procedure, Transaction, case

STEPS: Final = (
    *("command", "weather", "ultra", "herbstnebel", "award", "effort", "air status", "air missions"),
    *("bridges", "boundaries", "trace"),
)
"""What the steps are called in worked examples."""


@case("4.1-a", "3.3")
def trace(tx: Transaction, frame: Frame) -> None:
    """Both sides trace command and supply; markers are placed."""
    for side in tx.state.scenario.sides:
        judge(tx, side)


class CommandSegment(Procedure):
    """Everything that is settled once per game turn, in the order of 4.1-a."""

    title = "Command Segment"
    steps = (
        order_of_play,
        roll_weather,
        Intelligence,
        DeclareHerbstnebel,
        award,
        Efforts,
        roll_air_status,
        AirMissions,
        BuildBridges,
        Realignment,
        trace,
    )

    @classmethod
    def begin(cls, state: object, parent: Frame) -> Frame | None:
        return cls()


FRAMES = (
    CommandSegment,
    *status.FRAMES,
    *missions.FRAMES,
    *temporary_bridges.FRAMES,
    *boundaries.FRAMES,
    *ultra.FRAMES,
    *herbstnebel.FRAMES,
)
