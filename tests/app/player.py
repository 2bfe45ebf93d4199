"""A player who does by hand whatever is offered: with the mouse, or with the keys alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QTreeWidgetItem, QWidget

from app.play.play_controller import Offer
from engine.referee.action import Action
from tests.app.hands import Hands

ENOUGH = 400
"""No game turn of the smallest scenarios takes as many actions."""


class Player:
    """Does whatever is offered by hand, and notes what the session got."""

    def __init__(self, hands: Hands, seed: str) -> None:
        self.hands = hands
        self.window = hands.window
        self.chance = Random(seed)
        self.tried: Counter[tuple[str, str]] = Counter()
        self.sent: list[tuple[str, Action]] = []
        session = hands.controller.session
        submit = session.submit

        def watched(side, *actions, auto=False):
            for number, action in enumerate(actions):
                ahead = session.look_ahead(*actions[:number])
                assert ahead is not None and action in ahead.legal(), f"{action} was sent but not offered"
                self.sent.append((side, action))
            return submit(side, *actions, auto=auto)

        session.submit = watched  # type: ignore[method-assign]

    def choose(self) -> Offer:
        """What was tried least, so that much of the game is seen and every phase comes to its end."""
        controller = self.hands.controller
        assert controller.decision is not None
        what = controller.decision.path[-1]
        least = min(self.tried[what, offer.action.verb] for offer in controller.offers)
        found = [o for o in controller.offers if self.tried[what, o.action.verb] == least]
        offer = self.chance.choice(found)
        self.tried[what, offer.action.verb] += 1
        return offer

    def turn_over(self, act: Callable[[Offer], None]) -> None:
        """Play until another game turn has begun."""
        turn = self.hands.controller.view.turn
        for _ in range(ENOUGH):
            controller = self.hands.controller
            if controller.decision is None or controller.view.turn.split(",")[0] != turn.split(",")[0]:
                return
            self.once(act)
        raise AssertionError(f"{turn} does not end")

    def once(self, act: Callable[[Offer], None]) -> None:
        """One action, of which the session gets exactly what was meant."""
        offer, before = self.choose(), len(self.sent)
        act(offer)
        assert [action for _, action in self.sent[before:]] == [offer.action], f"{offer} by hand"

    # by mouse

    def by_mouse(self, offer: Offer) -> None:
        table, action = self.window.table, offer.action
        drawn = self.hands.controller.drawn_by(action)
        if drawn:
            self.click_hexside(drawn[len(drawn) // 2])
            self.pick_if_asked(offer)
        elif offer in self.hands.controller.plain_offers():
            self.click_answer(offer)
        elif action.kind == "hexside":
            self.click_hexside(action.target)
            self.pick_if_asked(offer)
        else:
            hex_id = self.place_of(action)
            if hex_id in self.boxes():
                self.click_in_box(action.target)
            else:
                table.map.go_to(hex_id)
                self.hands.click_hex(hex_id)
            self.pick_if_asked(offer)

    def click_answer(self, offer: Offer) -> None:
        for button in self.window.table.bar.buttons:
            if button.text() == offer.label and Action(*button.property("offered")) == offer.action:
                self.hands.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
                return
        self.pick(self.menu_with(offer), offer.label)

    def menu_with(self, offer: Offer) -> QMenu:
        menus = [b.menu() for b in self.window.table.bar.findChildren(QToolButton) if b.menu() is not None]
        return next(m for m in menus if any(entry.text() == offer.label for entry in m.actions()))

    def click_hexside(self, name: str) -> None:
        view, printed_map = self.window.table.map, self.window.table.printed_map
        assert printed_map is not None
        here, _, there = name.partition("/")
        view.go_to(here)
        middle = (printed_map.geometry.centre(here) + printed_map.geometry.centre(there)) / 2
        inside = middle + (printed_map.geometry.centre(here) - middle) * 0.08
        point = view.mapFromScene(inside)
        self.hands.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    def place_of(self, action: Action) -> str:
        view = self.hands.controller.view
        if action.kind in ("hex", "hexside"):
            return action.target.partition("/")[0]
        if action.kind == "marker":
            return next(marker.place for marker in view.markers if marker.id == action.target)
        if action.kind == "region":
            return self.hands.controller.outlined_by(action)[0]
        counter = view.counter(action.target)
        assert counter is not None, action
        return counter.place

    def boxes(self) -> set[str]:
        return {box.key for box in self.hands.controller.view.boxes}

    def click_in_box(self, unit: str) -> None:
        tree = self.window.table.boxes.tree
        self.window.docks["boxes"].raise_()
        # A panel that lay behind others is read when it has come forward.
        self.hands.qtbot.waitUntil(lambda: self._in_box(unit) is not None)
        item = self._in_box(unit)
        assert item is not None
        tree.scrollToItem(item)
        where = tree.visualItemRect(item).center()
        self.hands.qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=where)

    def _in_box(self, unit: str) -> QTreeWidgetItem | None:
        tree = self.window.table.boxes.tree
        for row in range(tree.topLevelItemCount()):
            box = tree.topLevelItem(row)
            for number in range(box.childCount()):
                if box.child(number).data(0, Qt.ItemDataRole.UserRole) == unit:
                    return box.child(number)
        return None

    def pick_if_asked(self, offer: Offer) -> None:
        menu = self.window.table.menu
        if menu is not None and menu.isVisible():
            self.pick(menu, offer.label)

    def pick(self, menu: QMenu, label: str) -> None:
        entry = next(action for action in menu.actions() if action.text() == label)
        if not menu.isVisible():
            menu.popup(QPoint(50, 50))
        where = menu.actionGeometry(entry).center()
        self.hands.qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=where)

    # by keys

    def by_keys(self, offer: Offer) -> None:
        bar, action = self.window.table.bar, offer.action
        plain = [Action(*button.property("offered")) for button in bar.buttons]
        if action in plain:
            self.press(Qt.Key(Qt.Key.Key_0 + bar.buttons[plain.index(action)].key))
        elif offer in self.hands.controller.plain_offers():
            self.walk_menu(self.menu_with(offer), offer.label)
        elif self.place_of(action) in self.boxes():
            self.walk_box(action.target)
            menu = self.window.table.menu
            if menu is not None and menu.isVisible():
                self.walk_menu(menu, offer.label)
        else:
            self.walk_to(self.place_of(action))
            self.press(Qt.Key.Key_Return)
            menu = self.window.table.menu
            if menu is not None and menu.isVisible():
                self.walk_menu(menu, offer.label)

    def walk_to(self, hex_id: str) -> None:
        """Only arrow keys move the cursor: to the column and along it, or to the row first."""
        view, printed_map = self.window.table.map, self.window.table.printed_map
        assert printed_map is not None
        if not view.cursor_hex:
            self.press(Qt.Key.Key_Right)
        goal, centre = printed_map.geometry.centre(hex_id), printed_map.geometry.centre
        for _ in range(200):
            now = centre(view.cursor_hex)
            if view.cursor_hex == hex_id:
                return
            aside, along = now.x() - goal.x(), now.y() - goal.y()
            if abs(aside) > 1 and (printed_map.geometry.flat or abs(along) <= 1):
                self.press(Qt.Key.Key_Right if aside < 0 else Qt.Key.Key_Left)
            else:
                self.press(Qt.Key.Key_Down if along < 0 else Qt.Key.Key_Up)
        raise AssertionError(f"the cursor does not come to {hex_id}")

    def walk_box(self, unit: str) -> None:
        """Down the tree of boxes to the unit, and Enter."""
        tree = self.window.table.boxes.tree
        self.window.docks["boxes"].raise_()
        self.hands.qtbot.waitUntil(lambda: self._in_box(unit) is not None)
        tree.setFocus()
        self.press(Qt.Key.Key_Home, tree)
        for _ in range(ENOUGH):
            if tree.currentItem().data(0, Qt.ItemDataRole.UserRole) == unit:
                self.press(Qt.Key.Key_Return, tree)
                self.window.table.map.setFocus()
                return
            self.press(Qt.Key.Key_Down, tree)
        raise AssertionError(f"{unit} lies in no box")

    def walk_menu(self, menu: QMenu, label: str) -> None:
        if not menu.isVisible():
            menu.popup(QPoint(50, 50))
        entries: list[QAction] = menu.actions()
        for _ in range(1 + next(row for row, entry in enumerate(entries) if entry.text() == label)):
            self.press(Qt.Key.Key_Down, menu)
        self.press(Qt.Key.Key_Return, menu)

    def press(self, key: Qt.Key, on: QWidget | None = None) -> None:
        self.hands.key(key, on)
