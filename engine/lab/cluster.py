"""The games of the lab on the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from engine.bad_input import BadInput

RETRIES = 3
"""How often a game is begun again whose worker was lost."""
PATIENCE_S = 20


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers behind an address as an executor, and how many games they play at once.

    A game whose worker is lost is played again by another one; it is the same game.
    """
    try:
        from distributed import Client
    except ImportError:
        raise BadInput("Startline was installed without Dask: pip install 'startline[cluster]'") from None
    try:
        client = Client(address, timeout=PATIENCE_S)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadInput(f"There is no Dask scheduler at {address!r:.80}: {error!s:.80}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise BadInput(f"The Dask cluster at {address!r:.80} has no workers")
        with client.get_executor(pure=False, retries=RETRIES) as pool:
            yield pool, threads
