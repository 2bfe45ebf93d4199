"""The backdrop dock: choose a picture, fade it, lay it below or above the terrain, align it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from editor.backdrop.backdrop import SUFFIXES
from editor.backdrop.backdrop_controller import FADE_MERGE_KEY, BackdropController
from editor.window.scroll_area import scrolled

MAX_PDF_PAGES = 2000


class BackdropPanel(QWidget):
    """Shows the state of the controller and asks for files."""

    align_wanted = Signal(str)
    """The layer to align."""

    def __init__(self, controller: BackdropController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.choose = QPushButton("Choose a picture…")
        self.remove = QPushButton("Remove")
        self.name = QLabel()
        self.name.setObjectName("panelHeading")
        self.name.setWordWrap(True)
        self.words = QLabel()
        self.words.setObjectName("quiet")
        self.words.setWordWrap(True)
        self.strength = QSlider(Qt.Orientation.Horizontal)
        self.strength.setRange(10, 100)
        self.strength.setAccessibleName("Opacity of the backdrop")
        self.below = QCheckBox("Only where there is no terrain")
        self.below.setToolTip("Below the terrain: painted hexes hide the picture")
        self.align = QPushButton("Align with the grid")
        self.align.setToolTip("Drag three known hexes of the picture to their places (A)")
        self._lay_out()
        self.choose.clicked.connect(self._ask)
        self.remove.clicked.connect(controller.remove)
        self.strength.valueChanged.connect(lambda value: controller.set(FADE_MERGE_KEY, strength=value))
        self.below.toggled.connect(lambda on: controller.set(below=on))
        self.align.clicked.connect(lambda: self.align_wanted.emit(controller.layer))
        controller.changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.choose, 1)
        buttons.addWidget(self.remove)
        self.fading = QWidget()
        form = QFormLayout(self.fading)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow("Opacity", self.strength)
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(8)
        layout.addWidget(self.name)
        layout.addWidget(self.words)
        layout.addLayout(buttons)
        layout.addWidget(self.fading)
        layout.addWidget(self.below)
        layout.addWidget(self.align)
        layout.addStretch(1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scrolled(inside))

    def _ask(self) -> None:
        patterns = " ".join(f"*.{suffix}" for suffix in SUFFIXES)
        path, _ = QFileDialog.getOpenFileName(self, "Choose a picture", "", f"Pictures ({patterns})")
        if not path:
            return
        page = 1
        if path.lower().endswith(".pdf"):
            page, sure = QInputDialog.getInt(self, "Page", "Which page of the PDF?", 1, 1, MAX_PDF_PAGES)
            if not sure:
                return
        self._controller.choose(Path(path), page)

    def refresh(self) -> None:
        """Update all widgets."""
        controller, backdrop = self._controller, self._controller.backdrop
        there = backdrop is not None
        for widget in (self.fading, self.below, self.align):
            widget.setVisible(there)
        self.remove.setVisible(there or bool(controller.problem))
        self.choose.setEnabled(not controller.is_busy)
        self.name.setText(backdrop.name if backdrop is not None else "No backdrop")
        if backdrop is not None:
            for widget, put in (
                (self.strength, lambda: self.strength.setValue(backdrop.strength)),
                (self.below, lambda: self.below.setChecked(backdrop.below)),
            ):
                widget.blockSignals(True)
                put()
                widget.blockSignals(False)
        self.words.setText(self._status_text())

    def _status_text(self) -> str:
        controller, backdrop = self._controller, self._controller.backdrop
        if controller.is_busy:
            return "Reading the picture…"
        if controller.problem:
            return controller.problem
        if backdrop is None:
            return "A scan, a printed map or a page of a rulebook (PNG, JPG, SVG, PDF) to draw over."
        pins = len(controller.pins())
        held = {0: "Not aligned yet.", 1: "Held by one pin.", 3: "Aligned by three pins."}
        return (
            f"{held.get(pins, f'Held by {pins} pins.')} {backdrop.width} × {backdrop.height} pixels. "
            "Show and lock it in the layers panel."
        )
