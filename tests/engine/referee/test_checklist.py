"""A procedure as a list of steps: states, lines of the log, and what all sides may read of it."""

from __future__ import annotations

from fractions import Fraction

from engine.referee.checklist import (
    AHEAD,
    DONE,
    NOW,
    Branch,
    Checklist,
    ChecklistLine,
    ChecklistStep,
    public_checklist,
    states_of,
    with_log,
)
from engine.referee.event import Event
from engine.referee.public_seat import PublicSeat
from engine.referee.seat import Seat
from tests.toy.test_demands import beside, play

STEPS = (
    ChecklistStep("Support", DONE, "support.markers", chapters=("support", "ammo")),
    ChecklistStep("Morale", NOW, "morale.level", chapters=("morale",)),
    ChecklistStep("Losses", AHEAD, "loss.fraction", chapters=("loss",)),
)


def test_a_step_goes_on_until_the_next_one_begins() -> None:
    assert states_of((0, 3, 5), 0) == [NOW, AHEAD, AHEAD]
    assert states_of((0, 3, 5), 2) == [NOW, AHEAD, AHEAD]
    assert states_of((0, 3, 5), 3) == [DONE, NOW, AHEAD]
    assert states_of((0, 3, 5), 9) == [DONE, DONE, NOW]


def test_lines_of_the_log_stand_in_the_step_that_they_belong_to() -> None:
    events = [
        Event("AmmoSpent", "f is reduced", "ammo.levels"),
        Event("LevelsRevealed", "levels 4 and 5", "morale.level"),
        Event("SecretChosen", "a choice is made", "referee"),
    ]
    found = with_log(Checklist("Attack", STEPS), events)
    assert [[line.text for line in step.lines] for step in found.steps] == [
        ["f is reduced"],
        ["levels 4 and 5", "a choice is made"],
        [],
    ]


def test_everybody_reads_what_all_sides_read_alike() -> None:
    own = ChecklistStep("Support", DONE, lines=(ChecklistLine("a gun", "support.markers", 3),))
    other = ChecklistStep("Support", DONE, lines=(ChecklistLine("II/79", "support.markers", 3),))
    branch = (Branch("surprise", Fraction(1, 3)),)
    same = public_checklist((Checklist("Attack", (own,), branch), Checklist("Attack", (own,), branch)))
    assert same is not None and same.steps == (own,) and same.ahead == branch
    differs = public_checklist((Checklist("Attack", (own,), branch), Checklist("Attack", (other,))))
    assert differs is not None and differs.steps[0].lines == () and differs.ahead == ()
    assert public_checklist((None, Checklist("Attack", (own,)))) is None


def test_a_seat_adds_the_log_since_the_procedure_began() -> None:
    session = play(beside(dice="[5, 2, 3]"), "attack 0402", "add R1", "resolve")
    seat = Seat(session, session.deciding_side)
    assert seat.has_checklist
    found = seat.checklist()
    assert found is not None and [step.state for step in found.steps] == [DONE, NOW, AHEAD]
    assert any("Attack on 0402: 1d6 shows 5" in line.text for line in found.steps[0].lines)
    assert PublicSeat(session, session.deciding_side).checklist() is not None


def test_without_such_a_procedure_there_is_no_list() -> None:
    seat = Seat(beside(), "red")
    assert not seat.has_checklist and seat.checklist() is None
