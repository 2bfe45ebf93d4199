"""Units of worked examples in one line of words."""

from __future__ import annotations

import pytest

from engine.bad_input import BadInput
from engine.catalogue.document import RatingField, Unit
from engine.catalogue.unit_line import LineWords, UnitLine, described, small_number

HEXES = ("0101", "0102")
WORDS = LineWords(
    "INF 0101",
    {
        "cf": RatingField(many=True),
        "mf": RatingField(),
        "nation": RatingField("text"),
        "static": RatingField("flag", required=False),
    },
    types=("INF", "TNK"),
    sizes=("division",),
    boxes=("pool",),
    marks={"moved": ("moved", "turn", ""), "full": ("activated", "turn", "full")},
    numbered_marks={"mp": ("movement points", "segment")},
    ratings={"slow": ("mf", 2)},
    states={"N": ("facing", 0), "hidden": ("hidden", True)},
    numbers=("steps",),
    texts=("letter",),
)


def read(text: object) -> UnitLine:
    return WORDS.parse("1", text, HEXES)


def test_words_come_in_any_order() -> None:
    line = read("moved division TNK  0102 cf:8-4 N mp:3 nation:US static of:2AD steps:1 letter:A slow full")
    assert line == UnitLine(
        place="0102",
        type="TNK",
        size="division",
        formation="2AD",
        ratings={"cf": (8, 4), "nation": "US", "static": True, "mf": 2},
        state={"facing": 0, "steps": 1, "letter": "A"},
        marks=[("moved", "turn", ""), ("movement points", "segment", "3"), ("activated", "turn", "full")],
    )
    assert not line.in_box
    assert read("pool").in_box


def test_a_unit_that_comes_later() -> None:
    line = read("INF due:5:0102")
    assert (line.place, line.turn, line.entry, line.in_box) == ("due", 5, "0102", True)
    by_name = LineWords("x", {}, (), (), (), {}, {}, entry_is_hex=False)
    assert by_name.parse("1", "due:5:north", HEXES).entry == "north"


@pytest.mark.parametrize(
    "word",
    [
        "what",
        "0103",
        "mf:fast",
        "mf:8-4",
        "cf:8-",
        "mp:",
        "mp:1000",
        "due:5:0103",
        "due:x:0101",
        "static:yes",
    ],
)
def test_a_word_that_is_not_known_is_named(word: str) -> None:
    with pytest.raises(BadInput, match="in the line of unit 1 is not a known word"):
        read(f"INF {word}")


def test_a_line_is_a_text() -> None:
    with pytest.raises(BadInput, match="Unit 1 should be a line of words such as INF 0101"):
        read(["INF"])


def test_the_line_changes_what_it_names() -> None:
    base = Unit("1", "1st", "red", "INF", "A", "division", {"mf": 4, "nation": "GE"})
    assert described(base, "blue", read("TNK mf:6 0101")) == Unit(
        "1", "1st", "blue", "TNK", "A", "division", {"mf": 6, "nation": "GE"}
    )


def test_every_word_stands_in_the_guide() -> None:
    told = {word for words in WORDS.guide().values() for word in words}
    assert {"INF", "division", "slow", "N", "static", "moved", "cf:VALUE", "steps:VALUE", "pool"} <= told


@pytest.mark.parametrize(
    ("word", "number"), [("0", 0), ("12", 12), ("999", 999), ("1000", None), ("-1", None), ("", None)]
)
def test_only_small_numbers_count(word: str, number: int | None) -> None:
    assert small_number(word) == number
