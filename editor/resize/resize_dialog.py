"""The dialog to add or remove columns and rows at each edge; shows what would be lost."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QGridLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.background.latest_only import Latest
from editor.document.hexes_in_rules import suspects
from editor.files.new_map_preview import NewMapPreview
from editor.forms.error_label import ErrorLabel
from editor.resize.resize_map import Margins, resize, resized_spec, sheet_of
from editor.window.dialog_widgets import accept_or_cancel
from engine.bad_input import BadInput
from engine.catalogue.check_map import shown
from engine.catalogue.document import ScenarioDocument
from engine.hexes.lattice import Lattice

MAX_IMMEDIATE_HEXES: Final = 1000
"""Larger maps are checked in the background."""


class ResizeDialog(QDialog):
    """`margins()` is the result after the dialog was accepted. A computed lattice may be passed in."""

    def __init__(
        self, document: ScenarioDocument, parent: QWidget | None = None, lattice: Lattice | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Resize the map")
        self._document = document
        self._losses = Latest("what a smaller map loses", self)
        self.fields: dict[str, QSpinBox] = {}
        grid = QGridLayout()
        places = {
            "top": (0, 1, "Rows at the top"),
            "left": (1, 0, "Columns on the left"),
            "right": (1, 2, "Columns on the right"),
            "bottom": (2, 1, "Rows at the bottom"),
        }
        for name, (row, column, words) in places.items():
            field = self.fields[name] = QSpinBox()
            field.setRange(-500, 500)
            field.setPrefix("+")
            field.setAccessibleName(words)
            field.valueChanged.connect(self._check)
            field.setFixedWidth(120)
            cell = QVBoxLayout()
            cell.setSpacing(4)
            cell.addStretch(1)
            cell.addWidget(QLabel(words), 0, Qt.AlignmentFlag.AlignHCenter)
            cell.addWidget(field, 0, Qt.AlignmentFlag.AlignHCenter)
            cell.setContentsMargins(0, 4, 0, 4)
            cell.addStretch(1)
            grid.addLayout(cell, row, column)
        self.preview = NewMapPreview()
        grid.addWidget(self.preview, 1, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        self.keep = QCheckBox("Remaining hexes keep their numbers")
        self.keep.toggled.connect(self._check)
        self.renumber_rules = QCheckBox()
        self.renumber_rules.setChecked(True)
        self.renumber_rules.toggled.connect(self._check)
        found = suspects(document, lattice or document.map.lattice())
        words = shown(found)
        self.renumber_rules.setText("Also renumber what looks like hexes in rules and settings")
        self.renumber_rules.setToolTip(words)
        self.listed = QLabel(f"This concerns {words}. Check these values afterwards.")
        self.listed.setWordWrap(True)
        self.listed.setObjectName("quiet")
        for widget in (self.renumber_rules, self.listed):
            widget.setVisible(bool(found))
        self.fine = QLabel()
        self.fine.setObjectName("quiet")
        self.warning = ErrorLabel()
        self._warned = ""
        """The losses that the user was asked to accept."""
        self.agreed = QCheckBox("Cut it off anyway")
        self.agreed.toggled.connect(lambda _: self._answered(self._warned))
        self.buttons, self._accept = accept_or_cancel(self, "Resize")
        layout = QVBoxLayout(self)
        layout.addLayout(grid, 1)
        layout.addWidget(self.keep)
        layout.addWidget(self.renumber_rules)
        layout.addWidget(self.listed)
        layout.addWidget(self.fine)
        layout.addWidget(self.warning)
        layout.addWidget(self.agreed)
        layout.addWidget(self.buttons)
        self._check()
        self.resize(720, max(600, self.sizeHint().height()))

    def margins(self) -> Margins:
        """The chosen margins."""
        values = {name: field.value() for name, field in self.fields.items()}
        return Margins(
            **values, keep_numbers=self.keep.isChecked(), renumber_rules=self.renumber_rules.isChecked()
        )

    def _check(self) -> None:
        for field in self.fields.values():
            field.setPrefix("+" if field.value() > 0 else "")
        margins = self.margins()
        try:
            self.preview.show_spec(resized_spec(sheet_of(self._document.map), margins)[0])
        except BadInput as problem:
            self._losses.close()
            self.preview.show_problem(str(problem))
            self._refused(str(problem))
            return
        if len(self._document.map.terrain) <= MAX_IMMEDIATE_HEXES:
            self._answered(resize(self._document, margins).warning())
            return
        self.agreed.setVisible(False)
        self._show("Checking what would be lost…", "", able=False)
        self._losses.ask(lambda _: resize(self._document, margins).warning(), self._answered, self._refused)

    def _answered(self, losses: str) -> None:
        if losses != self._warned:
            self._warned = losses
            self.agreed.setChecked(False)  # A new loss needs a new confirmation.
        self.agreed.setVisible(bool(losses))
        changed = any(field.value() for field in self.fields.values())
        fault = f"This would cut off {losses}." if losses else ""
        self._show("Nothing is lost.", fault, changed and (not losses or self.agreed.isChecked()))

    def _refused(self, problem: str) -> None:
        self.agreed.setVisible(False)
        self._show("", problem, able=False)

    def _show(self, words: str, fault: str, able: bool) -> None:
        self.fine.setText(words)
        self.fine.setVisible(not fault)
        self.warning.setText(fault)
        self.warning.setVisible(bool(fault))
        self._accept.setEnabled(able)

    def done(self, result: int) -> None:
        self._losses.close()
        super().done(result)
