"""What keeps a unit out of every kind of combat of its own player turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.records import Unit
from engine.referee import Refusal, State, case, mark_value, marked


@case("3.eligible")
def refusals_to_act(state: State, unit: Unit) -> Iterator[Refusal]:
    """A road column, a Fallback or a task leave a unit nothing else to do."""
    yield from refusals_to_go_forward(state, unit)
    if marked(state, unit.key, marks.WORKED):
        yield Refusal("3.eligible", f"{unit} did engineering work in this player turn")


@case("2.column-combat", "2.fallback")
def refusals_to_go_forward(state: State, unit: Unit) -> Iterator[Refusal]:
    """Neither a road column nor a unit that has to fall back does."""
    if marked(state, unit.key, marks.COLUMN):
        yield Refusal("2.column-combat", f"{unit} is in road column")
    if mark_value(state, unit.key, marks.ACTIVATED) == marks.FALLBACK:
        yield Refusal("2.fallback", f"{unit} has a Fallback result and may do nothing more")


@case("2.guns")
def refusals_of_moved_gun(state: State, unit: Unit) -> Iterator[Refusal]:
    """Towed guns move or fight."""
    if unit.is_towed_gun and marked(state, unit.key, marks.GUN_MOVED):
        yield Refusal("2.guns", f"{unit} has moved in this game turn")
