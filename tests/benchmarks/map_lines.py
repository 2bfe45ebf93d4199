"""Benchmark lines about the map and the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.timing import Line, Required, Sampler

FRAME_LIMITS = (("median", 0.5, 0.008), ("p95", 0.95, 0.016), ("worst", 1.0, 0.033))
ITEM_RATIO = 1 / 4
OPEN_SECONDS = 1.0
EDIT_SECONDS = 0.001
LIT_SECONDS = 0.05
TEXT_SECONDS = 0.1
TILED_RATIO = 3.5
GROUND_SECONDS = 2.0
SELECTED_SECONDS = 0.010
SIDE_SECONDS = 0.25
TURN_SECONDS = 20.0
ACTION_SECONDS = 0.01


def map_lines(folder: Path) -> list[Line]:
    """Frames on maps of three sizes, opening, editing, clicking, starting. Qt is imported when measured."""
    return [
        *(line for size in ("60x80", "200x200", "400x400") for line in _frame_lines(size)),
        Line(
            "map-open",
            "open a map of 400×400 hexes with 1,000 counters until the first frame",
            "one of 60×80 with 300",
            Required("seconds", OPEN_SECONDS),
            _opening,
        ),
        Line(
            "map-edit",
            "paint an edited hex in the window, actual size",
            "paint the whole window",
            Required("seconds", EDIT_SECONDS),
            _editing,
        ),
        Line(
            "click-to-lit",
            "click until destinations are highlighted, slowest of 6, largest shipped scenario",
            "the referee alone",
            Required("seconds", LIT_SECONDS),
            _clicking,
        ),
        Line(
            "largest-unit",
            "legal actions of a selected unit, slowest of 6, largest shipped scenario",
            "with everything cached",
            Required("seconds", SELECTED_SECONDS),
            _selected,
        ),
        Line(
            "largest-side",
            "legal actions of every unit of a side",
            "the units that can act",
            Required("seconds", SIDE_SECONDS),
            _whole_side,
        ),
        Line(
            "largest-turn",
            "a complete game turn at random",
            "legal actions of every unit of a side",
            Required("seconds", TURN_SECONDS),
            _game_turn,
        ),
        Line(
            "largest-action",
            "one action of such a turn, its share of the time",
            "the units that can act",
            Required("seconds", ACTION_SECONDS),
            _action_of_a_turn,
        ),
        Line(
            "text-size",
            "change the text size of the window",
            "set the style sheet again",
            Required("seconds", TEXT_SECONDS),
            _text_size,
        ),
        Line(
            "start-map",
            "process start until a click on the map of the largest shipped scenario is answered, on Xvfb",
            "Tiled with a hex map of that size",
            Required("ratio", TILED_RATIO),
            lambda: _starting(folder, "start_to_click"),
        ),
        Line(
            "start-ground",
            "process start to its ground painted in full",
            "Tiled with a hex map of that size",
            Required("seconds", GROUND_SECONDS),
            lambda: _starting(folder, "start_to_ground"),
        ),
    ]


def _frame_lines(name: str) -> Iterator[Line]:
    for figure, part, limit in FRAME_LIMITS:
        yield Line(
            f"map-{name}-{figure}",
            f"{figure} frame of a journey, map {name}, 1600×1000 pixels",
            f"one item per hex: {figure} frame",
            Required("seconds", limit),
            lambda part=part: _frames(name, part),
        )
    yield Line(
        f"map-{name}-items",
        f"the whole journey, map {name}",
        "one item per hex, not from afar",
        Required("ratio", ITEM_RATIO),
        lambda: _frames(name, None),
    )


def _frames(name: str, part: float | None) -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_map, bench_map_plain

    size = {
        "60x80": bench_map.SMALL,
        "200x200": bench_map.MIDDLE,
        "400x400": bench_map.LARGE,
    }[name]
    figure: Callable[[tuple[float, ...]], float] = sum
    if part is not None:
        figure = median if part == 0.5 else bench_map.slower_than(part)
    return bench_map.frames(size, figure), bench_map_plain.plain_frames(size, figure)


def _opening() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_map

    return bench_map.opening(bench_map.LARGE), bench_map.opening(bench_map.SMALL)


def _editing() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_map

    return bench_map.editing(bench_map.MIDDLE, 1.0), bench_map.editing_anew(bench_map.MIDDLE, 1.0)


def _clicking() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_map_table

    return bench_map_table.click_to_lit(), bench_map_table.referee_alone()


def _selected() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_largest

    return bench_largest.list_selected_unit(), bench_largest.list_selected_unit(remembered=True)


def _whole_side() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_largest

    return bench_largest.list_whole_side(), bench_largest.list_top_level()


def _game_turn() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_largest

    return bench_largest.play_turn(), bench_largest.list_whole_side()


def _action_of_a_turn() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_largest

    return bench_largest.play_turn(per_action=True), bench_largest.list_top_level()


def _text_size() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_map_table

    return bench_map_table.change_text_size(), bench_map_table.put_sheet_on_again()


def _starting(folder: Path, until: str) -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_map_start

    return getattr(bench_map_start, until)(folder), bench_map_start.start_tiled(folder)
