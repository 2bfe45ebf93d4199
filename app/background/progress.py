"""What work that takes long says of itself, and how it learns that nobody wants it any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import local
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from msgspec import Struct

Progress: TypeAlias = Callable[[int, int, str], None]
"""Tell how far the work has come, of how much, and with what; raises CalledOff when it is unwanted."""
LISTEN_EVERY: Final = 500
"""Of so many things, one is a moment to hear whether the work is still wanted."""
HERE: Final = local()
"""The job of a thread, under `job`; a thread without one works for itself."""
T = TypeVar("T")


class Job(Protocol):
    """What is done in a thread for somebody."""

    @property
    def is_unwanted(self) -> bool:
        """Whether nobody waits for it any more."""

    def progress(self, done: int, of: int, what: str) -> None:
        """What the work calls now and then."""


def silent(done: int, of: int, what: str) -> None:
    """Nobody wants to know."""


class Cancelled(Exception):
    """Nobody wants the result any more."""


class Ended(Struct, frozen=True):
    """How the work ended: with a value, with a sentence why not, or by being called off."""

    value: Any = None
    problem: str = ""
    cancelled: bool = False

    @property
    def succeeded(self) -> bool:
        """Is there a result?"""
        return not self.problem and not self.cancelled


def tell(done: int, of: int, what: str) -> None:
    """How far the errand is in whose thread this is called, which may end it; elsewhere nobody listens."""
    job: Job | None = getattr(HERE, "job", None)
    if job is not None:
        job.progress(done, of, what)


def with_progress(each: Iterable[T]) -> Iterator[T]:
    """One after the other; an errand that goes through many of them so hears that it was called off."""
    job: Job | None = getattr(HERE, "job", None)
    return iter(each) if job is None else _while_wanted(job, each)


def _while_wanted(job: Job, each: Iterable[T]) -> Iterator[T]:
    for number, one in enumerate(each):
        if number % LISTEN_EVERY == 0 and job.is_unwanted:
            raise Cancelled
        yield one
