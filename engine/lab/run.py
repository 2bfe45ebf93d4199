"""Plays the games of a plan that are not stored yet, and stores each as soon as it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager

from engine.bots.match import MatchTask
from engine.bots.workers import executor, in_any_order
from engine.catalogue.lab_store import LabStore
from engine.lab.cluster import cluster
from engine.lab.figures import GameFigures, play_game
from engine.lab.stored import figures_of, row_of

Pool = tuple[Executor | None, int]
"""Who plays, and how many games at once; None plays here, one after the other."""
Progress = Callable[[int, int], None]


def run(
    tasks: Sequence[MatchTask],
    store: LabStore,
    pool: Executor | None,
    jobs: int,
    progress: Progress | None = None,
    found: dict[str, GameFigures] | None = None,
) -> Mapping[str, GameFigures]:
    """The figures of all tasks by their keys. What is stored is not played again.

    They are put into `found` as soon as they are known.

    `progress` is called after each game, and with a pool now and then while games are under way. An exception
    from it ends the run; the games that are over are stored by then.
    """
    keys = {task.key: task for task in tasks}
    found = {} if found is None else found
    found.update(stored(keys, store))
    missing = [(key, task) for key, task in keys.items() if key not in found]

    def tell() -> None:
        if progress is not None:
            progress(len(found), len(keys))

    tell()
    for number, played in in_any_order(pool, play_game, [task for _, task in missing], jobs, tell):
        key = missing[number][0]
        store.put(row_of(key, played), played.task.scenario_text())
        found[key] = played.figures
        tell()
    return found


def stored(keys: Iterable[str], store: LabStore) -> Mapping[str, GameFigures]:
    """The figures of those games that were played before."""
    return {key: figures_of(row) for key, row in store.games(keys).items()}


@contextmanager
def workers(jobs: int, address: str = "") -> Iterator[Pool]:
    """Processes on this machine, or the workers of the cluster at an address."""
    if address:
        with cluster(address) as found:
            yield found
        return
    with executor(jobs) as pool:
        yield pool, jobs
