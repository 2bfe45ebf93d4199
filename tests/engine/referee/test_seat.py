"""A seat answers for its own side, and is empty while another side decides."""

from __future__ import annotations

from random import Random

from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.seat import Seat
from engine.referee.session import Accepted, Session
from engine.referee.visible_step import OVER
from tests.engine.referee.drill import new_game
from tests.toy.test_demands import scenario

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


# the past


def secret_game() -> Session:
    """Both sides have placed a mine in secret."""
    session = scenario()
    for hex_id in ("0404", "0101"):
        side = session.deciding_side
        assert side is not None
        assert isinstance(session.submit(side, Action("mine", "hex", hex_id)), Accepted)
    return session


def test_a_step_tells_each_side_what_it_may_know() -> None:
    session = secret_game()
    red, blue, everything = (Seat(session, side) for side in ("red", "blue", None))
    own, other, open_table = red.step(1), blue.step(1), everything.step(1)
    assert own.side == other.side == open_table.side == "red"
    assert own.action == open_table.action == Action("mine", "hex", "0404") and other.action is None
    assert own.label() == open_table.label() != "" and other.label() == ""
    assert isinstance(own.preview(), Preview) and other.preview() is None
    assert "0404" in " ".join(event.text for event in own.events)
    assert "0404" not in " ".join(event.text for event in other.events)
    assert [marker.place for marker in own.view().markers] != [
        marker.place for marker in other.view().markers
    ]


def test_steps_are_read_in_order_and_once() -> None:
    session = secret_game()
    seat = Seat(session, "red")
    steps = list(seat.steps())
    assert [step.number for step in steps] == [0, 1, 2] and seat.actions_taken == 2
    assert steps[0].side == "" and steps[0].label() == "" and steps[0].preview() is None
    for at, step in enumerate(steps):
        assert step.view() == seat.view_at(at) == session.game.view(session.at(at), "red")
        assert step.events == seat.step(at).events and step.titles == seat.step(at).titles
    assert seat.view == seat.view_at(2) and steps[-1].decision != OVER
    assert seat.overlays() == seat.overlays(at=2) == list(session.game.overlays(session.state, "red"))


def test_a_reader_keeps_two_positions_not_all_of_them() -> None:
    session = secret_game()
    first, second, third = Seat(session, None).steps()
    assert third.label() and second._before is None and first._before is None


def test_what_was_undone_is_told_with_its_number() -> None:
    session = secret_game()
    assert Seat(session, "red").undone() == []
    while len(session):
        assert session.undo(session.sides) is None
    first, second = Seat(session, "red").undone()
    assert (first.number, first.side, second.number, second.side) == (1, "red", 2, "blue")
    assert first.action is not None and second.action is None


def test_the_end_is_open_to_everybody() -> None:
    session = new_game()
    assert Seat(session, "south").outcome is None and session.outcome is None
    assert session.deciding_side == "north" and session.sides == ("north", "south")
    for seed in range(20):
        played = scenario(seed=str(seed))
        chance = Random(seed)
        while (side := played.deciding_side) is not None and len(played) < 400:
            played.submit(side, chance.choice(played.legal()))
        if played.deciding_side is None:
            break
    assert played.outcome is not None
    assert all(Seat(played, side).outcome == played.outcome for side in (*played.sides, None))
    assert Seat(played, None).step(len(played)).decision == OVER
