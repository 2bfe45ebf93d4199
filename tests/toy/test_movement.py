"""The movement of The Bridge: what is offered, and why everything else is not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.mechanics.movement import contradictions
from tests.toy.movement import OnFoot
from tests.toy.records import ground
from tests.toy.test_demands import position, scenario

PLACES = sorted(ground(scenario().state).neighbors)
TEXT = """
game = "toy"
case = "2.1"
title = "Somewhere"
side = "red"
segment = "movement"
unit = [
    {{key = "R1", side = "red", place = "{0}"}},
    {{key = "R2", side = "red", place = "{1}"}},
    {{key = "R3", side = "red", place = "{1}"}},
    {{key = "B1", side = "blue", place = "{2}"}},
    {{key = "B2", side = "blue", place = "{3}", concealed = true}},
]
"""


@given(st.lists(st.sampled_from(PLACES), min_size=4, max_size=4, unique=True))
def test_every_hex_is_offered_or_refused_and_the_table_agrees_with_the_rule(places: list[str]) -> None:
    state = position(TEXT.format(*places)).state
    walk = OnFoot(state, "R1")
    assert not list(contradictions(walk))
    for there in PLACES:
        assert (there in walk.arrivals().ends) == (not list(walk.refusals(there)))
    assert {places[1], places[2]}.isdisjoint(walk.arrivals().ends)
