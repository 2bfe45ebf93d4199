"""What this part of the rules adds to the game: records, frames, how they begin and what the table shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.games.lebensraum.scenario.ground import Ground
from engine.referee import Keyed, Marker, State, Track

RECORDS: Final[tuple[type, ...]] = ()
FRAMES: Final[tuple[type, ...]] = ()


def starting_records(land: Ground) -> Iterator[Keyed]:
    """What these chapters put on the table when a scenario begins."""
    return iter(())


def position_records(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    """What a worked example says about these chapters; its words are taken out of the data."""
    return iter(())


def markers(state: State) -> Iterator[Marker]:
    """The markers on the map."""
    return iter(())


def tracks(state: State) -> Iterator[Track]:
    """The tracks beside the map."""
    return iter(())
