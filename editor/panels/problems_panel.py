"""The problems panel: lists the findings of the checks; a click goes to the place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.background.latest_only import Latest
from editor.commands.set_records import Changes
from editor.document.open_document import OpenDocument
from editor.document.palettes import Palettes
from editor.document.problem_fixes import fix_all, fix_for
from editor.document.problems import Problem, problems_of, spot_of
from editor.document.selection import Selection
from editor.document.working_copy import SCENARIO
from editor.map.canvas import EditorCanvas
from engine.mechanics.plural import counted

CHECK_DELAY_MS: Final = 700
"""Time from a change to the next check."""
_COLOURS: Final = {"error": "#c62828", "warning": "#e08e0b", "note": "#4a7fb5"}
_PROBLEM = Qt.ItemDataRole.UserRole


class ProblemsPanel(QWidget):
    """Checks the scenario in the background after each change."""

    counted = Signal(int, int)
    """Numbers of errors and warnings."""
    spot_wanted = Signal(object)
    """The user wants to go to this `Spot`."""

    def __init__(
        self,
        open_document: OpenDocument,
        canvas: EditorCanvas,
        palettes: Palettes,
        selection: Selection,
        show_message: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._open, self._canvas, self._palettes, self._selection = open_document, canvas, palettes, selection
        self._show_message = show_message
        self._known: set[str] | None = None
        """Set-up problems of the last check; None before the first check."""
        self._checker = Latest("check", self)
        self.list = QListWidget()
        self.list.setAccessibleName("Problems")
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(2)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        self.list.itemSelectionChanged.connect(self._enable)
        self.words = QLabel()
        self.words.setObjectName("quiet")
        self.words.setWordWrap(True)
        self.fix = QPushButton()
        self.fix.clicked.connect(self._fix)
        self.fix_all = QPushButton()
        self.fix_all.setToolTip("Fix all problems of this kind, as one step")
        self.fix_all.clicked.connect(self._fix_all)
        row = QHBoxLayout()
        row.addWidget(self.words, 1)
        row.addWidget(self.fix)
        row.addWidget(self.fix_all)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addLayout(row)
        layout.addWidget(self.list, 100)
        layout.addStretch(1)
        self.list.hide()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.check)
        open_document.opened.connect(self._opened)
        open_document.changed.connect(self._changed)
        self._enable()

    def _opened(self) -> None:
        self.list.clear()
        self._known = None
        self.check()

    def _changed(self, changes: Changes) -> None:
        """Start a delayed check; without delay when units were set up, for quick feedback."""
        self._timer.start(0 if "setups" in changes.get(SCENARIO, ()) else CHECK_DELAY_MS)

    def check(self) -> None:
        """Check the open document."""
        document = self._open.document
        if document is None:
            return
        if document.in_stroke:
            self._timer.start(CHECK_DELAY_MS)
            return
        self.words.setText("Checking…")
        snapshot = document.snapshot()
        self._checker.ask(lambda _: problems_of(snapshot), self._show, self.words.setText)

    def close_down(self) -> None:
        """Stop the check."""
        self._timer.stop()
        self._checker.close()

    def _show(self, found: list[Problem]) -> None:
        self.list.clear()
        for problem in found:
            finding = problem.finding
            item = QListWidgetItem(str(problem))
            item.setIcon(_sign(finding.severity))
            item.setToolTip(f"{finding.severity.capitalize()}. {finding.text} {finding.fix}".strip())
            item.setData(Qt.ItemDataRole.AccessibleTextRole, str(finding))
            item.setData(_PROBLEM, problem)
            self.list.addItem(item)
        self.list.setVisible(bool(found))
        self._mark_set_up([problem for problem in found if problem.finding.where.startswith("set-up")])
        errors = sum(problem.finding.severity == "error" for problem in found)
        warnings = sum(problem.finding.severity == "warning" for problem in found)
        notes = len(found) - errors - warnings
        counts = ((errors, "error"), (warnings, "warning"), (notes, "note"))
        amounts = [counted(count, word) for count, word in counts if count]
        self.words.setText(", ".join(amounts) or "No problems.")
        self.counted.emit(errors, warnings)
        self._enable()

    def _mark_set_up(self, found: list[Problem]) -> None:
        """Mark set-up problems on the map, and show a message for a new one."""
        self._canvas.show_problems(here for problem in found for here in problem.hexes)
        texts = {problem.finding.text for problem in found}
        if self._known is not None and (new := sorted(texts - self._known)):
            self._show_message(new[0])
        self._known = texts

    def problem(self) -> Problem | None:
        """The selected one."""
        chosen = self.list.selectedItems()
        return chosen[-1].data(_PROBLEM) if chosen else None

    def _enable(self) -> None:
        problem = self.problem()
        fix = fix_for(problem) if problem is not None else None
        self.fix.setVisible(fix is not None)
        alike = self._alike()
        self.fix_all.setVisible(fix is not None and len(alike) > 1)
        self.fix_all.setText(f"All {len(alike)}")
        if fix is not None:
            self.fix.setText(fix.title)
        elif problem is not None and problem.finding.fix:
            self.words.setText(problem.finding.fix)

    def _go(self, item: QListWidgetItem) -> None:
        problem, document = item.data(_PROBLEM), self._open.document
        geometry = self._canvas.geometry_of_map
        places = {*problem.hexes, *(here for side in problem.hexsides for here in side.split("/"))}
        if not all(here in geometry.lattice for here in places) and self._is_outdated():
            return
        if problem.hexes:
            self._selection.select(problem.hexes)
            self._canvas.scroll_to(problem.hexes[0])
        elif problem.hexsides and document is not None:
            self._selection.select(document.lattice.split(problem.hexsides[0]))
            self._canvas.centerOn(geometry.side(problem.hexsides[0]).center())
        self._canvas.preview_hexes((), problem.hexsides)
        if (spot := spot_of(problem)) is not None:
            self.spot_wanted.emit(spot)

    def _is_outdated(self) -> bool:
        """Whether the problems are outdated; shows a message if so."""
        if self._timer.isActive() or self._checker.is_busy:
            self._show_message("The scenario is being checked again; try again in a moment.")
            return True
        return False

    def _alike(self) -> list[Problem]:
        """All problems of the kind that is selected."""
        problem = self.problem()
        if problem is None or not problem.finding.key:
            return []
        listed: list[Problem] = [self.list.item(row).data(_PROBLEM) for row in range(self.list.count())]
        return [one for one in listed if one.finding.key == problem.finding.key]

    def _fix_all(self) -> None:
        document, alike = self._open.document, self._alike()
        if document is not None and alike and not self._is_outdated():
            kind = self._palettes.kind("terrain")
            document.do_step(fix_all(document.snapshot(), document.lattice, alike, kind))
            self.check()

    def _fix(self) -> None:
        problem, document = self.problem(), self._open.document
        fix = fix_for(problem) if problem is not None else None
        if problem is not None and fix is not None and document is not None and not self._is_outdated():
            document.do_step(
                fix.make(document.work, document.lattice, problem, self._palettes.kind("terrain"))
            )
            self.check()


def _sign(severity: str) -> QIcon:
    """An icon that differs in shape and colour: disc, triangle or square."""
    pixmap = QPixmap(32, 32)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(_COLOURS.get(severity, "#888888")))
    if severity == "error":
        painter.drawEllipse(5, 5, 22, 22)
    elif severity == "warning":
        painter.drawPolygon(QPolygonF([QPointF(16, 4), QPointF(29, 27), QPointF(3, 27)]))
    else:
        painter.drawRoundedRect(7, 7, 18, 18, 4, 4)
    painter.end()
    return QIcon(pixmap)
