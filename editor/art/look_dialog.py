"""The dialog for the look of a kind of terrain or feature: colour, pattern, picture."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.background.progress_dialog import run_in_background
from app.map.own_pictures import known_picture, picture
from app.map.terrain.map_art import PATTERNS
from editor.art.picture_files import FILES, own_picture_from
from editor.forms.error_label import ErrorLabel
from editor.tables.pickers import ColorBox
from editor.window.dialog_widgets import accept_or_cancel, choice
from engine.catalogue.own_art import Look, OwnArt

SMALL = QSize(96, 96)
USUAL = "As usual"


class LookDialog(QDialog):
    """Edits one look; `look()` and `content` are the result."""

    def __init__(self, title: str, art: OwnArt, look: Look, has_pattern: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Look of {title}")
        self._look = look
        self.content = art.content(look.picture)
        """The picture; empty for none."""
        self.color = ColorBox(self)
        self.color.insertItem(0, USUAL)
        self.color.setAccessibleName("Colour")
        self._show_color(look.color or USUAL)
        self.pattern = choice("Pattern", PATTERNS)
        self.pattern.setCurrentIndex(max(0, self.pattern.findData(look.pattern)))
        self.small = QLabel("No picture")
        self.small.setAccessibleName("Picture")
        self.small.setFixedSize(SMALL)
        self.small.setFrameShape(QLabel.Shape.StyledPanel)
        self.small.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.choose = QPushButton("Choose…")
        self.choose.clicked.connect(self.ask)
        self.remove = QPushButton("Remove")
        self.remove.clicked.connect(lambda: self._show_picture(b""))
        for button in (self.choose, self.remove):
            button.setAutoDefault(False)
        self.fault = ErrorLabel()
        column = QVBoxLayout()
        column.addWidget(self.choose)
        column.addWidget(self.remove)
        column.addStretch(1)
        row = QHBoxLayout()
        row.addWidget(self.small)
        row.addLayout(column)
        row.addStretch(1)
        form = QFormLayout()
        form.addRow("Colour", self.color)
        if has_pattern:
            form.addRow("Pattern", self.pattern)
        form.addRow("Picture", row)
        hint = QLabel(
            "A picture covers each hex of this terrain." if has_pattern else "A picture stands in the hex."
        )
        hint.setObjectName("quiet")
        form.addRow("", hint)
        buttons, _ = accept_or_cancel(self)
        self.usual = QPushButton(USUAL)
        self.usual.setToolTip("Draw this kind as the game does")
        self.usual.setAutoDefault(False)
        self.usual.clicked.connect(self._as_usual)
        buttons.addButton(self.usual, buttons.ButtonRole.ResetRole)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.fault)
        layout.addWidget(buttons)
        self._show_picture(self.content)

    def look(self) -> Look:
        """The look without its picture."""
        color = self.color.currentText().strip()
        return Look("" if color == USUAL else color, self.pattern.currentData() or "")

    def accept(self) -> None:
        color = self.look().color
        if color and not QColor.isValidColorName(color):
            self.fault.setText(f"Write a colour like #5b6b3c, not {color!r:.30}.")
            return
        super().accept()

    def ask(self) -> None:
        """Ask for a picture file."""
        name, _ = QFileDialog.getOpenFileName(self, "A picture for the map", "", FILES)
        if name:
            self.load(Path(name))

    def load(self, path: Path) -> bool:
        """Show a picture file; on an error the picture stays."""
        ended = run_in_background(
            self, "A picture for the map", f"Reading {path.name}…", lambda _: own_picture_from(path)
        )
        self.fault.setText(ended.problem)
        if ended.succeeded:
            self._show_picture(ended.value)
        return ended.succeeded

    def _show_picture(self, content: bytes) -> None:
        self.content = content
        self.remove.setEnabled(bool(content))
        image = picture(known_picture(content)) if content else None
        if image is None or image.isNull():
            self.small.setPixmap(QPixmap())
            self.small.setText("No picture")
            return
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        self.small.setPixmap(QPixmap.fromImage(image.scaled(SMALL, keep, smooth)))

    def _show_color(self, color: str) -> None:
        self.color.setCurrentIndex(self.color.findText(color))
        self.color.setCurrentText(color)

    def _as_usual(self) -> None:
        self._show_color(USUAL)
        self.pattern.setCurrentIndex(0)
        self._show_picture(b"")
