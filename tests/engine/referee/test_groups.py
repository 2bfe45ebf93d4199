"""Actions that are submitted together: done, saved, undone and redone as one."""

from __future__ import annotations

import json

import pytest

from engine.bad_input import BadInput
from engine.referee.action import Action
from engine.referee.refusal import REFEREE, Refusal, RulesBug
from engine.referee.save import loads, replay, restore, saved
from engine.referee.session import Accepted, Refused, Session, Takeback
from tests.engine.referee.drill import GAME, Squad, lookup, new_game

MARCH, OTHER, ROLL, END = (
    Action("march", "unit", "N1"),
    Action("march", "unit", "N2"),
    Action("roll"),
    Action("end"),
)
BOTH = ("north", "south")


def grouped() -> Session:
    """A single action, then two together."""
    session = new_game()
    session.submit("north", Action("whisper"))
    assert isinstance(session.submit("north", MARCH, OTHER), Accepted)
    return session


def joined(session: Session) -> list[bool]:
    return [step.joined for step in session.history.saved_steps()]


def test_a_group_does_what_its_actions_do_one_by_one() -> None:
    together, apart = new_game(), new_game()
    answer = together.submit("north", MARCH, OTHER)
    answers = [apart.submit("north", action) for action in (MARCH, OTHER)]
    assert isinstance(answer, Accepted)
    singly = [single for single in answers if isinstance(single, Accepted)]
    assert answer.events == tuple(event for single in singly for event in single.events)
    assert answer.changes == tuple(change for single in singly for change in single.changes)
    assert together.state.tables == apart.state.tables and len(together) == len(apart) == 2
    for at in (1, 2):
        assert together.history.digest(at) == apart.history.digest(at), "each action has its digest"
        assert together.at(at).tables == apart.at(at).tables, "and its position"
    assert together.log(None) == apart.log(None)
    assert joined(together) == [False, True] and joined(apart) == [False, False]


@pytest.mark.parametrize(
    ("actions", "number", "why"),
    [
        ((Action("march", "unit", "S1"), OTHER), 1, "S1 belongs to south"),
        ((MARCH, MARCH), 2, "N1 is tired"),
        ((MARCH, OTHER, Action("dance")), 3, "dance is not an order"),
        ((MARCH, Action("march", "unit", "X9"), OTHER), 2, "There is no unit X9 here"),
        ((MARCH, END, OTHER), 3, "This is a decision of south, not of north"),
    ],
)
def test_if_one_is_refused_none_is_done(actions: tuple[Action, ...], number: int, why: str) -> None:
    session = grouped()
    session.undo()
    state, lengths = session.state, list[int]()
    session.writer = lambda game: lengths.append(len(game))
    answer = session.submit("north", *actions)
    assert isinstance(answer, Refused) and answer.number == number
    assert answer.refusals[0].why == why
    assert session.state is state and len(session) == 1 and not lengths
    assert session.can_redo, "what was taken back can still be done again"


@pytest.mark.parametrize("barrier", ["roll", "look unit S1"])
def test_a_group_ends_at_dice_and_at_what_was_hidden(barrier: str) -> None:
    session = new_game()
    state = session.state
    answer = session.submit("north", MARCH, Action.parse(barrier), OTHER)
    assert isinstance(answer, Refused) and answer.number == 3
    assert answer.refusals == (
        Refusal(
            REFEREE,
            "Action 2 rolls dice or shows something hidden: march unit N2 must be submitted by itself, "
            "after that is seen",
        ),
    )
    assert session.state is state and len(session) == 0
    assert isinstance(session.submit("north", MARCH, Action.parse(barrier)), Accepted), "the last one may"


def test_a_group_may_end_with_the_decision_of_another_side_and_with_the_game() -> None:
    session = new_game()
    assert isinstance(session.submit("north", MARCH, END), Accepted)
    assert session.decision is not None and session.decision.side == "south"
    while session.decision is not None:
        side = session.decision.side
        assert isinstance(session.submit(side, Action("whisper"), END), Accepted)
    answer = session.submit("south", END, END)
    assert isinstance(answer, Refused) and answer.number == 1


def test_a_bug_in_the_middle_leaves_the_game_as_it_was() -> None:
    session = new_game()
    state = session.state
    with pytest.raises(RulesBug, match="action 2, stumble by north"):
        session.submit("north", MARCH, Action("stumble"))
    assert session.state is state and len(session) == 0


