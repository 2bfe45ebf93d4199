"""An overlay that belongs to the hex under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from tests.app.hands import Hands
from tests.app.play.players.test_secret_answers import example


def test_the_sight_of_a_spotter_follows_the_pointer(window: MainWindow, qtbot: QtBot) -> None:
    window.game.play(example("avl", "spot.range2"))
    hands, overlays = Hands(window, qtbot), window.table.overlays
    qtbot.wait(1)
    assert next(switch for switch in overlays.all() if switch.key == "point").keys == "P"
    hands.key(Qt.Key.Key_P)
    titles = []
    for place in ("1634", "1734"):
        window.table.map.hex_hovered.emit(place, QPointF())
        titles.append([row.title for row in overlays.legend.rows])
    assert titles[0][0].startswith("Spotted from 1634, level") and titles[1][0].startswith(
        "Spotted from 1734"
    )
    window.table.map.hex_hovered.emit("", QPointF())
    assert [row.title for row in overlays.legend.rows] == titles[1], (
        "it stays when the pointer leaves the map"
    )
    hands.key(Qt.Key.Key_P)
    assert not any("Spotted from" in row.title for row in overlays.legend.rows)


def test_a_game_without_it_has_no_such_switch(hands: Hands) -> None:
    assert all(switch.key != "point" for switch in hands.window.table.overlays.all())
