"""What does not fit a type is told in one sentence, with the place and the value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.bad_input import BadInput
from engine.record import Record
from engine.typed_data import convert


class Row(Record):
    shift: int
    words: tuple[str, ...] = ()


class Chart(Record):
    title: str
    rows: Mapping[str, Row]
    columns: Mapping[str, Mapping[str, int]] = {}


def sentence(value: Any, where: str = "Chart odds") -> str:
    with pytest.raises(BadInput) as told:
        convert(Chart, value, where)
    return str(told.value)


def test_what_fits_becomes_a_record() -> None:
    found = convert(Chart, {"title": "Odds", "rows": {"1:1": {"shift": 0, "words": ["even"]}}}, "here")
    assert found == Chart("Odds", {"1:1": Row(0, ("even",))})
    assert convert(Chart, {"title": "Odds", "rows": {"1:1": Row(2)}}, "here").rows["1:1"] == Row(2)


def test_the_entry_of_a_table_is_named() -> None:
    rows: dict[str, Any] = {f"{number}:1": {"shift": number} for number in range(100)}
    rows["77:1"]["shift"] = "much"
    assert sentence({"title": "Odds", "rows": rows}) == (
        "Chart odds.rows.77:1.shift must be a whole number, not 'much'."
    )
    columns = {"a": {"x": 1}, "b": {"x": 1, "y": None, "z": "no"}}
    assert sentence({"title": "Odds", "rows": {}, "columns": columns}) == (
        "Chart odds.columns.b.y must be a whole number, not None."
    )


def test_the_first_fault_is_told_though_others_follow() -> None:
    rows = {"a": {"shift": 1}, "b": {"shift": 1, "words": ["", 2]}, "c": {"words": []}, "d": 5}
    assert sentence({"title": "Odds", "rows": rows}) == "Chart odds.rows.b.words[1] must be text, not 2."


def test_the_whole_value_and_unnamed_ones() -> None:
    assert sentence([], "") == "it must be a table, not []."
    assert sentence({"rows": {}}, "") == "it lacks title."
    assert sentence({"title": 3, "rows": {}}, "") == "title must be text, not 3."
    assert sentence({"title": "x", "rows": {5: {}}}) == (
        "Chart odds.rows has an entry whose name is not text; name it by text."
    )
    assert "half a character" in sentence({"title": "x", "rows": {"a": {"shift": 1, "\ud800": 1}}})
