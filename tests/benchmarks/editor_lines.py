"""Benchmark lines about drawing in the editor."""

from __future__ import annotations

from tests.benchmarks.timing import Line, Required, Sampler

MOVE_SECONDS = 0.016
FILL_SECONDS = 1.0
PLACE_SECONDS = 0.025


def editor_lines() -> list[Line]:
    """Drags, a fill, the placement of a unit. Qt is imported when measured."""
    return [
        Line(
            "editor-drag",
            "slowest pointer move of eleven kinds of drags, map of 200×200 hexes",
            "the median of those moves",
            Required("seconds", MOVE_SECONDS),
            lambda: _bench("drawing"),
            once=True,
        ),
        Line(
            "editor-fill",
            "fill 40,000 hexes",
            "undo it",
            Required("seconds", FILL_SECONDS),
            lambda: _bench("filling"),
        ),
        Line(
            "editor-place",
            "place a unit of the largest shipped scenario",
            "select its whole map",
            Required("seconds", PLACE_SECONDS),
            lambda: _bench("placing"),
        ),
    ]


def _bench(name: str) -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_editor

    pair: tuple[Sampler, Sampler] = getattr(bench_editor, name)()
    return pair
