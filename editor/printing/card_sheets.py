"""Sheets of cards with both sides: the cards of the author's decks, with their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.map.counters.counter_style import CounterStyle
from app.map.own_pictures import paint_inside, picture
from editor.printing.map_print import print_font
from editor.printing.pages import FAINT, INK, QUIET, Page, write
from editor.printing.paper import PrintSettings
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.table_parts import CardPart, table_parts

CARD_MM: Final = QSizeF(63.0, 88.0)
_GAP: Final = 0.0
"""Cards lie side by side, so that nine fit on a sheet and one cut parts two."""
_FOOT: Final = 6.0
_EDGE: Final = 4.0
_TITLE: Final = 10.0
_BACK: Final = QColor("#e6dcc4")


def card_pages(document: ScenarioDocument, settings: PrintSettings) -> Iterator[Page]:
    """Pages of fronts and backs, alternating; none for a scenario without decks."""
    try:
        parts = table_parts(document.data)
    except BadInput:
        return  # The problems panel says what is wrong.
    titles = {deck.key: deck.title or deck.key for deck in parts.decks}
    cards = [card for deck in titles for card in parts.cards if card.deck == deck for _ in range(card.count)]
    pictures = CounterStyle.of(document).card_pictures
    sheet = settings.upright
    room_x = sheet.width() - 2 * settings.margin
    room_y = sheet.height() - 2 * settings.margin - _FOOT
    across = max(1, int((room_x + _GAP) / (CARD_MM.width() + _GAP)))
    down = max(1, int((room_y + _GAP) / (CARD_MM.height() + _GAP)))
    sheets = ceil(len(cards) / (across * down))
    for number in range(sheets):
        held = cards[number * across * down : (number + 1) * across * down]
        for back in (False, True):
            words = f"cards {number + 1} of {sheets}, {'backs' if back else 'fronts'}"
            paint = partial(
                _sheet, held, titles, pictures, across, settings, back, f"{document.title} · {words}"
            )
            yield Page(words.capitalize(), sheet, paint)


def has_cards(document: ScenarioDocument) -> bool:
    """Whether there are cards to print."""
    try:
        return bool(table_parts(document.data).cards)
    except BadInput:
        return False


def _sheet(
    cards: list[CardPart],
    titles: dict[str, str],
    pictures: Mapping[str, str],
    across: int,
    settings: PrintSettings,
    back: bool,
    words: str,
    painter: QPainter,
) -> None:
    sheet = settings.upright
    left = (sheet.width() - across * (CARD_MM.width() + _GAP) + _GAP) / 2
    for number, card in enumerate(cards):
        row, column = divmod(number, across)
        if back:
            column = across - 1 - column
        x, y = left + column * (CARD_MM.width() + _GAP), settings.margin + row * (CARD_MM.height() + _GAP)
        spot = QRectF(x, y, CARD_MM.width(), CARD_MM.height())
        if back:
            _paint_back(painter, spot, titles[card.deck])
        else:
            paint_card(painter, spot, card, picture(pictures[card.name]) if card.name in pictures else None)
    foot = QRectF(left, sheet.height() - settings.margin - 4, sheet.width() - 2 * left, 4)
    write(painter, foot, words, 2.6, QUIET)


def paint_card(painter: QPainter, spot: QRectF, card: CardPart, image: QImage | None) -> None:
    """The front of a card: its name, its picture, what it says."""
    _frame(painter, spot, QColor("white"))
    inside = spot.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    has_picture = image is not None and not image.isNull()
    title = QRectF(inside.left(), inside.top(), inside.width(), _TITLE)
    _write(painter, title, card.name, 4.2, bold=True)
    rest = inside.adjusted(0, _TITLE + 1, 0, 0)
    if has_picture:
        assert image is not None
        share = 0.55 if card.text else 1.0
        paint_inside(painter, QRectF(rest.left(), rest.top(), rest.width(), rest.height() * share), image)
        rest = rest.adjusted(0, rest.height() * share + 1, 0, 0)
    if card.text:
        _write(painter, rest, card.text, 3.2, bold=False)


def _paint_back(painter: QPainter, spot: QRectF, title: str) -> None:
    _frame(painter, spot, _BACK)
    _write(painter, spot.adjusted(_EDGE, spot.height() * 0.4, -_EDGE, -_EDGE), title, 5.0, bold=True)


def _frame(painter: QPainter, spot: QRectF, paper: QColor) -> None:
    painter.setPen(QPen(FAINT, 0.2))
    painter.setBrush(paper)
    painter.drawRoundedRect(spot, 3, 3)


def _write(painter: QPainter, room: QRectF, text: str, height: float, bold: bool) -> None:
    """Text with lines, in millimetres; the painter counts in larger units so that fonts stay sharp."""
    units = 10.0
    painter.save()
    painter.translate(room.topLeft())
    painter.scale(1 / units, 1 / units)
    painter.setFont(print_font(height * units, bold=bold))
    painter.setPen(INK)
    flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
    painter.drawText(QRectF(0, 0, room.width() * units, room.height() * units), flags, text)
    painter.restore()
