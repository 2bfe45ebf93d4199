"""A card that lies on the edge of the map: why something cannot be done, or what would come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout

from app.map.map_view import MapView
from app.play.map_input.map_card import MapCard
from app.play.panels import odds_text
from app.play.targets import WhyNot
from app.report.plot_style import percent
from engine.mechanics.plural import mixed
from engine.referee.preview import Preview
from engine.referee.refusal import REFEREE

WIDEST = 460
MOST_ANSWERS = 2
"""Things that were tried whose reasons are shown; the one nearest to being legal comes first."""
MOST_REASONS = 6
"""Reasons against one of them; those behind these say much the same."""


class TableNote(MapCard):
    """Lies in the lower left corner, or beside the hex in which something cannot be done; takes clicks only
    while it gives reasons."""

    case_clicked = Signal(str)

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.setObjectName("tableNote")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setWordWrap(True)
        self._text.setAccessibleName("Explanation")
        self._text.linkActivated.connect(lambda link: self.case_clicked.emit(link.removeprefix("case:")))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.addWidget(self._text)
        self.foretells = False
        """True while the card shows what would come of something, and goes when the pointer does."""

    @property
    def text(self) -> str:
        """What is written on the card, as rich text."""
        return self._text.text() if not self.isHidden() else ""

    def explain(self, answers: Sequence[WhyNot], where: str, hex_id: str = "") -> None:
        """The reasons beside the hex, each with its case; nothing if there are none."""
        if not answers:
            if not self.foretells:
                self.hide()
            return
        parts = [f"<b>Not possible in {escape(where)}</b>"]
        for answer in answers[:MOST_ANSWERS]:
            reasons = "".join(
                f"<tr><td valign='top'><b>{_link(refusal.case)}</b>&nbsp;&nbsp;</td>"
                f"<td>{escape(_sentence(refusal.why))}</td></tr>"
                for refusal in answer.refusals[:MOST_REASONS]
            )
            more = len(answer.refusals) - MOST_REASONS
            rest = f"<tr><td></td><td>and {more} more of this kind</td></tr>" if more > 0 else ""
            table = f"<table cellspacing='0' cellpadding='1'>{reasons}{rest}</table>"
            parts.append(f"{escape(answer.label)}{table}")
        if len(answers) > MOST_ANSWERS:
            parts.append(f"and {len(answers) - MOST_ANSWERS} more")
        self._show("<br>".join(parts), clickable=True, hexes=(hex_id or where,))

    def foretell(
        self, preview: Preview, label: str, side_title: Callable[[str], str], brief: bool = False
    ) -> None:
        """What would come of an action, in brief if the odds lie open; nothing takes the card away."""
        rows = list(filter(None, _preview_rows(preview, side_title, brief)))
        if rows:
            self._show(f"<b>{escape(label)}</b>" + "".join(rows))
            self.foretells = True
        elif self.foretells:
            self.hide()

    def foretell_several(self, previews: Sequence[tuple[str, Preview]]) -> None:
        """What would come of each of several actions, a line each."""
        lines = [f"<div><b>{escape(label)}</b>{_in_brief(preview)}</div>" for label, preview in previews]
        self._show("".join(lines))
        self.foretells = True

    def tell(self, text: str) -> None:
        """One plain sentence."""
        self._show(escape(text))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hide()

    def _show(self, html: str, clickable: bool = False, hexes: Sequence[str] = ()) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not clickable)
        self.foretells = False
        self._text.setText(html)
        self.lie_beside(hexes)

    def fit_to(self, room: QSize) -> None:
        widest = min(WIDEST, room.width()) - 30
        self._text.setMinimumSize(0, 0)  # Else the room that the last words had would be asked for again.
        self._text.setWordWrap(False)
        natural = self._text.sizeHint().width()
        self._text.setWordWrap(True)
        self._text.setFixedWidth(max(120, min(widest, natural)))
        self._text.setFixedHeight(self._text.heightForWidth(self._text.width()))
        self.adjustSize()

    def resting_place(self, room: QRect) -> QPoint:
        return QPoint(room.left(), self.lowest(room))


def _link(case: str) -> str:
    """A case that opens its rule; the referee's own reasons are in no rulebook."""
    shown = escape(case)
    return shown if case == REFEREE else f"<a href='case:{shown}'>{shown}</a>"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _in_brief(preview: Preview) -> str:
    """The cost of a move, or the likeliest outcomes of something that is left to chance."""
    said = [f"cost {mixed(preview.cost)}"] if preview.cost is not None else []
    said += [f"uses {price}" for price in preview.prices]
    likely = sorted(preview.outcomes, key=lambda outcome: -outcome.probability)[:2]
    said += [f"{percent(outcome.probability)} {outcome.text}" for outcome in likely]
    return f": {escape(', '.join(said))}" if said else ""


def _preview_rows(preview: Preview, side_title: Callable[[str], str], brief: bool) -> Iterator[str]:
    if preview.text:
        yield f"<div>{escape(preview.text)}</div>"
    if preview.cost is not None:
        yield f"<div>Cost {mixed(preview.cost)}</div>"
    for price in preview.prices:
        yield f"<div>Uses {escape(str(price))}{f' ({escape(price.case)})' if price.case else ''}</div>"
    if preview.stops:
        yield f"<div>{escape(_sentence(preview.stops))}</div>"
    if preview.odds:
        yield f"<div><b>{escape(_sentence(preview.odds))}</b></div>"
    if brief:
        return
    yield odds_text.parts(preview, side_title)
    if preview.outcomes:
        yield odds_text.heading("Outcomes") + odds_text.outcomes(preview.outcomes)
        yield odds_text.expected(preview, preview.expected_losses(), side_title)
