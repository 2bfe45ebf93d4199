"""Each thing the five games ask of the referee, shown once by the toy game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.referee import Action, Preview, marked
from engine.referee.save import loads, replay, restore, saved
from engine.referee.session import Accepted, Refused, Session, Start
from engine.referee.worked_example import resolve
from tests.toy import game
from tests.toy.combat import OfferReroll, TakeLoss
from tests.toy.movement import OfferReaction
from tests.toy.records import Piece
from tests.toy.turn import ChooseTactics, DigOrPass, SendBack, WriteMine

GAME = game()
BESIDE = """
game = "toy"
case = "4.1"
title = "R1 and RG beside B1"
side = "red"
segment = "{segment}"
dice = {dice}
unit = [
    {{key = "R1", side = "red", place = "0502"}},
    {{key = "RG", side = "red", place = "0503", steps = 1, guns = true}},
    {{key = "B1", side = "blue", place = "0402"}},
    {{key = "B2", side = "blue", place = "0402"}},
]
"""


def scenario(key: str = "toy-bridge", seed: str = "a", **options: object) -> Session:
    return Session.begin(GAME, Start("toy", "scenario", key, GAME.scenario_text(key), seed, options))


def position(text: str) -> Session:
    return Session.begin(GAME, Start("toy", "position", "", text, "a"))


def beside(segment: str = "combat", dice: str = "[]") -> Session:
    return position(BESIDE.format(segment=segment, dice=dice))


def play(session: Session, *spellings: str) -> Session:
    for spelling in spellings:
        assert session.choice is not None, "the game is over"
        side = session.choice.side
        answer = session.submit(side, resolve(session, side, spelling))
        assert isinstance(answer, Accepted), (spelling, answer)
    return session


def past_plans() -> Session:
    return play(scenario(), "mine 0101", "mine 0504")


def into_movement() -> Session:
    return play(past_plans(), "storm", "hold", "pass", "pass")


def test_the_non_phasing_player_chooses_losses() -> None:
    session = play(beside(dice="[6]"), "attack 0402", "add R1", "resolve", "pass", "pass")
    assert isinstance(session.choice, TakeLoss) and session.choice.side == "blue"


def test_the_opponent_chooses_for_an_overstacked_side() -> None:
    session = into_movement()
    while not isinstance(session.choice, SendBack):
        actions = [action for action in session.legal() if action.verb in ("end", "pass", "storm")]
        play(session, str(actions[0]))
    assert session.choice.side == "blue" and session.choice.place == "0102"


def test_an_interrupt_in_mid_move_and_the_move_goes_on() -> None:
    session = play(into_movement(), "select R1", "move 0302")
    assert isinstance(session.choice, OfferReaction) and session.choice.side == "blue"
    assert [type(frame).__name__ for frame in session.state.frames[-3:]] == [
        "MovementSegment",
        "Walk",
        "OfferReaction",
    ]
    play(session, "pass")
    assert session.choice.side == "red" and session.state.get(Piece, "R1").place == "0302"


def test_an_interrupt_can_be_saved_and_continued() -> None:
    session = play(into_movement(), "select R1", "move 0302")
    again = restore(loads(saved(session).dumps()), lambda key: GAME)
    assert isinstance(again.choice, OfferReaction)
    assert play(again, "pass").history.digest(len(again)) == play(session, "pass").history.digest(
        len(session)
    )


def test_a_window_after_the_die_before_it_counts() -> None:
    session = play(beside(dice="[2, 6]"), "attack 0402", "add R1", "resolve")
    assert isinstance(session.choice, OfferReroll) and session.choice.die == 2
    play(session, "reroll", "pass")
    assert isinstance(session.choice, TakeLoss)


def test_alternating_choices_until_both_pass() -> None:
    session = play(past_plans(), "storm", "hold")
    asked = []
    for spelling in ("dig R1", "dig B1", "pass", "dig B2", "dig R2", "pass"):
        assert isinstance(session.choice, DigOrPass)
        asked.append(session.choice.side)
        play(session, spelling)
    assert asked == ["red", "blue", "red", "blue", "red", "blue"]
    assert not isinstance(session.choice, DigOrPass), "red has nobody left to dig in and passes by itself"


def test_secret_simultaneous_choices_are_shown_together() -> None:
    session = play(past_plans(), "storm")
    assert isinstance(session.choice, ChooseTactics) and session.choice.side == "blue"
    assert "storm" not in " ".join(event.text for _, event in session.log("blue"))
    assert "storm" in " ".join(event.text for _, event in session.log("red"))
    assert "blue decides now" in session.why_consent().casefold()
    play(session, "hold")
    for side in ("red", "blue"):
        assert "red chose storm" in [event.text for _, event in session.log(side)]
    assert session.undo_needs_consent()


def test_a_secret_written_plan_is_shown_on_use() -> None:
    session = play(scenario(), "mine 0103")
    assert isinstance(session.choice, WriteMine)
    assert not any("0103" in event.text for _, event in session.log("blue"))
    play(session, "mine 0202")
    assert [marker.place for marker in session.view("red").markers] == ["0103"]
    play(session, "hold", "hold", "pass", "pass", "select R1", "move 0202")
    assert any("mines in 0202" in event.text for _, event in session.log("red"))
    assert marked(session.state, "R1", "disrupted")


def test_modifiers_are_listed_claimed_waived_and_capped() -> None:
    session = play(beside(), "attack 0402", "add R1", "add RG")
    before = session.preview("red", Action("resolve"))
    assert isinstance(before, Preview)
    assert [(m.case, m.amount, m.waived) for m in before.modifiers] == [("4.2", 1, False), ("4.3", 1, True)]
    play(session, "claim_guns")
    after = session.preview("red", Action("resolve"))
    assert isinstance(after, Preview)
    assert not after.modifiers[1].waived
    assert after.outcomes[0].probability == Fraction(3, 6), "numbers and guns together give 1 at most"
    assert sum(outcome.probability for outcome in after.outcomes) == 1


def test_a_claim_binds_a_later_choice() -> None:
    session = play(
        beside(dice="[1]"), "attack 0402", "add R1", "add RG", "claim_guns", "resolve", "pass", "pass"
    )
    answer = session.submit("red", Action("lose", "unit", "R1"))
    assert isinstance(answer, Refused) and "4.3" in {refusal.case for refusal in answer.refusals}


def test_marks_end_with_their_scope() -> None:
    session = play(into_movement(), "select R1", "move 0202")
    assert marked(session.state, "R1", "moved")
    play(session, "end")
    assert not marked(session.state, "R1", "moved"), "the segment is over"


def test_a_mark_of_two_turns_outlives_one() -> None:
    session = play(
        scenario(), "mine 0103", "mine 0202", "hold", "hold", "pass", "pass", "select R1", "move 0202"
    )
    turn_ends = 0
    while marked(session.state, "R1", "disrupted"):
        before = session.view(None).turn
        actions = [a for a in session.legal() if a.verb in ("end", "pass", "hold", "send_back")]
        play(session, str(actions[-1]))
        turn_ends += session.view(None).turn != before
    assert turn_ends == 2


def test_forced_options_are_played_on_request_and_logged() -> None:
    session = play(beside(dice="[1]"), "attack 0402", "add RG", "resolve", "pass", "pass")
    assert len(session.legal()) == 1
    before = len(session)
    assert session.play_forced(most=1) == 1
    assert len(session) == before + 1 and session.history.last.auto
    assert session.history.saved_steps()[-1].auto


def test_schedules_and_boxes() -> None:
    session = past_plans()
    assert session.view("red").counter("R3").place == "reserve"  # type: ignore[union-attr]


def test_units_split_and_merge() -> None:
    session = into_movement()
    play(session, "select R2", "move 0101", "detach R1", "select R1'", "move 0202")
    assert session.state.get(Piece, "R1").place == "0102"
    assert session.state.get(Piece, "R1'").place == "0202"


@pytest.mark.parametrize(("fog", "known"), [(True, False), (False, True)])
def test_options_switch_rules(fog: bool, known: bool) -> None:
    session = scenario(fog=fog)
    assert (session.view("red").counter("BX") is not None) == known


def test_scenarios_switch_map_sequence_and_who_may_act() -> None:
    session = scenario("toy-mud")
    assert not GAME.knows(session.state, "red", Action("move", "hex", "0101")), "that half is not in play"
    play(session, "mine 0204", "mine 0504", "hold", "hold", "pass", "pass", "end", "end")
    assert session.view(None).turn == "Turn 2", "blue may not act on turn 1"


def test_movement_points_are_exact() -> None:
    session = play(into_movement(), "select R1")
    preview = session.preview("red", Action("move", "hex", "0302"))
    assert isinstance(preview, Preview) and preview.cost == 4, "two road hexes: 2 x 1/2 point, in quarters"
    assert preview.path == ("0102", "0202", "0302")


def test_hidden_units_are_met_in_execution_not_in_legality() -> None:
    session = play(into_movement(), "select R1")
    assert Action("move", "hex", "0303") in session.legal()
    play(session, "move 0303")
    assert session.state.get(Piece, "R1").place != "0303"
    assert session.view("red").counter("BX") is not None
    assert session.undo_needs_consent()


def test_the_log_verifies_itself() -> None:
    session = play(beside(), "attack 0402", "add R1", "resolve")
    save = saved(session)
    assert save.start.seed not in " ".join(event.text for _, event in session.log(None)).split()
    assert replay(loads(save.dumps()), GAME).history.digest(len(session)) == session.history.digest(
        len(session)
    )
