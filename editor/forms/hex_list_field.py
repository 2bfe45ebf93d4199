"""A field for a list of hexes or hexsides: typed, picked on a map, or taken from the selection."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from editor.document.editor_document import EditorDocument
from editor.document.hexes_in_rules import is_place
from editor.forms.pick_places_dialog import pick_places


class HexListField(QWidget):
    """Hexes separated by blanks or commas."""

    changed = Signal()

    def __init__(
        self,
        document: EditorDocument,
        selected: Callable[[], Sequence[str]],
        parent: QWidget | None = None,
        *,
        single: bool = False,
    ) -> None:
        """With `single` it is a field for one place."""
        super().__init__(parent)
        self._document, self._selected, self._single = document, selected, single
        self.line = QLineEdit()
        self.line.setPlaceholderText("0304 0305, or 0304/0305 for a hexside")
        self.line.textChanged.connect(lambda _: self.changed.emit())
        number = len(selected())
        self.pick = QPushButton(f"From the map ({number})")
        self.pick.setToolTip("The hexes that are selected on the map")
        self.pick.setVisible(number > 0)
        self.pick.clicked.connect(self._take_selection)
        self.on_map = QPushButton("Pick…")
        self.on_map.setToolTip("Pick hexes or hexsides on a map")
        self.on_map.clicked.connect(self._pick_on_map)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.line, 1)
        for button in (self.pick, self.on_map):
            button.setAutoDefault(False)
            row.addWidget(button)
        self.setFocusProxy(self.line)

    def setAccessibleName(self, name: str) -> None:  # noqa: N802
        super().setAccessibleName(name)
        self.line.setAccessibleName(name)

    def hexes(self) -> tuple[str, ...]:
        """What is written there."""
        return tuple(self.line.text().replace(",", " ").split())

    def set_hexes(self, hexes: Sequence[str]) -> None:
        """Write these hexes."""
        self.line.setText(" ".join(hexes))
        self.line.setCursorPosition(0)

    def problem(self) -> str:
        """Which of them the map does not have, as a sentence; empty if it has all."""
        wrong = [here for here in self.hexes() if not is_place(here, self._document.lattice)]
        return f"The map has no {', '.join(wrong[:4])}." if wrong else ""

    def _pick_on_map(self) -> None:
        picked = pick_places(self._document, self.hexes(), self.window(), single=self._single)
        if picked is not None:
            self.set_hexes(picked)

    def _take_selection(self) -> None:
        self.set_hexes(self._selected())
