"""A field for the scenario picture: choose, show, remove."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPixmap
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.background.progress import Progress
from app.background.progress_dialog import run_in_background
from app.map.scenario_picture import scenario_picture
from editor.commands.scenario import set_picture
from editor.document.open_document import OpenDocument
from editor.files.scenario_pictures import SUFFIXES, picture_from
from editor.forms.error_label import ErrorLabel
from engine.catalogue.picture import PICTURE

FILES = f"Pictures ({' '.join(f'*.{suffix}' for suffix in SUFFIXES)})"
SMALL = QSize(176, 110)


class PictureField(QWidget):
    """Without a picture the start page shows the map."""

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = open_document
        self._shown: object = None
        self.setAcceptDrops(True)
        self.small = QLabel()
        self.small.setAccessibleName("Picture of the scenario")
        self.small.setFixedSize(SMALL)
        self.small.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.small.setWordWrap(True)
        self.small.setFrameShape(QLabel.Shape.StyledPanel)
        self.choose = QPushButton("Choose…")
        self.choose.setToolTip("Choose a picture for the start page, or drop a file here")
        self.choose.clicked.connect(self.ask)
        self.remove = QPushButton("Remove")
        self.remove.setToolTip("Show the map on the start page again")
        self.remove.clicked.connect(lambda: self._put(b""))
        self.fault = ErrorLabel()
        column = QVBoxLayout()
        for button in (self.choose, self.remove):
            column.addWidget(button)
        column.addStretch(1)
        row = QHBoxLayout()
        row.addWidget(self.small, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.fault)
        self.fault.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def refresh(self) -> None:
        """Show the current picture."""
        document = self._open.document
        data = document.work.scenario("data") if document is not None else {}
        if data.get(PICTURE) == self._shown and self._shown is not None:
            return
        self._shown = data.get(PICTURE)
        image = scenario_picture(data)
        self.remove.setEnabled(self._shown is not None)
        if image is None:
            self.small.setPixmap(QPixmap())
            self.small.setText("Map preview")
            return
        ratio = self.devicePixelRatioF()
        fitted = image.scaled(
            SMALL * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        fitted.setDevicePixelRatio(ratio)
        self.small.setPixmap(QPixmap.fromImage(fitted))

    # loading

    def ask(self) -> None:
        """Ask for a file and load it."""
        name, _ = QFileDialog.getOpenFileName(self, "A picture for the scenario", "", FILES)
        if name:
            self.load_file(Path(name))

    def load_file(self, path: Path) -> bool:
        """Load a picture file; on an error nothing is changed."""

        def read(progress: Progress) -> bytes:
            progress(0, 1, f"Reading {path.name}")
            return picture_from(path)

        ended = run_in_background(self, "A picture for the scenario", f"Reading {path.name}…", read)
        self._show_problem(ended.problem)
        if ended.succeeded:
            self._put(ended.value)
        return ended.succeeded

    def _put(self, content: bytes) -> None:
        document = self._open.document
        if document is not None:
            self._show_problem("")
            document.do_step(set_picture(document.work, content))

    def _show_problem(self, words: str) -> None:
        self.fault.setText(words)
        self.fault.setVisible(bool(words))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.load_file(Path(url.toLocalFile()))
                return
