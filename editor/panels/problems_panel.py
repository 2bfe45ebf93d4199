"""The problems dock: what the game's own rules find wrong, kept up to date; a click goes there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
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

from editor.bench import Bench
from editor.problems import Problem, fix_for, part_of, problems_of
from engine.catalogue.document import ScenarioDocument

DELAY: Final = 700
"""Milliseconds after a change before the scenario is checked again."""
_COLOURS: Final = {"error": "#c62828", "warning": "#e08e0b", "note": "#4a7fb5"}
_PROBLEM = Qt.ItemDataRole.UserRole


class ProblemsPanel(QWidget):
    """Checks beside the window, so that the pointer never waits."""

    counted = Signal(int, int)
    """How many errors and warnings there are."""
    part_wanted = Signal(str)
    """The problem lies nowhere on the map; this part of the scenario is where it is mended."""
    _found = Signal(int, object)

    def __init__(self, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._asked = 0
        self._checker = ThreadPoolExecutor(1, "check")
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
        self.fix.clicked.connect(self._mend)
        row = QHBoxLayout()
        row.addWidget(self.words, 1)
        row.addWidget(self.fix)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 6)
        layout.addWidget(self.list, 1)
        row.setContentsMargins(10, 0, 10, 0)
        layout.addLayout(row)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self.check)
        self._found.connect(self._show)
        bench.opened.connect(self._opened)
        self._enable()

    def _opened(self) -> None:
        assert self._bench.document is not None
        self._bench.document.changed.connect(lambda _: self._timer.start())
        self.list.clear()
        self.check()

    def check(self) -> None:
        """Check what is on the bench now."""
        document = self._bench.document
        if document is None:
            return
        if document.in_stroke:
            self._timer.start()
            return
        self._asked += 1
        self.words.setText("Checking…")
        self._checker.submit(self._work, self._asked, document.snapshot())

    def _work(self, number: int, document: ScenarioDocument) -> None:
        if number == self._asked:
            self._found.emit(number, problems_of(document))

    def close_down(self) -> None:
        """The editor ends."""
        self._timer.stop()
        self._asked += 1
        self._checker.shutdown(cancel_futures=True)

    def _show(self, number: int, found: list[Problem]) -> None:
        if number != self._asked:
            return
        self.list.clear()
        for problem in found:
            finding = problem.finding
            item = QListWidgetItem(f"{finding.where}: {finding.text}")
            item.setIcon(_sign(finding.severity))
            item.setToolTip(f"{finding.severity.capitalize()}. {finding.text} {finding.fix}".strip())
            item.setData(Qt.ItemDataRole.AccessibleTextRole, str(finding))
            item.setData(_PROBLEM, problem)
            self.list.addItem(item)
        errors = sum(problem.finding.severity == "error" for problem in found)
        warnings = sum(problem.finding.severity == "warning" for problem in found)
        notes = len(found) - errors - warnings
        counts = ((errors, "error"), (warnings, "warning"), (notes, "note"))
        told = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts if count]
        self.words.setText(", ".join(told) or "Nothing is wrong.")
        self.counted.emit(errors, warnings)
        self._enable()

    def problem(self) -> Problem | None:
        """The one that is chosen."""
        chosen = self.list.selectedItems()
        return chosen[-1].data(_PROBLEM) if chosen else None

    def _enable(self) -> None:
        problem = self.problem()
        fix = fix_for(problem) if problem is not None else None
        self.fix.setVisible(fix is not None)
        if fix is not None:
            self.fix.setText(fix[0])
        elif problem is not None and problem.finding.fix:
            self.words.setText(problem.finding.fix)

    def _go(self, item: QListWidgetItem) -> None:
        problem, document = item.data(_PROBLEM), self._bench.document
        canvas, geometry = self._bench.canvas, self._bench.canvas.geometry_of_map
        if problem.hexes:
            self._bench.select(problem.hexes)
            canvas.ensureVisible(geometry.rect(problem.hexes[0]), 80, 80)
        elif problem.hexsides and document is not None:
            self._bench.select(document.lattice.split(problem.hexsides[0]))
            canvas.centerOn(geometry.side(problem.hexsides[0]).center())
        canvas.sketch_hexes((), problem.hexsides)
        if part := part_of(problem):
            self.part_wanted.emit(part)

    def _mend(self) -> None:
        problem, document = self.problem(), self._bench.document
        fix = fix_for(problem) if problem is not None else None
        if problem is not None and fix is not None and document is not None:
            document.do(fix[1](document.work, document.lattice, problem, self._bench.kind("terrain")))
            document.end_stroke()
            self.check()


def _sign(severity: str) -> QIcon:
    """Told apart by shape as well as by colour: a disc, a triangle, a square."""
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
