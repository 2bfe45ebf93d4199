"""Measures operations: warmed up, garbage collected before, ours and the reference in turn, medians."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from typing import Any, TypeAlias

from msgspec import Struct

REPETITIONS = 7
SAMPLE_SECONDS = 0.03

Sampler: TypeAlias = Callable[[], float]
"""Measures once and returns the seconds for one operation."""


def each(operation: Callable[[], object]) -> Sampler:
    """A sampler that repeats an operation until it can be measured."""
    count = 0

    def sample() -> float:
        nonlocal count
        if count == 0:
            operation()
            began = perf_counter()
            operation()
            count = max(1, int(SAMPLE_SECONDS / max(perf_counter() - began, 1e-7)))
        began = perf_counter()
        for _ in range(count):
            operation()
        return (perf_counter() - began) / count

    return sample


class Required(Struct, frozen=True):
    """What must hold: `seconds` or the `ratio` to the reference at most, or a ratio of `speed` at least."""

    measure: str
    value: float

    def holds(self, ours: float, ratio: float | None) -> bool:
        if self.measure == "seconds":
            return ours <= self.value
        assert ratio is not None
        return ratio <= self.value if self.measure == "ratio" else 1 / ratio >= self.value

    def __str__(self) -> str:
        if self.measure == "seconds":
            return f"at most {duration(self.value)}"
        return f"{'at most' if self.measure == 'ratio' else 'at least'} {factor(self.value)}"


class CannotMeasure(Exception):
    """The reason why a line cannot be measured here, such as a program that is not installed."""


class Line(Struct, frozen=True):
    """One line of the table; `prepare` builds the samplers, ours and the reference, when it is measured.

    What consists of many acts, each of which is judged, is done `once`.
    """

    name: str
    what: str
    against: str
    required: Required
    prepare: Callable[[], tuple[Sampler, Sampler]]
    once: bool = False


class Result(Struct, frozen=True):
    """What was measured: medians in seconds, and the median of the ratios of neighbouring samples."""

    line: Line
    ours: float
    reference: float
    ratio: float

    @property
    def ok(self) -> bool:
        return self.line.required.holds(self.ours, self.ratio)

    @property
    def shown_ratio(self) -> float:
        """Of speeds where speeds are required, else of times."""
        return 1 / self.ratio if self.line.required.measure == "speed" else self.ratio

    def to_json(self) -> dict[str, Any]:
        required = self.line.required
        return {
            "name": self.line.name,
            "what": self.line.what,
            "seconds": self.ours,
            "against": self.line.against,
            "reference_seconds": self.reference,
            "ratio": self.shown_ratio,
            "required": {required.measure: required.value},
            "ok": self.ok,
        }


class Skipped(Struct, frozen=True):
    """A line that could not be measured, and why."""

    line: Line
    why: str
    ok = True

    def to_json(self) -> dict[str, Any]:
        return {"name": self.line.name, "what": self.line.what, "skipped": self.why, "ok": True}


def measured(line: Line) -> Result:
    """Measure ours and the reference in turn; the first of several samples is only a warm-up."""
    ours, reference = line.prepare()
    rounds = 1 if line.once else REPETITIONS + 1
    pairs = [(_undisturbed(ours), _undisturbed(reference)) for _ in range(rounds)]
    pairs = pairs[1:] or pairs
    return Result(
        line,
        median(mine for mine, _ in pairs),
        median(theirs for _, theirs in pairs),
        median(mine / theirs for mine, theirs in pairs),
    )


def _undisturbed(sampler: Sampler) -> float:
    with no_garbage_collection():
        return sampler()


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Collect now, not in the middle of a sample."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def duration(seconds: float) -> str:
    """`3.4 µs`, `12 ms`, `1.50 s`."""
    unit, size = next((pair for pair in (("s", 1.0), ("ms", 1e-3)) if seconds >= pair[1]), ("µs", 1e-6))
    number = seconds / size
    return f"{number:.0f} {unit}" if number >= 100 else f"{number:.3g} {unit}"


def factor(ratio: float) -> str:
    """`0.61×`, `1/141`."""
    return f"{ratio:.2f}×" if ratio >= 0.1 else f"1/{1 / ratio:.0f}"
