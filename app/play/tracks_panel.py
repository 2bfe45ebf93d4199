"""Tracks: the turn, the weather, points and pools, as the game reports them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.map.counter_art import ink_on
from app.play.play_controller import PlayController
from engine.referee.view import Track


class TrackStrip(QWidget):
    """The boxes of one printed track with the marker on its box."""

    def __init__(self, track: Track, colour: str) -> None:
        super().__init__()
        self._track = track
        self._colour = QColor(colour)
        self.setAccessibleName(f"{track.title}: {track.value}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() + 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cells = self._track.cells
        at = self._track.at
        if at is None and self._track.value in cells:
            at = cells.index(self._track.value)
        width = min(64.0, (self.width() - 2) / max(1, len(cells)))
        for number, text in enumerate(cells):
            rect = QRectF(1 + number * width, 1, width, self.height() - 2)
            here = number == at
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1))
            painter.setBrush(self._colour if here else self.palette().color(QPalette.ColorRole.Base))
            painter.drawRect(rect)
            painter.setPen(ink_on(self._colour) if here else self.palette().color(QPalette.ColorRole.Text))
            font = painter.font()
            font.setBold(here)
            painter.setFont(font)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


class TracksPanel(QScrollArea):
    """All tracks, one below the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Tracks")
        self._shown: tuple[Track, ...] | None = None

    def show_tracks(self, controller: PlayController) -> None:
        """Read the tracks anew."""
        tracks = controller.view.tracks
        if tracks == self._shown:
            return
        self._shown = tracks
        colours = controller.side_colours()
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(3)
        for track in tracks:
            colour = colours.get(track.side, "#c08a2e")
            heading = QLabel(track.title if track.cells else f"{track.title}:  <b>{track.value}</b>")
            heading.setTextFormat(Qt.TextFormat.RichText)
            heading.setWordWrap(True)
            heading.setAccessibleName(f"{track.title}: {track.value}")
            if track.side:
                heading.setStyleSheet(f"border-left: 4px solid {colour}; padding-left: 6px;")
            layout.addWidget(heading)
            if track.cells:
                layout.addWidget(TrackStrip(track, colour))
            layout.addSpacing(6)
        if not tracks:
            layout.addWidget(QLabel("This game has no tracks."))
        layout.addStretch(1)
        self.setWidget(body)
