"""Every line of the benchmark table, with what is required of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.benchmarks import bench_campaign, bench_catalogue, bench_disk, bench_hexes, bench_play
from tests.benchmarks.editor_lines import editor_lines
from tests.benchmarks.gap_lines import gap_lines
from tests.benchmarks.map_lines import map_lines
from tests.benchmarks.timing import Line, Required, Sampler, each


def lines(folder: Path) -> list[Line]:
    """The table; files are made in the folder."""
    return [
        Line(
            "random-play",
            "one decision cycle of the toy game: list, choose, submit",
            "python-chess: list, choose, push",
            Required("speed", 0.5),
            lambda: (bench_play.play_cycles("toy", "toy-bridge"), bench_play.play_chess()),
        ),
        Line(
            "ddb-play",
            "one decision cycle of D-Day to Berlin, Carentan",
            "python-chess: list, choose, push",
            Required("speed", 0.45),
            lambda: (bench_play.play_cycles("ddb", "ddb-carentan"), bench_play.play_chess()),
        ),
        Line(
            "look-ahead",
            "look one action ahead, Carentan",
            "submit it",
            Required("ratio", 1.5),
            lambda: (
                bench_play.look_ahead_cycles("ddb", "ddb-carentan"),
                bench_play.submit_cycles("ddb", "ddb-carentan"),
            ),
        ),
        Line(
            "ctl-stack",
            "legal actions of a selected stack, slowest of 30, Crossing the Line",
            "with everything cached",
            Required("seconds", 0.016),
            _selected_stack,
        ),
        Line(
            "ctl-activation",
            "a random activation, slowest of 6, Crossing the Line",
            "legal actions of a selected stack",
            Required("seconds", 1.0),
            _activation,
        ),
        Line(
            "avl-turn",
            "a random game turn of the campaign, slowest of 6, Avalanche",
            "a decision cycle of python-chess",
            Required("seconds", 20.0),
            lambda: (bench_campaign.play_campaign_turns(), bench_play.play_chess()),
        ),
        Line(
            "ddb-game",
            "a complete random game of Carentan",
            "a decision cycle of python-chess",
            Required("seconds", 1.0),
            lambda: (bench_play.play_whole_games("ddb", "ddb-carentan"), bench_play.play_chess()),
        ),
        Line(
            "list-moves",
            "moves of a selected unit (about 50), 300 units, 60×80 hexes",
            "python-chess: list(legal_moves)",
            Required("ratio", 3),
            lambda: (bench_play.list_unit_moves(), bench_play.list_chess_moves()),
        ),
        Line(
            "zoc",
            "zone of control of 150 units after one moved",
            "hex by hex",
            Required("ratio", 1 / 20),
            lambda: (each(bench_hexes.zoc_after_a_move()), each(bench_hexes.zoc_hex_by_hex())),
        ),
        Line(
            "supply",
            "supply of 200 units around enemy zones, one search",
            "unit by unit",
            Required("ratio", 1 / 48),
            lambda: (each(bench_hexes.supply_by_masks()), each(bench_hexes.supply_unit_by_unit())),
        ),
        Line(
            "supply-costs",
            "the same by cost, with the path of each line",
            "unit by unit",
            Required("ratio", 1 / 48),
            lambda: (each(bench_hexes.supply_by_one_flood()), each(bench_hexes.supply_unit_by_unit())),
        ),
        Line(
            "undo",
            "undo one move, 300 units",
            "python-chess: pop",
            Required("seconds", 1e-3),
            lambda: (bench_play.undo_large(), bench_play.pop_chess()),
        ),
        Line(
            "clone",
            "clone a state of 450 units and 3,200 hexes",
            "copy.deepcopy",
            Required("seconds", 50e-6),
            lambda: (bench_play.clone_state(), bench_play.deep_copy_state()),
        ),
        Line(
            "open-save",
            "open a game of 5,000 actions from its snapshot",
            "json.loads alone",
            Required("seconds", 0.3),
            lambda: (bench_play.open_long_game(folder), bench_play.parse_long_game()),
        ),
        Line(
            "replay",
            "replay its 5,000 actions, every digest checked",
            "submit them unchecked",
            Required("seconds", 5),
            lambda: (bench_play.replay_long_game(), bench_play.submit_long_game()),
        ),
        Line(
            "scenario-save",
            "save 4,800 hexes, 14,000 hexsides, 600 units",
            "plain sqlite3",
            Required("ratio", bench_catalogue.SAVE_RATIO),
            lambda: pair(bench_catalogue.bench_save, folder / "save"),
        ),
        Line(
            "scenario-load",
            "load them",
            "plain sqlite3",
            Required("ratio", bench_catalogue.LOAD_RATIO),
            lambda: pair(bench_catalogue.bench_load, folder / "load"),
        ),
        Line(
            "log-action",
            "write one action to the log of a game, with its digest",
            "plain sqlite3: insert, commit",
            Required("seconds", bench_catalogue.LOG_SECONDS),
            lambda: (bench_disk.log_actions(folder), bench_disk.insert_rows(folder)),
        ),
        Line(
            "start",
            "start and end of `startline games`",
            "python -c pass",
            Required("seconds", 1.0),
            lambda: (bench_disk.start_command(folder), bench_disk.start_python(folder)),
        ),
        *map_lines(folder),
        *gap_lines(folder),
        *editor_lines(),
    ]


def _selected_stack() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_activation

    return bench_activation.list_selected_stack(), bench_activation.list_selected_stack(remembered=True)


def _activation() -> tuple[Sampler, Sampler]:
    from tests.benchmarks import bench_activation

    return bench_activation.play_activation(), bench_activation.list_selected_stack()


def pair(bench: Callable[[Path], bench_catalogue.Pair], folder: Path) -> tuple[Sampler, Sampler]:
    """Two samplers from a benchmark of the catalogue."""
    folder.mkdir()
    ours, reference, _ = bench(folder)
    return each(ours), each(reference)
