"""Screenshots of a correction: the agreement and the table in correction mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.main_window import MainWindow

NAMES: Final = ("Anna", "Bert", "Clara", "David")


def screens(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """Move a unit to another unit of its side; the correction is not applied."""
    controller, correction = window.table.controller, window.hotseat.correction
    if controller is None or controller.decision is None:
        return
    window.hotseat.correct()
    dialog = correction.dialog
    if dialog is None:
        return
    for name, line, tick in zip(NAMES, dialog.names.values(), dialog.ticks.values(), strict=False):
        line.setText(name)
        tick.setChecked(True)
    settle()
    yield "agreement", dialog
    dialog.accept()
    printed_map, counters = window.table.printed_map, controller.view.counters
    on_map = [c for c in counters if printed_map is not None and printed_map.geometry.is_hex(c.place)]
    pairs = ((a, b) for a in on_map for b in on_map if a.side == b.side and a.place != b.place)
    moved = next(pairs, None)
    if moved is not None:
        correction.panel.move_unit(moved[0].id, moved[1].place)
        correction.panel.reason.setText("Set up in the wrong hex")
    settle()
    yield "correction", window
    correction.discard()
    settle()
