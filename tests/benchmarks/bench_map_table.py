"""Measures the table: from a click on a counter to its destinations, and a change of text size.

All of it happens in the window's thread, and is measured in the processor time of that thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from time import thread_time

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.main_window import MainWindow
from app.settings.preferences import scale_text
from engine import games
from engine.catalogue.scenario_text import loads
from engine.referee.action import Action
from engine.referee.session import Session, Start
from tests.benchmarks.bench_map import application
from tests.benchmarks.timing import Sampler

CLICKS = 6


@cache
def largest_scenario() -> Start:
    """The shipped scenario with the most units."""
    found = []
    for key in games.SHIPPED:
        game = games.game(key)
        for scenario in game.scenarios():
            text = game.scenario_text(scenario)
            found.append((len(loads(text).units), Start(key, "scenario", scenario, text, "bench")))
    return max(found, key=lambda pair: pair[0])[1]


@cache
def busy_session() -> Session:
    """A game in which several units can be selected and moved."""
    start = largest_scenario()
    session, chance = Session.begin(games.game(start.game), start), Random(44)
    best, most = session, -1
    for _ in range(300):
        choice, legal = session.choice, session.legal()
        if choice is None or most >= CLICKS:
            break
        count = len(list(movers(session)))
        if count > most:
            best, most = session.branch(len(session)), count
        session.submit(choice.side, chance.choice(legal))
    assert most > 0, "no unit can be picked up in the largest scenario"
    return best


def movers(session: Session) -> Iterator[Action]:
    """The actions that select a unit with hexes to choose from."""
    for action in session.legal():
        if action.kind == "unit":
            ahead = session.branch(len(session))
            assert ahead.choice is not None
            ahead.submit(ahead.choice.side, action)
            if any(option.kind == "hex" for option in ahead.legal()):
                yield action


@cache
def table() -> MainWindow:
    """The window with that game in it."""
    application()
    window = MainWindow("light", remember=False)
    window.actions_by_key["hot_seat"].setChecked(False)
    window.resize(1600, 1000)
    window.show()
    window.game.play(busy_session().branch(len(busy_session())))
    for _ in range(50):
        QApplication.processEvents()
    return window


def click_to_lit() -> Sampler:
    """The slowest of some clicks on counters, each until its destinations can be seen."""
    window = table()
    controller, view = window.table.controller, window.table.map
    assert controller is not None
    scene = view.map_scene()
    assert scene is not None
    places = {counter.id: counter.place for counter in controller.view.counters}
    hexes = [places[action.target] for action in movers(busy_session()) if action.target in places]
    hexes = [place for place in hexes if len(controller.offers_at(place)) == 1][:CLICKS]

    def sample() -> float:
        slowest = 0.0
        for place in hexes:
            view.go_to(place)
            while view.is_painting_ahead:
                QApplication.processEvents()
            point = view.mapFromScene(scene.geometry.centre(place))
            began = thread_time()
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
            view.viewport().repaint()
            slowest = max(slowest, thread_time() - began)
            assert controller.lit_hexes(), f"a click on {place} lit nothing"
            controller.undo()
        assert slowest, "no counter could be clicked"
        return slowest

    return sample


def referee_alone() -> Sampler:
    """The slowest of the same choices without a window."""
    session = busy_session()
    actions = list(movers(session))[:CLICKS]

    def sample() -> float:
        slowest = 0.0
        for action in actions:
            ahead = session.branch(len(session))
            assert ahead.choice is not None
            began = thread_time()
            ahead.submit(ahead.choice.side, action)
            ahead.legal()
            slowest = max(slowest, thread_time() - began)
        return slowest

    return sample


def change_text_size() -> Sampler:
    """Enlarge all text of the window by half, and back."""
    window = table()

    def sample() -> float:
        began = thread_time()
        scale_text(application(), 150)
        QApplication.processEvents()
        spent = thread_time() - began
        scale_text(application(), 100)
        QApplication.processEvents()
        assert window.isVisible()
        return spent

    return sample


def put_sheet_on_again() -> Sampler:
    """The time that Qt needs to apply the style sheet again."""
    window, app = table(), application()

    def sample() -> float:
        began = thread_time()
        app.setStyleSheet(app.styleSheet())
        spent = thread_time() - began
        assert window.isVisible()
        return spent

    return sample
