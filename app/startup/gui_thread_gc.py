"""When Python looks for garbage in rings: only in the window's own thread, and never so that it is felt.

Python collects in whatever thread happens to allocate. Scenes, items and timers of Qt that a ring of closures
holds would so be destroyed in the thread of an errand, while the window's thread still paints or posts to
them; that ends the program without a word. So as long as somebody holds the broom, Python does not collect by
itself, and a timer of the window's thread does. Once the program has started, it is held for good.

Looking through hundreds of thousands of objects takes longer than a person notices. So many come from files
and from work beside the window, as records without rings: they are not looked through, but left to go when
nobody holds them.
"""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

SWEEP_EVERY: Final = 500
"""Milliseconds."""
MOST_LOOKED_THROUGH: Final = 30_000
"""Objects; so many take about twenty milliseconds where each lies elsewhere in the memory."""


class _Broom(QObject):
    """Lives in the window's thread from its first use on."""

    def __init__(self) -> None:
        super().__init__()
        self._holds = 0
        self._python_sweeps = True
        self._timer = QTimer(self)
        self._timer.setInterval(SWEEP_EVERY)
        self._timer.timeout.connect(sweep)

    def hold(self) -> None:
        if self._holds == 0:
            self._python_sweeps = gc.isenabled()
            gc.disable()
            self._timer.start()
        self._holds += 1

    def release(self) -> None:
        self._holds -= 1
        if self._holds == 0:
            self._timer.stop()
            if self._python_sweeps:
                gc.enable()


_broom: _Broom | None = None


def hold() -> None:
    """From now on, collect in the window's thread alone; to be called there."""
    global _broom
    if _broom is None:
        _broom = _Broom()
    _broom.hold()


def release() -> None:
    """The holder needs it no longer; to be called in the window's thread, when the other thread has ended."""
    assert _broom is not None
    _broom.release()


def wake() -> None:
    """The program has started without looking for garbage: what it is made of stays, and sweeping begins."""
    gc.freeze()
    hold()


def sweep() -> None:
    """What Python would do by itself now: the oldest generation that is due, with those below it."""
    counts, limits = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if 0 < limits[generation] < counts[generation]:
            _look_through(generation)
            return


def _look_through(generation: int) -> None:
    """Collect a generation with those below it, unless that would be felt: then all of it stays."""
    if _held(generation) > MOST_LOOKED_THROUGH:
        gc.freeze()
    else:
        gc.collect(generation)


def _held(generation: int) -> int:
    """How many objects would be looked through.

    Counted without a step of Python between: another thread could not finish a tuple that a list holds, too.
    """
    return sum(map(len, map(gc.get_objects, range(generation + 1))))


def settle() -> None:
    """What is alive now will stay, as a map or a game that was just opened does: look through it no more.

    What stayed so far is looked through once more, unless that would be felt: the records of a long game are
    free of rings, and go when nobody holds them.
    """
    young = _held(2)
    if young <= MOST_LOOKED_THROUGH:
        if young + gc.get_freeze_count() <= MOST_LOOKED_THROUGH:
            gc.unfreeze()
        gc.collect()
    gc.freeze()


def keep() -> None:
    """What was made since then stays, too, as the past of a game does; nothing is looked through now."""
    gc.freeze()
