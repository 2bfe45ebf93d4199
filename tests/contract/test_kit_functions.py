"""What the functions of the kit promise, wherever the rules of a game call them: noted while the worked
examples of every game are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from engine import games
from engine.mechanics.arrivals import put_off, take_off_schedule
from engine.mechanics.combat import column_from, ratio_column, within
from engine.mechanics.lines import judge
from engine.mechanics.step_ladder import steps_left, ways_down
from engine.mechanics.substitution import hand_on_marks, take_over_marks
from engine.referee import Due, Mark
from tests.contract.kit_calls import Call, callers
from tests.contract.test_kit import played_examples


def users(function: Callable[..., Any]) -> list[str]:
    """The games whose rules call a function of the kit; there is at least one."""
    found = [key for key in games.keys() if callers(function, games.game(key))]  # noqa: SIM118
    assert found, f"no game uses {function.__name__}"
    return found


def calls(key: str, function: Callable[..., Any]) -> Iterator[Call]:
    """The calls of a function in the examples of a game; there is at least one."""
    found = [call for call in played_examples(key).calls if call.function is function]
    assert found, f"no worked example of {key} comes to {function.__name__}"
    yield from found


def others(records: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The records with other keys."""
    return {key: record for key, record in records.items() if key not in keys}


@pytest.mark.parametrize("key", users(judge))
def test_a_cut_line_is_marked_until_it_is_judged_again(key: str) -> None:
    answers = set()
    for call in calls(key, judge):
        unit, name, is_cut = call.arguments
        mark = f"{unit}|{name}"
        before, after = call.before[Mark], call.after[Mark]
        assert (mark in after) == is_cut
        assert call.result == (is_cut != (mark in before))
        assert others(after, mark) == others(before, mark)
        assert not is_cut or after[mark].scope == "", "the end of a scope would join the line again"
        answers.add((is_cut, call.result))
    assert {is_cut for is_cut, _ in answers} == {True, False}


@pytest.mark.parametrize("key", users(hand_on_marks))
def test_each_that_replaces_a_counter_has_all_of_its_marks(key: str) -> None:
    handed_on = 0
    for call in calls(key, hand_on_marks):
        subject, heirs = call.arguments
        before, after = call.before[Mark], call.after[Mark]
        of_subject = [mark for mark in before.values() if mark.subject == subject]
        expected = {name: mark for name, mark in before.items() if mark.subject != subject}
        for mark in of_subject:
            expected |= {f"{heir}|{mark.name}": replace(mark, subject=heir) for heir in heirs}
        assert after == expected
        handed_on += len(of_subject)
    assert handed_on


@pytest.mark.parametrize("key", users(take_over_marks))
def test_a_counter_takes_over_what_one_of_those_before_it_was_marked_with(key: str) -> None:
    taken_over = set()
    for call in calls(key, take_over_marks):
        subjects, heir, names = call.arguments
        before, after = call.before[Mark], call.after[Mark]
        for name in names:
            marked = any(f"{one}|{name}" in before for one in (*subjects, heir))
            assert (f"{heir}|{name}" in after) == marked
            taken_over.add(marked)
        new = [f"{heir}|{name}" for name in names]
        assert others(after, *new) == others(before, *new)
    assert True in taken_over


@pytest.mark.parametrize("key", users(take_off_schedule))
def test_who_has_come_is_on_no_schedule(key: str) -> None:
    taken_off = 0
    for call in calls(key, take_off_schedule):
        (unit,) = call.arguments
        assert call.after[Due] == others(call.before[Due], unit)
        taken_off += unit in call.before[Due]
    assert taken_off


@pytest.mark.parametrize("key", users(put_off))
def test_who_is_put_off_comes_later_and_otherwise_as_planned(key: str) -> None:
    for call in calls(key, put_off):
        unit, turn = call.arguments
        planned = call.before[Due][unit]
        assert turn > planned.turn
        assert call.after[Due] == call.before[Due] | {unit: replace(planned, turn=turn)}


@pytest.mark.parametrize("key", users(ways_down))
def test_each_way_down_costs_one_step(key: str) -> None:
    for call in calls(key, ways_down):
        counters, rung = call.arguments
        assert {steps_left(counters, below) for below in call.result.values()} <= {
            steps_left(counters, rung) - 1
        }
        assert bool(call.result) == (steps_left(counters, rung) > 1)


@pytest.mark.parametrize("key", users(ratio_column))
def test_odds_are_rounded_in_favour_of_the_defender(key: str) -> None:
    for call in calls(key, ratio_column):
        columns, attack, defence = call.arguments
        first = 0 if call.result is None else call.result + 1
        reached = [attack * int(odds.split(":")[1]) >= defence * int(odds.split(":")[0]) for odds in columns]
        assert all(reached[:first]) and not any(reached[first : first + 1])


@pytest.mark.parametrize("key", users(column_from))
def test_a_column_begins_at_or_below_the_amount(key: str) -> None:
    for call in calls(key, column_from):
        starts, amount = call.arguments
        begun = sum(start <= amount for start in starts)
        assert call.result == (begun - 1 if begun else None)


@pytest.mark.parametrize("key", users(within))
def test_no_shift_leads_off_the_table(key: str) -> None:
    for call in calls(key, within):
        column, columns = call.arguments
        assert 0 <= call.result < columns
        assert call.result == column or column < 0 or column >= columns
