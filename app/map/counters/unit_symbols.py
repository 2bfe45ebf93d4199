"""Military unit symbols, chosen by the words of the unit type."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from math import cos, radians, sin
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

Mark = Callable[[QPainter, QRectF, QPen], None]


def _cross(painter: QPainter, box: QRectF, pen: QPen) -> None:
    painter.drawLine(QLineF(box.topLeft(), box.bottomRight()))
    painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))


def _slash(painter: QPainter, box: QRectF, pen: QPen) -> None:
    painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))


def _oval(painter: QPainter, box: QRectF, pen: QPen) -> None:
    inner = QRectF(0, 0, box.width() * 0.74, box.height() * 0.56)
    inner.moveCenter(box.center())
    painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)


def _dot(painter: QPainter, box: QRectF, pen: QPen) -> None:
    painter.setBrush(pen.color())
    radius = box.height() * 0.17
    painter.drawEllipse(box.center(), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _castle(painter: QPainter, box: QRectF, pen: QPen) -> None:
    middle = box.center()
    wide, tall = box.width() * 0.28, box.height() * 0.2
    top, foot = middle.y() - tall, middle.y() + tall
    painter.drawLine(QLineF(middle.x() - wide, top, middle.x() + wide, top))
    for x in (middle.x() - wide, middle.x(), middle.x() + wide):
        painter.drawLine(QLineF(x, top, x, foot))


def _chevron(painter: QPainter, box: QRectF, pen: QPen) -> None:
    top = QPointF(box.center().x(), box.top())
    painter.drawLine(QLineF(box.bottomLeft(), top))
    painter.drawLine(QLineF(top, box.bottomRight()))


def _wings(painter: QPainter, box: QRectF, pen: QPen) -> None:
    middle, wide, tall = box.center().x(), box.width() * 0.2, box.height() * 0.2
    foot = box.bottom() - box.height() * 0.06
    path = QPainterPath(QPointF(middle - wide, foot))
    path.cubicTo(QPointF(middle - wide, foot - tall), QPointF(middle, foot - tall), QPointF(middle, foot))
    path.cubicTo(
        QPointF(middle, foot - tall), QPointF(middle + wide, foot - tall), QPointF(middle + wide, foot)
    )
    painter.drawPath(path)


def _bar(painter: QPainter, box: QRectF, pen: QPen) -> None:
    painter.drawLine(QLineF(box.center().x(), box.top(), box.center().x(), box.bottom()))


def _wheels(painter: QPainter, box: QRectF, pen: QPen) -> None:
    radius = box.height() * 0.09
    for part in (0.3, 0.5, 0.7):
        painter.drawEllipse(
            QPointF(box.left() + box.width() * part, box.bottom() + radius * 1.5), radius, radius
        )


def _mountain(painter: QPainter, box: QRectF, pen: QPen) -> None:
    middle, wide = box.center().x(), box.width() * 0.13
    painter.setBrush(pen.color())
    foot = box.bottom()
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(middle - wide, foot),
                QPointF(middle, foot - box.height() * 0.32),
                QPointF(middle + wide, foot),
            ]
        )
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _dome(painter: QPainter, box: QRectF, pen: QPen) -> None:
    path = QPainterPath(box.bottomLeft())
    top = box.top() + box.height() * 0.18
    path.cubicTo(QPointF(box.left(), top), QPointF(box.right(), top), box.bottomRight())
    painter.drawPath(path)


def _rocket(painter: QPainter, box: QRectF, pen: QPen) -> None:
    middle = box.center()
    wide, tall = box.width() * 0.12, box.height() * 0.24
    for shift in (-0.1, 0.12):
        y = middle.y() + shift * box.height()
        painter.drawPolyline(
            QPolygonF(
                [QPointF(middle.x() - wide, y), QPointF(middle.x(), y - tall), QPointF(middle.x() + wide, y)]
            )
        )


def _mortar(painter: QPainter, box: QRectF, pen: QPen) -> None:
    middle, tall = box.center(), box.height() * 0.26
    painter.drawLine(QLineF(middle.x(), middle.y() + tall * 0.6, middle.x(), middle.y() - tall))
    painter.drawLine(QLineF(middle.x() - tall * 0.4, middle.y() - tall * 0.5, middle.x(), middle.y() - tall))
    painter.drawLine(QLineF(middle.x() + tall * 0.4, middle.y() - tall * 0.5, middle.x(), middle.y() - tall))
    painter.drawEllipse(QPointF(middle.x(), middle.y() + tall * 0.8), tall * 0.26, tall * 0.26)


def _supply(painter: QPainter, box: QRectF, pen: QPen) -> None:
    y = box.bottom() - box.height() * 0.24
    painter.drawLine(QLineF(box.left(), y, box.right(), y))


def _aircraft(painter: QPainter, box: QRectF, pen: QPen) -> None:
    middle, wide, tall = box.center(), box.width() * 0.3, box.height() * 0.2
    path = QPainterPath(QPointF(middle.x() - wide, middle.y() - tall))
    path.cubicTo(middle, middle, QPointF(middle.x() + wide, middle.y() + tall))
    path.lineTo(QPointF(middle.x() + wide, middle.y() - tall))
    path.cubicTo(middle, middle, QPointF(middle.x() - wide, middle.y() + tall))
    path.closeSubpath()
    painter.drawPath(path)


def _anchor(painter: QPainter, box: QRectF, pen: QPen) -> None:
    middle, tall = box.center(), box.height() * 0.3
    painter.drawLine(QLineF(middle.x(), middle.y() - tall, middle.x(), middle.y() + tall))
    path = QPainterPath(QPointF(middle.x() - tall * 0.9, middle.y() + tall * 0.3))
    path.quadTo(
        QPointF(middle.x(), middle.y() + tall * 1.8),
        QPointF(middle.x() + tall * 0.9, middle.y() + tall * 0.3),
    )
    painter.drawPath(path)


def _star(painter: QPainter, box: QRectF, pen: QPen) -> None:
    """A general's star."""
    middle, reach = box.center(), box.height() * 0.44
    points = [
        middle + QPointF(sin(radians(36 * n)), -cos(radians(36 * n))) * (reach * (0.42 if n % 2 else 1.0))
        for n in range(10)
    ]
    painter.setBrush(pen.color())
    painter.drawPolygon(QPolygonF(points))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _letters(text: str) -> Mark:
    def write(painter: QPainter, box: QRectF, pen: QPen) -> None:
        font = QFont()
        font.setFamilies(["DejaVu Sans Condensed", "DejaVu Sans"])
        font.setBold(True)
        font.setPixelSize(max(1, round(box.height() * 0.62)))
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    return write


