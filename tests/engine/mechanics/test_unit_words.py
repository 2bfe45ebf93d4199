"""What two games share of reading a unit's line and of finding counters by their place."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from msgspec import Struct, field

from engine.bad_input import BadInput
from engine.mechanics.places import by_place
from engine.mechanics.unit_words import read_words, small_number


class Words(Struct):
    place: str = ""
    taken: list[str] = field(default_factory=list)

    def read(self, word: str, hexes: Collection[str]) -> bool:
        if word in hexes:
            self.place = word
        elif word.isupper():
            self.taken.append(word)
        else:
            return False
        return True


def test_every_word_is_taken_in_in_any_order() -> None:
    line = read_words(Words(), "1", "INF  0101 FULL", {"0101"}, "INF 0101")
    assert line == Words("0101", ["INF", "FULL"])


def test_a_word_that_means_nothing_is_named() -> None:
    with pytest.raises(BadInput, match="'what' in the line of unit 1 is not a known word"):
        read_words(Words(), "1", "INF what", (), "INF 0101")
    with pytest.raises(BadInput, match="Unit 1 should be a line of words such as INF 0101"):
        read_words(Words(), "1", ["INF"], (), "INF 0101")


@pytest.mark.parametrize(
    ("word", "number"), [("0", 0), ("12", 12), ("999", 999), ("1000", None), ("-1", None), ("", None)]
)
def test_only_small_numbers_count(word: str, number: int | None) -> None:
    assert small_number(word) == number


def test_counters_are_found_by_their_place_in_their_order() -> None:
    one, two, three = Words("0101"), Words("pool red"), Words("0101")
    assert by_place([one, two, three]) == {"0101": (one, three), "pool red": (two,)}
    assert by_place([]) == {}
