"""A save that was changed with care: what differs is said in a sentence, with both ways to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine import games
from engine.referee.refusal import RulesBug
from engine.referee.ruling import Correction
from engine.referee.save import restore
from engine.referee.save_check import check_position
from engine.referee.session import Session
from tests.hostile.doctored import WAYS, doctored, without_units
from tests.hostile.saves import play_on, sound_session
from tests.toy.records import Piece


def opened(change: Callable[[Any], object]) -> Session:
    return restore(doctored(sound_session(), change), games.game)


@pytest.mark.parametrize("way", WAYS)
def test_every_change_is_noticed_and_told(way: str) -> None:
    session = opened(WAYS[way])
    found = check_position(session.game, session.start, session.history.saved_steps(), session.state)
    assert not found.fits and not found.stopped
    said = found.words()
    assert said.startswith("The saved position differs from what the actions lead to: ") and said.endswith(
        "."
    )
    assert found.replayed.history.digest(len(found.replayed)) == sound_session().history.digest(
        len(sound_session())
    )
    play_on(found.replayed, 5)


def test_a_sound_save_fits() -> None:
    session = sound_session()
    found = check_position(session.game, session.start, session.history.saved_steps(), session.state)
    assert found.fits


def test_missing_units_are_counted_and_named_where_everybody_sees_them() -> None:
    session = sound_session()
    seen = [{counter.id for counter in session.view(side).counters} for side in ("red", "blue")]
    gone = list(session.state.all(Piece))[-5:]
    doctored_session = opened(without_units(5))
    entries = doctored_session.history.saved_steps()
    found = check_position(session.game, session.start, entries, doctored_session.state)
    said = found.words()
    assert "5 units missing" in said
    for key in gone:
        assert (f"Piece {key}" in said) == all(key in view for view in seen), said


def test_the_saved_position_becomes_a_branch_with_a_correction_in_its_log() -> None:
    session = opened(WAYS["a unit has another step"])
    found = check_position(session.game, session.start, session.history.saved_steps(), session.state)
    branch = found.as_branch({"red": "Kim", "blue": "Robin"})
    assert branch is not None and branch.state.tables == session.state.tables
    assert isinstance(branch.history.last.ruling, Correction) and len(branch) == len(session) + 1
    told = [event.text for _, event in branch.log(None) if event.what == "PositionCorrected"]
    assert "Kim (Red) and Robin (Blue)" in told[-1] or "Kim (red) and Robin (blue)" in told[-1]
    assert found.as_branch({}) is None, "nobody agreed"


def test_actions_that_cannot_be_done_again_are_told_with_the_first_of_them() -> None:
    session = sound_session()
    entries = session.history.saved_steps()
    del entries[3]
    found = check_position(session.game, session.start, entries, session.state)
    assert found.stopped and f"after action {len(found.replayed)}" not in found.stopped
    assert found.words().startswith("The saved position cannot be reached by the saved actions: Action ")
    assert found.as_branch({"red": "Kim", "blue": "Robin"}) is None


def test_some_of_these_positions_break_the_rules() -> None:
    """Otherwise the window is not tried with anything that hurts."""
    broken = 0
    for change in WAYS.values():
        session = opened(change)
        try:
            session.legal()
            session.view("red")
        except RulesBug:
            broken += 1
    assert broken