_MARKS: Final[tuple[tuple[str, Mark], ...]] = (
    (
        "infantry foot rifle rifles grenadier grenadiers fusilier fusiliers guards jager ranger rangers",
        _cross,
    ),
    ("mechanised mechanized panzergrenadier panzergrenadiers halftrack", _cross),
    ("mechanised mechanized panzergrenadier panzergrenadiers halftrack", _oval),
    ("armour armor armoured armored tank tanks panzer panzers assault sp selfpropelled", _oval),
    ("recon reconnaissance cavalry scout scouts", _slash),
    ("artillery gun guns howitzer howitzers nebelwerfer", _dot),
    ("engineer engineers pioneer pioneers sapper sappers", _castle),
    ("antitank at pak", _chevron),
    ("airborne parachute paratroop paratroops glider fallschirm fallschirmjager", _wings),
    ("motorised motorized lorried", _bar),
    ("wheeled truck trucks", _wheels),
    ("mountain alpine", _mountain),
    ("antiaircraft aa flak", _dome),
    ("rocket rockets", _rocket),
    ("mortar mortars", _mortar),
    ("supply supplies depot train", _supply),
    ("air aircraft fighter fighters bomber bombers squadron", _aircraft),
    ("naval ship ships fleet marine marines", _anchor),
    ("hq headquarters staff command", _letters("HQ")),
    ("leader commander general", _star),
    ("commando commandos", _letters("CDO")),
    ("security garrison", _letters("SEC")),
)
SYMBOLS: Final = (
    "infantry",
    "motorised infantry",
    "mechanised infantry",
    "airborne infantry",
    "mountain infantry",
    "marines infantry",
    "armour",
    "reconnaissance",
    "armoured reconnaissance",
    "artillery",
    "self-propelled artillery",
    "rocket artillery",
    "mortar",
    "anti-tank",
    "armoured anti-tank",
    "anti-aircraft",
    "engineers",
    "commando",
    "security",
    "supply",
    "truck",
    "aircraft",
    "naval",
    "headquarters",
    "leader",
)
"""Words for usual symbols, to choose from."""
_INFANTRY_UNLESS: Final = (_cross, _oval, _slash, _dot, _castle, _chevron, _dome, _rocket, _mortar, _supply)


@cache
def marks_for(kind: str) -> tuple[Mark, ...]:
    """The marks of a unit type; a type with only a mode of transport counts as infantry."""
    words = set(
        re.findall(
            r"[a-z]+", kind.lower().replace("anti-", "anti").replace("half-", "half").replace("ä", "a")
        )
    )
    marks = tuple(dict.fromkeys(mark for known, mark in _MARKS if words & set(known.split())))
    transport_only = not any(mark in _INFANTRY_UNLESS for mark in marks)
    if transport_only and any(mark in (_wings, _bar, _mountain) for mark in marks):
        return (_cross, *marks)
    if not marks and kind.strip():
        return (_letters(kind.strip()[:3].upper()),)
    return marks


def paint_symbol(painter: QPainter, box: QRectF, kind: str, ink: QColor, paper: QColor) -> None:
    """Draw the symbol box with its marks; lines scale with the box, at least one pixel wide."""
    pen = QPen(ink, max(1.0, box.height() * 0.07), j=Qt.PenJoinStyle.MiterJoin, c=Qt.PenCapStyle.FlatCap)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(paper)
    painter.drawRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    for mark in marks_for(kind):
        painter.save()
        mark(painter, box, pen)
        painter.restore()
    painter.drawRect(box)
