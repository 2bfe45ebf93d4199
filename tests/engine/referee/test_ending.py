"""A game that is given up or agreed to be a draw: recorded, saved, replayed, taken back by consent alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.referee import ruling as rulings
from engine.referee import save as saves
from engine.referee.action import Action
from engine.referee.ruling import LONGEST_NAME, AgreedDraw, Resignation, Ruling
from engine.referee.seat import Seat
from engine.referee.session import Accepted, Refused, Session, Start

BOTH = (("red", "Ada"), ("blue", "Max"))


def begun() -> Session:
    game = games.game("toy")
    text = game.scenario_text("toy-bridge")
    session = Session.begin(game, Start("toy", "scenario", "toy-bridge", text, "seed"))
    session.submit(session.deciding_side or "", session.legal()[0])
    return session


@pytest.mark.parametrize(
    ("ruling", "winner", "words"),
    [
        (Resignation("red", "Ada"), "blue", "Ada (Red) resigns: Blue wins"),
        (Resignation("blue"), "red", "Blue resigns: Red wins"),
        (AgreedDraw(BOTH), "", "A draw, as Ada (Red) and Max (Blue) agreed"),
    ],
)
def test_the_end_is_recorded_and_replayed(ruling: Ruling, winner: str, words: str, tmp_path: Path) -> None:
    session = begun()
    assert isinstance(session.rule(ruling), Accepted)
    assert session.deciding_side is None and session.legal() == []
    assert session.outcome is not None and (session.outcome.winner, session.outcome.text) == (winner, words)
    assert any(event.text == words for _, event in session.log(None))
    path = tmp_path / "ended.json"
    saves.write(saves.saved(session), path)
    saved = saves.read(path)
    again = saves.replay(saved, session.game)
    assert again.outcome == session.outcome and again.digest(len(again)) == session.digest(len(session))
    assert saves.restore(saved, lambda _: session.game).outcome == session.outcome
    assert rulings.parse(str(ruling)) == ruling


def test_after_the_end_nothing_goes_on_and_undo_needs_everybody() -> None:
    session = begun()
    session.rule(Resignation("red", "Ada"))
    assert isinstance(session.rule(Resignation("blue")), Refused)
    assert isinstance(session.rule(AgreedDraw(BOTH)), Refused)
    assert session.refusals("red", Action("pass"))[0].why == "The game is over"
    assert isinstance(session.undo(), Refused)
    assert session.undo(("red", "blue")) is None and session.outcome is None
    assert session.redo() is None and session.outcome is not None


@pytest.mark.parametrize(
    ("ruling", "why"),
    [
        (Resignation("green"), "does not play"),
        (Resignation("red", "x" * (LONGEST_NAME + 1)), "letters"),
        (AgreedDraw((("red", "Ada"),)), "blue must agree"),
        (AgreedDraw((("red", "Ada"), ("blue", " "))), "blue must agree"),
        (AgreedDraw((*BOTH, ("green", "Eve"))), "does not play"),
        (AgreedDraw((("red", "x" * (LONGEST_NAME + 1)), ("blue", "Max"))), "letters"),
    ],
)
def test_who_does_not_play_ends_nothing(ruling: Ruling, why: str) -> None:
    answer = begun().rule(ruling)
    assert isinstance(answer, Refused) and why in answer.refusals[0].why


@pytest.mark.parametrize("text", ['{"resign":1,"name":""}', '{"draw":{"red":1}}', '{"resign":"red"}'])
def test_a_damaged_end_is_one_sentence(text: str) -> None:
    with pytest.raises(BadInput):
        rulings.parse(text)


def test_the_score_is_told_only_after_the_game() -> None:
    session = begun()
    assert Seat(session, "red").score_sheets() == ()
    session.rule(Resignation("red", "Ada"))
    sheets = Seat(session, None).score_sheets()
    assert sheets and not any(sheet.decided for sheet in sheets), "it was not the score that decided"
