"""The order of a game's own checks of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.check_room import without_room
from engine.catalogue.finding import Finding, error
from engine.mechanics.set_up import Deployment, deployed
from engine.referee.state import State


def check_opened(
    faults: Iterable[Finding],
    opened: Callable[[], State],
    deployment: Deployment[Any],
    *looks: Callable[[State], Iterator[Finding]],
) -> Iterator[Finding]:
    """Faults of single set-ups first; a scenario that can be opened is also checked as a position.

    The units that the players will place are on the map, as far as there is room.
    """
    found = list(faults)
    yield from found
    try:
        state = deployed(opened(), deployment)
    except BadInput as problem:
        if not any(fault.severity == "error" for fault in found):
            yield error("set-up", f"{str(problem).rstrip('.')}.")
        return
    yield from without_room(state, deployment)
    for look in looks:
        yield from look(state)
