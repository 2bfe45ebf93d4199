"""The plan of a side: its items in order, what each costs and by which case, and the bill of all of them."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.play.panels.buttons import push_button
from app.play.panels.lazy_panel import LazyPanel
from app.play.panels.odds_text import link
from app.play.panels.track_titles import SEPARATOR, titles_for
from app.play.plan.bill_table import bill_html
from engine.referee.refusal import REFEREE, Refusal

if TYPE_CHECKING:
    from app.play.plan.planning import Planning
    from app.play.play_controller import PlayController
    from engine.referee.bill import BillLine
    from engine.referee.plan import Plan, PlanItem

WARNING: Final = {False: "#a32a1c", True: "#ff9d8a"}
"""By whether the theme is dark."""
HINT: Final = (
    "Put several actions together and see what they cost before any of them is done. "
    "They are carried out one after another, and one undo takes them back."
)


class PlanPanel(QWidget):
    """Bill, items and buttons, made when they are first seen. It belongs to the side that is asked."""

    case_clicked = Signal(str)
    pointed = Signal(str, str)
    """Kind and target of an item that was chosen."""

    def __init__(self, planning: Planning, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Plan")
        self._planning = planning
        self.seen = LazyPanel(self, self._read)
        planning.changed.connect(self._changed)

    def _make_parts(self) -> None:
        self.bill = _label("Bill")
        self.hint = _label("What a plan is")
        self.hint.setObjectName("quiet")
        self.hint.setText(HINT)
        self.items = QListWidget()
        self.items.setAccessibleName("Items of the plan")
        self.items.setWordWrap(True)
        self.items.setMinimumHeight(60)
        self.items.setFrameShape(QFrame.Shape.NoFrame)
        self.detail = _label("About the item")
        self.detail.linkActivated.connect(self.case_clicked)
        self._make_buttons()
        self._lay_out()
        self.items.currentRowChanged.connect(self._choose)

    def _make_buttons(self) -> None:
        planning = self._planning
        self.begin = push_button("Plan", "What you choose from now on is planned, not done", planning.begin)
        self.carry_out = push_button(
            "Carry out", "Do the items one after another, as far as they are possible", planning.carry_out
        )
        self.carry_out.setObjectName("primary")
        self.leave = push_button("To the game", "Show the game as it is; the plan is kept", planning.leave)
        self.discard = push_button("Discard", "Throw the plan away", planning.discard)
        self.up = _small("↑", "Do this item earlier", lambda: self._move(-1))
        self.down = _small("↓", "Do this item later", lambda: self._move(1))
        self.remove = _small("×", "Take this item out of the plan", self._remove)
        self.goes_on = QCheckBox("Go on by itself when asked again")
        self.goes_on.setToolTip(
            "Where the sides act in turn, the next item is done as soon as it is this side's turn"
        )
        self.goes_on.toggled.connect(planning.set_goes_on)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addWidget(self.bill)
        layout.addWidget(self.hint)
        layout.addLayout(self._list_with_buttons(), 1)
        layout.addWidget(self.detail)
        layout.addWidget(self.goes_on)
        row = QHBoxLayout()
        for button in (self.begin, self.carry_out, self.leave, self.discard):
            row.addWidget(button)
        row.addStretch(1)
        layout.addLayout(row)

    def _list_with_buttons(self) -> QHBoxLayout:
        row, column = QHBoxLayout(), QVBoxLayout()
        for button in (self.up, self.down, self.remove):
            column.addWidget(button)
        column.addStretch(1)
        row.addWidget(self.items, 1)
        row.addLayout(column)
        return row

    # showing

    def _changed(self) -> None:
        controller = self._planning.controller
        if controller is not None:
            self.seen.changed(controller)

    def _read(self, controller: PlayController) -> None:
        if self.layout() is None:
            self._make_parts()
        plan = self._planning.plan
        planned = plan.bill() if plan is not None else []
        warning = WARNING[self._is_dark()]
        used = controller.bill()
        html = bill_html(used, planned, titles_for(controller, (*used, *planned)), warning)
        self.bill.setText(html)
        self.bill.setVisible(bool(html))
        self._fill(plan, warning)
        self._show_parts(plan)

    def _show_parts(self, plan: Plan | None) -> None:
        """Show what there is a use for now."""
        planning, has_items = self._planning, plan is not None and bool(plan.items)
        self.hint.setVisible(not has_items)
        self.items.setVisible(has_items)
        for button in (self.up, self.down, self.remove, self.goes_on):
            button.setVisible(has_items)
        self.begin.setVisible(not planning.is_on)
        self.begin.setText("Plan on" if has_items else "Plan")
        self.begin.setEnabled(planning.can_begin)
        self.carry_out.setVisible(plan is not None)
        self.carry_out.setEnabled(has_items and plan is not None and not plan.items[0].refusals)
        self.leave.setVisible(planning.is_on)
        self.discard.setVisible(plan is not None)
        self.goes_on.blockSignals(True)
        self.goes_on.setChecked(planning.goes_on)
        self.goes_on.blockSignals(False)

    def _fill(self, plan: Plan | None, warning: str) -> None:
        chosen = self.items.currentRow()
        self.items.blockSignals(True)
        self.items.clear()
        items = plan.items if plan is not None else []
        for number, item in enumerate(items, start=1):
            entry = QListWidgetItem(_line(number, item))
            if item.refusals:
                entry.setForeground(QColor(warning))
            self.items.addItem(entry)
        if items:
            self.items.setCurrentRow(min(chosen, len(items) - 1) if chosen >= 0 else len(items) - 1)
        self.items.blockSignals(False)
        self._tell(self.items.currentRow())

    def _is_dark(self) -> bool:
        return self.palette().color(QPalette.ColorRole.Window).lightness() < 128

    def _item(self, row: int) -> PlanItem | None:
        plan = self._planning.plan
        return plan.items[row] if plan is not None and 0 <= row < len(plan.items) else None

    def _tell(self, row: int) -> None:
        """The cases of the chosen item, or why it is not possible; and what ends the plan."""
        item, plan = self._item(row), self._planning.plan
        parts = []
        if item is not None and item.refusals:
            parts.append("Not possible: " + "; ".join(map(_reason, item.refusals)))
        elif item is not None and item.cases:
            parts.append("Rules " + " ".join(map(link, item.cases[:4])))
        if plan is not None and plan.end:
            parts.append(escape(plan.end))
        self.detail.setText("<br>".join(parts))
        self.detail.setVisible(bool(parts))

    # what a player does

    def _choose(self, row: int) -> None:
        self._tell(row)
        item = self._item(row)
        if item is not None:
            last = item.actions[-1]
            self.pointed.emit(last.kind, last.target)

    def _move(self, by: int) -> None:
        row = self.items.currentRow()
        if self._item(row + by) is not None:
            self.items.setCurrentRow(row + by)
            self._planning.move(row, row + by)

    def _remove(self) -> None:
        self._planning.remove(self.items.currentRow())


class PlanBar(QFrame):
    """Says above the map that a plan is on the table, and not the game."""

    def __init__(self, planning: Planning) -> None:
        super().__init__()
        self.setObjectName("whatIfBar")
        self.setAccessibleName("Plan")
        self._planning = planning
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.carry_out = push_button("Carry out", "Do what is planned", planning.carry_out)
        self.leave = push_button("To the game", "Show the game as it is; the plan is kept", planning.leave)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(self.words, 1)
        row.addWidget(self.carry_out)
        row.addWidget(self.leave)
        planning.changed.connect(self._read)
        self.hide()

    def _read(self) -> None:
        plan = self._planning.plan if self._planning.is_on else None
        self.setVisible(plan is not None)
        if plan is not None:
            problems = len(plan.problems)
            count = f"{len(plan.items)} planned" + (f", {problems} not possible" if problems else "")
            self.words.setText(f"This is a plan: what you choose is not done yet. {count}.")
            self.carry_out.setEnabled(bool(plan.items) and not plan.items[0].refusals)


def _small(text: str, tip: str, action: Callable[[], object]) -> QToolButton:
    made = QToolButton()
    made.setText(text)
    made.setToolTip(tip)
    made.setAccessibleName(tip)
    made.clicked.connect(lambda: action())
    return made


def _label(name: str) -> QLabel:
    made = QLabel()
    made.setAccessibleName(name)
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setWordWrap(True)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made


def _line(number: int, item: PlanItem) -> str:
    prices = ", ".join(_price(line) for line in item.bill)
    words = f"{number}.  {item.text or item.label}"
    if item.refusals:
        return f"{words}\n     Not possible: {item.refusals[0].why}"
    return f"{words}\n     {prices}" if prices else words


def _price(line: BillLine) -> str:
    """`3 transport points`: how much of which track; `+2` for more than before."""
    title = (line.title.partition(SEPARATOR)[2] or line.title).removesuffix(" left")
    if abs(line.used) == 1:
        title = title.removesuffix("s")
    return f"{line.used} {title}" if line.used > 0 else f"+{-line.used} {title}"


def _reason(refusal: Refusal) -> str:
    cited = "" if refusal.case == REFEREE else f" {link(refusal.case)}"
    return f"{escape(refusal.why)}{cited}"
