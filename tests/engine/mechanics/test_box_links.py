"""Boxes off the map."""

from __future__ import annotations

from engine.mechanics.box_links import BoxLinks, Link
from engine.referee import Refusal

NET = BoxLinks((Link("paris", "rouen", 2), Link("rouen", "0101"), Link("paris", "0901", 5)), {"rouen": 2})


def test_ways_lead_in_both_directions_and_cost() -> None:
    found = NET.within("paris", 4)
    assert found.cost == {"paris": 0, "rouen": 2, "0101": 3}
    assert found.path_to("0101") == ("paris", "rouen", "0101")
    assert NET.within("0101", 3).cost["paris"] == 3
    assert NET.within("nowhere", 9).cost == {"nowhere": 0}


def test_a_full_box_takes_nobody_in() -> None:
    assert not list(NET.refusals_to_enter("9.1", "rouen", "Rouen", 2))
    (refusal,) = NET.refusals_to_enter("9.1", "rouen", "Rouen", 3)
    assert refusal == Refusal("9.1", "Rouen holds 2 units at most, and 3 would be there")
    assert not list(NET.refusals_to_enter("9.1", "paris", "Paris", 99))
