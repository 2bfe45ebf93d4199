"""What is told of the one hex that units can always enter, and what they pay for it."""

from __future__ import annotations

from fractions import Fraction

from engine import games
from engine.games.avalanche.movement.allowance import spent
from engine.games.avalanche.records import Unit
from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.session import Session, Start

TIRED_STACK = """
game = "avl"
case = "move.minimum"
title = "Tanks with all their points, tanks with none"
side = "german"
turn = 9

[german]
fresh = "2537 ge_pz4"
tired = "2537 ge_pz4 ma:4 iso"
"""


def test_the_preview_names_the_price_that_the_units_pay() -> None:
    session = Session.begin(games.game("avl"), Start("avl", "position", "", TIRED_STACK, "a seed", {}))
    for action in (Action("select", "unit", "fresh"), Action("add", "unit", "tired")):
        assert not hasattr(session.submit("german", action), "refusals")
    step = Action("move", "hex", "2538")
    shown = session.preview("german", step)
    assert isinstance(shown, Preview)
    session.submit("german", step)
    paid = {key: spent(session.state, session.state.get(Unit, key)) for key in ("fresh", "tired")}
    assert paid == {"fresh": shown.cost, "tired": Fraction(0)}
    assert shown.cost and "or all that is left" in shown.text
