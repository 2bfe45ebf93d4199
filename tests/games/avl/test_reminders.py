"""What the end of a phase reminds of."""

from __future__ import annotations

from engine import games
from engine.referee.action import Action
from engine.referee.position import Position
from engine.referee.session import Session, Start

CROWDED = """
game = "avl"
case = "post.overstack"
title = "Six units in a hex"
[allied]
a = "1434 us_inf"
b = "1434 us_inf"
c = "1434 us_inf"
d = "1434 us_inf"
e = "1434 us_inf"
f = "1434 us_inf"
hq = "1434 us_hq of:36Div"
"""


def reminders(text: str) -> list[str]:
    session = Session.begin(games.game("avl"), Start("avl", "position", "", text, "a seed", {}))
    assert session.choice is not None
    return list(session.choice.reminders(session.state, Action("end")))


def test_the_end_of_movement_reminds_of_overstacked_hexes() -> None:
    assert Position.loads(CROWDED).game == "avl"
    assert reminders(CROWDED) == ["1434 holds 1 unit too many: the enemy will remove as many"]


def test_five_units_and_their_headquarters_are_no_reason_to_remind() -> None:
    assert reminders(CROWDED.replace('f = "1434 us_inf"\n', "")) == []
