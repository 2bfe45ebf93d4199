"""What a long game asks of the window: a log that stays light, and a past that is worked out beside it."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.play import play_page
from app.play.panels import log_panel
from app.play.panels.log_panel import LogPanel, sentence
from app.rules.rule_library import rule_library
from engine.referee.event import Event
from engine.referee.session import Session
from engine.referee.visible_log import LogLine, VisibleLog
from tests.app.hands import Hands


class Record:
    """As much of a controller as the log needs."""

    def __init__(self, count: int) -> None:
        self.lines = [LogLine(at, Event("Said", f"sentence {at} of many")) for at in range(count)]
        self.log_is_whole = True
        self.session = SimpleNamespace(sides=())
        self.seat = SimpleNamespace(step=lambda number: SimpleNamespace(side=""))

    def log(self) -> list[LogLine]:
        return self.lines


@pytest.fixture
def panel(qtbot: QtBot) -> LogPanel:
    shown = LogPanel()
    qtbot.addWidget(shown)
    shown.resize(300, 400)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def shown(panel: LogPanel) -> list[str]:
    model = panel.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_only_the_end_of_a_long_log_is_laid_out(panel: LogPanel, qtbot: QtBot) -> None:
    record = Record(5000)
    panel.show_log(record)  # type: ignore[arg-type]
    everything = [sentence(line) for line in record.lines]
    assert shown(panel) == everything[-log_panel.TAIL :]
    bar = panel.list.verticalScrollBar()
    assert bar.value() == bar.maximum()
    top = shown(panel)[0]
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Home)
    bar.setValue(bar.minimum())
    assert shown(panel) == everything[-2 * log_panel.TAIL :]
    assert panel.list.indexAt(panel.list.viewport().rect().topLeft()).data() == top, "it stays in sight"


def test_a_search_looks_through_all_of_it(panel: LogPanel, qtbot: QtBot) -> None:
    record = Record(5000)
    panel.show_log(record)  # type: ignore[arg-type]
    qtbot.keyClicks(panel.search, "SENTENCE 77 ")
    assert shown(panel) == ["Sentence 77 of many"]
    panel.search.clear()
    assert len(shown(panel)) == log_panel.TAIL


def test_a_log_that_grows_lets_go_of_what_is_far_back(panel: LogPanel) -> None:
    record = Record(400)
    for _ in range(20):
        more = range(len(record.lines), len(record.lines) + 100)
        record.lines = record.lines + [LogLine(at, Event("Said", f"sentence {at}")) for at in more]
        panel.show_log(record)  # type: ignore[arg-type]
        assert shown(panel)[-1] == sentence(record.lines[-1])
        assert len(shown(panel)) <= 2 * log_panel.TAIL
    record.lines = record.lines[:320]
    panel.show_log(record)  # type: ignore[arg-type]
    assert shown(panel) == [sentence(line) for line in record.lines][-log_panel.TAIL :]


def test_the_log_is_the_same_as_if_read_anew(hands: Hands) -> None:
    """Whatever is done, taken back by agreement and done otherwise."""
    session, chance = hands.controller.session, Random(5)
    told, read = VisibleLog(session), 0
    sides = tuple(session.state.scenario.sides)
    for _ in range(160):
        deed = chance.random()
        if deed < 0.25 and len(session):
            session.undo(sides)
        elif deed < 0.4 and session.can_redo:
            session.redo()
        elif session.choice is not None:
            session.submit(session.choice.side, chance.choice(session.legal()))
        if chance.random() < 0.7:
            side = chance.choice((*sides, None)) if chance.random() < 0.3 else sides[0]
            anew = [LogLine(at, event) for at, event in session.log(side)]
            assert told.lines(side, 0) == anew
            read += 1
    assert read > 50 and session.takebacks


def test_only_what_is_new_is_read(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    session = hands.controller.session
    told = VisibleLog(session)
    told.lines("red", 0)
    asked: list[int] = []
    log = Session.log
    monkeypatch.setattr(
        Session, "log", lambda self, side, since=0: asked.append(since) or log(self, side, since)
    )
    assert session.choice is not None
    session.submit(session.choice.side, session.legal()[0])
    told.lines("red", 0)
    assert asked == [1]


def test_the_rules_are_read_before_they_are_asked_for(
    hands: Hands, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_page, "SETTLED_AFTER", 1)
    rule_library.cache_clear()
    hands.sit_down()
    room = rule_library(hands.controller.session.game.key)
    qtbot.waitUntil(lambda: "rulebook" in vars(room))


def test_a_position_is_worked_out_beside_the_window(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.reach_movement()
    hands.window.files.save_to(tmp_path / "bridge.startline")
    threads: list[threading.Thread] = []
    legal = Session.legal
    monkeypatch.setattr(
        Session, "legal", lambda self: threads.append(threading.current_thread()) or legal(self)
    )
    hands.window.files.open_file(tmp_path / "bridge.startline")
    assert threads and threads[0] is not threading.main_thread()


def test_the_first_undo_shows_the_whole_log_afterwards(
    hands: Hands, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.reach_movement()
    hands.window.files.save_to(tmp_path / "bridge.startline")
    monkeypatch.setattr("app.saving.open_game.REPLAY_UP_TO", 0)
    hands.window.files.open_file(tmp_path / "bridge.startline")
    assert not hands.controller.log_is_whole
    hands.window.table.ask_consent = tuple
    lines = len(hands.window.table.log.model.lines)
    hands.window.actions_by_key["undo"].trigger()
    qtbot.waitUntil(lambda: len(hands.window.table.log.model.lines) > lines)
    assert hands.controller.log_is_whole and len(hands.controller.session) == 5
