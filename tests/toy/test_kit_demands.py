"""What the kit offers and the next games need, shown once each by the Relief."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.mechanics.pools import left
from engine.referee import Action, Counter, Due, Preview, marked
from engine.referee.session import Refused, Session
from tests.toy.powers import BANK, POINTS, OnBank
from tests.toy.records import Piece
from tests.toy.staff import GUNS, AllotStaff, StaffOrders, hidden_by
from tests.toy.test_demands import GAME, play, scenario


def relief() -> Session:
    """Both mines are laid, and no unit is transferred."""
    return play(scenario("toy-relief"), "mine 0101", "mine 0504", "done")


def staff_orders(red: str = "guns", blue: str = "guns") -> Session:
    session = relief()
    for purpose in (red, blue):
        play(session, f"give {purpose}", "give guns", "done")
    return session


def in_movement() -> Session:
    return play(staff_orders(), "done", "done", "hold", "hold", "pass", "pass")


def refused(session: Session, action: Action) -> set[str]:
    assert session.choice is not None
    answer = session.submit(session.choice.side, action)
    assert isinstance(answer, Refused), f"{action} is accepted"
    return {refusal.case for refusal in answer.refusals}


def test_points_are_allotted_in_secret_and_shown_together() -> None:
    session = play(relief(), "give guns", "give scouts", "done")
    assert isinstance(session.choice, AllotStaff) and session.choice.side == "blue"
    assert left(session.state, "red", GUNS) == 0, "nothing counts before both have answered"
    assert not any("guns" in event.text for _, event in session.log("blue"))
    play(session, "give guns", "take_back guns", "give guns", "give guns", "done")
    assert [left(session.state, side, GUNS) for side in ("red", "blue")] == [1, 2]


def test_a_region_is_listed_refused_previewed_and_labelled() -> None:
    session = staff_orders()
    assert isinstance(session.choice, StaffOrders)
    hills = Action("harass", "region", "hills")
    assert hills in session.legal()
    assert refused(session, Action("harass", "region", "east")) == {"8.2"}
    assert refused(session, Action("harass", "region", "nowhere")) == {"referee"}
    preview = session.preview("red", hills)
    assert isinstance(preview, Preview) and "the hills" in preview.text
    assert session.choice.label(session.state, hills) == "Harass the hills"


def test_a_region_changes_what_a_step_costs() -> None:
    session = play(staff_orders(), "harass hills", "done", "done")
    assert OnBank(session.state, "B1").cost("0402", "0302") == 2 + 4
    assert OnBank(session.state, "R1").cost("0202", "0302") == 2, "only for the enemy"


def test_hills_hide_what_is_behind_them() -> None:
    session = staff_orders()
    assert hidden_by(session.state, "0402", "0102") == ("0302",)
    assert not hidden_by(session.state, "0302", "0102"), "from the hill one looks down"
    assert Action("harass", "region", "east") not in session.legal(), "red stands below the hills"
    play(session, "done")
    west = Action("harass", "region", "west")
    assert west not in session.legal(), "the rangers on them are concealed, and the fire would betray them"


def test_a_look_into_the_cup_is_for_one_side() -> None:
    session = staff_orders("scouts", "guns")
    before = len(session.log("red"))
    play(session, "scout")
    seen = [event.text for _, event in session.log("red")[before:]]
    heard = [event.text for _, event in session.log("blue")[-1:]]
    assert any(chit in text for text in seen for chit in ("red,", "blue", "red"))
    assert seen != heard, "blue only hears that red looked"
    assert session.undo_needs_consent(), "what was seen cannot be unseen"


def test_what_one_side_finds_out_the_other_does_not_learn() -> None:
    session = play(
        scenario("toy-relief"), "mine 0101", "mine 0304", "done", "give scouts", "give guns", "done"
    )
    play(session, "give guns", "give guns", "done")
    assert [marker.id for marker in session.view("red").markers] == ["mine red"]
    blue = session.view("blue")
    play(session, "search hills")
    assert [marker.id for marker in session.view("red").markers] == ["mine red", "mine blue"]
    assert session.view("blue") == replace(blue, tracks=session.view("blue").tracks), (
        "only the points are fewer"
    )
    assert not any("0304" in event.text for _, event in session.log("blue") if "searches" in event.text)
    assert session.undo_needs_consent()


def test_the_units_of_a_power_share_a_bank() -> None:
    session = in_movement()
    assert left(session.state, "guard", POINTS) == left(session.state, "militia", POINTS) == BANK
    play(session, "select R1", "move 0202")
    assert left(session.state, "guard", POINTS) == BANK - 2, "half a point along the road"
    assert left(session.state, "militia", POINTS) == BANK
    assert OnBank(session.state, "RG").budget() == 12, "no unit has more than its own allowance"
    tracks = {track.title: (track.value, track.power) for track in session.view("blue").tracks}
    assert tracks[f"the Guard: {POINTS}"] == (str(BANK - 2), "guard")


def test_powers_have_their_own_counters() -> None:
    powers = {counter.id: counter.power for counter in relief().view(None).counters}
    assert powers["R1"] == "guard" and powers["R2"] == "militia" and powers["B1"] == ""


def test_a_box_is_a_target_and_has_room_for_so_many() -> None:
    session = play(scenario("toy-relief"), "mine 0101", "mine 0504", "transfer R3")
    assert Action("to", "box", "reserve") in session.legal()
    assert refused(session, Action("to", "box", "depot")) == {"10.1"}
    play(session, "to reserve")
    counter = session.view("red").counter("R3")
    assert isinstance(counter, Counter) and counter.place == "reserve"


def until_turn(session: Session, turn: str) -> Session:
    while session.view(None).turn != turn:
        ends = [a for a in session.legal() if a.verb in ("end", "pass", "hold", "done", "give")]
        play(session, str(ends[-1]))
    return session


def test_an_arrival_has_its_moment_in_the_turn() -> None:
    session = play(scenario("toy-relief"), "mine 0101", "mine 0504", "transfer R3", "to reserve", "done")
    until_turn(session, "Turn 2")
    assert session.state.get(Piece, "R3").place == "reserve", "it is due in the evening of turn 2"
    until_turn(session, "Turn 3")
    assert session.state.get(Piece, "R3").place == "0102"


def test_a_unit_in_the_depot_misses_its_turn() -> None:
    session = until_turn(relief(), "Turn 3")
    assert session.state.get(Piece, "R3").place == "depot"
    assert session.state.get(Due, "R3 comes").turn == 3


def test_marks_of_a_unit_hold_for_those_that_replace_it() -> None:
    session = play(staff_orders(), "done", "done", "hold", "hold", "dig R1", "pass", "pass")
    play(session, "select RG", "move 0101", "detach R1")
    assert marked(session.state, "R1", "dug in") and marked(session.state, "R1'", "dug in")
    play(session, "select R1'", "move 0202")
    assert marked(session.state, "R1", "dug in") and not marked(session.state, "R1'", "dug in")


def test_what_a_side_cannot_see_is_dealt_out_anew() -> None:
    session = relief()
    shuffled = GAME.reshuffle(session.state, "red", Random(3))
    assert shuffled.get(Piece, "BX").place != session.state.get(Piece, "BX").place
    assert GAME.view(shuffled, "red") == GAME.view(session.state, "red")


def test_a_step_is_paid_when_it_is_taken() -> None:
    """The windows of a walk: a mine found after the first step leaves the rest of the points in the bank."""
    session = play(scenario("toy-relief"), "mine 0104", "mine 0202", "done")
    for _ in range(2):
        play(session, "give guns", "give guns", "done")
    play(session, "done", "done", "hold", "hold", "pass", "pass", "select R1", "move 0302")
    assert session.state.get(Piece, "R1").place == "0202"
    assert left(session.state, "guard", POINTS) == BANK - 2
