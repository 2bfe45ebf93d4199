"""A chart by turn with a line for each side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.report.plot_style import Colours, Curve, PlotLoader, bare_plot, draw_curves, style_plot


class TurnChart(QWidget):
    """Follows the theme. The plot appears when its library is loaded."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._plot: Any = None
        self._curves: list[Curve] = []
        self._turns: Sequence[str] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._loader = PlotLoader(self)
        self._loader.ready.connect(self._make_plot)
        self._loader.start()

    def widget(self) -> QWidget:
        """What is shown."""
        return self

    def is_drawn(self) -> bool:
        """Does it show its lines already?"""
        return self._plot is not None

    def show_lines(self, lines: Sequence[tuple[str, str, Sequence[float]]], turns: Sequence[str]) -> None:
        """Lines with name, colour and a value for each turn."""
        self._curves = [
            Curve(name, colour, number, tuple(values)) for number, (name, colour, values) in enumerate(lines)
        ]
        self._turns = turns
        self._draw()

    def _make_plot(self) -> None:
        self._plot = bare_plot(self._title, Colours.of(self))
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self._plot)
        self._draw()

    def _draw(self) -> None:
        if self._plot is None:
            return
        draw_curves(self._plot, Colours.of(self), self._curves, self._turns)
        ends = ", ".join(f"{curve.name} {curve.values[-1]:g}" for curve in self._curves if curve.values)
        self._plot.setAccessibleDescription(f"{self._title}: {ends}")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_plot", None) is not None:
            style_plot(self._plot, Colours.of(self))
            self._draw()
