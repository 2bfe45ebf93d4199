"""The bar above the map: whose decision, where in the turn, what is asked, which answers need no map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

from app.map.counters.counter_art import ink_on
from app.play.answer_keys import AnswerButton, AnswerKeys, AnswerMenuButton
from app.play.decision_buttons import DecisionButton, answers_of
from app.play.offer_groups import OfferGroup, groups_of
from app.play.panels.flow_layout import FlowLayout
from app.play.play_controller import PlayController
from app.play.targets import Offer
from engine.referee.action import Action

ENOUGH_LETTERS: Final = 46
"""With less room than this for the question, answers that are alike share a menu."""
FEWEST_LETTERS: Final = 34
"""A question that still has less room beside the answers is asked above them."""
PADDING: Final = 36
"""Pixels that a button has around its words, and that lie between the side, the question and the answers."""
WORDS_APART: Final = 1
LINES: Final = 3
"""The bar is as high as the place in the turn and a question of two lines, so that the map does not jump."""


CRUMBS_APART: Final = "  ›  "


class Breadcrumb(QLabel):
    """Gives way crumb by crumb when there is no room: its end, which says most, stays; pointing tells all."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("breadcrumb")
        self.setProperty("elides", True)

    def setText(self, text: str) -> None:  # noqa: N802
        super().setText(text)
        self.setToolTip(text)

    def set_crumbs(self, crumbs: Sequence[str]) -> None:
        """Where one is: the whole first, then its parts."""
        self.setText(CRUMBS_APART.join(crumbs))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())

    def shown(self) -> str:
        """What of it has room."""
        metrics, crumbs = self.fontMetrics(), self.text().split(CRUMBS_APART)
        for first in range(len(crumbs)):
            text = CRUMBS_APART.join(["…", *crumbs[first:]] if first else crumbs)
            if metrics.horizontalAdvance(text) <= self.width():
                return text
        return metrics.elidedText(crumbs[-1], Qt.TextElideMode.ElideRight, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment(), self.shown())


