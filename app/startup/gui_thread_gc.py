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
        gc.collect(due[-1])
