"""Benchmark lines about the responsiveness of the window: nothing may block its thread for long."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.timing import Line, Required, Sampler

GAP_SECONDS = 0.1
GAPS = {
    "open": "open a game of 3,200 actions, its history, what if",
    "start": "start page, new game, guided game, worked example",
    "play": "act, end a phase, undo, attack, consent",
    "seats": "hand-over screen, recap, players, correction",
    "past": "replay, undo history",
    "after": "statistics, report, summary",
    "looks": "themes, text sizes, overlays, zoom",
    "books": "rules, charts, panels, searches, notes",
    "editor": "the largest scenario in the editor",
}
"""The actions of each group of `bench_ui`."""


def gap_lines(folder: Path) -> list[Line]:
    """The longest time that the GUI thread is blocked, for each group. Qt is imported when measured."""
    return [_line(folder, group, what) for group, what in GAPS.items()]


def _line(folder: Path, group: str, what: str) -> Line:
    def prepare() -> tuple[Sampler, Sampler]:
        from tests.benchmarks import bench_ui

        return bench_ui.worst_gap(folder, group)

    return Line(
        f"ui-gap-{group}",
        f"GUI blocked: {what}",
        "total time of these actions",
        Required("seconds", GAP_SECONDS),
        prepare,
        once=True,
    )
