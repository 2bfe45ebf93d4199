"""The Admin Phase: its segments in their order (4-a, 8-a)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.crossing_the_line.admin import (
    assignment,
    recovery,
    reinforcements,
    replacements,
    victory_plan,
)
from engine.games.crossing_the_line.records import Clock
from engine.referee import Procedure, Transaction, case

SEGMENTS: Final = ("recovery", "assignment", "victory plan", "replacement", "reinforcement")


@case("8-a", "6.1-d")
def reset_marker(tx: Transaction, phase: AdminPhase) -> None:
    """The Initiative marker returns to 0."""
    tx.put(replace(tx.state.one(Clock), bonus_side="", bonus=0))


class AdminPhase(Procedure):
    """Recovery, Assignment, Victory Plan, Replacement, Reinforcement and Withdrawal, always in this order."""

    title = "Admin Phase"
    steps = (
        reset_marker,
        recovery.RecoverySegment,
        assignment.AssignmentSegment,
        victory_plan.VictoryPlanSegment,
        replacements.ReplacementSegment,
        reinforcements.ReinforcementSegment,
    )


FRAMES: Final = (
    AdminPhase,
    *recovery.FRAMES,
    *assignment.FRAMES,
    *victory_plan.FRAMES,
    *replacements.FRAMES,
    *reinforcements.FRAMES,
)
