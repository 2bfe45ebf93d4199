"""Sentences, numbers with nouns, and the names of boxes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.mechanics.places import TO_SET_UP, box, boxes
from engine.mechanics.plural import article, counted
from engine.mechanics.telling import tell
from engine.referee import Transaction
from tests.engine.mechanics.small_table import Stand, table


@pytest.mark.parametrize(
    ("number", "what", "said"),
    [
        (1, "step", "1 step"),
        (2, "step", "2 steps"),
        (0, "hex", "0 hexes"),
        (Fraction(1, 2), "point", "½ point"),
        (Fraction(45, 4), "point", "11¼ points"),
        (Fraction(6, 2), "point", "3 points"),
    ],
)
def test_numbers_with_nouns(number: int | Fraction, what: str, said: str) -> None:
    assert counted(number, what) == said


def test_articles() -> None:
    assert [article(word) for word in ("Allied", "German")] == ["an", "a"]


def test_a_sentence_of_the_log_points_at_what_it_is_about() -> None:
    tx = Transaction(table())
    tell(tx, "UnitMoved", "A moves", "2.1", ("red",), "Somebody moves", unit="a", hex=("0101", "0102"))
    (event,) = tx.events
    assert event.about == (("unit", "a"), ("hex", "0101"), ("hex", "0102"))
    assert (event.seen_by, event.redacted, event.case) == (("red",), "Somebody moves", "2.1")


def test_the_boxes_of_a_side_come_first_if_units_are_to_be_set_up() -> None:
    state = table(Stand("a", "blue", box(TO_SET_UP, "blue")), Stand("b", "red", box(TO_SET_UP, "red")))

    def units_at(state: object, place: str) -> list[Stand]:
        return [stand for stand in table_of(state) if stand.place == place]

    def table_of(state: object) -> list[Stand]:
        return list(state.all(Stand).values())  # type: ignore[attr-defined]

    found = [(one.key, one.title, one.side) for one in boxes(state, "blue", {"lost": "Lost"}, units_at)]
    assert found == [
        ("set-up blue", "Not set up: blue", "blue"),
        ("set-up red", "Not set up: red", "red"),
        ("lost red", "Lost: red", "red"),
        ("lost blue", "Lost: blue", "blue"),
    ]
