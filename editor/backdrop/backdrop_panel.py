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
        self.to_map = QPushButton("Print on the map")
        self.to_map.setToolTip("The picture lies on the table and on paper in place of the terrain")
        self.off_map = QPushButton("Take off the map")
        self.off_map.setToolTip("The picture becomes a backdrop again, which can be aligned")
        self.grid = QCheckBox("Draw the grid over it")
        self.numbers = QCheckBox("Draw the hex numbers over it")
        self._lay_out()
        self.choose.clicked.connect(self._ask)
        self.remove.clicked.connect(controller.remove)
        self.strength.valueChanged.connect(lambda value: controller.set(FADE_MERGE_KEY, strength=value))
        self.below.toggled.connect(lambda on: controller.set(below=on))
        self.align.clicked.connect(lambda: self.align_wanted.emit(controller.layer))
        self.to_map.clicked.connect(controller.print_on_map)
        self.off_map.clicked.connect(controller.take_off_map)
        self.grid.toggled.connect(lambda on: controller.set_board(grid=on))
        self.numbers.toggled.connect(lambda on: controller.set_board(numbers=on))
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
        layout.addWidget(self.to_map)
        layout.addWidget(self.grid)
        layout.addWidget(self.numbers)
        layout.addWidget(self.off_map)
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
        controller, backdrop, board = self._controller, self._controller.backdrop, self._controller.board
        there, printed = backdrop is not None, backdrop is None and board is not None
        for widget in (self.fading, self.below, self.align, self.to_map):
            widget.setVisible(there)
        for widget in (self.grid, self.numbers, self.off_map):
            widget.setVisible(printed)
        self.remove.setVisible(there or printed or bool(controller.problem))
        for button in (self.choose, self.to_map, self.off_map):
            button.setEnabled(not controller.is_busy)
        if backdrop is not None:
            self.name.setText(backdrop.name)
            _put_quietly(self.strength, backdrop.strength)
            _put_quietly(self.below, backdrop.below)
        elif board is not None:
            self.name.setText(f"Board: {board.name}" if board.name else "Board")
            _put_quietly(self.grid, board.grid)
            _put_quietly(self.numbers, board.numbers)
        else:
            self.name.setText("No backdrop")
        self.words.setText(self._status_text())

    def _status_text(self) -> str:
        controller, backdrop, board = self._controller, self._controller.backdrop, self._controller.board
        if controller.is_busy:
            return "Reading the picture…"
        if controller.problem:
            return controller.problem
        if backdrop is None and board is not None:
            return (
                f"{board.width} × {board.height} pixels, kept with the map. It lies on table and paper "
                "in place of the terrain; fade it in the layers panel to see the terrain below it."
            )
        if backdrop is None:
            return "A scan, a printed map or a page of a rulebook (PNG, JPG, SVG, PDF) to draw over."
        pins = len(controller.pins())
        held = {0: "Not aligned yet.", 1: "Held by one pin.", 3: "Aligned by three pins."}
        return (
            f"{held.get(pins, f'Held by {pins} pins.')} {backdrop.width} × {backdrop.height} pixels. "
            "Show and lock it in the layers panel."
        )


def _put_quietly(widget: QSlider | QCheckBox, value: int | bool) -> None:
    """Set a value without telling the controller."""
    widget.blockSignals(True)
    if isinstance(widget, QCheckBox):
        widget.setChecked(bool(value))
    else:
        widget.setValue(value)
    widget.blockSignals(False)
