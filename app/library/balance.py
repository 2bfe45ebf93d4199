"""Win rates of a scenario: those of games between bots in the lab, and those of games finished here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.map.counters.counter_style import NEUTRAL_COLOUR, CounterStyle
from app.report.plot_style import Colours, brush
from engine.bots.names import title_of
from engine.catalogue.document import ScenarioDocument
from engine.lab.scenario_figures import ScenarioFigures
from engine.mechanics.plural import counted

DRAW: Final = "draw"
GAP: Final = 6
EDGE: Final = 0.55
"""Size of a chip in the legend, in text lines."""


class Share(Struct, frozen=True):
    """One kind of result, in percent."""

    title: str
    percent: int
    colour: str
    number: int
    """Number of the fill pattern, so that sides differ without colour; -1 is a draw."""


class Row(Struct, frozen=True):
    """The results of some games; `played` is True for games finished on this computer."""

    title: str
    games: int
    shares: tuple[Share, ...]
    played: bool = False


def rows_of(
    document: ScenarioDocument, played: Mapping[str, int], figures: ScenarioFigures | None = None
) -> list[Row]:
    """The rows of a scenario: the figures of the lab first; empty ones are left out."""
    titles = {side.key: side.title for side in document.playing_sides}
    colours = CounterStyle.of(document)
    found: list[tuple[str, dict[str, int], bool]] = []
    if figures is not None:
        wins = {key: figures.wins[key].games if key in figures.wins else 0 for key in titles}
        bots = ", ".join(dict.fromkeys(map(title_of, figures.bots.values())))
        found.append((bots, {**wins, DRAW: figures.draws}, False))
    found.append(("", {**{key: played.get(key, 0) for key in titles}, DRAW: played.get("", 0)}, True))
    return [
        Row(title, sum(shares.values()), tuple(_shares(shares, titles, colours)), here)
        for title, shares, here in found
        if sum(shares.values())
    ]


def _shares(
    found: Mapping[str, int], titles: Mapping[str, str], counter_style: CounterStyle
) -> Iterator[Share]:
    """The first side on the left, a draw in the middle, the other sides on the right."""
    sides = list(titles)
    whole = sum(found.values())
    for key in (*sides[:1], DRAW, *sides[1:]):
        if key == DRAW:
            yield Share("Draw", round(100 * found[key] / whole), NEUTRAL_COLOUR, -1)
        else:
            yield Share(
                titles[key], round(100 * found[key] / whole), counter_style.colour(key), sides.index(key)
            )


class BalanceBars(QWidget):
    """A bar for each row: the percentage of games that each side won."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def show_balance(
        self,
        document: ScenarioDocument | None,
        played: Mapping[str, int] | None = None,
        figures: ScenarioFigures | None = None,
    ) -> None:
        """Show the figures of a scenario; hidden if there are none."""
        self.rows = rows_of(document, played or {}, figures) if document is not None else []
        lines = [
            f"{row.title or 'Finished here'}, {_games(row.games)}: "
            + ", ".join(f"{s.title} {s.percent} %" for s in row.shares)
            for row in self.rows
        ]
        self.setAccessibleName("Balance. " + ". ".join(lines) if lines else "Balance")
        self.setToolTip("\n".join(lines))
        self.setVisible(bool(self.rows))
        self.updateGeometry()
        self.update()

    def _line(self) -> int:
        return self.fontMetrics().height() + 4

    def _lines(self) -> Iterator[tuple[str, Row | None]]:
        """The lines from top to bottom: a heading for each kind of games, then its rows."""
        before = None
        for row in self.rows:
            if row.played is not before:
                before = row.played
                yield "Finished on this computer" if row.played else "Games between bots", None
            yield "", row

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        lines = sum(1 if row is None else 2 for _, row in self._lines()) + len(self._legend_lines(width)) + 1
        return lines * self._line() + (len(self.rows) + 1) * GAP

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(240))

    def _legend_lines(self, width: int) -> list[list[Share]]:
        """The legend, wrapped to the width."""
        lines: list[list[Share]] = []
        left = 0.0
        for share in self.rows[0].shares if self.rows else ():
            needs = self._line() * EDGE + self.fontMetrics().horizontalAdvance(share.title) + 17
            if not lines or left < needs:
                lines.append([])
                left = width + 12.0
            lines[-1].append(share)
            left -= needs
        return lines

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        self._write(painter, 0, "Balance", QPalette.ColorRole.Text)
        font.setBold(False)
        painter.setFont(font)
        y = self._line()
        for shares in self._legend_lines(self.width()):
            self._legend(painter, y, shares)
            y += self._line()
        y += GAP
        for words, row in self._lines():
            if row is None:
                self._write(painter, y, words, QPalette.ColorRole.PlaceholderText)
                y += self._line()
            else:
                self._row(painter, row, y)
                y += 2 * self._line() + GAP

    def _write(self, painter: QPainter, y: int, words: str, role: QPalette.ColorRole, x: float = 0) -> None:
        painter.setPen(self.palette().color(role))
        room = self.width() - x
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, round(room))
        rect = QRectF(x, y, room, self._line())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, shown)

    def _legend(self, painter: QPainter, y: int, shares: list[Share]) -> None:
        """Draw one line of the legend."""
        x, edge = 1.0, self._line() * EDGE
        for share in shares:
            self._fill(painter, QRectF(x, y + (self._line() - edge) / 2, edge, edge), share)
            self._write(painter, y, share.title, QPalette.ColorRole.Text, x + edge + 5)
            x += edge + self.fontMetrics().horizontalAdvance(share.title) + 17

    def _row(self, painter: QPainter, row: Row, y: int) -> None:
        words = " · ".join(filter(None, (_sentence(row.title), _games(row.games))))
        if self.fontMetrics().horizontalAdvance(words) > self.width():
            words = f"{_sentence(row.title)} ({row.games})"
        shares = _percentages(row)
        numbers = self.fontMetrics().horizontalAdvance(shares)
        self._write(painter, y, words, QPalette.ColorRole.PlaceholderText)
        self._write(painter, y + self._line(), shares, QPalette.ColorRole.Text, self.width() - numbers - 1)
        x, room = 1.0, self._bar_room()
        whole = sum(share.percent for share in row.shares)
        for share in row.shares:
            width = room * share.percent / whole
            bar = QRectF(x, y + self._line() * 1.15, width, self._line() * 0.7)
            self._fill(painter, bar, share)
            x += width

    def _bar_room(self) -> int:
        """The length of a bar, the same for all."""
        metrics = self.fontMetrics()
        return self.width() - max(metrics.horizontalAdvance(_percentages(row)) for row in self.rows) - 10

    def _fill(self, painter: QPainter, rect: QRectF, share: Share) -> None:
        colours = Colours.of(self)
        tone = colours.readable(share.colour)
        painter.setPen(QPen(colours.line if share.number < 0 else tone, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush if share.number < 0 else brush(tone, share.number))
        painter.drawRect(rect)


def _percentages(row: Row) -> str:
    return " : ".join(str(share.percent) for share in row.shares) + " %"


def _games(count: int) -> str:
    return counted(count, "game") if count else ""


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