def test_a_group_is_undone_and_redone_as_one() -> None:
    session = grouped()
    lengths: list[int] = []
    session.writer = lambda game: lengths.append(len(game))
    after = session.history.digest(3)
    assert not session.undo_needs_consent() and session.undo() is None
    assert len(session) == 1 and session.state.get(Squad, "N1").post == 1
    assert [step.action for step in session.taken_back] == [MARCH, OTHER]
    assert session.redo() is None
    assert len(session) == 3 and session.history.digest(3) == after and joined(session)[1:] == [False, True]
    assert lengths == [1, 3], "recorded once each"
    session.undo()
    assert session.undo() is None and len(session) == 0
    assert session.redo() is None and len(session) == 1, "a single action is redone alone"
    assert session.redo() is None and len(session) == 3 and not session.can_redo


def test_groups_one_after_the_other_stay_two() -> None:
    session = new_game()
    session.submit("north", MARCH, OTHER)
    session.submit("north", Action("whisper"), Action("whisper"))
    assert joined(session) == [False, True, False, True]
    session.undo()
    assert len(session) == 2
    session.undo()
    session.redo()
    assert len(session) == 2


@pytest.mark.parametrize(("wanted", "length"), [(2, 1), (1, 1), (0, 0), (3, 3)])
def test_no_length_divides_a_group(wanted: int, length: int) -> None:
    session = grouped()
    session.go_to_length(wanted)
    assert len(session) == length
    session.go_to_length(2 if wanted < 3 else 3)
    assert len(session) == 3, "on the way on it is done whole"


def test_consent_for_a_group_is_asked_and_noted_once() -> None:
    session = grouped()
    session.submit("north", Action("whisper"), END)
    assert session.why_consent().startswith("south decides now")
    assert isinstance(session.undo(), Refused) and len(session) == 5
    assert session.undo(BOTH) is None and len(session) == 3
    assert session.takebacks == [Takeback(4, BOTH)]
    assert "Action 4 was taken back" in session.log(None)[-1][1].text


def test_a_save_knows_the_group() -> None:
    session = grouped()
    session.submit("north", ROLL)
    save = loads(saved(session).dumps())
    assert [step.joined for step in save.steps] == [False, False, True, False]
    assert [row[3:] for row in save.plain()["actions"]] == [[], [], ["joined"], []]
    for again in (restore(save, lookup), replay(save, GAME)):
        assert again.history.saved_steps() == session.history.saved_steps()
        assert saved(again).dumps() == saved(session).dumps()
        assert again.undo(BOTH) is None and len(again) == 3
        assert again.undo() is None and len(again) == 1
        assert again.redo() is None and len(again) == 3


def test_a_group_at_the_end_of_a_snapshot_is_undone_as_one() -> None:
    again = restore(loads(saved(grouped()).dumps()), lookup)
    assert not again.history.last_is_known and again.history.group_start(3) == 2
    assert not again.history.last_is_known, "nothing had to be replayed to know that"
    assert again.undo() is None and len(again) == 1


def test_single_options_can_be_a_group_too() -> None:
    session = new_game()
    session.submit("north", MARCH, END, auto=True)
    assert [(step.auto, step.joined) for step in session.history.saved_steps()] == [
        (True, False),
        (True, True),
    ]
    assert saved(session).plain()["actions"][1][3:] == ["auto", "joined"]
    assert replay(loads(saved(session).dumps()), GAME).history.saved_steps() == session.history.saved_steps()


def test_a_branch_can_begin_inside_a_group() -> None:
    session = grouped()
    branch = session.branch(2)
    assert len(branch) == 2 and branch.state.get(Squad, "N2").post == 1
    assert joined(branch) == [False, False]
    branch.submit("north", ROLL)
    assert branch.undo(BOTH) is None and branch.undo() is None and len(branch) == 1
    assert len(session) == 3


@pytest.mark.parametrize(
    ("row", "marks"),
    [(0, ["joined"]), (2, ["joined", "auto"]), (2, ["joined", "joined"]), (4, ["joined"]), (2, ["grouped"])],
)
def test_a_mark_that_makes_no_sense_is_damage(row: int, marks: list[str]) -> None:
    session = grouped()
    session.submit("north", END)
    session.submit("south", END)
    raw = json.loads(json.dumps(saved(session).plain()))
    raw["actions"][row][3:] = marks
    with pytest.raises(BadInput, match="saved game is damaged"):
        loads(json.dumps(raw))
