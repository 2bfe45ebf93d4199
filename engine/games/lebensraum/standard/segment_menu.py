"""The decision of a whole segment (4.1-a)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.mechanics.menu import Menu
from engine.referee import Action, Refusal, State, case


class SegmentMenu(Menu):
    """What belongs to another segment is refused by the sequence of play, too."""

    @case("4.1-a")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        if all(one.verb != action.verb for one in self.orders):
            yield Refusal("4.1-a", f"{action} is not possible in this segment")
        yield from super().refusals_otherwise(state, action)
