"""Who may be in a hex together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from engine.mechanics.stacking import Stacking
from engine.record import Record
from engine.referee import Refusal, State


class Chip(Record):
    key: str
    side: str = "red"
    size: int = 1


STATE = cast(State, None)
TABLE = {"0101": (Chip("a"), Chip("b"), Chip("x", "blue")), "0102": (Chip("c"),)}


def at_most_three(state: State, here: str, stack: Sequence[Chip]) -> Iterator[Refusal]:
    if (total := sum(chip.size for chip in stack)) > 3:
        yield Refusal("1", f"{here} would hold {total}")


RULE = Stacking(lambda state, here: TABLE.get(here, ()), at_most_three)


def test_those_who_come_count_with_their_own_side_and_once() -> None:
    assert [chip.key for chip in RULE.together(STATE, "0101", [Chip("c")])] == ["a", "b", "c"]
    assert [chip.key for chip in RULE.together(STATE, "0101", [Chip("a")])] == ["b", "a"]


def test_room_is_where_nothing_is_against_the_stack() -> None:
    coming = [Chip("d"), Chip("e")]
    assert [str(refusal) for refusal in RULE.refusals(STATE, "0101", coming)] == ["0101 would hold 4 (1)"]
    assert not RULE.has_room(STATE, "0101", coming)
    assert RULE.has_room(STATE, "0101", coming[:1])
    assert RULE.with_room(STATE, ["0101", "0102", "0103"], coming) == {"0102", "0103"}
    assert RULE.with_room(STATE, ["0103"], [Chip("big", size=4)]) == frozenset()
