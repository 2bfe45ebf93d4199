"""The lines of the benchmark table about the window's patience: nothing keeps it from listening for long."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.timing import Line, Required, Sampler

GAP_SECONDS = 0.1
GAPS = {
    "open": "open a game of 3,200 actions, its past, what if",
    "start": "start page, new game, lesson, example",
    "play": "act, end a phase, undo, attack, consent",
    "seats": "curtain, recap, players, correction",
    "past": "look back, undo history",
    "after": "statistics, report, summary",
    "looks": "themes, text sizes, overlays, zoom",
    "books": "rules, charts, panels, searches, notes",
    "editor": "the largest scenario in the workshop",
}
"""What is done, by the group that `bench_ui` knows it under."""


def gap_lines(folder: Path) -> list[Line]:
    """How long the window's thread works without listening, in each group. Qt is imported when measured."""
    return [_line(folder, group, what) for group, what in GAPS.items()]


def _line(folder: Path, group: str, what: str) -> Line:
    def prepare() -> tuple[Sampler, Sampler]:
        from tests.benchmarks import bench_ui

        return bench_ui.worst_gap(folder, group)

    return Line(
        f"ui-gap-{group}",
        f"not listening: {what}",
        "all of that work",
        Required("seconds", GAP_SECONDS),
        prepare,
        once=True,
    )