class DecisionBar(QFrame):
    """Shows a decision and sends the answer that was clicked."""

    chosen = Signal(object)
    """The action of a button."""
    considered = Signal(object)
    """The action of the button under the pointer or with the focus, None when there is none."""
    summary_wanted = Signal()
    """The game is over, and somebody asks for its result."""

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
        words.setSpacing(WORDS_APART)
        words.addStretch(1)
        words.addWidget(self._where)
        words.addWidget(self._prompt)
        words.addStretch(1)
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
        self.summary = QPushButton("Result")
        self.summary.setAccessibleName("Result of the game")
        self.summary.setToolTip("Who won and by what, turning points, luck, rematch")
        self.summary.clicked.connect(lambda _=False: self.summary_wanted.emit())
        self.summary.hide()
        layout.addWidget(self.summary)
        self._prompt.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.player_name: Callable[[str], str] = lambda side: ""
        """Who plays a side, by name."""
        self.buttons: list[AnswerButton] = []
        self._menus: list[AnswerMenuButton] = []
        self._keys = AnswerKeys()
        self._groups: list[OfferGroup] = []
        self._answered: list[DecisionButton] = []
        self._keep_height()

    def show_decision(self, controller: PlayController) -> None:
        """Read the decision anew."""
        decision = controller.decision
        self.summary.setVisible(decision is None)
        if decision is None:
            self._set_side("Game over", "#6f6a60")
            self._where.set_crumbs([controller.title])
            self._prompt.setText(controller.result_text)
            self._set_groups([])
            return
        title, player = controller.side_title(decision.side), self.player_name(decision.side)
        chip = title if player in ("", title) else f"{player}\n{title}"
        self._set_side(chip, controller.counter_style.colour(decision.side))
        self._where.set_crumbs(_breadcrumb(controller.view.turn, decision.path))
        question = _question(decision.prompt, decision.side, controller.side_title(decision.side))
        self._prompt.setText(f"{controller.read_only.rstrip('.')}." if controller.read_only else question)
        # A question across the table has its answers beside the hex that it is about.
        offers = [] if controller.asked_across else controller.plain_offers()
        self._keys.begin((decision.side, decision.path))
        self._set_groups(groups_of(offers, controller))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_height()

    def _keep_height(self) -> None:
        margins = self._layout.contentsMargins()
        lines = self.fontMetrics().height() * LINES + WORDS_APART
        self.setMinimumHeight(lines + margins.top() + margins.bottom())

    def minimumSizeHint(self) -> QSize:
        """The bar can do with less than it would like: questions and answers go into several lines."""
        widest = max(self._side.sizeHint().width() * 2, self._answers.minimumSize().width())
        return QSize(widest + 24, super().minimumSizeHint().height())

    def _flow(self) -> None:
        """Answers stand beside the question: those that are alike in one menu where room is short, and all
        below it where it would become a column of words."""
        answers = answers_of(self._groups, short_of_room=False)
        if self._room_beside(sum(map(self._width_of, answers))) < ENOUGH_LETTERS:
            answers = answers_of(self._groups, short_of_room=True)
        self._set_answers(answers)
        narrow = self._room_beside(self._answers.sizeHint().width()) < FEWEST_LETTERS
        way = QBoxLayout.Direction
        self._layout.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    def _width_of(self, answer: DecisionButton) -> int:
        return self.fontMetrics().horizontalAdvance(answer.title) + PADDING

    def _room_beside(self, width: int) -> int:
        """Letters of the question that have room beside answers of this width."""
        left = self.width() - self._side.sizeHint().width() - width - PADDING
        return left // self.fontMetrics().averageCharWidth()

    def offer_number(self, number: int) -> None:
        """Answer with the button that shows this number; a menu is opened."""
        for button in self.buttons:
            if button.key == number:
                button.click()
                return
        for opener in self._menus:
            if opener.key == number:
                menu = opener.menu()
                menu.popup(opener.mapToGlobal(opener.rect().bottomLeft()))
                menu.setActiveAction(menu.actions()[0])
                return

    def _set_side(self, text: str, colour: str) -> None:
        ink = ink_on(QColor(colour)).name()
        self._side.setText(text)
        self._side.setStyleSheet(f"background: {colour}; color: {ink};")

    def _set_groups(self, groups: list[OfferGroup]) -> None:
        if groups != self._groups:
            self._groups = groups
            self._flow()

    def _set_answers(self, answers: list[DecisionButton]) -> None:
        if answers == self._answered:
            return
        self._answered = answers
        while (item := self._answers.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons, self._menus = [], []
        shown: list[QWidget] = [self.summary]
        for answer in answers:
            single = len(answer.offers) == 1
            widget = self._button(answer.offers[0]) if single else self._menu_button(answer)
            self._answers.addWidget(widget)
            shown.append(widget)
        self._set_keys(answers)
        for before, after in pairwise(shown):
            self.setTabOrder(before, after)
        self.considered.emit(None)

    def _set_keys(self, answers: list[DecisionButton]) -> None:
        """Number the buttons, then the menus; what had a number in this decision keeps it."""
        single = [answer.offers[0].action for answer in answers if len(answer.offers) == 1]
        several = [(a.offers[0].action.verb, a.offers[0].action.kind) for a in answers if len(a.offers) > 1]
        keys = self._keys.assign([*single, *several])
        numbered: list[AnswerButton | AnswerMenuButton] = [*self.buttons, *self._menus]
        for button, meaning in zip(numbered, [*single, *several], strict=True):
            button.key = keys.get(meaning, 0)
            button.setToolTip(f"{button.text()}  ({button.key})" if button.key else button.text())

    def _button(self, offer: Offer) -> AnswerButton:
        button = AnswerButton(offer.label)
        self.buttons.append(button)
        button.setAccessibleName(offer.label)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda _=False, action=offer.action: self.chosen.emit(action))
        button.setProperty("offered", offer.action)
        button.installEventFilter(self)
        return button

    def _menu_button(self, answer: DecisionButton) -> AnswerMenuButton:
        rest = AnswerMenuButton()
        self._menus.append(rest)
        rest.setObjectName("answers")
        rest.setText(answer.title)
        rest.setAccessibleName("More answers" if answer.title.endswith("more") else answer.title)
        rest.setCursor(Qt.CursorShape.PointingHandCursor)
        rest.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(rest)
        for offer in answer.offers:
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


def _question(prompt: str, side: str, title: str) -> str:
    """A question as a sentence; whose it is stands before it already."""
    question = prompt.removeprefix(f"{side}: ").removeprefix(f"{title}: ")
    return question[:1].upper() + question[1:]
