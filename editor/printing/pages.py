"""Pages to print: each is painted in millimetres; all are written atomically into one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QFile, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPageSize, QPaintDevice, QPainter, QPdfWriter, QPen

from app.background.progress import Progress
from editor.printing.map_print import print_font
from engine.bad_input import BadInput
from engine.files import replacing

RESOLUTION_DPI: Final = 1200
"""Dots per inch of the file's coordinates."""
MM_PER_INCH: Final = 25.4
INK, QUIET, FAINT = QColor("#1d1a15"), QColor("#6a6357"), QColor("#cfc7b6")
_FINE: Final = 20.0
"""Text units per millimetre; text is laid out large and scaled down."""


class Page(Struct, frozen=True):
    """One page; `paint` draws it in millimetres from the upper left corner."""

    title: str
    size: QSizeF
    paint: Callable[[QPainter], None]


@contextmanager
def painting(device: QPaintDevice) -> Iterator[QPainter]:
    """A painter that always ends before its device is destroyed; otherwise Qt crashes."""
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()


@contextmanager
def whole_file(path: Path) -> Iterator[QFile]:
    """A temporary file for Qt to write to; it is renamed when complete."""
    with replacing(path) as part:
        out = QFile(str(part))
        if not out.open(QIODevice.OpenModeFlag.WriteOnly):
            raise BadInput(f"{path} cannot be written: {out.errorString()}; choose another place.")
        try:
            yield out
            if not out.flush() or out.error() != QFile.FileError.NoError:
                raise BadInput(f"{path} cannot be written: {out.errorString()}; nothing was changed.")
        finally:
            out.close()


def write_pdf(path: Path, pages: Sequence[Page], title: str, progress: Progress) -> None:
    """All pages as one PDF."""
    if not pages:
        raise BadInput("There is nothing to print; choose at least one part.")
    with whole_file(path) as out:
        _write(out, pages, title, progress)


def _write(out: QFile, pages: Sequence[Page], title: str, progress: Progress) -> None:
    writer = QPdfWriter(out)
    writer.setTitle(title)
    writer.setCreator("Startline")
    writer.setResolution(RESOLUTION_DPI)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter()
    try:
        for number, page in enumerate(pages):
            progress(number, len(pages), page.title)
            writer.setPageSize(QPageSize(page.size, QPageSize.Unit.Millimeter))
            if number:
                writer.newPage()
            else:
                painter.begin(writer)
            painter.resetTransform()
            painter.scale(RESOLUTION_DPI / MM_PER_INCH, RESOLUTION_DPI / MM_PER_INCH)
            page.paint(painter)
    finally:
        if painter.isActive():
            painter.end()
    progress(len(pages), len(pages), "Finishing the file")


def picture_of(page: Page, dots: float) -> QImage:
    """Render a page on white paper."""
    image = QImage(
        round(page.size.width() * dots / MM_PER_INCH),
        round(page.size.height() * dots / MM_PER_INCH),
        QImage.Format.Format_RGB32,
    )
    image.fill(Qt.GlobalColor.white)
    with painting(image) as painter:
        painter.scale(dots / MM_PER_INCH, dots / MM_PER_INCH)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        page.paint(painter)
    return image


def write(
    painter: QPainter,
    spot: QRectF,
    text: str,
    size: float,
    ink: QColor = INK,
    bold: bool = False,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Draw one line of text; sizes in millimetres; overflow is cut off."""
    font = print_font(size * _FINE, bold)
    wide = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, spot.width() * _FINE + 1)
    painter.save()
    painter.translate(spot.topLeft())
    painter.scale(1 / _FINE, 1 / _FINE)
    painter.setFont(font)
    painter.setPen(ink)
    place = QRectF(0, 0, spot.width() * _FINE, spot.height() * _FINE)
    flags = int(align | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextDontClip)
    painter.drawText(place, flags, wide)
    painter.restore()


def write_fitting(
    painter: QPainter,
    spot: QRectF,
    text: str,
    size: float,
    least: float,
    ink: QColor = INK,
    bold: bool = False,
) -> None:
    """Draw text with smaller letters or two lines so that it fits; cut it only as a last resort."""
    while size > least and _width(text, size, bold) > spot.width():
        size = max(least, size - 0.1)
    if _width(text, size, bold) <= spot.width():
        write(painter, spot, text, size, ink, bold)
        return
    first, second = _halves(text, lambda part: _width(part, size, bold) <= spot.width())
    half = spot.height() / 2
    write(painter, QRectF(spot.left(), spot.top(), spot.width(), half), first, size, ink, bold)
    write(painter, QRectF(spot.left(), spot.top() + half, spot.width(), half), second, size, ink, bold)


def _width(text: str, size: float, bold: bool) -> float:
    return QFontMetricsF(print_font(size * _FINE, bold)).horizontalAdvance(text) / _FINE


def _halves(text: str, fits: Callable[[str], bool]) -> tuple[str, str]:
    """The words that fit, and the rest."""
    words = text.split()
    first = words[:1]
    for word in words[1:]:
        if not fits(" ".join([*first, word])):
            break
        first.append(word)
    return " ".join(first), " ".join(words[len(first) :])


def head_and_foot(painter: QPainter, size: QSizeF, margin: float, head: str, about: str, foot: str) -> None:
    """Draw heading, rule and footer of a page."""
    left, wide = margin, size.width() - 2 * margin
    write(painter, QRectF(left, margin, wide * 0.7, 7), head, 5.2, bold=True)
    right = Qt.AlignmentFlag.AlignRight
    write(painter, QRectF(left + wide * 0.7, margin + 1, wide * 0.3, 6), about, 3.0, QUIET, align=right)
    painter.setPen(QPen(INK, 0.35))
    painter.drawLine(QPointF(left, margin + 8), QPointF(left + wide, margin + 8))
    bottom = size.height() - margin
    write(painter, QRectF(left, bottom - 3.5, wide, 3.5), foot, 2.6, QUIET, align=right)


def room_between(size: QSizeF, margin: float) -> QRectF:
    """The area between heading and footer."""
    return QRectF(margin, margin + 11, size.width() - 2 * margin, size.height() - 2 * margin - 16)
