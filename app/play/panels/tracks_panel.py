"""Tracks: the turn, the weather, points and pools, as the game reports them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.map.counters.counter_art import ink_on
from app.play.panels.lazy_panel import LazyPanel
from app.play.panels.track_titles import short_title
from app.play.play_controller import PlayController
from engine.referee.view import Track

STRIPE: Final = "▌"


class TrackStrip(QWidget):
    """The boxes of one printed track with the marker on its box."""

    def __init__(self, track: Track, colour: str) -> None:
        super().__init__()
        self._track = track
        self._colour = QColor(colour)
        self._longest: tuple[QFont | None, int] = (None, 0)
        """In which letters, and how wide in them the longest text is: layouts ask for it again and again."""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_track(track)

    def set_track(self, track: Track) -> None:
        """The marker has moved."""
        self._track = track
        self.setAccessibleName(f"{track.title}: {track.value}")
        self.update()

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        rows = -(-len(self._track.cells) // self._per_row(width))
        return rows * self._cell_height() + 2

    def sizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(160))

    def _cell_height(self) -> int:
        return self.fontMetrics().height() + 8

    def _per_row(self, width: int) -> int:
        """As many boxes as have room for the longest text, and all rows as long as one another."""
        bold = QFont(self.font())
        bold.setBold(True)
        if self._longest[0] != bold:
            metrics = QFontMetrics(bold)
            self._longest = bold, max(metrics.horizontalAdvance(text) for text in self._track.cells)
        most = max(1, min(len(self._track.cells), (width - 2) // max(22, self._longest[1] + 8)))
        rows = -(-len(self._track.cells) // most)
        return -(-len(self._track.cells) // rows)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cells = self._track.cells
        at = self._track.at
        if at is None and self._track.value in cells:
            at = cells.index(self._track.value)
        per_row = self._per_row(self.width())
        width, height = min(64.0, (self.width() - 2) / per_row), self._cell_height()
        for number, text in enumerate(cells):
            rect = QRectF(1 + number % per_row * width, 1 + number // per_row * height, width, height)
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
        self._shown: dict[str, Track] = {}
        self._written: dict[str, str] = {}
        """The title of each track as it is written."""
        self._headings: dict[str, QLabel] = {}
        self._strips: dict[str, TrackStrip] = {}
        self._stripes: dict[str, str] = {}
        """The colour of its side before the title of each track; a label draws no border on one side."""
        self.seen = LazyPanel(self, self._read)

    def show_tracks(self, controller: PlayController) -> None:
        """The table has changed: read the tracks anew if anybody looks, else when somebody does."""
        self.seen.changed(controller)

    def _read(self, controller: PlayController) -> None:
        """Widgets are made again only when there are other tracks."""
        tracks = {track.key: track for track in _by_power(controller.view.tracks)}
        if _outline(tracks) != _outline(self._shown) or self.widget() is None:
            self._build(tracks, controller)
        for key, track in tracks.items():
            if track != self._shown.get(key):
                self._update(track)
        self._shown = tracks

    def _build(self, tracks: dict[str, Track], controller: PlayController) -> None:
        self._shown, self._headings, self._strips, self._stripes = {}, {}, {}, {}
        self._written = {key: _written(track, controller) for key, track in tracks.items()}
        counter_style, power = controller.counter_style, ""
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(3)
        for key, track in tracks.items():
            colour = counter_style.colour(track.side, track.power) if track.side else "#c08a2e"
            if track.power and track.power != power:
                power = track.power
                layout.addWidget(_power_heading(controller.power_title(power), colour))
            heading = self._headings[key] = QLabel()
            heading.setTextFormat(Qt.TextFormat.RichText)
            heading.setWordWrap(True)
            self._stripes[key] = f"<span style='color: {colour}'>{STRIPE}</span> " if track.side else ""
            layout.addWidget(heading)
            if track.cells:
                strip = self._strips[key] = TrackStrip(track, colour)
                layout.addWidget(strip)
            layout.addSpacing(1 if track.power else 6)
        if not tracks:
            layout.addWidget(QLabel("This game has no tracks."))
        layout.addStretch(1)
        self.setWidget(body)

    def _update(self, track: Track) -> None:
        heading = self._headings[track.key]
        value = "" if track.cells else f":  <b>{escape(track.value)}</b>"
        written = self._written.get(track.key, track.title)
        heading.setText(f"{self._stripes[track.key]}{escape(written)}{value}")
        heading.setAccessibleName(f"{track.title}: {track.value}")
        strip = self._strips.get(track.key)
        if strip is not None:
            strip.set_track(track)


def _by_power(tracks: Iterable[Track]) -> list[Track]:
    """Those of powers behind the others, each power by itself; otherwise in the order of the game."""
    found = list(tracks)
    powers = list(dict.fromkeys(track.power for track in found if track.power))
    return sorted(found, key=lambda track: powers.index(track.power) + 1 if track.power else 0)


def _written(track: Track, controller: PlayController) -> str:
    """The title; below the heading of a power its name is left out."""
    return short_title(track.title, (controller.power_title(track.power),)) if track.power else track.title


def _power_heading(title: str, colour: str) -> QLabel:
    made = QLabel(title)
    made.setObjectName("panelHeading")
    made.setStyleSheet(f"border-bottom: 2px solid {colour}; padding-top: 8px;")
    return made


def _outline(tracks: dict[str, Track]) -> list[tuple[str, str, tuple[str, ...]]]:
    """What decides which widgets there are."""
    return [(track.key, track.side, track.cells) for track in tracks.values()]
