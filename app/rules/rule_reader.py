"""The rule reader: every rule case of the game, with search, links and playable examples."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.rules.rule_html import case_html, matching
from app.rules.rule_library import ExampleFile, ExampleReader, RuleLibrary
from app.rules.search_list import listing, reading_page, search_line, vertical_splitter
from engine.bad_input import BadInput
from engine.referee.rulebook import RuleCase

_WHAT: Final = Qt.ItemDataRole.UserRole


class RuleReader(QWidget):
    """A list of cases, the selected case, and its worked examples."""

    chart_wanted = Signal(str)
    example_wanted = Signal(object)
    """The example file to play."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library: RuleLibrary | None = None
        self._trail: list[str] = []
        """The cases shown before this one."""
        self._open = ""
        self._typing = False
        """Is the case on the page a hit of a search that somebody is still typing?"""
        self._make_search()
        self._make_pages()
        self._reader = ExampleReader(self)
        self._reader.read.connect(self._list_examples)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self._back)
        top.addWidget(self.search, 1)
        layout.addLayout(top)
        layout.addWidget(self.phases)
        layout.addWidget(self._pages, 1)

    def _make_search(self) -> None:
        self.search = search_line("Number or words", "Search the rules")
        self.search.textChanged.connect(self._list_cases)
        self.search.returnPressed.connect(self._open_first)
        self._back = QToolButton()
        self._back.setText("←")
        self._back.setAccessibleName("Back to the previous case")
        self._back.setToolTip("Back to the previous case")
        self._back.setEnabled(False)
        self._back.clicked.connect(self.go_back)
        self.phases = QComboBox()
        self.phases.setAccessibleName("Phase of the sequence of play")
        self.phases.view().setAccessibleName("Phases")
        self.phases.setToolTip("Show only the cases of one phase")
        self.phases.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.phases.setMinimumContentsLength(12)
        self.phases.currentIndexChanged.connect(self._list_cases)

    def _make_pages(self) -> None:
        self.list = listing("Cases")
        self.list.setUniformItemSizes(True)
        self.list.currentItemChanged.connect(self._chosen)
        self.page = reading_page("The case", self._follow)
        self._heading = QLabel()
        self._heading.setObjectName("panelHeading")
        self._heading.setWordWrap(True)
        self.examples = listing("Worked examples of this case")
        self.examples.setWordWrap(True)
        self.examples.itemActivated.connect(lambda _: self.play_example())
        self.play = QPushButton("Play this example")
        self.play.setToolTip("Set up the position of this example on the table and try its steps")
        self.play.clicked.connect(self.play_example)
        below = QWidget()
        layout = QVBoxLayout(below)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._heading)
        layout.addWidget(self.examples, 1)
        layout.addWidget(self.play)
        self._pages = vertical_splitter((self.list, 30), (self.page, 45), (below, 25))

    # the game

    def set_library(self, library: RuleLibrary) -> None:
        """Show the rules of another game."""
        if library is self._library:
            return
        self._library = library
        self._trail, self._open = [], ""
        self._back.setEnabled(False)
        self.phases.blockSignals(True)
        self.phases.clear()
        self.phases.addItem("All phases", "")
        try:
            for phase in library.rulebook.phases:
                self.phases.addItem(f"{phase.id}  {phase.title}", phase.id)
        except BadInput as problem:
            self._library = None
            self.list.clear()
            self.page.setPlainText(str(problem))
            return
        finally:
            self.phases.blockSignals(False)
        self.search.clear()
        self._list_cases()
        self._reader.start(library)

    @property
    def case(self) -> str:
        """The selected case."""
        return self._open

    def show_case(self, case_id: str) -> bool:
        """Open a case; False if the game has no such case."""
        if self._library is None or case_id not in self._library.rulebook.cases:
            return False
        if all(case.id != case_id for case in self._listed()):
            self.phases.setCurrentIndex(0)
            self.search.clear()
        for row in range(self.list.count()):
            if self.list.item(row).data(_WHAT).id == case_id:
                self.list.setCurrentRow(row)
                self.list.scrollToItem(self.list.item(row), QListWidget.ScrollHint.PositionAtCenter)
        return True

    def go_back(self) -> None:
        """Show the previous case."""
        if self._trail:
            before = self._trail.pop()
            self._open = ""
            self.show_case(before)
            self._back.setEnabled(bool(self._trail))

    def _listed(self) -> list[RuleCase]:
        return [self.list.item(row).data(_WHAT) for row in range(self.list.count())]

    def _list_cases(self) -> None:
        if self._library is None:
            return
        found = matching(self._library.rulebook, self.search.text(), self.phases.currentData() or "")
        self.list.blockSignals(True)
        self.list.clear()
        for case in found:
            item = QListWidgetItem(f"{case.id}   {case.title}")
            item.setData(_WHAT, case)
            item.setToolTip(case.title)
            self.list.addItem(item)
        again = next((row for row, case in enumerate(found) if case.id == self._open), -1)
        self.list.setCurrentRow(again)
        self.list.blockSignals(False)
        if found and (self.search.text() or not self._open):
            self._show_best()

    def _show_best(self) -> None:
        """Show the first case; the way back leads to the one before the search, not to each hit."""
        self.list.blockSignals(True)
        self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        if self._typing:
            self._open = ""
        self._typing = bool(self.search.text())
        self._chosen(self.list.item(0))

    def _open_first(self) -> None:
        self._typing = False
        if self.list.count():
            self.list.setCurrentRow(0)
            self.list.setFocus()

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is None or self._library is None:
            return
        case: RuleCase = item.data(_WHAT)
        if self._open and self._open != case.id:
            self._trail.append(self._open)
            self._back.setEnabled(True)
        self._open = case.id
        self.page.setHtml(case_html(self._library.rulebook, case, self._library.chart_names))
        self._list_examples()

    def _follow(self, link: QUrl) -> None:
        kind, _, name = link.toString().partition(":")
        if kind == "case":
            self.show_case(name)
        elif kind == "chart":
            self.chart_wanted.emit(name)

    # worked examples

    def _list_examples(self) -> None:
        self.examples.clear()
        if self._library is None or not self._open:
            return
        found = self._library.examples.get(self._open, [])
        if not self._library.all_read:
            self._heading.setText("Loading worked examples…")
        elif found:
            self._heading.setText("Worked examples" if len(found) > 1 else "Worked example")
        else:
            self._heading.setText("This case has no worked example")
        for example in found if self._library.all_read else ():
            item = QListWidgetItem(example.title)
            item.setData(_WHAT, example)
            self.examples.addItem(item)
        self.examples.setVisible(self.examples.count() > 0)
        self.play.setVisible(self.examples.count() > 0)
        self.examples.setCurrentRow(0)

    def play_example(self) -> None:
        """Play the selected example."""
        item = self.examples.currentItem()
        if item is not None:
            example: ExampleFile = item.data(_WHAT)
            self.example_wanted.emit(example)
