"""What the worked examples of a game run: measured line by line and branch by branch with coverage.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from engine.bad_input import BadInput
from engine.proof.children import answers
from engine.proof.places import Module, Place
from engine.record import Record
from engine.referee.citations import Example
from engine.referee.game import Game
from engine.referee.worked_example import run_file

INSTALL: Final = "pip install 'startline[dev]'"
PARTS: Final = 8

Progress = Callable[[int, int], None]


class Reach(Record):
    """By the file of each module: which examples run a line, and the branches that none of them takes."""

    lines: Mapping[str, Mapping[int, frozenset[str]]]
    missing: Mapping[str, tuple[tuple[int, int], ...]]
    """From a line that runs to one that is not reached from there; below 0 is the end of the function."""

    def runs(self, file: str, lines: Iterable[int]) -> frozenset[str]:
        """The examples that run one of these lines."""
        known = self.lines.get(file, {})
        return frozenset().union(*(known.get(line, frozenset()) for line in lines))

    def over(self, place: Place) -> frozenset[str]:
        """The examples that run over a place; all of them where no line tells."""
        if not place.runs:
            return frozenset().union(*(names for known in self.lines.values() for names in known.values()))
        return self.runs(place.where or place.module.file, place.runs)


def measured(
    game: Game,
    modules: list[Module],
    examples: list[Example],
    jobs: int = 1,
    progress: Progress | None = None,
) -> Reach:
    """Play the examples and note what they run. BadInput if coverage.py is not installed."""
    _check_installed()
    parts = [examples[first::PARTS] for first in range(min(PARTS, len(examples)))]
    with TemporaryDirectory() as folder:
        recorders = [
            _Recorder(game, modules, part, Path(folder) / f"part-{number}")
            for number, part in enumerate(parts)
        ]
        done = 0
        for number, passed in answers([recorder.run for recorder in recorders], jobs):
            if not passed:
                names = recorders[number].failing.read_text(encoding="utf-8")
                raise BadInput(f"These examples fail as they are, `startline try` tells why: {names}")
            done += len(parts[number])
            if progress is not None:
                progress(done, len(examples))
        measure = _measure(modules, Path(folder) / "all")
        measure.combine([str(recorder.file) for recorder in recorders])
        return _read(modules, measure, Path(folder) / "report.json")


class _Recorder(Record):
    """Plays some of the examples and keeps what they ran in a file."""

    game: Game
    modules: list[Module]
    examples: list[Example]
    file: Path

    @property
    def failing(self) -> Path:
        """The file that lists the failing examples."""
        return self.file.with_name(f"{self.file.name}-failing")

    def run(self) -> bool:
        measure = _measure(self.modules, self.file)
        measure.start()
        failing = []
        for example in self.examples:
            measure.switch_context(example.file)
            if not passes(self.game, example):
                failing.append(example.file)
        measure.stop()
        measure.save()
        self.failing.write_text(", ".join(failing), encoding="utf-8")
        return not failing


def passes(game: Game, example: Example) -> bool:
    """True if a worked example passes."""
    try:
        return run_file(example.path, lambda key: game).passed
    except BadInput:
        # Without a rule the game may not even be able to set up the position.
        return False


def _check_installed() -> None:
    try:
        import coverage  # noqa: F401
    except ImportError:
        raise BadInput(f"Counting what the examples run needs the package coverage: {INSTALL}") from None


def _measure(modules: list[Module], file: Path) -> Any:
    """A measurement of these modules, kept in a file."""
    from coverage import Coverage

    included = [str(module.path) for module in modules]
    return Coverage(data_file=str(file), branch=True, config_file=False, include=included, messages=False)


def _read(modules: list[Module], measure: Any, report: Path) -> Reach:
    measure.json_report(morfs=[str(module.path) for module in modules], outfile=str(report))
    told = json.loads(report.read_text(encoding="utf-8"))["files"]
    missing = {Path(name).resolve(): found["missing_branches"] for name, found in told.items()}
    lines = {}
    for module in modules:
        contexts = measure.get_data().contexts_by_lineno(str(module.path))
        lines[module.file] = {line: frozenset(filter(None, names)) for line, names in contexts.items()}
    return Reach(
        lines,
        {module.file: tuple((a, b) for a, b in missing.get(module.path.resolve(), ())) for module in modules},
    )
