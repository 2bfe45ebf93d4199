"""How the counters of a scenario are dressed: colours by side and formation, symbols by type of unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field
from PySide6.QtGui import QColor

from app.map.counters.counter_art import Face
from engine.catalogue.document import ScenarioDocument, Side, UnitType
from engine.referee.view import Counter

SIDE_COLOURS: Final = ("#a8453a", "#5a76a6", "#6d8a4e", "#a98b3d")
"""For sides whose scenario gives no colour."""
NOBODY: Final = "#8c8577"
LONGEST_RATING: Final = 3
"""Letters of a rating that has room on a counter; longer ones are read in the inspector."""


class CounterStyle(Struct, frozen=True):
    """Colours by side and symbols by type of unit.

    A side's data may hold `colours`, a table of formations (nations, say) that wear a colour of their own.
    """

    colours: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    of_formation: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, document: ScenarioDocument | None, sides: Iterable[str] = ()) -> CounterStyle:
        """What the scenario prints; sides without a colour get one of ours."""
        if document is None:
            return cls.printed((), (), sides)
        return cls.printed(document.sides, document.unit_types, sides)

    @classmethod
    def printed(
        cls, sides: Sequence[Side], unit_types: Iterable[UnitType], others: Iterable[str] = ()
    ) -> CounterStyle:
        """What is printed for these sides and types of units; other sides get a colour of ours, too."""
        given = {side.key: side.colour for side in sides}
        return cls(
            {
                side: given.get(side) or SIDE_COLOURS[number % len(SIDE_COLOURS)]
                for number, side in enumerate(dict.fromkeys((*given, *others)))
            },
            {kind.key: kind.symbol or kind.title or kind.key for kind in unit_types},
            dict(_own_colours(sides)),
        )

    def colour(self, side: str) -> str:
        """The colour of a side; things that belong to nobody are grey."""
        return self.colours.get(side, NOBODY)

    def face(self, counter: Counter) -> Face:
        """What this counter shows: its side's colour and what is on its back where its face is not known."""
        if not counter.known:
            return Face(self.colour(counter.side), counter.short, known=False)
        ratings = tuple(value for _, value in counter.ratings if 0 < len(value) <= LONGEST_RATING)
        return Face(
            self.of_formation.get((counter.side, counter.formation), self.colour(counter.side)),
            counter.short or counter.name,
            self.symbols.get(counter.kind, counter.kind),
            counter.size,
            counter.formation,
            ratings,
            counter.steps,
            counter.full_steps,
            counter.statuses,
            counter.facing,
        )


def _own_colours(sides: Iterable[Side]) -> Iterator[tuple[tuple[str, str], str]]:
    """What formations wear, where the scenario says so in a way that can be painted."""
    for side in sides:
        listed = side.data.get("colours")
        for formation, colour in listed.items() if isinstance(listed, Mapping) else ():
            if isinstance(colour, str) and QColor.isValidColorName(colour):
                yield (side.key, formation), colour
