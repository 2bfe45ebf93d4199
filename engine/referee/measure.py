"""Numbers of a position that are worth a curve over the turns of a game: oil, steps on the map, income."""

from __future__ import annotations

from engine.record import Record


class Measure(Record):
    """One number of one owner. Those with the same page and title share a chart, with a curve each."""

    page: str
    """The heading under which charts stand together: `Economy`."""
    title: str
    """What is measured: `Oil points`."""
    value: int
    side: str
    power: str = ""
    """The power of the side that it belongs to, in games with such powers."""
