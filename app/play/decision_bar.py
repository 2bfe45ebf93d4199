"""The bar above the map: whose decision, where in the turn, what is asked, which answers need no map."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.map.counter_art import ink_on
from app.play.flow_layout import FlowLayout
from app.play.orders import groups_of
from app.play.play_controller import PlayController
from app.play.targets import Offer
from engine.referee.action import Action

MOST_BUTTONS: Final = 7
"""Answers that get a button of their own; the rest are in a menu."""
MOST_ALIKE: Final = 4
"""Of more answers that differ only in their target a menu is made."""
ENOUGH_LETTERS: Final = 34
"""A question that has less room than this beside the answers is asked above them."""


class Breadcrumb(QLabel):
    """Gives way when there is no room: its end, which says most, is what stays; pointing at it tells all."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("breadcrumb")
        self.setProperty("elides", True)

    def setText(self, text: str) -> None:  # noqa: N802
        super().setText(text)
        self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideLeft, self.width())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment(), shown)


class DecisionBar(QFrame):
    """Shows a decision and sends the answer that was clicked."""

    chosen = Signal(object)
    """The action of a button."""
    considered = Signal(object)
    """The action of the button under the pointer or with the focus, None when there is none."""
    summary_wanted = Signal()
    """The game is over, and somebody asks what it came to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("decisionBar")
        self.setAccessibleName("Decision")
        self._side = QLabel()
        self._side.setObjectName("sideChip")
        self._side.setAccessibleName("Side to decide")
        self._side.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._where = Breadcrumb()
        self._where.setAccessibleName("Place in the sequence of play")
        self._prompt = QLabel()
        self._prompt.setObjectName("prompt")
        self._prompt.setAccessibleName("Question")
        self._prompt.setWordWrap(True)
        self._prompt.setTextFormat(Qt.TextFormat.PlainText)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self._where)
        words.addWidget(self._prompt)
        self._answers = FlowLayout(6)
        question = QHBoxLayout()
        question.setSpacing(12)
        question.addWidget(self._side)
        question.addLayout(words, 1)
        layout = self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(12)
        layout.addLayout(question, 1)
        layout.addLayout(self._answers)
        self.summary = QPushButton("What it came to")
        self.summary.setAccessibleName("What the game came to")
        self.summary.setToolTip("Losses, strength, ground and luck by turn")
        self.summary.clicked.connect(lambda _=False: self.summary_wanted.emit())
        self.summary.hide()
        layout.addWidget(self.summary)
        self._prompt.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.buttons: list[QPushButton] = []
        self._offers: list[Offer] = []

    def show_decision(self, controller: PlayController) -> None:
        """Read the decision anew."""
        decision = controller.decision
        self.summary.setVisible(decision is None)
        if decision is None:
            outcome = controller.outcome
            winner = (
                controller.side_title(outcome.winner) if outcome is not None and outcome.winner else "Nobody"
            )
            self._set_side("Game over", "#6f6a60")
            self._where.setText(controller.title)
            self._prompt.setText(outcome.text if outcome is not None else f"{winner} wins")
            self._set_offers([], controller)
            return
        self._set_side(controller.side_title(decision.side), controller.uniform.colour(decision.side))
        self._where.setText("  ›  ".join(_breadcrumb(controller.view.turn, decision.path)))
        self._prompt.setText(_sentence(decision.prompt))
        self._set_offers(controller.plain_offers(), controller)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    def minimumSizeHint(self) -> QSize:
        """The bar can do with less than it would like: questions and answers go into several lines."""
        widest = max(self._side.sizeHint().width() * 2, self._answers.minimumSize().width())
        return QSize(widest + 24, super().minimumSizeHint().height())

    def _flow(self) -> None:
        """Answers stand beside the question, or below it where that would become a column of words."""
        asked = self._side.sizeHint().width() + self.fontMetrics().averageCharWidth() * ENOUGH_LETTERS
        narrow = self.width() < asked + self._answers.sizeHint().width()
        way = QBoxLayout.Direction
        self._layout.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    def offer_number(self, number: int) -> None:
        """Answer with the button of this number, counted from 1."""
        if 0 < number <= len(self.buttons) and self.buttons[number - 1].isEnabled():
            self.buttons[number - 1].click()

    def _set_side(self, text: str, colour: str) -> None:
        ink = ink_on(QColor(colour)).name()
        self._side.setText(text)
        self._side.setStyleSheet(f"background: {colour}; color: {ink};")

    def _set_offers(self, offers: list[Offer], controller: PlayController) -> None:
        if offers == self._offers:
            return
        self._offers = offers
        while (item := self._answers.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = []
        groups = groups_of(offers, controller)
        many = [group for group in groups if len(group.offers) > MOST_ALIKE]
        single = [offer for group in groups if group not in many for offer in group.offers]
        shown = single if len(single) <= MOST_BUTTONS else single[: MOST_BUTTONS - 1]
        for number, offer in enumerate(shown, start=1):
            button = QPushButton(offer.label)
            button.setAccessibleName(offer.label)
            button.setToolTip(f"{offer.label}  ({number})")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _=False, action=offer.action: self.chosen.emit(action))
            button.setProperty("offered", offer.action)
            button.installEventFilter(self)
            self._answers.addWidget(button)
            self.buttons.append(button)
        answers: list[QWidget] = [self.summary, *self.buttons]
        menus = [(group.heading.rstrip(" …:") + "…", group.offers) for group in many]
        if len(single) > len(shown):
            menus.append((f"{len(single) - len(shown)} more", tuple(single[len(shown) :])))
        for title, found in menus:
            menu = self._menu_button(title, found)
            self._answers.addWidget(menu)
            answers.append(menu)
        for before, after in pairwise(answers):
            self.setTabOrder(before, after)
        self._flow()
        self.considered.emit(None)

    def _menu_button(self, title: str, offers: Sequence[Offer]) -> QToolButton:
        rest = QToolButton()
        rest.setObjectName("answers")
        rest.setText(title)
        rest.setAccessibleName("More answers" if title.endswith("more") else title)
        rest.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(rest)
        for offer in offers:
            entry = menu.addAction(offer.label)
            entry.triggered.connect(lambda _=False, action=offer.action: self.chosen.emit(action))
            entry.hovered.connect(lambda action=offer.action: self.considered.emit(action))
        rest.setMenu(menu)
        return rest

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        action = watched.property("offered")
        if action is not None:
            if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
                self.considered.emit(Action(*action))
            elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
                self.considered.emit(None)
        return super().eventFilter(watched, event)


def _breadcrumb(turn: str, path: tuple[str, ...]) -> list[str]:
    """The turn and what is going on in it, without a title that only repeats the one before."""
    shown = [turn]
    for title in path:
        if title not in (shown[-1], turn.partition(" ")[0]):
            shown.append(title)
    return shown


def _sentence(prompt: str) -> str:
    return prompt[:1].upper() + prompt[1:]
