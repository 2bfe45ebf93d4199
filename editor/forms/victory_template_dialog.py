"""The dialog for a victory condition from a template."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.document.editor_document import EditorDocument
from editor.document.victory_templates import (
    TEMPLATES,
    VictoryAnswers,
    VictoryTemplate,
    conditions,
    problem,
)
from editor.forms.hex_list_field import HexListField
from editor.window.dialog_widgets import accept_or_cancel, choice
from engine.catalogue.document import VictoryCondition


class VictoryTemplateDialog(QDialog):
    """`conditions()` is the result after the dialog was accepted."""

    def __init__(
        self,
        document: EditorDocument,
        objective: str,
        selected: Callable[[], Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Victory from a template")
        self._work, self._objective = document.work, objective
        self._sides = {side.key: side.title or side.key for side in self._work.scenario("sides")}
        turns = self._work.scenario("turns")
        self.template = choice("Template", {known.key: known.title for known in TEMPLATES})
        self.side = choice("Winner", self._sides)
        self.enemy = choice("Enemy", self._sides)
        self.enemy.setCurrentIndex(min(1, self.enemy.count() - 1))
        self.hexes = HexListField(document, selected)
        self.hexes.setAccessibleName("Hexes")
        self.number = QSpinBox()
        self.number.setAccessibleName("Number")
        self.number.setRange(1, 9999)
        self.turn = QSpinBox()
        self.turn.setAccessibleName("By turn")
        self.turn.setRange(turns.first, max(turns.first, turns.last))
        self.turn.setValue(turns.last)
        self.otherwise = QCheckBox("Else the enemy wins at the end")
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.form = QFormLayout()
        for words, field in (
            ("Template", self.template),
            ("Winner", self.side),
            ("Enemy", self.enemy),
            ("Hexes", self.hexes),
            ("Number", self.number),
            ("By turn", self.turn),
            ("", self.otherwise),
        ):
            self.form.addRow(words, field)
        self.buttons, self._accept = accept_or_cancel(self, "Add")
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        for box in (self.template, self.side, self.enemy):
            box.currentIndexChanged.connect(self._check)
        self.hexes.changed.connect(self._check)
        self.number.valueChanged.connect(self._check)
        self.setMinimumWidth(520)
        self._check()

    @property
    def chosen(self) -> VictoryTemplate:
        """The chosen template."""
        return TEMPLATES[max(0, self.template.currentIndex())]

    def _check(self) -> None:
        template = self.chosen
        self.form.setRowVisible(self.hexes, template.asks_hexes)
        self.form.setRowVisible(self.number, bool(template.number))
        self.form.setRowVisible(self.turn, template.asks_turn)
        label = self.form.labelForField(self.number)
        if isinstance(label, QLabel):
            label.setText(template.number or "Number")
        text = (self.hexes.problem() if template.asks_hexes else "") or problem(template, self._answers())
        if not text and self.side.currentData() == self.enemy.currentData():
            text = "The winner cannot be its own enemy."
        self.problem.setText(text)
        self._accept.setEnabled(not text)

    def _answers(self) -> VictoryAnswers:
        side, last = self.side.currentData() or "", self.turn.maximum()
        return VictoryAnswers(
            side,
            self.enemy.currentData() or "",
            self._sides.get(side, side),
            self.hexes.hexes(),
            self.number.value(),
            self.turn.value() if self.turn.value() < last else None,
            self._objective,
            self.otherwise.isChecked(),
        )

    def conditions(self) -> list[VictoryCondition]:
        """The conditions that the template makes."""
        taken = {condition.key for condition in self._work.scenario("victory")}
        return conditions(self.chosen, self._answers(), taken)
