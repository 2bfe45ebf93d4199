"""Plays the games of a plan that are not stored yet, and stores each as soon as it is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor

from engine.bots.arena import in_any_order
from engine.bots.match import MatchTask
from engine.catalogue.lab_store import LabStore
from engine.lab.figures import GameFigures, play_game
from engine.lab.stored import figures_of, row_of

Progress = Callable[[int, int], None]


def run(
    tasks: Sequence[MatchTask],
    store: LabStore,
    pool: Executor | None,
    jobs: int,
    progress: Progress | None = None,
) -> Mapping[str, GameFigures]:
    """The figures of all tasks by their keys. What is stored is not played again.

    An exception from `progress` ends the run; the games that are over are stored by then.
    """
    keys = {task.key: task for task in tasks}
    found = {key: figures_of(row) for key, row in store.games(keys).items()}
    missing = [task for key, task in keys.items() if key not in found]
    if progress is not None:
        progress(len(found), len(keys))
    for number, played in in_any_order(pool, play_game, missing, jobs):
        key = missing[number].key
        store.put(row_of(key, played), played.task.scenario_text())
        found[key] = played.figures
        if progress is not None:
            progress(len(found), len(keys))
    return found
