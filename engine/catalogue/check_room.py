"""Whether the places that a scenario leaves to the players hold all the units that belong there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.catalogue.finding import Finding, error
from engine.mechanics.set_up import Deployment
from engine.referee.state import State


def without_room(state: State, deployment: Deployment[Any]) -> Iterator[Finding]:
    """The units that still wait after all others have been placed."""
    for side in deployment.order(state):
        for unit in deployment.waiting(state, side):
            said = f"{unit.name} is set up {deployment.instruction(state, unit)}"
            where = f"set-up of {unit.key}"
            reasons = [
                next(deployment.refusals_to_stand(state, unit, here), None)
                for here in deployment.choices(state, unit)
            ]
            if None in reasons:
                fix = "Widen the place, or set up fewer units there."
                yield error(where, f"{said}, where the others leave no room for it.", fix)
            else:
                why = f": {reasons[0].why}" if reasons and reasons[0] else ""
                yield error(where, f"{said}, where it may stand in no hex{why}.", "Choose another place.")
