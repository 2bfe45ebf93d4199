"""A question across the table: one side answers while everybody looks on, and nothing is covered.

If the answer is secret, the others look away while it is given. What was chosen is not shown: neither before
it is confirmed nor afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.map.counters.counter_art import ink_on
from app.map.map_view import MapView
from app.play.map_input.map_card import MapCard
from app.play.offer_groups import OfferGroup, groups_of
from app.play.panels.buttons import push_button
from app.play.players.allotment_rows import AllotmentRows
from app.report.plot_style import percent

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from app.play.targets import Offer
    from engine.referee.action import Action

CHOSEN: Final = "An answer is chosen. It is not shown."
WIDTH: Final = 380
MOST_BUTTONS: Final = 6
"""Answers of one kind that get a button each; of more, one is picked on the map."""


class QuestionPanel(MapCard):
    """Shows who is asked what and every answer with its number key."""

    chosen = Signal(object)
    """The action of an answer."""
    answered = Signal(tuple)
    """The actions of a secret answer that needs no further confirmation."""
    considered = Signal(object)
    look_wanted = Signal()
    """The side that is asked wants to see its own table before it answers."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.setObjectName("questionPanel")
        self.setAccessibleName("Question across the table")
        self._side = QLabel()
        self._side.setObjectName("sideChip")
        self._side.setAccessibleName("Side that is asked")
        self._who = QLabel()
        self._who.setObjectName("quiet")
        self._who.setWordWrap(True)
        self._prompt = QLabel()
        self._prompt.setObjectName("prompt")
        self._prompt.setAccessibleName("Question")
        self._prompt.setWordWrap(True)
        self._prompt.setTextFormat(Qt.TextFormat.PlainText)
        self.look_first = QPushButton("Look at my own table first…")
        self.look_first.setToolTip("Covers the table; the side that is asked sees everything that is its own")
        self.look_first.setAccessibleName("Look at my own table first")
        self.look_first.clicked.connect(lambda _=False: self.look_wanted.emit())
        self.allotment = AllotmentRows()
        self.allotment.allotted.connect(self._answer)
        self.confirm = push_button("Confirm", "Give the answer that was chosen (Enter)", self.confirm_answer)
        self.confirm.setObjectName("primary")
        self.again = push_button("Choose again", "Forget the answer that was chosen (Esc)", self.choose_again)
        self._confirming = QWidget()
        row = QHBoxLayout(self._confirming)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self.again)
        row.addWidget(self.confirm)
        head = QHBoxLayout()
        head.addWidget(self._side)
        head.addWidget(self._who, 1)
        self._answers = QVBoxLayout()
        self._answers.setSpacing(4)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self._prompt)
        layout.addLayout(self._answers)
        layout.addWidget(self.allotment)
        layout.addWidget(self._confirming)
        layout.addWidget(self.look_first)
        self.buttons: list[QPushButton] = []
        self._asked = ""
        """The question, while an answer waits to be confirmed."""
        self._chosen: tuple[Action, ...] = ()

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self._prompt.text()

    def ask(self, controller: PlayController, player: str, others: str = "") -> None:
        """Show the decision of the controller, which a player answers; the `others` look away if need be."""
        decision = controller.decision
        if decision is None:
            self.hide()
            return
        title, colour = controller.side_title(decision.side), controller.counter_style.colour(decision.side)
        self._side.setText(title)
        self._side.setStyleSheet(f"background: {colour}; color: {ink_on(QColor(colour)).name()};")
        asked = "answers" if player == title else f"{player} answers"
        openly = f"{asked} across the table. Only what all sides may see is shown."
        secretly = f"{asked} in secret; {others} must look away. The answer is not shown."
        self._who.setText(secretly if controller.asked_in_secret else openly)
        self._asked = decision.prompt
        self._chosen = ()
        allotment = controller.allotment() if controller.asked_in_secret else None
        self.allotment.ask(allotment)
        self._show_answers(controller, groups_of(controller.offers, controller) if allotment is None else [])
        self._show_stage()
        self.lie_beside(place.partition("/")[0] for place in controller.whereabouts())

    # secret answers

    @property
    def is_confirming(self) -> bool:
        """Does a secret answer wait to be confirmed?"""
        return bool(self._chosen) and self.isVisible()

    def hold_back(self, actions: tuple[Action, ...]) -> None:
        """A secret answer was chosen: ask for confirmation without a word of what it is."""
        self._chosen = actions
        self._show_stage()
        self.settle()
        self.confirm.setFocus()

    def confirm_answer(self) -> None:
        """Give the secret answer that was chosen."""
        actions, self._chosen = self._chosen, ()
        if actions:
            self._answer(actions)

    def choose_again(self) -> None:
        """Forget the secret answer that was chosen."""
        self._chosen = ()
        self._show_stage()
        self.settle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._chosen and event.key() == Qt.Key.Key_Escape:
            self.choose_again()
        elif self._chosen and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            (self.choose_again if self.again.hasFocus() else self.confirm_answer)()
        else:
            super().keyPressEvent(event)

    def _answer(self, actions: tuple[Action, ...]) -> None:
        self.answered.emit(actions)

    def _show_stage(self) -> None:
        """The answers, or the question whether the one that was chosen is meant."""
        confirming = bool(self._chosen)
        self._prompt.setText(CHOSEN if confirming else self._asked)
        self._confirming.setVisible(confirming)
        self.look_first.setVisible(not confirming)
        self.allotment.setVisible(not confirming and self.allotment.is_asking)
        for button in self.buttons:
            button.setVisible(not confirming)

    # answers

    def _show_answers(self, controller: PlayController, groups: Sequence[OfferGroup]) -> None:
        while (item := self._answers.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = []
        for group in groups:
            if group.is_pointed_at and len(group.offers) > MOST_BUTTONS:
                words = QLabel(f"{group.heading.rstrip(' …')}: choose one of {group.targets()} on the map.")
                words.setWordWrap(True)
                self._answers.addWidget(words)
            else:
                for offer in group.offers:
                    self._answers.addWidget(self._button(controller, offer))
        previous: QWidget | None = None
        for button in (*self.buttons, self.look_first):
            if previous is not None:
                self.setTabOrder(previous, button)
            previous = button

    def _button(self, controller: PlayController, offer: Offer) -> QPushButton:
        number = len(self.buttons) + 1
        preview = controller.preview(offer.action)
        has_chance = preview is not None and preview.outcomes and not controller.asked_in_secret
        chance = f"   ({percent(preview.outcomes[0].probability)})" if preview and has_chance else ""
        key = f"{number}   " if number < 10 else ""
        button = QPushButton(f"{key}{offer.label}{chance}")
        button.setObjectName("order")
        button.setAccessibleName(offer.label)
        button.setToolTip(preview.text if preview is not None else "")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda _=False: self.chosen.emit(offer.action))
        self.buttons.append(button)
        return button

    def answer_number(self, number: int) -> None:
        """Answer with the button of this number, counted from 1; of an allotment, one more for that row."""
        if self._chosen:
            return
        if self.allotment.is_asking:
            self.allotment.give_number(number)
        elif 0 < number <= len(self.buttons):
            self.buttons[number - 1].click()

    def fit_to(self, room: QSize) -> None:
        width = min(WIDTH, room.width())
        self.setFixedWidth(width)
        inside = width - 28
        for label in (self._prompt, self._who):
            label.setMinimumHeight(0)
        self._prompt.setMinimumHeight(self._prompt.heightForWidth(inside))
        self.setFixedHeight(min(self._layout.totalHeightForWidth(width), room.height()))
