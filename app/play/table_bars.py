"""The bars above the map: the decision, or what stands in its place; and the panel below the map."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget


class TableBars:
    """Other parts add their bars here. Whoever shows one in place of the decision hides the decision."""

    def __init__(self, layout: QVBoxLayout, decision: QWidget) -> None:
        self._layout, self._decision = layout, decision

    def add_above(self, bar: QWidget) -> None:
        """Add a bar above the others."""
        self._layout.insertWidget(0, bar)

    def add_below(self, panel: QWidget) -> None:
        """Add a panel below the map."""
        self._layout.addWidget(panel)

    def show_decision(self) -> None:
        """Show the decision again."""
        self._decision.show()

    def hide_decision(self) -> None:
        """Make room for a bar that stands in its place."""
        self._decision.hide()
