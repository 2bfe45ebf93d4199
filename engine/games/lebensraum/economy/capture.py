"""Economic markers in a hex that an enemy unit enters (10.3-e)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.games.lebensraum.records import WESTERN, EconomicMarker, Unit
from engine.games.lebensraum.scenario.ground import ground
from engine.mechanics.menu import PickOne
from engine.mechanics.telling import tell
from engine.referee import State, Transaction, case

DESTROY = "destroy"
REMOVE = "remove"


def markers_at(state: State, here: str) -> list[EconomicMarker]:
    """The economic markers in a hex."""
    return [one for one in state.all(EconomicMarker).values() if one.place == here]


@case("10.3-e")
def capture_markers(tx: Transaction, unit: Unit, here: str) -> None:
    """A unit has entered a hex: its side captures the markers of the enemy in it, and decides at once.

    The western power has no economy: it destroys them.
    """
    powers = ground(tx.state).powers
    for marker in markers_at(tx.state, here):
        if powers.side_of(marker.power) == unit.side:
            continue
        if unit.power == WESTERN:
            destroy(tx, marker, "10.3-f")
        else:
            tx.push(CaptureMarker(unit.side, marker=marker.key, power=unit.power))


def destroy(tx: Transaction, marker: EconomicMarker, ruled: str) -> None:
    """Take a marker out of the game."""
    tx.remove(marker)
    tell(tx, "MarkerDestroyed", f"The economic marker of {marker.name} is destroyed", ruled, hex=marker.place)


class CaptureMarker(PickOne):
    """The captor of an economic marker destroys it, or keeps it to be taken away."""

    marker: str = ""
    power: str = ""

    title = "Captured marker"
    verb = "capture"
    kind = "marker"
    ruled_by = "10.3-e"
    otherwise = "a captured marker is destroyed or kept for removal"

    def prompt(self, state: State) -> str:
        return (
            f"{state.get(EconomicMarker, self.marker).name} is captured: destroy it, or keep it for removal?"
        )

    def options(self, state: State) -> Iterable[str]:
        return (DESTROY, REMOVE)

    def names(self, action: object) -> bool:
        return True

    def whereabouts(self, state: State) -> Iterable[str]:
        return (state.get(EconomicMarker, self.marker).place,)

    def label(self, state: State, action: object) -> str:
        return "Destroy it" if getattr(action, "target", "") == DESTROY else "Keep it for removal"

    @case("10.3-e")
    def picked(self, tx: Transaction, target: str) -> None:
        """Kept, it lies face down and counts for nobody."""
        marker = tx.state.get(EconomicMarker, self.marker)
        tx.pop()
        if target == DESTROY:
            destroy(tx, marker, "10.3-e")
            return
        tx.put(replace(marker, power=self.power, face_down=True, captured=True))
        name = ground(tx.state).powers.title_of(self.power)
        tell(tx, "MarkerCaptured", f"The {name} will remove {marker.name}", "10.3-e", hex=marker.place)
