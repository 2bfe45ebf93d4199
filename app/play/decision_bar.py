"""The bar above the map: whose decision, where in the turn, what is asked, which answers need no map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.map.counters.counter_art import ink_on
from app.play.answer_keys import AnswerButton, AnswerKeys, AnswerMenuButton
from app.play.bar_height import APART, AROUND, BUTTON_LINES, WORDS_APART, bar_height
from app.play.counter_strip import CounterButton, CounterStrip
from app.play.decision_buttons import DecisionButton, fitting
from app.play.elided_labels import Breadcrumb, PromptLabel
from app.play.map_input.context_menu import MOST_CASES, add_rules
from app.play.offer_groups import OfferGroup, groups_of
from app.play.panels.flow_layout import FlowLayout
from app.play.play_controller import PlayController
from app.play.result_text import result_text
from engine.referee.action import Action

FEWEST_LETTERS: Final = 26
"""The question has room for at least so many letters in a line."""
PADDING: Final = 36
"""Pixels that a button has around its words."""
MENU_PADDING: Final = 46
"""The same for a button with a menu, which has an arrow."""
CHIP_SHARE: Final = 0.22
"""Of the width of the bar, for the words of the side that decides."""
COUNTERS_SHARE: Final = 0.32
"""Of the width of the bar, for counters off the map."""


class DecisionBar(QFrame):
    """Shows a decision and sends the answer that was clicked."""

    chosen = Signal(object)
    """The action of a button."""
    considered = Signal(object)
    """The action of the button under the pointer or with the focus, None when there is none."""
    case_clicked = Signal(str)
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
        self._prompt = PromptLabel()
        self._prompt.setAccessibleName("Question")
        words = QVBoxLayout()
        words.setSpacing(WORDS_APART)
        words.addStretch(1)
        words.addWidget(self._where)
        words.addWidget(self._prompt)
        words.addStretch(1)
        self.counters = CounterStrip()
        self.counters.chosen.connect(self.chosen)
        self.counters.considered.connect(self.considered)
        self._area = QWidget()
        self._answers = FlowLayout(APART)
        self._area.setLayout(self._answers)
        layout = self._layout = QHBoxLayout(self)
        layout.setContentsMargins(12, AROUND, 12, AROUND)
        layout.setSpacing(12)
        layout.addWidget(self._side)
        layout.addLayout(words, 1)
        layout.addWidget(self.counters)
        layout.addWidget(self._area)
        self.summary = QPushButton("Result")
        self.summary.setAccessibleName("Result of the game")
        self.summary.setToolTip("Who won and by what, turning points, luck, rematch")
        self.summary.clicked.connect(lambda _=False: self.summary_wanted.emit())
        self.summary.hide()
        layout.addWidget(self.summary)
        self.player_name: Callable[[str], str] = lambda side: ""
        """Who plays a side, by name."""
        self.bot_text: Callable[[], str] = lambda: ""
        """What is written while a bot decides."""
        self.buttons: list[AnswerButton] = []
        self._menus: list[AnswerMenuButton] = []
        self._keys = AnswerKeys()
        self._groups: list[OfferGroup] = []
        self._chip = ""
        """The side and its player, as far as there is room."""
        self._default: Action | None = None
        self._cases_of: Callable[[Action], Sequence[str]] = lambda action: ()
        self._answered: list[DecisionButton] = []
        self._keep_height()

    def show_decision(self, controller: PlayController) -> None:
        """Read the decision anew."""
        decision = controller.awaited
        self.summary.setVisible(decision is None)
        if decision is None:
            self._set_side("Game over", "#6f6a60")
            self._where.set_crumbs([controller.title])
            self._prompt.setText(result_text(controller))
            self.counters.show_units([], controller)
            self._set_groups([], None)
            return
        title, player = controller.side_title(decision.side), self.player_name(decision.side)
        chip = title if player in ("", title) else f"{player}\n{title}"
        self._set_side(chip, controller.counter_style.colour(decision.side))
        self._where.set_crumbs(_breadcrumb(controller.view.turn, decision.path))
        question = _question(decision.prompt, decision.side, controller.side_title(decision.side))
        if controller.seating.bot_decides:
            question = self.bot_text()
        self._prompt.setText(f"{controller.read_only.rstrip('.')}." if controller.read_only else question)
        # A question across the table has its answers beside the hex that it is about.
        offers = [] if controller.asked_across else controller.plain_offers()
        self._keys.begin((decision.side, decision.path))
        self._cases_of = controller.cases_of
        self.counters.show_units([] if controller.asked_across else controller.off_map_offers(), controller)
        self._set_groups(groups_of(offers, controller), controller.default)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_height()
            QTimer.singleShot(0, self, self._flow)  # When the answers have the new font, too.

    def _keep_height(self) -> None:
        """The height never changes with what is asked, so that the map below does not jump."""
        self.setFixedHeight(bar_height(self.fontMetrics()))

    def minimumSizeHint(self) -> QSize:
        """The bar can do with less than it would like: answers that have no room go into a menu."""
        return QSize(self._side.sizeHint().width() * 2 + 24, self.height())

    def _flow(self) -> None:
        """Answers stand beside the question, in two lines at most; what has no room shares a menu."""
        self._fit_chip()
        if not self._laid_out(COUNTERS_SHARE):
            self._laid_out(0.0)  # In a narrow bar the units off the map share one menu.

    def _laid_out(self, counters_share: float) -> bool:
        """Lay out units off the map with a share of the room, then the answers; do these find place?"""
        left = self.width() - self._side.sizeHint().width() - 4 * self._layout.spacing()
        self.counters.fit(int(left * counters_share))
        left -= self.counters.sizeHint().width() if self.counters.units else 0
        room = left - FEWEST_LETTERS * self.fontMetrics().averageCharWidth()
        answers, width = fitting(self._groups, self._default, self._width_of, max(room, 0))
        self._set_answers(answers)
        for button in (*self.buttons, *self._menus):
            button.ensurePolished()  # Its measures are right from here on.
        while width < left and self._answers.lines(width) > BUTTON_LINES:
            width += APART  # A font may be wider than its measures say; nothing may be cut off.
        self._area.setFixedWidth(min(max(width, 1), max(left, 1)))
        return self._answers.lines(self._area.width()) <= BUTTON_LINES

    def _fit_chip(self) -> None:
        """Where the bar is narrow the names of the side and its player are cut short."""
        room, metrics = int(self.width() * CHIP_SHARE), self._side.fontMetrics()
        lines = [
            metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in self._chip.split("\n")
        ]
        self._side.setText("\n".join(lines))

    def _width_of(self, answer: DecisionButton) -> int:
        around = PADDING if len(answer.offers) == 1 else MENU_PADDING
        return self.fontMetrics().horizontalAdvance(answer.title) + around + APART

    def offer_number(self, number: int) -> None:
        """Answer with the button that shows this number; a menu is opened."""
        buttons: list[AnswerButton | CounterButton] = [*self.buttons, *self.counters.buttons]
        for button in buttons:
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
        self._chip = text
        self._side.setText(text)
        self._side.setToolTip(text.replace("\n", ", "))
        self._side.setStyleSheet(f"background: {colour}; color: {ink};")

    def _set_groups(self, groups: list[OfferGroup], default: Action | None) -> None:
        if (groups, default) != (self._groups, self._default) or self.counters.changed:
            self._groups, self._default = groups, default
            self._flow()
        else:
            self._fit_chip()

    def _set_answers(self, answers: list[DecisionButton]) -> None:
        if answers == self._answered:
            self._set_keys(answers)
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
            widget = self._button(answer) if single else self._menu_button(answer)
            self._answers.addWidget(widget)
            shown.append(widget)
        self._set_keys(answers)
        for before, after in pairwise(shown):
            self.setTabOrder(before, after)
        self.considered.emit(None)

    def _set_keys(self, answers: list[DecisionButton]) -> None:
        """Number the buttons, the menus, then the counters; what had a number in this decision keeps it."""
        single = [answer.offers[0].action for answer in answers if len(answer.offers) == 1]
        several = [(a.offers[0].action.verb, a.offers[0].action.kind) for a in answers if len(a.offers) > 1]
        units = [button.offer.action for button in self.counters.buttons]
        keys = self._keys.assign([*single, *several, *units])
        numbered: list[AnswerButton | AnswerMenuButton | CounterButton]
        numbered = [*self.buttons, *self._menus, *self.counters.buttons]
        for button, meaning in zip(numbered, [*single, *several, *units], strict=True):
            button.key = keys.get(meaning, 0)
            button.update()
            self._set_tip(button)

    def _set_tip(self, button: AnswerButton | AnswerMenuButton | CounterButton) -> None:
        action = button.property("offered")
        cases = self._cases_of(Action(*action)) if action is not None else ()
        key = f"  ({button.key})" if button.key else ""
        rules = f"\nRule {', '.join(cases[:MOST_CASES])}: right-click" if cases else ""
        button.setToolTip(f"{button.accessibleName()}{key}{rules}")

    def _button(self, answer: DecisionButton) -> AnswerButton:
        offer = answer.offers[0]
        button = AnswerButton(offer.label)
        if answer.is_default:
            button.setObjectName("primary")
        self.buttons.append(button)
        button.setAccessibleName(offer.label)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda _=False, action=offer.action: self.chosen.emit(action))
        button.setProperty("offered", offer.action)
        button.installEventFilter(self)
        button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        button.customContextMenuRequested.connect(
            lambda at, action=offer.action: self._open_rules(action, button.mapToGlobal(at))
        )
        return button

    def _open_rules(self, action: Action, at: QPoint) -> None:
        """The rules of an answer, each of which opens."""
        cases = self._cases_of(action)
        if cases:
            self.menu = QMenu(self)
            add_rules(self.menu, cases, self.case_clicked.emit)
            self.menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.menu.popup(at)

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
