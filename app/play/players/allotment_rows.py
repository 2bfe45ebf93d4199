"""Points allotted over several purposes in one go: a row for each, and nothing is told before Done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.play.panels.buttons import push_button
from engine.mechanics.plural import counted
from engine.referee.allotment import Allotment


class AllotmentRows(QWidget):
    """Keeps the numbers until they are complete; then all of them are one answer."""

    allotted = Signal(tuple)
    """The actions of the whole allotment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Points to allot")
        self._allotment: Allotment | None = None
        self._given: dict[str, int] = {}
        self.rows: list[tuple[QToolButton, QLabel, QToolButton]] = []
        """For each purpose: one less, the number, one more."""
        self._grid_box = QWidget()
        self._left = QLabel()
        self._left.setObjectName("quiet")
        self._left.setAccessibleName("Points left")
        self.done = push_button("Done", "Allot the points as shown", self._finish)
        self.done.setObjectName("primary")
        foot = QHBoxLayout()
        foot.addWidget(self._left, 1)
        foot.addWidget(self.done)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._grid_box)
        layout.addLayout(foot)
        self.hide()

    @property
    def is_asking(self) -> bool:
        """Is there anything to allot?"""
        return self._allotment is not None

    @property
    def left(self) -> int:
        """Points that are not given to anything yet."""
        return self._allotment.points - sum(self._given.values()) if self._allotment is not None else 0

    def ask(self, allotment: Allotment | None) -> None:
        """Begin anew; None asks for nothing, and forgets the numbers of the last answer."""
        self._allotment, self._given = allotment, {}
        self._grid_box.deleteLater()
        self._layout.removeWidget(self._grid_box)
        self._grid_box = QWidget()
        self._layout.insertWidget(0, self._grid_box)
        self.rows = []
        grid = QGridLayout(self._grid_box)
        grid.setContentsMargins(0, 0, 0, 0)
        for number, (name, title) in enumerate(allotment.purposes if allotment is not None else ()):
            less = _step_button("−", f"One less for {title}")
            less.clicked.connect(lambda _=False, name=name: self._give(name, -1))
            more = _step_button("+", f"One more for {title} ({number + 1})")
            more.clicked.connect(lambda _=False, name=name: self._give(name, 1))
            shown = QLabel("0")
            shown.setAlignment(Qt.AlignmentFlag.AlignCenter)
            shown.setMinimumWidth(28)
            grid.addWidget(QLabel(f"{number + 1}   {title}"), number, 0)
            for column, widget in enumerate((less, shown, more), start=1):
                grid.addWidget(widget, number, column)
            self.rows.append((less, shown, more))
        grid.setColumnStretch(0, 1)
        self._show()

    def give_number(self, number: int) -> None:
        """One more for the purpose with this number, counted from 1."""
        if 0 < number <= len(self.rows):
            self.rows[number - 1][2].click()

    def _give(self, name: str, more: int) -> None:
        self._given[name] = self._given.get(name, 0) + more
        self._show()

    def _show(self) -> None:
        allotment = self._allotment
        if allotment is None:
            return
        for (name, title), (less, shown, more) in zip(allotment.purposes, self.rows, strict=True):
            number = self._given.get(name, 0)
            shown.setText(str(number))
            shown.setAccessibleName(f"{title}: {number}")
            less.setEnabled(number > 0)
            more.setEnabled(self.left > 0)
        self._left.setText(f"{counted(self.left, allotment.unit)} left")
        self.done.setEnabled(not (allotment.must_spend_all and self.left))

    def _finish(self) -> None:
        if self._allotment is not None:
            actions = self._allotment.actions(self._given)
            self.ask(None)
            self.allotted.emit(actions)


def _step_button(text: str, tip: str) -> QToolButton:
    made = QToolButton()
    made.setText(text)
    made.setMinimumWidth(34)
    made.setAccessibleName(tip)
    made.setToolTip(tip)
    made.setAutoRepeat(True)
    return made
