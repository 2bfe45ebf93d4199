"""What the worked examples of a game run: line by line and branch by branch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.bad_input import BadInput
from engine.proof.children import answers
from engine.proof.places import Module, Place
from engine.proof.probes import Arc, Probes
from engine.record import Record
from engine.referee.citations import Example
from engine.referee.game import Game
from engine.referee.worked_example import run_file

PARTS: Final = 8

Progress = Callable[[int, int], None]


class Reach(Record):
    """By the file of each module: which examples run a line, and the branches that none of them takes."""

    lines: Mapping[str, Mapping[int, frozenset[str]]]
    missing: Mapping[str, tuple[Arc, ...]]
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
    """Play the examples and note what they run."""
    probes = Probes(modules)
    parts = [examples[first::PARTS] for first in range(min(PARTS, len(examples)))]
    passed: dict[int, set[str]] = {}
    with TemporaryDirectory() as folder:
        recorders = [
            _Recorder(game, probes, part, Path(folder) / f"part-{number}")
            for number, part in enumerate(parts)
        ]
        done = 0
        for number, all_pass in answers([recorder.run for recorder in recorders], jobs):
            told = json.loads(recorders[number].file.read_text(encoding="utf-8"))
            if not all_pass:
                names = ", ".join(told)
                raise BadInput(f"These examples fail as they are, `startline try` tells why: {names}")
            for example, numbers in told.items():
                for probe in numbers:
                    passed.setdefault(probe, set()).add(example)
            done += len(parts[number])
            if progress is not None:
                progress(done, len(examples))
    return _reach(probes, passed)


class _Recorder(Record):
    """Plays some of the examples and writes down the probes that each of them passed."""

    game: Game
    probes: Probes
    examples: list[Example]
    file: Path

    def run(self) -> bool:
        """Play them all. False if some fail; then the file names these alone."""
        self.probes.install()
        failing, passed = [], {}
        for example in self.examples:
            if not passes(self.game, example):
                failing.append(example.file)
            passed[example.file] = self.probes.run()
        told = dict.fromkeys(failing) if failing else passed
        self.file.write_text(json.dumps(told), encoding="utf-8")
        return not failing


def passes(game: Game, example: Example) -> bool:
    """True if a worked example passes."""
    try:
        return run_file(example.path, lambda key: game).passed
    except BadInput:
        # Without a rule the game may not even be able to set up the position.
        return False


def _reach(probes: Probes, passed: Mapping[int, set[str]]) -> Reach:
    lines: dict[str, dict[int, frozenset[str]]] = {}
    ways: dict[str, dict[Arc, bool]] = {}
    for number, probe in enumerate(probes.all):
        names = frozenset(passed.get(number, ()))
        here = lines.setdefault(probe.file, {})
        for line in probe.lines:
            here[line] = here.get(line, frozenset()) | names
        taken = ways.setdefault(probe.file, {})
        for arc in probe.arcs:
            taken[arc] = taken.get(arc, False) or bool(names)
    missing = {file: tuple(arc for arc, run in found.items() if not run) for file, found in ways.items()}
    return Reach(lines, missing)
