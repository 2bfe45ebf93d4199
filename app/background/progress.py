"""Progress and cancellation of background tasks, as seen by the work itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import local
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from msgspec import Struct

Progress: TypeAlias = Callable[[int, int, str], None]
"""Report the number done, the total and a text; raises Cancelled when the task was cancelled."""
CHECK_EVERY_ITEMS: Final = 500
"""Items between two checks whether the task was cancelled."""
CURRENT: Final = local()
"""The job of the current thread is its attribute `job`; other threads have none."""
T = TypeVar("T")


class Job(Protocol):
    """The work of a background thread."""

    @property
    def is_cancelled(self) -> bool:
        """Whether it was cancelled."""

    def progress(self, done: int, of: int, what: str) -> None:
        """Called by the work from time to time."""


def silent(done: int, of: int, what: str) -> None:
    """A progress callback that does nothing."""


class Cancelled(Exception):
    """The task was cancelled."""


class Ended(Struct, frozen=True):
    """How a task ended: with a value, with a problem, or cancelled."""

    value: Any = None
    problem: str = ""
    cancelled: bool = False

    @property
    def succeeded(self) -> bool:
        """Whether there is a result."""
        return not self.problem and not self.cancelled


def report_progress(done: int, of: int, what: str) -> None:
    """Report progress to the task of this thread, if there is one; may raise Cancelled."""
    job: Job | None = getattr(CURRENT, "job", None)
    if job is not None:
        job.progress(done, of, what)


def with_progress(each: Iterable[T]) -> Iterator[T]:
    """Iterate over items; in a task this raises Cancelled soon after it was cancelled."""
    job: Job | None = getattr(CURRENT, "job", None)
    return iter(each) if job is None else _until_cancelled(job, each)


def _until_cancelled(job: Job, each: Iterable[T]) -> Iterator[T]:
    for number, one in enumerate(each):
        if number % CHECK_EVERY_ITEMS == 0 and job.is_cancelled:
            raise Cancelled
        yield one
