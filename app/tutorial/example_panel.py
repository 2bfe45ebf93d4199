"""The panel of a worked example: its steps can be tried, and the referee answers."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.play.play_controller import PlayController
from app.play.table_game import TableGame
from app.rules.rule_library import ExampleFile
from app.rules.search_list import listing, reading_page
from app.tutorial.spoken_actions import spoken
from engine import games
from engine.bad_input import BadInput
from engine.referee.play_on import phase_named, steps_until
from engine.referee.position import Try
from engine.referee.refusal import Refusal
from engine.referee.seat import Seat
from engine.referee.session import Session, Start
from engine.referee.worked_example import SEED, load_dice, resolve

_ROW: Final = Qt.ItemDataRole.UserRole


def begin_example(example: ExampleFile) -> Session:
    """Start a game from the position of an example."""
    game = example.position.game
    return Session.begin(games.game(game), Start(game, "position", example.name, example.text, SEED))


class ExamplePanel(QWidget):
    """Lists the steps of the example; the player can try them or anything else."""

    case_wanted = Signal(str)
    again_wanted = Signal(object)
    left = Signal()

    def __init__(self, game: TableGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._example: ExampleFile | None = None
        self._spoken: dict[str, str] = {}
        """The actions in words, as they were when all units lay on the table."""
        self._controller: PlayController | None = None
        self._title = QLabel()
        self._title.setObjectName("panelHeading")
        self._title.setWordWrap(True)
        self._cases = QLabel()
        self._cases.setWordWrap(True)
        self._cases.setTextFormat(Qt.TextFormat.RichText)
        self._cases.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self._cases.setAccessibleName("Cases of this example")
        self._cases.linkActivated.connect(lambda link: self.case_wanted.emit(link.partition(":")[2]))
        self.tries = listing("Steps of the example")
        self.tries.setWordWrap(True)
        self.tries.itemActivated.connect(lambda _: self.attempt())
        self.answer = reading_page("The referee's answer", self._follow)
        self.go = QPushButton("Try this")
        self.go.setToolTip("Perform the selected step and see the referee's answer")
        self.go.clicked.connect(self.attempt)
        self.again = QPushButton("Start over")
        self.again.setToolTip("Set up the position again")
        self.again.clicked.connect(self._again)
        self.leave = QPushButton("Close")
        self.leave.setToolTip("Close this panel; the position stays on the table")
        self.leave.clicked.connect(self.stop)
        self._arrange()
        game.changed.connect(self._look)

    def _arrange(self) -> None:
        buttons = QGridLayout()  # Two lines, so that the panel can be narrow with large text.
        buttons.setSpacing(6)
        buttons.addWidget(self.go, 0, 0)
        buttons.addWidget(self.again, 0, 1)
        buttons.addWidget(self.leave, 1, 0, 1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 10)
        layout.setSpacing(8)
        layout.addWidget(self._title)
        layout.addWidget(self._cases)
        layout.addWidget(self.tries, 3)
        layout.addWidget(self.answer, 2)
        layout.addLayout(buttons)

    def start(self, example: ExampleFile) -> None:
        """Show the steps of the example on the table."""
        self._example = example
        self._controller = self._game.controller
        self._spoken.clear()
        self._title.setText(example.title)
        links = ", ".join(
            f"<a href='case:{escape(case)}'>{escape(case)}</a>" for case in example.position.cases
        )
        self._cases.setText(f"Worked example of {links}")
        self.tries.clear()
        for number, attempt in enumerate(example.position.tries):
            item = QListWidgetItem(self._words(attempt))
            item.setData(_ROW, number)
            self.tries.addItem(item)
        self.tries.setCurrentRow(0)
        self.go.setEnabled(True)
        self.answer.setHtml(
            "<p>Each step continues from the one before. Try them here, or play on the map.</p>"
        )

    def stop(self) -> None:
        """Close the example."""
        if self._example is not None:
            self.forget()
            self.left.emit()

    def forget(self) -> None:
        """Forget the example without emitting `left`; another one replaces it."""
        self._example = self._controller = None

    @property
    def example(self) -> ExampleFile | None:
        """The example on the table."""
        return self._example

    def attempt(self) -> None:
        """Perform the selected step; a refused step changes nothing."""
        row, controller = self.tries.currentRow(), self._controller
        if row < 0 or controller is None or self._example is None:
            return
        item = self.tries.item(row)
        attempt = self._example.position.tries[item.data(_ROW)]
        if attempt.dice:
            load_dice(controller.session, attempt.dice)
        try:
            refusals, said = self._play(controller, attempt)
        except BadInput as problem:
            self.answer.setPlainText(str(problem))
            return
        refused = attempt.expect.split()[1:]
        as_expected = (
            set(refused) <= {refusal.case for refusal in refusals} if refused else not refusals
        ) and bool(refused) == bool(refusals)
        item.setText(f"{'✓' if as_expected else '✗'}  {self._words(attempt)}")
        self.answer.setHtml(_answer(refusals, said, as_expected))
        if as_expected and self.tries.currentRow() + 1 < self.tries.count():
            self.tries.setCurrentRow(self.tries.currentRow() + 1)

    def _play(self, controller: PlayController, attempt: Try) -> tuple[list[Refusal], list[str]]:
        """Perform the actions of a step: the refusals, or the new lines of the log."""
        before = len(controller.log())
        for number, spelling in enumerate(attempt.actions, start=1):
            last = number == len(attempt.actions)
            side = (attempt.side if last else "") or controller.viewing_side or ""
            phase = phase_named(spelling)
            session = controller.session
            for action in steps_until(session, phase) if phase else [resolve(session, side, spelling)]:
                refusals = Seat(session, controller.viewing_side if phase else side).refusals(action)
                if refusals or not controller.act(action):
                    return refusals, []
        return [], [line.event.text for line in controller.log()[before:]]

    def _words(self, attempt: Try) -> str:
        """A step as a line of the list."""
        controller = self._controller
        assert controller is not None
        refused = attempt.expect.split()[1:]
        dice = f"  (dice {', '.join(map(str, attempt.dice))})" if attempt.dice else ""
        expected = f"not allowed by {', '.join(refused)}" if refused else "allowed"
        actions = [self._spoken.setdefault(action, spoken(action, controller)) for action in attempt.actions]
        first, *later = actions
        told = ", then ".join([first, *(f"{words[:1].lower()}{words[1:]}" for words in later)])
        return f"{told}{dice} — {expected}"

    def _look(self) -> None:
        """Stop if another game is on the table."""
        if self._example is not None and self._game.controller is not self._controller:
            self.stop()

    def _again(self) -> None:
        if self._example is not None:
            self.again_wanted.emit(self._example)

    def _follow(self, link: QUrl) -> None:
        self.case_wanted.emit(link.toString().partition(":")[2])


def _answer(refusals: list[Refusal], said: list[str], as_expected: bool) -> str:
    text = "The example expects another answer. If you have made other moves, start over."
    warning = "" if as_expected else f"<p><i>{text}</i></p>"
    if refusals:
        rows = "".join(
            f"<p><a href='case:{escape(refusal.case)}'>{escape(refusal.case)}</a>&nbsp; "
            f"{escape(refusal.why[:1].upper() + refusal.why[1:])}</p>"
            for refusal in refusals
        )
        return f"{warning}<p><b>Refused</b></p>{rows}"
    said = said or ["Nothing has happened yet; the table shows the possible actions."]
    lines = "".join(f"<p>{escape(text[:1].upper() + text[1:])}</p>" for text in said)
    return f"{warning}<p><b>Allowed</b></p>{lines}"
