"""A window on the toy game and a player before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from tests.app.hands import Hands


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """The main window at its usual size, with the toy game in the library and no catalogue."""
    shown = MainWindow("light", remember=False)
    qtbot.addWidget(shown)
    shown.table.map.patient = True
    shown.preferences.set(animation="off", confirm=False)
    shown.actions_by_key["hot_seat"].setChecked(False)
    shown.resize(1280, 800)
    shown.set_library(ScenarioLibrary())
    with qtbot.waitExposed(shown):
        shown.show()
    yield shown


@pytest.fixture
def hands(window: MainWindow, qtbot: QtBot) -> Hands:
    """A player before a game of The Bridge."""
    player = Hands(window, qtbot)
    player.sit_down()
    return player


@pytest.fixture
def offered_only(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Watches the session: an action that it did not offer fails the test at once. Counts what was sent."""
    session, sent = hands.controller.session, 0
    submit = session.submit

    def watched(side, *actions, auto=False):
        nonlocal sent
        assert side == session.deciding_side
        for number, action in enumerate(actions):
            sent += 1
            ahead = session.look_ahead(*actions[:number])
            assert ahead is not None and action in ahead.legal(), f"{action} was sent but not offered"
        return submit(side, *actions, auto=auto)

    monkeypatch.setattr(session, "submit", watched)
    return lambda: sent
