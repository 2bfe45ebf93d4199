"""Whether a game hides anything from one of its sides."""

from __future__ import annotations

from engine import games
from engine.referee.hidden_information import keeps_secrets, open_table_shows_more
from engine.referee.session import Session, Start


def test_a_question_a_log_or_a_unit_can_be_hidden() -> None:
    game = games.game("toy")
    text = game.scenario_text("toy-bridge")
    session = Session.begin(game, Start("toy", "scenario", "toy-bridge", text, "x", {"fog": False}))
    assert keeps_secrets(session), "the question itself is secret"
    open_text = (
        'game = "toy"\ncase = "2.1"\ntitle = "open"\nside = "red"\nsegment = "movement"\n'
        '[[unit]]\nkey = "R1"\nside = "red"\nplace = "0102"\n'
        '[[unit]]\nkey = "B1"\nside = "blue"\nplace = "0402"\n'
    )
    calm = Session.begin(game, Start("toy", "position", "open", open_text, "x"))
    assert not keeps_secrets(calm) and not open_table_shows_more(calm)
    hidden = Session.begin(
        game, Start("toy", "position", "hidden", open_text.replace('"0402"', '"0402"\nconcealed = true'), "x")
    )
    assert keeps_secrets(hidden) and open_table_shows_more(hidden), "blue's unit is concealed"
