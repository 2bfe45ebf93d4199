"""Rule cases, charts, worked examples and guided game of a game, loaded on demand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from app.rules.chart_tables import ChartSheet
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.chart_changes import Changes, chart_changes
from engine.catalogue.document import ScenarioDocument
from engine.referee.position import Position
from engine.referee.rulebook import Rulebook
from engine.referee.save import read_text
from resources import FOLDER

SLICE_SECONDS: Final = 0.008
"""Time of reading before events are handled again."""


class ExampleFile(Struct, frozen=True):
    """A worked example that can be played."""

    name: str
    text: str
    position: Position

    @property
    def title(self) -> str:
        """The title of the example."""
        return self.position.title


class RuleLibrary:
    """The rules material of one game; each part is loaded on first use."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._game = games.game(key)
        self.examples: dict[str, list[ExampleFile]] = defaultdict(list)
        """By case, as far as they have been read."""
        self.all_read = False

    @property
    def title(self) -> str:
        """The game's title."""
        return self._game.title

    @cached_property
    def rulebook(self) -> Rulebook:
        """The case index."""
        return Rulebook.load(self._game.rules_path())

    @cached_property
    def charts(self) -> Mapping[str, ChartSheet]:
        """Every chart by the name of its file."""
        return {path.stem: ChartSheet.load(path) for path in self._chart_files()}

    def charts_with(self, changes: Changes) -> Mapping[str, ChartSheet]:
        """The charts with the changes of a scenario."""
        texts = {path.stem: path for path in self._chart_files() if path.stem in changes}
        changed = {
            name: ChartSheet.loads(read_text(path, "chart"), name, changes[name])
            for name, path in texts.items()
        }
        return {**self.charts, **changed}

    @cached_property
    def chart_names(self) -> frozenset[str]:
        """The names of the charts, without reading them."""
        return frozenset(path.stem for path in self._chart_files())

    def _chart_files(self) -> list[Path]:
        folder = self._own("charts") or _shipped("charts", self.key)
        return sorted(folder.glob("*.toml"))

    def lesson_path(self) -> Path | None:
        """The file of the guided game, or None."""
        path = self._own("learn.toml") or _shipped("learn", f"{self.key}.toml")
        return path if path.is_file() else None

    def read_examples(self) -> Iterator[str]:
        """Read one worked example per step; yields the problem of an unreadable file, else an empty text."""
        folder = self._game.examples_path()
        for path in sorted(folder.rglob("*.toml")):
            try:
                text = read_text(path, "position file")
                example = ExampleFile(path.relative_to(folder).as_posix(), text, Position.loads(text))
            except BadInput as problem:
                yield str(problem)
                continue
            for case in dict.fromkeys(example.position.cases):
                self.examples[case].append(example)
            yield ""
        self.all_read = True

    def _own(self, name: str) -> Path | None:
        path = Path(str(import_module(self._game.package).__file__)).parent / name
        return path if path.exists() else None


def _shipped(*names: str) -> Path:
    return FOLDER.joinpath(*names)


@cache
def rule_library(key: str) -> RuleLibrary:
    """The rule library of this game, cached."""
    return RuleLibrary(key)


def charts_of(document: ScenarioDocument) -> Sequence[ChartSheet]:
    """The charts of a scenario's game, as the scenario has them."""
    return tuple(rule_library(document.game).charts_with(chart_changes(document)).values())


class ExampleReader(QObject):
    """Reads the worked examples of a game while the window is idle."""

    read = Signal()
    """All examples have been read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: Iterator[str] = iter(())
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._read_some)

    def start(self, library: RuleLibrary) -> None:
        """Start reading the examples of this game, unless they have been read."""
        self._timer.stop()
        if library.all_read:
            self.read.emit()
            return
        library.examples.clear()
        self._work = library.read_examples()
        self._timer.start()

    def _read_some(self) -> None:
        until = perf_counter() + SLICE_SECONDS
        while perf_counter() < until:
            if next(self._work, None) is None:
                self.read.emit()
                return
        self._timer.start()
