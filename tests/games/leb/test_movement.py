"""What previews and the log say of movement and landings."""

from __future__ import annotations

import pytest

from engine import games
from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.session import Accepted, Session, Start


def begun(example: str) -> Session:
    """A game that begins with the position of a worked example."""
    game = games.game("leb")
    text = (game.examples_path() / f"{example}.toml").read_text(encoding="utf-8")
    return Session.begin(game, Start("leb", "position", "", text, "a"))


@pytest.mark.case("leb 5.6-a")
def test_the_preview_tells_how_many_steps_are_lost_in_the_mountains() -> None:
    session = begun("5.6-a-breakdown")
    session.submit("allied", Action("select", "unit", "T11"))
    texts = {}
    for there in ("E4311", "E4309"):
        preview = session.preview("allied", Action("move", "hex", there))
        assert isinstance(preview, Preview)
        texts[there] = preview.text
    assert "lost" not in texts["E4311"]
    assert texts["E4309"].endswith("; 1 step lost in the mountains (5.6-a)")


@pytest.mark.case("leb 12.3-a")
def test_the_log_cites_the_rule_by_which_an_army_lands() -> None:
    session = begun("12.3-b-own-army")
    land = [Action("land", "unit", "western-3-us"), Action("land", "hex", "E1543")]
    answer = session.submit("allied", *land)
    assert isinstance(answer, Accepted)
    assert [event.case for event in answer.events if event.what == "UnitLanded"] == ["12.3-a"]
