"""Counters that only their owner sees."""

from __future__ import annotations

from random import Random

from engine.mechanics.hidden import exchanged, scattered, tell
from engine.referee import Transaction
from tests.engine.mechanics.small_table import Stand, table

HIDDEN = [Stand(str(n), "red", f"010{n}", hidden=True) for n in range(1, 6)]
SEEN = Stand("9", "blue", "0109")


def test_others_read_the_redacted_sentence_or_nothing() -> None:
    tx = Transaction(table())
    tell(tx, SEEN, False, "UnitMoved", "9 moves", "2.1", "something moves")
    tell(tx, HIDDEN[0], True, "UnitMoved", "1 moves", "2.1", "something moves")
    tell(tx, HIDDEN[0], True, "UnitRested", "1 rests", "2.2")
    for side, read in {
        "red": ["9 moves", "1 moves", "1 rests"],
        "blue": ["9 moves", "something moves"],
    }.items():
        assert [shown.text for event in tx.events if (shown := event.for_side(side))] == read


def test_hidden_counters_are_exchanged_among_each_other() -> None:
    state = table(*HIDDEN, SEEN)
    other = exchanged(state, Stand, HIDDEN, ("place",), Random(1))
    places = {key: unit.place for key, unit in other.all(Stand).items()}
    assert sorted(places.values()) == sorted(unit.place for unit in (*HIDDEN, SEEN))
    assert places != {key: unit.place for key, unit in state.all(Stand).items()}
    assert places["9"] == "0109"


def test_hidden_counters_are_scattered_over_free_places() -> None:
    state = table(*HIDDEN, SEEN)
    other = scattered(state, Stand, HIDDEN, lambda: ["0201", "0202"], Random(1))
    moved = [unit for key, unit in other.all(Stand).items() if unit != state.get(Stand, key)]
    assert sorted(unit.place for unit in moved) == ["0201", "0202"]
    assert all(unit.hidden for unit in moved)
