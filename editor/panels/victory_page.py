"""The victory tab: conditions in order, each built from choices, with the bands of its score."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from editor.commands.scenario import set_bands, set_victory
from editor.document.keys import new_key
from editor.document.open_document import OpenDocument
from editor.document.problems import Spot
from editor.document.working_copy import WorkingCopy
from editor.forms.expression_tree import ExpressionTree
from editor.forms.victory_template_dialog import VictoryTemplateDialog
from editor.panels.lazy_panel import LazyPanel
from editor.tables.columns import Column, TableDefinition
from editor.tables.table_definitions import any_side, side_titles
from editor.tables.table_model import RecordsModel
from editor.tables.table_view import RecordsTable
from editor.window.splitter import splitter
from engine.catalogue.document import MOMENTS, Band, Plain, VictoryCondition

CONDITIONS = TableDefinition(
    (
        Column("key", "Key", width=160),
        Column("title", "In words", width=250),
        Column("when", "When", "choice", lambda work: MOMENTS, tip="at the end, each turn, always"),
        Column(
            "winner",
            "Winner",
            "choice",
            titles=any_side,
            tip="For a test; for a score, the bands name the winner",
            width=80,
        ),
        Column("level", "Level", width=190),
        Column("first", "From turn", "optional", width=76),
        Column("last", "To turn", "optional", width=70),
    ),
    lambda work: VictoryCondition(
        new_key("condition", {known.key for known in work.scenario("victory")}), test={"at_least": (0, 1)}
    ),
)
BANDS = TableDefinition(
    (
        Column("level", "Level", width=190),
        Column("winner", "Winner", "choice", titles=any_side, tip="Empty is a draw", width=90),
        Column("low", "From", "optional", width=70),
        Column("high", "To", "optional", width=70),
    ),
    lambda work: Band("New band"),
    "level",
)


MIN_KIND_CHARS = 20
"""The page fits beside the problems in a window of 1280 pixels."""


class VictoryPage(LazyPanel):
    """The list of conditions above, the selected condition below."""

    def __init__(
        self,
        open_document: OpenDocument,
        parent: QWidget | None = None,
        selected: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """`selected` are the hexes selected on the map."""
        super().__init__(open_document, parent)
        self._selected = selected
        self._key = ""
        self.conditions = RecordsTable(
            RecordsModel(open_document, CONDITIONS, lambda work: work.scenario("victory"), set_victory),
            "Conditions",
            in_order=True,
        )
        self.conditions.chosen.connect(self._chosen)
        self.from_template = self.conditions.button(
            "From template…", "Hold hexes, exit, points by a turn, no enemy left", self.ask_template
        )
        self.kind = QComboBox()
        self.kind.setAccessibleName("Test or score")
        self.kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kind.setMinimumContentsLength(MIN_KIND_CHARS)
        self.kind.addItem("decides the game when this is true", "test")
        self.kind.addItem("decides the game by a score and its bands", "score")
        self.kind.activated.connect(lambda at: self.use_kind(self.kind.itemData(at)))
        self.expression = ExpressionTree(open_document)
        self.expression.changed.connect(self._write)
        self.bands = RecordsTable(
            RecordsModel(
                open_document, BANDS, self._bands, lambda work, bands: set_bands(work, self._key, bands)
            ),
            "Bands of the score",
            in_order=True,
        )
        form = QFormLayout()
        form.addRow("This condition", self.kind)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(form)
        column.addWidget(self.expression, 1)
        # Build from the outside in: Qt polishes a widget again when it gets another parent.
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        halves = splitter(Qt.Orientation.Vertical)
        layout.addWidget(halves)
        self.details = splitter()
        halves.addWidget(self.conditions)
        halves.addWidget(self.details)
        halves.setSizes([220, 460])
        self.details.addWidget(left)
        self.details.addWidget(self.bands)
        self.details.setSizes([560, 480])
        self.details.setEnabled(False)

    def document_opened(self) -> None:
        self._key = ""

    def condition(self) -> VictoryCondition | None:
        """The selected one."""
        document = self.document
        listed = document.work.scenario("victory") if document is not None else ()
        return next((known for known in listed if known.key == self._key), None)

    def _chosen(self) -> None:
        chosen = self.conditions.selected()
        if chosen and chosen[-1].key != self._key:
            self._key = chosen[-1].key
            self.refresh()

    def refresh(self) -> None:
        """Show the selected condition, or the first one."""
        self.conditions.model.refresh()
        if self.condition() is None and self.conditions.model.records:
            self._key = self.conditions.model.records[0].key
            self.conditions.select([0])
        condition = self.condition()
        self.details.setEnabled(condition is not None)
        self.bands.model.refresh()
        if condition is None:
            return
        scored = condition.score != ()
        self.kind.setCurrentIndex(self.kind.findData("score" if scored else "test"))
        self.bands.setVisible(scored)
        expression = condition.score if scored else condition.test
        if expression == ():
            expression = {"at_least": (0, 1)}
        if expression != self.expression.expression or not self.expression.tree.topLevelItemCount():
            self.expression.show_expression(expression)

    def go_to(self, spot: Spot) -> None:
        """Select the condition with the problem."""
        self.catch_up()
        self.conditions.go_to(spot)

    def ask_template(self) -> None:
        """Ask for a template and its numbers, and add the conditions that it makes."""
        document = self.document
        if document is None:
            return
        objective = self.open_document.vocabulary.objective
        dialog = VictoryTemplateDialog(document, objective, self._selected, self.window())
        try:
            if dialog.exec() == QDialog.DialogCode.Accepted:
                self.add_conditions(dialog.conditions())
        finally:
            dialog.deleteLater()

    def add_conditions(self, made: Sequence[VictoryCondition]) -> None:
        """Add these conditions as one step, and select the first of them."""
        document = self.document
        if document is not None:
            listed = document.work.scenario("victory")
            document.do_step(set_victory(document.work, [*listed, *made]))
            self.catch_up()
            self.conditions.catch_up()
            self.conditions.select([len(listed)])

    # writing

    def _replace(self, condition: VictoryCondition) -> None:
        document = self.document
        if document is not None:
            listed = [condition if c.key == condition.key else c for c in document.work.scenario("victory")]
            document.do_step(set_victory(document.work, listed))

    def _write(self, expression: Plain) -> None:
        condition = self.condition()
        if condition is not None:
            if condition.score != ():
                self._replace(replace(condition, score=expression))
            else:
                self._replace(replace(condition, test=expression))

    def use_kind(self, kind: str) -> None:
        """Change the condition to a test or to a score with bands."""
        condition = self.condition()
        if condition is None or (kind == "score") == (condition.score != ()):
            return
        if kind == "score":
            side = next(iter(side_titles(self.document.work)), "") if self.document else ""
            score: Plain = {"points": {"control": side, "of": self.open_document.vocabulary.objective}}
            self._replace(replace(condition, test=(), score=score, winner=""))
        else:
            self._replace(replace(condition, score=(), bands=(), test={"at_least": (0, 1)}))

    def _bands(self, work: WorkingCopy) -> tuple[Band, ...]:
        listed = work.scenario("victory")
        return next((known.bands for known in listed if known.key == self._key), ())
