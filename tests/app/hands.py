"""Hands to play the toy game with: real mouse and key events, offscreen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.play_controller import PlayController

SEED = "the dice of the tests"


class Hands:
    """What a player does at the window."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window = window
        self.qtbot = qtbot

    @property
    def controller(self) -> PlayController:
        assert self.window.table.controller is not None
        return self.window.table.controller

    def sit_down(self, scenario: str = "toy-bridge") -> None:
        """Begin a game with known dice."""
        card = next(card for card in self.window.library.cards() if card.key == scenario)
        self.window.game.play(self.window.library.set_up(card, seed=SEED))
        self.window.table.remind = False
        self.qtbot.wait(1)

    def click_hex(self, hex_id: str) -> None:
        """Click into the middle of a hex."""
        view, printed_map = self.window.table.map, self.window.table.printed_map
        assert printed_map is not None
        point = view.mapFromScene(printed_map.geometry.centre(hex_id))
        assert view.viewport().rect().contains(point), f"{hex_id} is out of sight"
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    def press(self, label: str) -> None:
        """Click the button of the decision bar with this label."""
        button = next(button for button in self.window.table.bar.buttons if button.text() == label)
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def pick(self, label: str) -> None:
        """Choose from the menu that a click has opened."""
        menu = self.window.table.menu
        assert menu is not None, "no menu is open"
        entry = next(action for action in menu.actions() if action.text() == label)
        self.qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())

    def key(self, key: Qt.Key, on: QWidget | None = None) -> None:
        """Press a key on the map, or somewhere else."""
        self.qtbot.keyClick(on or self.window.table.map, key)

    def reach_movement(self) -> None:
        """Play the toy game up to red's first movement segment."""
        self.click_hex("0404")
        self.click_hex("0101")
        self.press("Storm")
        self.press("Hold")
        for _ in range(2):
            self.press("Pass")
        decision = self.controller.decision
        assert decision is not None and decision.path[-1] == "Movement", decision
