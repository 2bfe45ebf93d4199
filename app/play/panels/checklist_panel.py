"""A procedure step by step: where one is, what each step came to, and what dice may still decide."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QLabel,
    QScrollArea,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.play.panels import odds_text
from app.play.play_controller import PlayController
from app.report.plot_style import percent
from engine.referee.checklist import (
    AHEAD,
    DONE,
    LEFT_OUT,
    NOW,
    Branch,
    Checklist,
    ChecklistLine,
    ChecklistStep,
)
from engine.referee.modifier import signed

NOTHING: Final = "While a combat is fought step by step, its steps are listed here."
SIGNS: Final = {DONE: "✓", NOW: "▶", AHEAD: "○", LEFT_OUT: "–"}
SPOKEN: Final = {DONE: "done", NOW: "now", AHEAD: "still to come", LEFT_OUT: "left out"}
STEP: Final = "step"
"""The first part of a link to a step; other links are cases."""
MOST_ROWS_SEEN: Final = 14
"""Rows of the tree for which the panel makes room; more are scrolled."""


class ChecklistPanel(QScrollArea):
    """Shows the checklist of the innermost procedure."""

    case_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Steps")
        self.steps = self._label("Steps of the procedure")
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addWidget(self.steps)
        layout.addStretch(1)
        self.setWidget(body)
        self._layout = layout
        self._has_details = False
        self._checklist: Checklist | None = None
        self._show(None)

    def _make_details(self) -> None:
        """Make what is below the steps, when there are steps for the first time."""
        self._has_details = True
        self.lines = self._label("What the step came to")
        self.note = self._label("What is supposed")
        self.note.setObjectName("quiet")
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("What may still come")
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels(["What may still come", "Chance"])
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemExpanded.connect(self._make_room)
        self.tree.itemCollapsed.connect(self._make_room)
        self.forecasts = self._label("Exact chances")
        for at, part in enumerate(self._details(), start=1):
            self._layout.insertWidget(at, part)

    def _details(self) -> tuple[QWidget, ...]:
        return (self.lines, self.tree, self.forecasts, self.note) if self._has_details else ()

    def _label(self, spoken: str) -> QLabel:
        label = QLabel()
        label.setAccessibleName(spoken)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        label.linkActivated.connect(self._follow)
        return label

    def show_checklist(self, controller: PlayController) -> None:
        """Read the steps anew: it comes forward by itself when there are any."""
        self._show(controller.seat.checklist(controller.known_from) if has_steps(controller) else None)

    def _show(self, checklist: Checklist | None) -> None:
        if checklist == self._checklist and self.steps.text():
            return
        self._checklist = checklist
        if checklist is None:
            self.steps.setText(escape(NOTHING))
            for part in self._details():
                part.hide()
            if self._has_details:
                self.tree.clear()
            return
        if not self._has_details:
            self._make_details()
        self.tree.clear()
        spoken = (f"{step.title}: {SPOKEN[step.status]}" for step in checklist.steps)
        self.steps.setAccessibleDescription(", ".join(spoken))
        self.look_at(next((n for n, step in enumerate(checklist.steps) if step.status == NOW), 0))
        self.tree.addTopLevelItems(list(items(checklist.ahead)))
        self.tree.setVisible(bool(checklist.ahead))
        self._make_room()
        self.forecasts.setText("".join(_forecasts(checklist)))
        self.forecasts.setVisible(bool(checklist.forecasts))
        self.note.setText(escape(checklist.note))
        self.note.setVisible(bool(checklist.note))
        self.verticalScrollBar().setValue(0)

    def look_at(self, number: int) -> None:
        """Show what this step came to, or what counts in it so far."""
        checklist = self._checklist
        if checklist is None or not 0 <= number < len(checklist.steps):
            return
        listed = "&ensp; ".join(title_html(at, step, at == number) for at, step in enumerate(checklist.steps))
        self.steps.setText(f"<div><b>{escape(checklist.title)}</b></div><div>{listed}</div>")
        self.lines.setText(step_html(checklist.steps[number]))
        self.lines.show()

    def _follow(self, link: str) -> None:
        kind, _, number = link.partition(":")
        if kind == STEP:
            self.look_at(int(number))
        else:
            self.case_clicked.emit(link)

    def _make_room(self) -> None:
        """The tree is as high as what is open in it; the panel scrolls as a whole."""
        rows = sum(1 for _ in open_rows(self.tree.invisibleRootItem()))
        row = self.tree.sizeHintForRow(0) if rows else 0
        frame = self.tree.header().sizeHint().height() + 2 * self.tree.frameWidth() + 2
        self.tree.setFixedHeight(frame + row * min(rows, MOST_ROWS_SEEN))


def has_steps(controller: PlayController) -> bool:
    """Is a procedure going on that is shown step by step? Not while the past is on the table."""
    return not controller.looking_back and not controller.correcting and controller.seat.has_checklist


def title_html(number: int, step: ChecklistStep, shown: bool) -> str:
    """The title of a step with its sign, to be clicked; the one whose lines are shown is underlined."""
    mark = {NOW: "b", LEFT_OUT: "s"}.get(step.status, "span")
    line = "underline" if shown else "none"
    words = f"{SIGNS[step.status]}&nbsp;<{mark}>{escape(step.title).replace(' ', '&nbsp;')}</{mark}>"
    return f"<a href='{STEP}:{number}' style='text-decoration: {line}'>{words}</a>"


def step_html(step: ChecklistStep) -> str:
    """A step with its case and its lines."""
    case = f" ({odds_text.link(step.case)})" if step.case else ""
    lines = "".join(f"<div style='margin-left: 10px'>{line_html(line)}</div>" for line in step.lines)
    nothing = {DONE: "Nothing was decided.", LEFT_OUT: "Left out.", AHEAD: "Still to come."}.get(
        step.status, ""
    )
    empty = f"<div style='margin-left: 10px'>{nothing}</div>" if nothing else ""
    return f"<div><b>{escape(step.title)}</b>{case}</div>{lines or empty}"


def line_html(line: ChecklistLine) -> str:
    """What was decided, how much it adds and by which case."""
    amount = f"<b>{signed(line.amount)}</b> " if line.amount is not None else ""
    case = odds_text.link(line.case)
    return f"{amount}{escape(odds_text.sentence(line.text))}{f' ({case})' if case else ''}"


def items(branches: Iterable[Branch], share: Fraction = Fraction(1)) -> Iterable[QTreeWidgetItem]:
    """The branches with the chance of each, and in the tool tip the exact one of the whole way to it."""
    for branch in branches:
        whole = share * branch.probability
        rule = f"Rule {branch.case}. " if branch.case else ""
        item = QTreeWidgetItem([odds_text.sentence(branch.text), percent(branch.probability)])
        exact = f"{rule}Here {branch.probability}; counted from now {whole}, {percent(whole)}"
        item.setToolTip(0, exact)
        item.setToolTip(1, exact)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
        item.addChildren(list(items(branch.branches, whole)))
        yield item


def open_rows(root: QTreeWidgetItem) -> Iterable[QTreeWidgetItem]:
    """The rows that are in sight when the tree is as high as they need."""
    for number in range(root.childCount()):
        child = root.child(number)
        assert child is not None
        yield child
        if child.isExpanded():
            yield from open_rows(child)


def _forecasts(checklist: Checklist) -> Iterable[str]:
    for forecast in checklist.forecasts:
        rows = (
            (
                percent(outcome.probability).replace(" ", "\u00a0"),
                f"{escape(odds_text.sentence(outcome.text))} <small>({outcome.probability})</small>",
            )
            for outcome in forecast.outcomes
        )
        yield odds_text.heading(forecast.title) + odds_text.table(rows)
