"""Collects reference cycles in the GUI thread alone, between two events.

Python by itself collects in whatever thread allocates, at any moment. Qt objects in a cycle would then be
destroyed in a background thread while the GUI thread still uses them, which crashed the program; or inside
the destructor of another Qt object, which waits for a lock that its own thread holds.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QObject, QTimer

COLLECT_EVERY_MS: Final = 500
OLDEST: Final = 2
GROWTH: Final = 1.25
_old_objects: Final = [0]
"""How many old objects were left by the last full collection."""


@contextmanager
def automatic_collection_off() -> Iterator[None]:
    """Switch off automatic collection; `collect_by_timer` takes over once there is an event loop."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def collect_by_timer(parent: QObject) -> QTimer:
    """Collect in this thread only, as long as the parent lives."""
    gc.disable()
    timer = QTimer(parent)
    timer.timeout.connect(collect_due_generation)
    timer.start(COLLECT_EVERY_MS)
    return timer


def collect_due_generation() -> None:
    """Collect the oldest generation that is over its threshold, as Python itself would."""
    limits = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, limit) in enumerate(limits) if 0 < limit < count]
    if due:
        oldest = due[-1]
        if oldest == OLDEST and _has_grown():
            gc.collect(OLDEST)
            _old_objects[0] = _count_old_objects()
        else:
            gc.collect(min(oldest, OLDEST - 1))


def _has_grown() -> bool:
    """Are there a quarter more old objects than after the last full collection?

    A game with a thousand actions has a hundred thousand of them: to look through them all again and again,
    whenever something was done ten times, took a tenth of a second of the window.
    """
    return _count_old_objects() > _old_objects[0] * GROWTH


def _count_old_objects() -> int:
    """The list of them is made, counted and freed in one step, so that no other thread runs meanwhile: none
    can finish a tuple that a list refers to."""
    return sum(map(len, map(gc.get_objects, (OLDEST,))))
