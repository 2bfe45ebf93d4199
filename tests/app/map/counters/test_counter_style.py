"""How counters are dressed."""

from __future__ import annotations

from app.map.counters.counter_style import NEUTRAL_COLOUR, CounterStyle
from engine.catalogue.document import MapSheet, Plain, ScenarioDocument, Side
from engine.hexes.spec import GridSpec
from engine.referee.view import Counter

COLOURS: dict[str, Plain] = {"FR": "#5d7fae", "BR": "no colour at all", "US": 7}
SIDES = (Side("allied", "Allies", "#6f7b4a", {"colours": COLOURS}), Side("german", "Germany", "#66737b"))
DOCUMENT = ScenarioDocument(
    "key", "Title", "toy", MapSheet("map", "Map", GridSpec("flat", "odd", 2, 2)), sides=SIDES
)


def worn(side: str, formation: str, known: bool = True) -> str:
    counter = Counter("u", side, "0101", "Unit", formation=formation, known=known)
    return CounterStyle.of(DOCUMENT).face(counter).colour


def test_a_formation_wears_its_own_colour_and_others_that_of_their_side() -> None:
    assert worn("allied", "FR") == "#5d7fae"
    assert worn("allied", "3 Army") == "#6f7b4a"
    assert worn("german", "FR") == "#66737b"
    assert worn("neutral", "FR") == NEUTRAL_COLOUR


def test_what_cannot_be_painted_is_left_out() -> None:
    assert worn("allied", "BR") == "#6f7b4a"
    assert worn("allied", "US") == "#6f7b4a"


def test_a_counter_that_is_not_known_betrays_no_formation() -> None:
    assert worn("allied", "FR", known=False) == "#6f7b4a"
