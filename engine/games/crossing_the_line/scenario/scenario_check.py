"""What is wrong with a scenario by the rules of this game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.finding import Finding, error, warning
from engine.games.crossing_the_line.records import HQ


def unled_sides(document: ScenarioDocument) -> Iterator[Finding]:
    """Sides without a headquarters, which can never activate a formation (5.5.1-b, 6.3.1)."""
    led = {unit.side for unit in document.units if unit.type == HQ}
    if document.units and not led:
        text = "No side has a headquarters, so nobody can activate a formation: the game would end at once."
        yield error("units", text, "Add a unit of the type hq to a formation of each side.")
        return
    for side in document.sides:
        if side.key not in led and any(unit.side == side.key for unit in document.units):
            text = "It has no headquarters, so it can never activate a formation."
            yield warning(f"side {side.key}", text, "Add a unit of the type hq to one of its formations.")
