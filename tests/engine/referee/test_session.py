"""A game being played: who may do what, what is told to whom, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from engine.referee.action import Action
from engine.referee.look_ahead import LookAhead
from engine.referee.preview import PossibleOutcome, Preview
from engine.referee.refusal import REFEREE, Refusal, RulesBug
from engine.referee.session import Accepted, Decision, Refused, Session, Takeback
from engine.referee.state import State
from tests.engine.referee.drill import Clock, Squad, new_game

MARCH, ROLL, END = Action("march", "unit", "N1"), Action("roll"), Action("end")
BOTH = ("north", "south")


def do(session: Session, *spellings: str) -> None:
    """Play for whoever decides."""
    for spelling in spellings:
        assert session.decision is not None
        answer = session.submit(session.decision.side, Action.parse(spelling))
        assert isinstance(answer, Accepted), answer


def reason(answer: Refused | Accepted | Preview | None) -> Refusal:
    assert isinstance(answer, Refused)
    return answer.refusals[0]


def test_the_first_word_of_the_log_is_the_seal_of_the_dice() -> None:
    session = new_game()
    (at, event), *_ = session.log(None)
    assert (at, event.what) == (0, "SeedCommitted")
    assert session.state.dice.commitment in event.text
    assert session.state.dice.seed not in event.text


def test_a_decision_says_who_what_and_where() -> None:
    session = new_game()
    assert session.decision == Decision("north", "north: what now?", ("Round", "Orders"))
    assert len(session) == 0


def test_a_legal_action_is_done_and_told() -> None:
    session = new_game()
    answer = session.submit("north", MARCH)
    assert isinstance(answer, Accepted)
    assert [event.text for event in answer.events] == ["N1 marches to post 2"]
    assert [change.key for change in answer.changes] == ["N1", "N1|tired"]
    assert session.state.get(Squad, "N1").post == 2
    assert len(session) == 1


def test_what_was_listed_for_this_very_position_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_game()
    judged: list[Action] = []
    kind = type(session.choice)
    refusals = kind.refusals

    def noting(self: Any, state: State, action: Action) -> Iterator[Refusal]:
        judged.append(action)
        return refusals(self, state, action)

    monkeypatch.setattr(kind, "refusals", noting)
    legal = session.legal()
    assert MARCH in legal
    judged.clear()
    assert isinstance(session.submit("south", MARCH), Refused)
    assert isinstance(session.submit("north", Action("march", "unit", "S1")), Refused)
    assert isinstance(session.submit("north", MARCH), Accepted) and MARCH not in judged
    session.submit("north", MARCH)
    assert MARCH in judged, "it was listed for the position before"
    session.undo(BOTH)
    session.legal()
    session.read_only = "The game is over there"
    assert reason(session.submit("north", MARCH)).why == "The game is over there"


@pytest.mark.parametrize(
    ("side", "action", "case", "why"),
    [
        ("south", MARCH, REFEREE, "This is a decision of north, not of south"),
        ("nobody", END, REFEREE, "This is a decision of north, not of nobody"),
        ("north", Action("march", "unit", "X9"), REFEREE, "There is no unit X9 here"),
        ("north", Action("march", "hex", "0101"), REFEREE, "There is no hex 0101 here"),
        ("north", Action("march", "unit", "S1"), "2.1", "S1 belongs to south"),
        ("north", Action("dance"), "2.9", "dance is not an order"),
    ],
)
def test_a_mistake_is_refused_with_a_case_and_changes_nothing(
    side: str, action: Action, case: str, why: str
) -> None:
    session = new_game()
    state = session.state
    assert reason(session.submit(side, action)) == Refusal(case, why)
    assert session.state is state and len(session) == 0
    assert reason(session.preview(side, action)).case == case


def test_every_reason_is_given() -> None:
    session = new_game()
    do(session, "march unit N1", "end", "end", "march unit N1")
    refusals = session.refusals("north", MARCH)
    assert [refusal.case for refusal in refusals] == ["2.1", "2.4"]
    assert str(refusals[1]) == "N1 is tired (2.4)"


def test_the_list_and_the_explanation_agree() -> None:
    session = new_game()
    do(session, "march unit N1")
    legal = session.legal()
    assert MARCH not in legal and Action("march", "unit", "N2") in legal
    assert all(not session.refusals("north", action) for action in legal)


def test_a_preview_rolls_nothing() -> None:
    session = new_game()
    dice = session.state.dice
    shown = session.preview("north", ROLL)
    assert isinstance(shown, Preview)
    assert [str(modifier) for modifier in shown.modifiers] == [
        "+2 rested squads (2.5)",
        "-1 rain (2.6) waived",
    ]
    assert session.state.dice is dice


def test_expected_losses_are_the_mean_of_the_outcomes() -> None:
    third = Fraction(1, 3)
    preview = Preview(
        outcomes=(
            PossibleOutcome("hit", third, (("south", Fraction(2)),)),
            PossibleOutcome("miss", 2 * third, (("north", Fraction(1, 2)), ("south", Fraction(1)))),
        )
    )
    assert preview.expected_losses() == {"south": Fraction(4, 3), "north": third}


def test_a_hole_in_the_rules_is_a_bug_and_the_game_is_as_it_was() -> None:
    session = new_game()
    state = session.state
    with pytest.raises(
        RulesBug, match=r"KeyError\('a hole in the rules'\) \(action 1, stumble by north in Orders\)"
    ):
        session.submit("north", Action("stumble"))
    assert session.state is state and session.state.one(Clock) == Clock(1)
    do(session, "march unit N1")


def test_what_one_side_whispers_the_other_reads_redacted() -> None:
    session = new_game()
    do(session, "whisper")
    told = {side: [event.text for at, event in session.log(side) if at == 1] for side in (None, *BOTH)}
    assert told == {None: ["the password"], "north": ["the password"], "south": ["somebody whispers"]}


def test_undo_is_free_until_dice_fall() -> None:
    session = new_game()
    before = session.state
    do(session, "march unit N1")
    assert not session.undo_needs_consent()
    assert session.undo() is None
    assert session.state is before and len(session) == 0 and session.takebacks == []
    assert reason(session.undo()).why == "Nothing has been done yet"


@pytest.mark.parametrize("spelling", ["roll", "look unit S1"])
def test_past_dice_and_revelations_every_side_must_consent(spelling: str) -> None:
    session = new_game()
    do(session, "march unit N1", spelling)
    assert session.undo_needs_consent()
    for consent in ((), ("north",), ("north", "north", "umpire")):
        assert "must consent" in reason(session.undo(consent)).why
    assert len(session) == 2
    assert session.undo(BOTH) is None
    assert session.takebacks == [Takeback(2, BOTH)]
    assert session.undo() is None and session.takebacks == [Takeback(2, BOTH)]


def test_undo_stops_at_the_action_of_another_side() -> None:
    session = new_game()
    do(session, "march unit N1", "end", "march unit S1")
    assert session.undo() is None, "south takes back what south did"
    assert (
        session.undo_needs_consent() and session.undo_needs_consent(2) and not session.undo_needs_consent(1)
    )
    for consent in ((), ("south",)):
        why = reason(session.undo(consent)).why
        assert why.startswith("south decides now, and action 2 is one of north: north")
    session.go_to_length(0)
    assert len(session) == 2, "several steps at once stop there, too"
    assert session.undo(BOTH) is None and session.takebacks == [Takeback(2, BOTH)]
    assert session.undo() is None and len(session) == 0, "it is north's again"


def rolled(session: Session) -> list[tuple[int, ...]]:
    return [event.dice for _, event in session.log(None) if event.dice]


def test_the_log_tells_what_was_taken_back_where_it_happened() -> None:
    session = new_game()
    do(session, "march unit N1", "roll")
    session.undo(BOTH)
    do(session, "march unit N2")
    told = [(at, event.what) for at, event in session.log("south")]
    assert (1, "ActionTakenBack") in told and told[-1][0] == 2, "it stands before what was done instead"
    sentence = next(event.text for _, event in session.log(None) if event.what == "ActionTakenBack")
    assert sentence == "Action 2 was taken back, as north and south agreed"
    session.undo()
    session.undo()
    told = session.takebacks[-1].event(session.state.scenario.title_of)
    assert session.log(None)[-1] == (0, told), "free steps back do not hide it"
    assert [at for at, _ in session.log(None, since=len(session) + 1)] == []


def test_several_steps_back_and_forth_are_recorded_once() -> None:
    session = new_game()
    do(session, "roll", "march unit N1", "march unit N2")
    last = session.history.digest(3)
    lengths: list[int] = []
    session.writer = lambda game: lengths.append(len(game))
    session.go_to_length(0)
    assert lengths == [1] and session.takebacks == [], "the dice are as far as one can go freely"
    session.go_to_length(3)
    assert lengths == [1, 3] and session.history.digest(3) == last and not session.can_redo


def test_redo_shows_the_same_faces_and_a_new_action_forgets_it() -> None:
    session = new_game()
    do(session, "roll")
    fell = rolled(session)
    session.undo(BOTH)
    assert session.can_redo
    assert session.redo() is None
    assert rolled(session) == fell and not session.can_redo
    session.undo(BOTH)
    do(session, "roll")
    assert rolled(session) == fell, "taking a roll back does not change it"
    session.undo(BOTH)
    do(session, "march unit N1")
    assert not session.can_redo
    assert reason(session.redo()).why == "Nothing has been taken back"


def test_any_step_can_be_looked_at() -> None:
    session = new_game()
    do(session, "march unit N1", "end", "end")
    assert [session.at(n).get(Squad, "N1").post for n in range(4)] == [1, 2, 2, 2]
    with pytest.raises(IndexError, match="the game has 3 actions"):
        session.at(4)
    with pytest.raises(IndexError):
        session.at(-1)


def test_a_branch_shares_the_past_and_goes_its_own_way() -> None:
    session = new_game()
    do(session, "roll")
    session.undo(BOTH)
    do(session, "march unit N1", "end", "end")
    other = session.branch(1)
    assert len(other) == 1 and other.at(1) is session.at(1)
    do(other, "march unit N2")
    assert session.state.get(Squad, "N2").post == 1 and len(session) == 3
    assert other.takebacks == session.takebacks
    assert session.branch(0).takebacks == []


def test_the_writer_hears_of_every_change_of_the_record() -> None:
    session = new_game()
    lengths: list[int] = []
    session.writer = lambda told: lengths.append(len(told))
    do(session, "march unit N1", "march unit N2")
    session.undo()
    session.redo()
    session.submit("south", END)
    assert lengths == [1, 2, 1, 2]


def test_single_options_are_played_on_request_and_logged_as_such() -> None:
    session = new_game()
    assert session.play_forced() == 0

    class OnlyEnd(Session):
        def legal(self) -> list[Action]:
            return [END] if self.choice is not None else []

    forced = OnlyEnd(session.game, session.start, session.history)
    assert forced.play_forced(most=3) == 3
    assert all(entry.auto and entry.action == END for entry in forced.history.saved_steps())
    assert forced.play_forced() == 3, "three rounds of two turns"
    assert forced.choice is None


def test_when_the_game_is_over_nothing_can_be_done_but_going_back() -> None:
    session = new_game()
    do(session, *["march unit N1", "end", "end"] * 2, "end", "end")
    assert session.state.outcome is not None and session.state.outcome.winner == "north"
    assert session.decision is None and session.legal() == []
    assert reason(session.submit("north", END)) == Refusal(REFEREE, "The game is over")
    assert reason(session.undo()).why.startswith("The game is over and the table lies open")
    assert session.undo(BOTH) is None and session.takebacks[-1].at == 8
    assert session.decision is not None


def test_looking_ahead_shows_the_next_decision_and_changes_nothing() -> None:
    session = new_game()
    before = session.state
    now = session.look_ahead()
    assert now is not None and now.actions == () and now.legal() == session.legal()
    ahead = session.look_ahead(MARCH)
    assert ahead is not None and ahead.actions == (MARCH,)
    assert session.state is before and len(session) == 0
    session.submit("north", MARCH)
    assert ahead.legal() == session.legal()
    there = session.look_ahead()
    assert there is not None
    for told in (LookAhead.label, LookAhead.preview, LookAhead.refusals):
        assert [told(ahead, action) for action in ahead.legal()] == [told(there, a) for a in there.legal()]


def test_nobody_looks_ahead_past_dice_or_the_other_side_or_a_refusal() -> None:
    session = new_game()
    assert session.look_ahead(ROLL) is None, "dice would fall"
    assert session.look_ahead(MARCH, ROLL) is None
    assert session.look_ahead(END) is None, "the other side would decide"
    assert session.look_ahead(Action("march", "unit", "S1")) is None, "it is refused"
    assert session.look_ahead(Action("fly")) is None
    session.read_only = "This game is over"
    assert session.look_ahead() is None
