"""The counters of a scenario with front and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.map.counters.counter_art import Face
from app.map.counters.counter_style import CounterStyle
from editor.document.setup_counters import PrintedCounters
from engine.catalogue.document import ScenarioDocument, Unit
from engine.referee.view import Counter


class Piece(Struct, frozen=True):
    """One counter with front and back."""

    unit: Unit
    front: Face
    back: Face


class FaceMaker:
    """Creates the counter faces of a scenario's units for each step."""

    def __init__(self, document: ScenarioDocument) -> None:
        self.document = document
        self._counter_style = CounterStyle.of(document)
        self._printed = PrintedCounters(document)

    def counters(self, unit: Unit) -> Sequence[Counter]:
        """All faces of a unit with their ratings in words."""
        return self._printed.faces(unit)

    def face(self, unit: Unit, lost: int = 0) -> Face:
        """The face of a unit after this number of step losses."""
        return self._shown(unit, self.counters(unit)[lost])

    def _shown(self, unit: Unit, counter: Counter) -> Face:
        nation = "" if counter.formation else self._nation(unit)
        if nation:
            ratings = tuple((name, text) for name, text in counter.ratings if text != nation)
            counter = replace(counter, formation=nation, ratings=ratings)
        return self._counter_style.face(counter)

    def pieces(self, unit: Unit) -> Iterator[Piece]:
        """One piece for every two faces; the back of an odd one is blank."""
        faces = [self._shown(unit, counter) for counter in self.counters(unit)]
        for at in range(0, len(faces), 2):
            back = faces[at + 1] if at + 1 < len(faces) else self.blank(unit)
            yield Piece(unit, faces[at], back)

    def blank(self, unit: Unit) -> Face:
        """A blank back in the colour of the unit, which hides what it is."""
        return Face(self.face(unit).colour, known=False)

    def _nation(self, unit: Unit) -> str:
        """The colour group of a unit without formation, from its ratings."""
        groups, ratings = self._counter_style.of_formation, self.document.ratings(unit)
        return next((str(value) for value in ratings.values() if (unit.side, str(value)) in groups), "")


def in_order(document: ScenarioDocument) -> list[Unit]:
    """Units by side in the order of the order of battle."""
    sides = {side.key: number for number, side in enumerate(document.sides)}
    formations = {formation.key: number for number, formation in enumerate(document.formations)}
    return sorted(
        document.units,
        key=lambda unit: (
            sides.get(unit.side, len(sides)),
            formations.get(unit.formation, len(formations)),
            unit.order,
        ),
    )
