"""Refusals of actions that belong to another segment, with the case that says when they are possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engine.games.toppling_the_reich.air.drops import refusals_before_combat
from engine.games.toppling_the_reich.command.boundaries import refusals_after_command
from engine.games.toppling_the_reich.scenario.herbstnebel import refusals_after_its_step
from engine.referee import Action, Refusal, State, case

ELSEWHERE: Final[Mapping[str, Callable[[State, str], Iterator[Refusal]]]] = {
    "last_row": refusals_after_command,
    "declare": refusals_after_its_step,
    "drop": refusals_before_combat,
}


@case("4.2-a")
def refusals_of_the_segment(state: State, side: str, action: Action) -> Iterator[Refusal]:
    """Why an action that is not an order of the Movement Segment is refused there."""
    said = ELSEWHERE.get(action.verb)
    if said is None:
        yield Refusal("4.2-a", f"{action} is not possible in the Movement Segment")
    else:
        yield from said(state, side)
