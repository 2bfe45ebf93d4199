"""A seat answers for its own side, and is empty while another side decides."""

from __future__ import annotations

from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.seat import Seat
from tests.engine.referee.drill import new_game

MARCH = Action("march", "unit", "N1")


def test_the_deciding_side_reads_its_decision() -> None:
    session = new_game()
    seat = Seat(session, "north")
    assert seat.decision == session.decision and seat.legal() == session.legal()
    assert seat.refusals(MARCH) == [] and isinstance(seat.preview(MARCH), Preview)
    assert seat.preview(Action("fly")) is None and seat.refusals(Action("fly"))
    assert seat.view == session.view("north") and seat.log() == session.log("north")
    ahead = seat.look_ahead(MARCH)
    assert ahead is not None and ahead.actions == (MARCH,)
    assert seat.label(MARCH) and ("march", "unit") in seat.kinds_of_action()
    assert seat.is_ending(Action("end")) and not seat.is_ending(MARCH)


def test_another_side_has_nothing_to_decide() -> None:
    session = new_game()
    for side in ("south", None):
        seat = Seat(session, side)
        assert seat.decision is None and seat.legal() == [] and seat.kinds_of_action() == []
        assert seat.refusals(MARCH) and seat.preview(MARCH) is None and seat.look_ahead(MARCH) is None
        assert seat.way_out() is None and not seat.is_ending(Action("end"))
        assert seat.subjects() == frozenset() and seat.whereabouts() == () and seat.drawn(MARCH) == ()
        assert seat.view == session.view(side) and seat.log() == session.log(side)
