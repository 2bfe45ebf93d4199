"""Large maps to work on, and ways for the hand across them."""

from __future__ import annotations

from PySide6.QtCore import QPoint

from editor.document.editor_document import EditorDocument
from engine import games
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.hexes.spec import GridSpec
from tests.editor.hands import BareHands


def large() -> EditorDocument:
    """200×200 clear hexes."""
    spec = GridSpec("flat", "even", 200, 200, column_digits=3, row_digits=3)
    terrain = {cell.hex: "clear" for cell in spec.cells()}
    sheet = MapSheet("large", "Large", spec, terrain)
    return EditorDocument(ScenarioDocument("large", "Large", "toy", sheet))


def campaign() -> EditorDocument:
    """The shipped scenario with the most units."""
    game = games.game("ttr")
    assert isinstance(game, DocumentGame)
    return EditorDocument(next(found for found in game.documents() if found.key == "ttr-campaign"))


def spots_to_and_fro(hands: BareHands, along: int, down: int) -> list[QPoint]:
    """Points of the map in the window, line by line."""
    canvas = hands.page.workspace.canvas
    room = canvas.viewport().rect().adjusted(20, 20, -20, -20)
    spots: list[QPoint] = []
    for row, y in enumerate(range(room.top(), room.bottom(), down)):
        across = range(room.left(), room.right(), along)
        spots += [QPoint(x, y) for x in (across if row % 2 == 0 else reversed(across))]
    return [spot for spot in spots if canvas.hex_under(spot)]
