"""The score is always in sight, and players are called by their names in the bar, the log and dialogs."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from engine import games
from engine.referee.session import Session, Start
from tests.app.hands import Hands


def game_on(window: MainWindow, key: str, scenario: str) -> None:
    game = games.game(key)
    window.game.play(
        Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), "score"))
    )


@pytest.mark.parametrize("key", list(games.keys()))
def test_every_scenario_shows_how_it_stands(key: str, window: MainWindow) -> None:
    for scenario in games.game(key).scenarios():
        game_on(window, key, scenario)
        assert window.score.isVisible()
        document = window.table.controller.document if window.table.controller is not None else None
        assert document is not None
        assert window.score.text() or not any(one.title for one in document.victory), scenario


def test_the_points_of_both_sides_stand_beside_each_other(window: MainWindow) -> None:
    game_on(window, "ddb", "ddb-carentan")
    controller = window.table.controller
    assert controller is not None
    for side in ("allied", "german"):
        track = controller.view.track(f"vp.{side}")
        assert track is not None and f"<b>{track.value}</b>" in window.score.text()
    assert "Victory points" in window.score.text() and "Victory points: Germany" in window.score.toolTip()


def test_names_stand_in_bar_log_and_dialogs(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    window.hotseat.notebook.name_players({"red": "Ada", "blue": "Max"})
    hands.reach_movement()
    assert "Ada" in window.table.bar._side.text()
    lines = [window.table.log.model.index(row).data() for row in range(window.table.log.model.rowCount())]
    assert any(line.startswith("Ada: ") for line in lines) and any(line.startswith("Max: ") for line in lines)
    asked: dict[str, str] = {}
    window.table.ask_consent = lambda sides: asked.update(sides) or ()
    window.table.undo()
    assert asked == {"red": "Ada (Red)", "blue": "Max (Blue)"}


def test_without_names_the_log_is_as_before(hands: Hands) -> None:
    hands.reach_movement()
    model = hands.window.table.log.model
    assert not any(model.index(row).data().startswith(("Red: ", "Blue: ")) for row in range(model.rowCount()))
