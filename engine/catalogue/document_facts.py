"""What the conditions of victory ask of a game that begins from a scenario document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, cast

from engine.catalogue.document import Plain
from engine.catalogue.document_scenario import DocumentScenario
from engine.referee.state import State


class DocumentFacts(ABC):
    """Places and options are the document's; a game says who holds what and counts its units, and whatever
    else it keeps count of."""

    clock: ClassVar[type]
    """The record of the game that has the number of the turn."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.turn: int = state.one(self.clock).turn
        self._scenario = cast(DocumentScenario, state.scenario)

    @abstractmethod
    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Does the side control the hex?"""

    @abstractmethod
    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """How many units of the side stand there; None means anywhere."""

    def counter(self, name: str) -> int:
        """A number that the game keeps; 0 if it keeps none of this name."""
        return 0

    def earlier(self, condition: str) -> int:
        """At how many earlier ends of turns the condition was true, if the game keeps count of that."""
        return 0

    def option(self, key: str) -> Plain:
        """Is an option chosen? What is not an option of the scenario is not."""
        return self._scenario.has_option(key)

    def places(self, wanted: Plain) -> tuple[str, ...]:
        """The hexes that an `of` means."""
        return self._scenario.places.places(wanted)

    def value(self, hex_id: str) -> int:
        """What a hex is worth."""
        return self._scenario.places.value(hex_id)
