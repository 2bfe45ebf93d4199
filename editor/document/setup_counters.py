"""The units of a scenario as counters: where they begin, and what their faces show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from editor.document.game_vocabulary import document_game
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument, Unit
from engine.catalogue.printed_counter import PrintedFaces, faces_by_ratings
from engine.referee.view import Counter


class PrintedCounters:
    """The counters of a scenario as its game prints them; of an unfinished unit whatever is known."""

    def __init__(self, document: ScenarioDocument) -> None:
        game = document_game(document.game)
        fields = game.rating_fields_for(document.data) if game is not None else {}
        self._plain = faces_by_ratings(document, fields)
        self._faces: PrintedFaces = self._plain
        if game is not None:
            with suppress(BadInput):  # The problems panel says what is wrong with the charts of the scenario.
                self._faces = game.printed_faces(document)

    def faces(self, unit: Unit) -> Sequence[Counter]:
        """All faces of a unit: at full strength first, then after each loss, or front and back."""
        try:
            return self._faces(unit)
        except (BadInput, LookupError):
            return self._plain(unit)

    def front(self, unit: Unit, place: str = "", facing: int | None = None) -> Counter:
        """The counter of a unit at full strength."""
        return replace(self.faces(unit)[0], place=place, facing=facing)


def set_up_counters(document: ScenarioDocument) -> Iterator[Counter]:
    """Every unit that is set up in a hex; the first of several alternatives is used."""
    units = {unit.id: unit for unit in document.units}
    placed: set[str] = set()
    printed = PrintedCounters(document)
    for setup in document.setups:
        unit = units.get(setup.unit)
        if unit is None or unit.id in placed or setup.place.kind != "hex":
            continue
        placed.add(unit.id)
        facing = setup.data.get("facing")
        yield printed.front(unit, setup.place.at, facing if type(facing) is int else None)
