"""Marker sheets with both sides: markers of the game, control markers and the turn marker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.map.counters.counter_art import ink_on, status_colour
from app.map.counters.counter_style import CounterStyle
from app.map.terrain.feature_art import is_objective
from editor.printing.counter_sheets import Cut, cut_sheets
from editor.printing.map_print import FACE, print_font
from editor.printing.pages import Page
from editor.printing.paper import PrintSettings
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.marker_kind import MarkerKind

_MAX_CONTROL_MARKERS: Final = 40
"""Maximum number of control markers per side."""
_LARGEST, _SMALLEST = 46, 15
"""Text height on a marker, on a face of `FACE` units."""
_RIM: Final = 0.05


def marker_kinds(document: ScenarioDocument) -> Iterator[MarkerKind]:
    """The turn marker, control markers, and the markers of the game."""
    if document.turns.last > document.turns.first:
        yield MarkerKind("turn")
    goals = sum(
        any(is_objective(feature.kind) for feature in found)
        for table in (document.map.features, document.features)
        for found in table.values()
    )
    if goals and len(document.sides) > 1:
        one, other = document.sides[:2]
        yield MarkerKind(one.title, other.title, min(goals, _MAX_CONTROL_MARKERS), one.key, other.key)
    try:
        game = games.game(document.game)
    except BadInput:
        return  # Without the game, the rest can still be printed.
    if isinstance(game, DocumentGame):
        yield from game.paper_markers(document)


def marker_pages(document: ScenarioDocument, settings: PrintSettings) -> Iterator[Page]:
    """Pages of fronts and backs, alternating."""
    colours = CounterStyle.of(document)
    cuts: list[Cut] = []
    for kind in marker_kinds(document):
        front = partial(_marker, kind.front, _colour(kind.front, kind.side, colours))
        words, side = (kind.back, kind.back_side) if kind.back else (kind.front, kind.side)
        back = partial(_marker, words, _colour(words, side, colours))
        cuts += [(front, back)] * kind.count
    yield from cut_sheets(cuts, settings, "markers", document.title)


def paint_marker(document: ScenarioDocument, words: str, side: str, painter: QPainter, spot: QRectF) -> None:
    """Paint one side of a marker."""
    _marker(words, _colour(words, side, CounterStyle.of(document)), painter, spot, 0.0)


def _colour(words: str, side: str, colours: CounterStyle) -> QColor:
    """The colour of a marker: that of its side, or one by its text."""
    return QColor(colours.colour(side)) if side else status_colour(words)


def _marker(words: str, colour: QColor, painter: QPainter, spot: QRectF, bleed: float) -> None:
    """Paint centred text on a coloured piece, as large as it fits."""
    painter.fillRect(spot.adjusted(-bleed, -bleed, bleed, bleed), colour)
    painter.save()
    painter.setClipRect(spot, Qt.ClipOperation.IntersectClip)
    painter.translate(spot.topLeft())
    painter.scale(spot.width() / FACE, spot.height() / FACE)
    ink, rim = ink_on(colour), FACE * _RIM
    frame = QRectF(rim, rim, FACE - 2 * rim, FACE - 2 * rim)
    faint = QColor(ink)
    faint.setAlpha(120)
    painter.setPen(QPen(faint, 2.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, rim, rim)
    text = words[:1].upper() + words[1:]
    room = frame.adjusted(rim / 2, rim / 2, -rim / 2, -rim / 2)
    flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
    for size in range(_LARGEST, _SMALLEST - 1, -2):
        font = print_font(size, bold=True)
        measure = QFontMetricsF(font)
        longest = max(map(measure.horizontalAdvance, text.split()), default=0.0)
        if longest <= room.width() and measure.boundingRect(room, flags, text).height() <= room.height():
            break
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(room, flags, text)
    painter.restore()
