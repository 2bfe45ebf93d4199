"""The tracing panel: geographic files, and their conversion to hex terrain."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.document.game_vocabulary import shown_kind
from editor.document.open_document import OpenDocument
from editor.importers.geojson import SUFFIXES
from editor.tracing.hexes_from_lines import TracingChoices
from editor.tracing.sources import ROLES
from editor.tracing.tracing_controller import TracingController
from editor.window.scroll_area import scrolled
from engine.mechanics.plural import counted

NOTHING: Final = "leave out"
_KINDS: Final = {
    "land": ("Land becomes", "terrain", ("clear", "open", "plain", "flat")),
    "sea": ("Sea becomes", "terrain", ("sea", "water", "ocean")),
    "lakes": ("Lakes become", "terrain", ("lake", "water", "sea")),
    "rivers": ("Rivers become", "hexsides", ("major_river", "major river", "river", "minor_river")),
    "roads": ("Roads become", "roads", ("road", "highway", "main road")),
    "towns": ("Towns become", "features", ("town", "city", "village")),
}
"""For each source: label, palette and preferred kinds."""


class TracingPanel(QWidget):
    """Shows the files of the controller and the conversion choices."""

    align_wanted = Signal(str)
    """The layer to align."""

    def __init__(
        self, open_document: OpenDocument, controller: TracingController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._open, self._controller = open_document, controller
        self.add = QPushButton("Add GeoJSON…")
        self.align = QPushButton("Align with the grid")
        self.align.setToolTip("Drag three known places to their hexes; they become the map's known places")
        self.roles: dict[str, QComboBox] = {}
        self.removers: dict[str, QToolButton] = {}
        self._files = QGridLayout()
        self._files.setColumnStretch(0, 1)
        self.kinds: dict[str, QComboBox] = {}
        self.share = QSpinBox()
        self.share.setRange(1, 100)
        self.share.setValue(50)
        self.share.setSuffix(" %")
        self.share.setAccessibleName("Share of land that makes a hex land")
        self.convert = QPushButton("Convert to hex terrain…")
        self.convert.setToolTip("Shows the result on the map before anything is changed")
        self.apply = QPushButton("Apply")
        self.apply.setObjectName("primary")
        self.discard = QPushButton("Discard")
        self.stop = QPushButton("Cancel")
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Progress of the tracing")
        self.words = QLabel()
        self.words.setObjectName("quiet")
        self.words.setWordWrap(True)
        self._lay_out()
        self._connect()
        if open_document.document is not None:
            self._fill_kinds()
        self.refresh()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.add, 1)
        top.addWidget(self.align, 1)
        form = QFormLayout()
        for key, (words, _, _) in _KINDS.items():
            box = self.kinds[key] = QComboBox()
            box.setAccessibleName(words)
            form.addRow(words, box)
            if key == "sea":
                form.addRow("Minimum land", self.share)
        bottom = QHBoxLayout()
        for button in (self.apply, self.discard, self.stop):
            bottom.addWidget(button)
        wanted = QWidget()
        upper = QVBoxLayout(wanted)
        upper.setContentsMargins(10, 8, 10, 0)
        upper.setSpacing(8)
        for part in (top, self._files, form):
            upper.addLayout(part)
        upper.addStretch(1)
        lower = QVBoxLayout()
        lower.setContentsMargins(10, 0, 10, 8)
        for widget in (self.convert, self.progress, self.words):
            lower.addWidget(widget)
        lower.addLayout(bottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(scrolled(wanted), 1)
        layout.addLayout(lower)

    def _connect(self) -> None:
        controller = self._controller
        self.add.clicked.connect(self._ask)
        self.align.clicked.connect(lambda: self.align_wanted.emit(controller.layer))
        self.convert.clicked.connect(lambda: controller.compute_terrain(self.choices()))
        self.apply.clicked.connect(controller.apply)
        self.discard.clicked.connect(controller.discard)
        self.stop.clicked.connect(controller.cancel)
        self.share.valueChanged.connect(
            lambda _: controller.discard() if controller.outcome is not None else None
        )
        for box in self.kinds.values():
            box.activated.connect(lambda _: controller.discard() if controller.outcome is not None else None)
        controller.changed.connect(self.refresh)
        controller.progressed.connect(self._show_progress)
        self._open.opened.connect(self._fill_kinds)

    def _ask(self) -> None:
        patterns = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        path, _ = QFileDialog.getOpenFileName(self, "Add geography to trace", "", f"GeoJSON ({patterns})")
        if path:
            self._controller.add(Path(path))

    def _fill_kinds(self) -> None:
        """Fill the choices from the game's vocabulary with a guess for each."""
        for key, (_, palette, likely) in _KINDS.items():
            box, kinds = self.kinds[key], self._open.vocabulary.of(palette)
            box.clear()
            box.addItem(NOTHING, "")
            for kind in dict.fromkeys((*kinds, likely[0])):
                box.addItem(shown_kind(kind), kind)
            found = next((kind for kind in likely if kind in kinds), "")
            box.setCurrentIndex(box.findData(found))

    def choices(self) -> TracingChoices:
        """The chosen kinds."""
        chosen = {key: str(box.currentData() or "") for key, box in self.kinds.items()}
        return TracingChoices(**chosen, share=self.share.value())

    # showing

    def refresh(self) -> None:
        """Update all widgets."""
        controller = self._controller
        self._list_files()
        busy, shown = controller.is_busy, controller.outcome is not None
        self.add.setEnabled(not busy)
        self.align.setEnabled(controller.can_be_pinned)
        self.convert.setEnabled(controller.can_be_pinned and not busy)
        self.progress.setVisible(busy)
        self.stop.setVisible(busy)
        self.apply.setVisible(shown and not busy)
        self.discard.setVisible(shown and not busy)
        self.words.setText(self._status_text())

    def _status_text(self) -> str:
        controller = self._controller
        if controller.is_busy:
            return ""
        if controller.outcome is not None:
            return " ".join([f"Result: {controller.outcome.words()}", *controller.outcome.notes])
        if controller.problem:
            return controller.problem
        if not controller.files:
            return "Coast, rivers, roads and towns in longitude and latitude, shown as thin lines."
        pins = len(controller.pins())
        known = counted(pins, "known place")
        return f"The map has {known}; add more until there are three." if pins < 3 else ""

    def _list_files(self) -> None:
        listed = [(traced.file, traced.role) for traced in self._controller.files]
        if [(file, box.currentData()) for file, box in self.roles.items()] == listed:
            return
        while (item := self._files.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.roles, self.removers = {}, {}
        for row, traced in enumerate(self._controller.files):
            stem = Path(traced.name).stem
            name = QLabel(self.fontMetrics().elidedText(stem, Qt.TextElideMode.ElideLeft, 120))
            name.setToolTip(traced.name)
            role = self.roles[traced.file] = QComboBox()
            role.setAccessibleName(f"What {traced.name} shows")
            for key, words in ROLES.items():
                role.addItem(words, key)
            role.setCurrentIndex(role.findData(traced.role))
            role.activated.connect(
                lambda at, file=traced.file, box=role: self._controller.set_role(file, box.itemData(at))
            )
            gone = self.removers[traced.file] = QToolButton()
            gone.setText("×")
            gone.setAccessibleName(f"Remove {traced.name}")
            gone.clicked.connect(lambda _=False, file=traced.file: self._controller.remove(file))
            for column, widget in enumerate((name, role, gone)):
                self._files.addWidget(widget, row, column)

    def _show_progress(self, done: int, of: int, what: str) -> None:
        self.progress.setMaximum(max(1, of))
        self.progress.setValue(done)
        self.progress.setFormat(f"{what} %p %")
