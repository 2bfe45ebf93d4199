"""What a game must bring so that anybody can play it at this table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from engine.record import Record
from engine.referee.action import Action
from engine.referee.codec import Codec
from engine.referee.dice import Dice
from engine.referee.frame import Choice, Frame
from engine.referee.marks import Mark
from engine.referee.measure import Measure
from engine.referee.schedule import Cup, Due
from engine.referee.score import ScoreSheet
from engine.referee.secret_answers import with_other_answers
from engine.referee.state import Keyed, Scenario, State
from engine.referee.view import Overlay, View
from resources import FOLDER

if TYPE_CHECKING:
    from engine.referee.position import Position
    from engine.referee.save import Save

SHARED_RECORDS: tuple[type, ...] = (Mark, Due, Cup)


class Opening(Record):
    """How a game begins: what never changes, the records, and what is going on (the last frame on top)."""

    scenario: Scenario
    records: tuple[Keyed, ...]
    frames: tuple[Frame, ...]


class Game(ABC):
    """One published game. The instance holds no state: everything is in `State`."""

    key: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int] = 1
    """Raised when the same actions may lead elsewhere than before: older saves are then replayed."""
    package: ClassVar[str]
    """The Python package whose modules hold the rules, for the case matrix."""
    records: ClassVar[tuple[type, ...]]
    frames: ClassVar[tuple[type, ...]]
    former_names: ClassVar[Mapping[str, type]] = {}
    """Names in older saves of frames that have another name now."""
    overlay_from_hex: ClassVar[str] = ""
    """What `overlays_from` shows, for the menu: "Sight from a hex"; empty if it shows nothing."""
    told_by_rule: ClassVar[frozenset[str]] = frozenset()
    """Events by which the rules let both sides learn what comes of hidden values, such as the odds of a
    combat; what a side reads of such a step may depend on them."""

    def rules_path(self) -> Path:
        """The case index: `rules.toml` in the game's own package, else the shipped one."""
        return self._own("rules.toml") or FOLDER / "rules" / f"{self.key}.toml"

    def examples_path(self) -> Path:
        """The folder of worked examples: `examples` in the game's own package, else the shipped one."""
        return self._own("examples") or FOLDER / "examples" / self.key

    def _own(self, name: str) -> Path | None:
        path = Path(str(import_module(self.package).__file__)).parent / name
        return path if path.exists() else None

    @cached_property
    def codec(self) -> Codec:
        """Reads and writes this game's records and frames."""
        return Codec((*SHARED_RECORDS, *self.records, *self.frames), self.former_names)

    @property
    def kinds(self) -> tuple[type, ...]:
        """All tables of a state."""
        return (*SHARED_RECORDS, *self.records)

    def first_state(self, opening: Opening, dice: Dice) -> State:
        """The state before anything has run."""
        return State.new(opening.scenario, self.kinds, opening.records, opening.frames, dice)

    @abstractmethod
    def scenarios(self) -> tuple[str, ...]:
        """The keys of the scenarios that come with the game."""

    @abstractmethod
    def scenario_text(self, key: str) -> str:
        """The text of one of them; saved games carry it, so that they can be replayed anywhere."""

    @abstractmethod
    def open(self, text: str, options: Mapping[str, Any]) -> Opening:
        """Set the game up from a scenario's text. BadInput if the text is not a scenario of this game."""

    @abstractmethod
    def open_position(self, position: Position) -> Opening:
        """Set up a worked example."""

    def position_guide(self) -> str:
        """How a worked example of this game is written; empty where nobody wrote it down."""
        return ""

    def position_words(self) -> Mapping[str, Iterable[str]]:
        """The words that such a file may use, by what they stand for."""
        return {}

    @abstractmethod
    def view(self, state: State, side: str | None) -> View:
        """What this side sees, by whitelist; None sees the open table."""

    @abstractmethod
    def knows(self, state: State, side: str, action: Action) -> bool:
        """Is the target a thing this side can point at?"""

    def can_name(self, state: State, choice: Choice, action: Action) -> bool:
        """May the deciding side name the target: is it on the table as it knows it, or in the decision?"""
        return self.knows(state, choice.side, action) or choice.names(action)

    def turn_number(self, state: State) -> int | None:
        """The number of the game turn that is being played; None in a game without numbered turns."""
        return None

    def score_sheets(self, state: State) -> tuple[ScoreSheet, ...]:
        """How the score stands, line by line: what decided a game that is over, else what will count."""
        return ()

    def measures(self, state: State, side: str | None) -> Iterable[Measure]:
        """Numbers for the charts by turn, besides steps, losses and tracks; only what the side can know."""
        return ()

    def options(self, text: str) -> Mapping[str, tuple[Any, ...]]:
        """The switches of a scenario: name → everything it can be set to, the default first."""
        return {}

    def overlays(self, state: State, side: str | None) -> Iterator[Overlay]:
        """What can be laid over the map."""
        return iter(())

    def overlays_among(self, state: State, side: str | None, keys: Container[str]) -> Iterator[Overlay]:
        """Only these; a game whose overlays take their time makes no others here."""
        return (overlay for overlay in self.overlays(state, side) if overlay.key in keys)

    def overlays_from(self, state: State, side: str | None, here: str) -> Iterator[Overlay]:
        """What can be laid over the map for one hex that is pointed at: what is seen from it, say."""
        return iter(())

    def invariants(self, state: State) -> Iterator[str]:
        """Sentences about what is broken; there should never be any."""
        return iter(())

    def put_on_stack(self, state: State, unit: Keyed) -> Keyed:
        """A unit that a correction moved to another hex, as it lies there, for example on top of others."""
        return unit

    def reshuffle(self, state: State, side: str, chance: Random) -> State:
        """The same table for this side, with everything it cannot see arranged differently.

        What comes of it depends on `chance` and on what the side can know, not on how things really are.
        """
        return state

    def imagined(self, state: State, side: str, chance: Random) -> State:
        """`reshuffle`, and other answers to secret questions that have not been shown."""
        return with_other_answers(self.reshuffle(state, side, chance), side, chance)

    def pieces(self, state: State) -> Iterable[tuple[str, str, float]]:
        """The counters on the map with side, place and strength, by which a bot judges a position."""
        return ()

    def migrate(self, save: Save) -> Save:
        """Respell the actions of a save that was written under older rules, before it is replayed."""
        return save
