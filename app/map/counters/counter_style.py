"""The style of the counters of a scenario: colours by side and formation, symbols by unit type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtGui import QColor

from app.map.counters.counter_art import Face
from app.map.own_pictures import known_picture
from engine.bad_input import BadInput
from engine.catalogue.document import Plain, ScenarioDocument, Side, Unit, UnitType
from engine.catalogue.own_art import ART, art_of
from engine.catalogue.table_parts import CARD
from engine.referee.view import Counter

SIDE_COLOURS: Final = ("#a8453a", "#5a76a6", "#6d8a4e", "#a98b3d")
"""Colours for sides without one in the scenario."""
NEUTRAL_COLOUR: Final = "#8c8577"
LONGEST_RATING: Final = 3
"""Characters of a rating that fits on a counter; longer ones are shown in the inspector."""


class CounterStyle(Struct, frozen=True):
    """Colours by side and symbols by type of unit.

    A side's data may hold `colours`, a table of formations (for example nations) or powers with their own
    colours.
    """

    colours: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    of_formation: Mapping[tuple[str, str], str] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Own pictures by unit."""
    back_pictures: Mapping[str, str] = field(default_factory=dict)
    """Own pictures of the backs of units."""
    card_pictures: Mapping[str, str] = field(default_factory=dict)
    """Own pictures of cards by name."""
    whole_pictures: frozenset[str] = frozenset()
    """The pictures that are the whole face of a counter."""

    @classmethod
    def of(cls, document: ScenarioDocument | None, sides: Iterable[str] = ()) -> CounterStyle:
        """The style of a scenario; sides without a colour get a default one."""
        if document is None:
            return cls.printed((), (), sides)
        style = cls.printed(document.sides, document.unit_types, sides)
        return style.with_art(document.data, document.units) if ART in document.data else style

    def with_art(self, data: Mapping[str, Plain], units: Iterable[Unit]) -> CounterStyle:
        """The style with the pictures of the scenario; damaged ones are left out."""
        try:
            art = art_of(data)
        except BadInput:
            return self
        known = {key: known_picture(art.content(key)) for key in art.used()}
        chosen = {unit.id: art.units.get(unit.id) or art.types.get(unit.type, "") for unit in units}
        return replace(
            self,
            pictures={unit: known[key] for unit, key in chosen.items() if key},
            back_pictures={unit: known[key] for unit, key in art.backs.items()},
            card_pictures={name: known[key] for name, key in art.cards.items()},
            whole_pictures=frozenset(known[key] for key in art.whole if key in known),
        )

    @classmethod
    def printed(
        cls, sides: Sequence[Side], unit_types: Iterable[UnitType], others: Iterable[str] = ()
    ) -> CounterStyle:
        """The style for these sides and unit types; other sides get a default colour."""
        given = {side.key: side.colour for side in sides}
        return cls(
            {
                side: given.get(side) or SIDE_COLOURS[number % len(SIDE_COLOURS)]
                for number, side in enumerate(dict.fromkeys((*given, *others)))
            },
            {kind.key: kind.symbol or kind.title or kind.key for kind in unit_types},
            dict(_own_colours(sides)),
        )

    def colour(self, side: str, power: str = "") -> str:
        """The colour of a side, or of a power of it; neutral things are grey."""
        return self.of_formation.get((side, power)) or self.colours.get(side, NEUTRAL_COLOUR)

    def face(self, counter: Counter) -> Face:
        """The face of a counter; of an unknown one only the colour and short name."""
        if not counter.known:
            return Face(self.colour(counter.side), counter.short, known=False)
        printed = counter.printed or tuple(value for _, value in counter.ratings)
        ratings = tuple(value for value in printed if 0 < len(value) <= LONGEST_RATING)
        own = self.picture(counter)
        return Face(
            self.of_formation.get(
                (counter.side, counter.formation), self.colour(counter.side, counter.power)
            ),
            counter.short or counter.name,
            self.symbols.get(counter.kind, counter.kind),
            counter.size,
            counter.formation,
            ratings,
            counter.steps,
            counter.full_steps,
            counter.statuses,
            counter.facing,
            picture=own,
            is_whole=own in self.whole_pictures,
        )

    def picture(self, counter: Counter) -> str:
        """The own picture of a counter or card whose face is known."""
        if not counter.known:
            return ""
        if counter.steps < counter.full_steps and counter.id in self.back_pictures:
            return self.back_pictures[counter.id]
        return self.pictures.get(counter.id) or (
            self.card_pictures.get(counter.name, "") if counter.kind == CARD else ""
        )


def _own_colours(sides: Iterable[Side]) -> Iterator[tuple[tuple[str, str], str]]:
    """The valid colours of formations in the scenario."""
    for side in sides:
        listed = side.data.get("colours")
        for formation, colour in listed.items() if isinstance(listed, Mapping) else ():
            if isinstance(colour, str) and QColor.isValidColorName(colour):
                yield (side.key, formation), colour
