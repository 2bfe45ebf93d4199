"""Units off the map that are the answer to a decision, as counters in the decision bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from app.map.counters.counter_art import CounterArt
from app.play.answer_keys import draw_key
from app.play.play_controller import PlayController
from app.play.targets import Offer
from engine.mechanics.plural import counted
from engine.referee.action import Action

PICTURE: Final = 42
CELL: Final = 62
"""Pixels of width for a counter with its name; more with larger text."""
FEWEST: Final = 1
"""Counters, or a menu of them, that are shown in any case."""


class CounterButton(QToolButton):
    """A counter with its name below and the number of its key in the corner."""

    key = 0

    def __init__(self, offers: Sequence[Offer]) -> None:
        super().__init__()
        self.setObjectName("counterAnswer")
        self.offer = offers[0]
        self.setProperty("offered", self.offer.action)
        self.setAccessibleName(self.offer.label)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(PICTURE, PICTURE))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_key(self, self.key)


class CounterStrip(QWidget):
    """As many counters as have room beside each other; the rest are in a menu."""

    chosen = Signal(object)
    considered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Units off the map")
        self._art = CounterArt()
        self._controller: PlayController | None = None
        self.units: dict[str, list[Offer]] = {}
        """What can be done with each unit."""
        self.buttons: list[CounterButton] = []
        self.more: QToolButton | None = None
        self.changed = False
        """Must the strip be laid out again?"""
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self.hide()

    def show_units(self, offers: Sequence[Offer], controller: PlayController) -> None:
        """Take these as answers; they are laid out by `fit`."""
        units: dict[str, list[Offer]] = {}
        for offer in offers:
            units.setdefault(offer.action.target, []).append(offer)
        self.changed = units != self.units
        self._controller, self.units = controller, units

    @property
    def cell(self) -> int:
        """The width of a counter with its name."""
        return max(CELL, self.fontMetrics().averageCharWidth() * 9)

    def fit(self, width: int) -> None:
        """Show as many as have room in this width."""
        most = max(FEWEST, width // self.cell)
        names = list(self.units)
        shown = names if len(names) <= most else names[: most - 1]
        if not self.changed and [button.offer.action.target for button in self.buttons] == shown:
            return
        self.changed = False
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons, self.more = [self._button(name) for name in shown], None
        for button in self.buttons:
            self._layout.addWidget(button)
            button.show()
        rest = names[len(shown) :]
        if rest:
            self.more = self._rest(rest)
            self._layout.addWidget(self.more)
            self.more.show()
        self.setVisible(bool(names))

    def sizeHint(self) -> QSize:
        width = len(self.buttons) * (self.cell + self._layout.spacing())
        if self.more is not None:
            width += max(self.cell, self.more.minimumWidth()) + self._layout.spacing()
        return QSize(width, super().sizeHint().height())

    def _button(self, unit: str) -> CounterButton:
        offers = self.units[unit]
        button = CounterButton(offers)
        button.setFixedWidth(self.cell)
        button.setText(
            button.fontMetrics().elidedText(self._name(unit), Qt.TextElideMode.ElideRight, self.cell - 8)
        )
        button.setIcon(self._icon(unit))
        button.installEventFilter(self)
        if len(offers) == 1:
            button.clicked.connect(lambda _=False: self.chosen.emit(offers[0].action))
        else:
            menu = QMenu(button)
            self._fill(menu, offers)
            button.clicked.connect(lambda _=False: menu.popup(button.mapToGlobal(button.rect().bottomLeft())))
        return button

    def _rest(self, units: Sequence[str]) -> QToolButton:
        more = QToolButton()
        more.setObjectName("answers")
        more.setText(f"+{len(units)}")
        more.setAccessibleName(counted(len(units), "more unit"))
        more.setToolTip(counted(len(units), "more unit"))
        more.setFixedWidth(self.cell)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(more)
        menu.aboutToShow.connect(lambda: self._fill_once(menu, units))
        more.setMenu(menu)
        return more

    def _fill_once(self, menu: QMenu, units: Sequence[str]) -> None:
        """Pictures take a while to draw: not before somebody looks."""
        if menu.isEmpty():
            self._fill(menu, [offer for unit in units for offer in self.units[unit]])

    def _fill(self, menu: QMenu, offers: Sequence[Offer]) -> None:
        for offer in offers:
            entry = menu.addAction(self._icon(offer.action.target), offer.label)
            entry.triggered.connect(lambda _=False, action=offer.action: self.chosen.emit(action))
            entry.hovered.connect(lambda action=offer.action: self.considered.emit(action))

    def _name(self, unit: str) -> str:
        counter = self._controller.view.counter(unit) if self._controller is not None else None
        return (counter.short or counter.name) if counter is not None else unit

    def _icon(self, unit: str) -> QIcon:
        controller = self._controller
        counter = controller.view.counter(unit) if controller is not None else None
        if controller is None or counter is None:
            return QIcon()
        return QIcon(self._art.pixmap(controller.counter_style.face(counter), PICTURE))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        action = watched.property("offered")
        if action is not None:
            if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
                self.considered.emit(Action(*action))
            elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
                self.considered.emit(None)
        return super().eventFilter(watched, event)
