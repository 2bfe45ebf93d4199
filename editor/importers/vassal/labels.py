"""Text labels of VASSAL's counters: what they say, and how they are drawn on the picture of the counter.

The numbers below are the places of words in the trait as VASSAL 3.7 writes it; the state is the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from editor.importers.vassal.text import split

LABEL: Final = "label;"
_MARK, _DYNAMIC = "mark;", "PROP;"
_SIZE, _BEHIND, _INK = 2, 3, 4
_DOWN, _DOWN_BY, _ACROSS, _ACROSS_BY, _DOWN_JUST, _ACROSS_JUST = 5, 6, 7, 8, 9, 10
_FAMILY, _STYLE, _TURN, _PROPERTY = 12, 13, 14, 15
_PROPERTY_SIGN: Final = re.compile(r"\$([^$\n]{1,60})\$")
_NAME_ALONE: Final = re.compile(r"\{\s*(?:GetProperty\(\"([^\"]{1,60})\"\)|([A-Za-z_]\w{0,59}))\s*\}")
_TAG: Final = re.compile(r"<[^>]{0,200}>")
_COLOR: Final = re.compile(r"(\d{1,3}),(\d{1,3}),(\d{1,3})(?:,(\d{1,3}))?")
LONGEST: Final = 60
SMALLEST_PX, LARGEST_PX = 4, 72
LARGEST_OFFSET: Final = 500
_FAMILIES: Final = {"serif": "DejaVu Serif", "monospaced": "DejaVu Sans Mono"}


class TextLabel(Struct, frozen=True):
    """A text with its place: `down` and `across` are the edge it hangs on, the others how it hangs there."""

    text: str
    size: int = 10
    ink: str = "#000000"
    behind: str = ""
    """The colour of the box behind the text; "" for none."""
    down: str = "t"
    across: str = "c"
    by: tuple[int, int] = (0, 0)
    """Pixels across and down."""
    down_just: str = "b"
    across_just: str = "c"
    family: str = ""
    style: int = 0
    turn: int = 0

    def font(self) -> QFont:
        """The font; VASSAL measures it in pixels."""
        font = QFont()
        font.setFamilies([_FAMILIES.get(self.family.casefold(), "DejaVu Sans"), "Noto Sans"])
        font.setPixelSize(self.size)
        font.setBold(bool(self.style & 1))
        font.setItalic(bool(self.style & 2))
        return font

    def spot(self, frame: QRectF) -> QRectF:
        """Where it lies; what would hang outside the counter is moved onto it."""
        measure = QFontMetricsF(self.font())
        size = QSizeF(max(1.0, measure.horizontalAdvance(self.text)), measure.height())
        x = {"l": frame.left(), "r": frame.right()}.get(self.across, frame.center().x()) + self.by[0]
        y = {"t": frame.top(), "b": frame.bottom()}.get(self.down, frame.center().y()) + self.by[1]
        x -= {"c": size.width() / 2, "r": size.width()}.get(self.across_just, 0.0)
        y -= {"c": size.height() / 2, "b": size.height()}.get(self.down_just, 0.0)
        shrunk = min(1.0, frame.width() / size.width(), frame.height() / size.height())
        spot = QRectF(QPointF(x, y), size * shrunk)
        spot.moveLeft(min(max(spot.left(), frame.left()), frame.right() - spot.width()))
        spot.moveTop(min(max(spot.top(), frame.top()), frame.bottom() - spot.height()))
        return spot

    def paint(self, painter: QPainter, frame: QRectF) -> None:
        """Draw it on a counter that fills this frame."""
        spot, font = self.spot(frame), self.font()
        whole = QFontMetricsF(font)
        painter.save()
        if self.turn:
            painter.translate(frame.center())
            painter.rotate(self.turn)
            painter.translate(-frame.center())
        if self.behind:
            painter.fillRect(spot, QColor(self.behind))
        painter.translate(spot.topLeft())
        scale = min(1.0, spot.height() / whole.height())
        painter.scale(scale, scale)
        painter.setFont(font)
        painter.setPen(QColor(self.ink))
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        text = QRectF(0, 0, spot.width() / scale + 1, whole.height())
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text)
        painter.restore()


def label_of(kind: str, state: str, properties: Mapping[str, str]) -> TextLabel | None:
    """The label of a trait; None if it is another trait or says nothing."""
    if not kind.startswith(LABEL):
        return None
    words = split(kind.removeprefix(LABEL), ";")

    def word(at: int, usual: str = "") -> str:
        return words[at] if at < len(words) and words[at] else usual

    text = said(state, properties)
    ink = _color(word(_INK, "0,0,0"))
    if not text or not ink:
        return None
    return TextLabel(
        text,
        max(SMALLEST_PX, min(LARGEST_PX, _number(word(_SIZE, "10")))),
        ink,
        _color(word(_BEHIND)),
        word(_DOWN, "t")[0],
        word(_ACROSS, "c")[0],
        (_number(word(_ACROSS_BY)), _number(word(_DOWN_BY))),
        word(_DOWN_JUST, "b")[0],
        word(_ACROSS_JUST, "c")[0],
        word(_FAMILY),
        _number(word(_STYLE)),
        _number(word(_TURN)) % 360,
    )


def is_worked_out(kind: str, state: str) -> bool:
    """Is the text of this label the result of an expression, which is not worked out here?"""
    text = state.strip()
    return kind.startswith(LABEL) and text.startswith("{") and _NAME_ALONE.fullmatch(text) is None


def said(state: str, properties: Mapping[str, str]) -> str:
    """What a label says: its text with the properties that it names; markup is left out."""
    text = state.strip()
    alone = _NAME_ALONE.fullmatch(text)
    if alone is not None:
        text = properties.get(alone[1] or alone[2], "")
    elif text.startswith("{"):
        return ""
    shown = _PROPERTY_SIGN.sub(lambda found: properties.get(found[1], ""), text)
    if shown.casefold().startswith("<html>"):
        shown = _TAG.sub(" ", shown)
    return " ".join(shown.split())[:LONGEST]


def properties_of(name: str, traits: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What labels may name: the name of the counter, its marks, its changing properties, other labels."""
    found = {"BasicName": name, "PieceName": name, "pieceName": name}
    for kind, state in traits:
        if kind.startswith(_MARK):
            keys = split(kind.removeprefix(_MARK), ",")
            found.update(zip(keys, split(state, ","), strict=False))
        elif kind.startswith(_DYNAMIC):
            found.setdefault((*split(kind, ";"), "")[1], state)
        elif kind.startswith(LABEL):
            words: Sequence[str] = split(kind.removeprefix(LABEL), ";")
            key = words[_PROPERTY] if len(words) > _PROPERTY else "TextLabel"
            found.setdefault(key, "" if "$" in state else state.strip())
    return found


def _number(word: str) -> int:
    found = int(word) if re.fullmatch(r"-?\d{1,6}", word) else 0
    return max(-LARGEST_OFFSET, min(LARGEST_OFFSET, found))


def _color(word: str) -> str:
    """A colour such as "255,0,0"; "" for none and for one that cannot be seen."""
    found = _COLOR.fullmatch(word)
    if found is None or found[4] == "0":
        return ""
    red, green, blue = (min(255, int(found[n])) for n in (1, 2, 3))
    return QColor(red, green, blue).name()
