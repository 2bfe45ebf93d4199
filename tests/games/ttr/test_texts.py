"""What the players read: a number and the word behind it agree."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine import games
from engine.mechanics import counted
from engine.referee.session import Accepted, Session, Start

MANY = "points|steps|hexes|units|Actions|factors|turns|Points|counters"
WRONG = re.compile(rf"(?<![\d.,/:-])\b1 (?:\w+ )?(?:{MANY})\b")


@pytest.mark.parametrize(("number", "text"), [(0, "0 hexes"), (1, "1 hex"), (2, "2 hexes")])
def test_a_word_is_counted(number: int, text: str) -> None:
    assert counted(number, "hex") == text


@pytest.mark.parametrize("scenario", ["ttr-1-market-garden", "ttr-5-veritable"])
def test_one_is_not_many(scenario: str) -> None:
    game = games.game("ttr")
    start = Start("ttr", "scenario", scenario, game.scenario_text(scenario), "words")
    session, chance, read = Session.begin(game, start), Random("words"), []
    for _ in range(250):
        choice = session.choice
        assert choice is not None
        legal = session.legal()
        action = chance.choice(legal)
        read += [choice.prompt(session.state), choice.preview(session.state, action).text]
        answer = session.submit(choice.side, action)
        assert isinstance(answer, Accepted)
        read += [event.text for event in answer.events]
    assert [text for text in read if WRONG.search(text)] == []
    assert any(re.search(r"\b1 (?:movement point|Air Action)\b", text) for text in read)
