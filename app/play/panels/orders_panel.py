"""What a side has in hand and what it can do with it now: each kind of order with its price and its case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.play.offer_groups import OfferGroup, groups_of
from app.play.panels.odds_text import link
from app.play.panels.track_titles import titles_for
from app.play.play_controller import PlayController
from app.play.targets import Offer
from engine.referee.bill import BillLine
from engine.referee.view import Track

MOST_NUMBERS = 9
"""Numbers that get a button each; of more the decision bar has a menu."""


class OrdersPanel(QScrollArea):
    """Lists the kinds of orders; one that is pointed at on the map can be singled out there."""

    chosen = Signal(object)
    """The action of a button."""
    considered = Signal(object)
    narrowed = Signal(object)
    """The verb and kind whose targets alone are lit; None for everything."""
    case_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Orders")
        self._controller: PlayController | None = None
        self._stale = True
        self._shown: object = None
        self.buttons: list[QPushButton] = []

    @property
    def is_about_spending(self) -> bool:
        """Does everything that can be pointed at now use something up?"""
        controller = self._controller
        if controller is None:
            return False
        pointed = [group for group in groups_of(controller.offers, controller) if group.is_pointed_at]
        return bool(pointed) and all(group.prices(controller) for group in pointed)

    def show_orders(self, controller: PlayController) -> None:
        """Read the decision anew, now or when the panel comes forward."""
        self._controller, self._stale = controller, True
        if self.isVisible():
            self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()

    def _fill(self) -> None:
        controller = self._controller
        if controller is None or not self._stale:
            return
        self._stale = False
        # A secret answer is given in the panel that asks for it, where nothing shows what was chosen.
        groups = [] if controller.asked_in_secret else groups_of(controller.offers, controller)
        paid_from = {line.key: line for line in controller.bill()}
        held = [
            track
            for track in controller.view.tracks
            if track.side
            and track.side == controller.viewing_side
            and (not paid_from or track.key in paid_from)
        ]
        shown = (held, paid_from, groups, controller.singled_out, controller.decision)
        if shown == self._shown:
            return
        self._shown, self.buttons = shown, []
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        if held:
            layout.addLayout(_in_hand(held, titles_for(controller, held), paid_from))
            layout.addSpacing(8)
        heading = QLabel("What can be done" if groups else "Nothing can be done now.")
        heading.setObjectName("panelHeading" if groups else "quiet")
        layout.addWidget(heading)
        for group in groups:
            layout.addLayout(self._row(group, controller))
        layout.addStretch(1)
        self.setWidget(body)

    def _row(self, group: OfferGroup, controller: PlayController) -> QVBoxLayout:
        row = QVBoxLayout()
        row.setSpacing(2)
        if group.kind == "number" and 1 < len(group.offers) <= MOST_NUMBERS:
            numbers = QHBoxLayout()
            numbers.addWidget(QLabel(group.heading))
            for offer in group.offers:
                numbers.addWidget(self._button(offer.action.target, offer.label, offer))
            numbers.addStretch(1)
            row.addLayout(numbers)
        elif len(group.offers) == 1:
            row.addWidget(self._button(group.offers[0].label, group.offers[0].label, group.offers[0]))
        else:
            row.addWidget(self._switch(group, controller))
        words = " · ".join(
            f"{escape(str(price))} {link(price.case) if price.case else ''}".rstrip()
            for price in group.prices(controller)
        )
        if words:
            label = QLabel(f"from {words}" if len(group.offers) > 1 and group.kind == "number" else words)
            label.setObjectName("quiet")
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
            label.setAccessibleName(f"Price of {group.heading}")
            label.linkActivated.connect(self.case_clicked)
            row.addWidget(label)
        return row

    def _button(self, text: str, name: str, offer: Offer) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName("order")
        button.setAccessibleName(name)
        button.clicked.connect(lambda _=False: self.chosen.emit(offer.action))
        self.buttons.append(button)
        return button

    def _switch(self, group: OfferGroup, controller: PlayController) -> QPushButton:
        """Lights the targets of one order alone; pressed again, those of all."""
        button = QPushButton(f"{group.heading.rstrip(' …')}:  {group.targets()}")
        button.setObjectName("order")
        button.setAccessibleName(f"{group.heading}, {group.targets()}")
        this = (group.verb, group.kind)
        if group.is_pointed_at:
            button.setCheckable(True)
            button.setChecked(controller.singled_out == this)
            button.setToolTip("Light only these; press again for everything")
            button.clicked.connect(lambda on: self.narrowed.emit(this if on else None))
        else:
            button.setEnabled(False)
            button.setToolTip("Choose one in the bar above the map")
        self.buttons.append(button)
        return button


def _in_hand(
    held: list[Track], written: Callable[[str], str], paid_from: Mapping[str, BillLine]
) -> QGridLayout:
    """The tracks of the side, two columns, with what was paid in this phase.

    `written` says how a title is written.
    """
    grid = QGridLayout()
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(2)
    grid.setColumnStretch(1, 1)
    for row, track in enumerate(held):
        title = QLabel(written(track.title))
        title.setObjectName("quiet")
        line = paid_from.get(track.key)
        used = f" ({line.used} used of {line.start})" if line is not None and line.used > 0 else ""
        value = QLabel(f"<b>{escape(track.value)}</b>{used}")
        value.setWordWrap(True)
        value.setAccessibleName(f"{track.title}: {track.value}")
        grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(value, row, 1)
    return grid
