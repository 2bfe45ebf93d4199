"""What is concealed stays so until the rules show it, and what was shown cannot be unseen by a free undo."""

from __future__ import annotations

from random import Random

from engine.referee import Action, Preview
from engine.referee.session import Session
from tests.toy.records import Piece
from tests.toy.test_demands import play, position, scenario

SIDES = ("red", "blue")

STACK = """
game = "toy"
case = "5.1"
title = "A concealed unit stands with a known one"
side = "red"
segment = "combat"
dice = {dice}
mark = [{marks}]
unit = [
    {{key = "R1", side = "red", place = "0502"}},
    {{key = "B1", side = "blue", place = "0402"}},
    {{key = "BX", side = "blue", place = "0402", concealed = true}},
]
"""


def stack(dice: str = "[]", marks: str = "") -> Session:
    return position(STACK.format(dice=dice, marks=marks))


def seen(session: Session, side: str) -> set[str]:
    return {counter.id for counter in session.view(side).counters}


def test_a_loss_that_shows_a_unit_is_not_taken_back_freely() -> None:
    session = play(stack("[6]"), "attack 0402", "add R1", "resolve", "pass", "pass", "lose BX")
    assert "BX" in seen(session, "red")
    assert session.undo_needs_consent()


def test_what_a_concealed_defender_does_is_no_modifier() -> None:
    dug_in = '{subject = "BX", name = "dug in", scope = "until it moves"}'
    told = [play(stack(marks=marks), "attack 0402", "add R1") for marks in ("", dug_in)]
    previews = [session.preview("red", Action("resolve")) for session in told]
    assert isinstance(previews[0], Preview) and previews[0] == previews[1]


def test_a_concealed_unit_in_a_mine_is_known_from_then_on() -> None:
    session = play(scenario(), "mine 0304", "mine 0101", "hold", "hold", "pass", "pass", "end", "end")
    play(session, "select BX", "move 0304")
    assert any("BX" in event.text for _, event in session.log("red"))
    assert "BX" in seen(session, "red") and session.undo_needs_consent()


def test_whoever_finds_a_concealed_unit_is_known_to_it() -> None:
    text = STACK.format(dice="[]", marks="").replace("combat", "movement")
    text = text.replace('"0402", concealed', '"0503", concealed').replace(
        '"0502"', '"0504", concealed = true'
    )
    session = play(position(text), "select R1", "move 0503")
    assert "BX" in seen(session, "red") and "R1" in seen(session, "blue")
    assert session.undo_needs_consent()


OVERSTACKED = """
game = "toy"
case = "5.1"
title = "A third unit arrives where a concealed one stands"
side = "blue"
segment = "combat"
unit = [
    {{key = "B1", side = "blue", place = "0504"}},
    {{key = "R1", side = "red", place = "0102"}},
    {{key = "RX", side = "red", place = "{hidden}", concealed = true}},
    {{key = "R3", side = "red", place = "reserve"}},
]
due = [{{key = "R3 comes", turn = 2, what = "arrives", subject = "R3", place = "0102", side = "red"}}]
"""


def test_a_concealed_unit_that_makes_a_hex_too_full_is_seen_and_not_only_felt() -> None:
    asked, quiet = (play(position(OVERSTACKED.format(hidden=hidden)), "end") for hidden in ("0102", "0104"))
    assert asked.choice is not None and asked.choice.side == "blue"
    assert [action.target for action in asked.legal()] == ["R1", "RX", "R3"]
    assert "RX" in seen(asked, "blue") and asked.undo_needs_consent()
    assert "RX" not in seen(quiet, "blue")


def test_nothing_comes_into_sight_without_barring_the_way_back() -> None:
    shown = 0
    for seed in range(12):
        session, chance = scenario(seed=f"sight {seed}"), Random(seed)
        while session.choice is not None:
            hidden = {(side, unit) for side in SIDES for unit in session.state.all(Piece)}
            hidden -= {(side, unit) for side in SIDES for unit in seen(session, side)}
            session.submit(session.choice.side, chance.choice(session.legal()))
            if any(unit in seen(session, side) for side, unit in hidden):
                assert session.undo_needs_consent(), session.history.last.action
                shown += 1
    assert shown
