"""Controls the backdrop of the open map: choose, place, pin, fade. Every change can be undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.map.geometry import HEX_SIZE
from app.map.terrain.board_art import picture_levels
from editor.backdrop.alignment import Affine, Point, fit_inside
from editor.backdrop.backdrop import (
    BACKDROP,
    Backdrop,
    Pin,
    backdrop_of,
    keep_picture,
    load_picture,
    with_backdrop,
)
from editor.backdrop.backdrop_layer import PictureItem
from editor.backdrop.board import backdrop_from, board_from
from editor.commands.board import set_board, swap_backdrop
from editor.commands.scenario import set_map_fields
from editor.commands.set_records import Changes
from editor.document.document_tasks import DocumentTasks
from editor.document.layers import Layer, Layers
from editor.document.open_document import OpenDocument
from editor.map.canvas import EditorCanvas
from engine.bad_input import BadInput
from engine.catalogue.board import Board, board_of

LAYER: Final = "backdrop"
FADE_MERGE_KEY: Final = "fading the backdrop"
"""One drag of the slider is one undo step."""


class BackdropController(QObject):
    """Implements `Alignable` for the backdrop."""

    changed = Signal()
    """The picture, its placement or a problem changed."""

    title: Final = "Backdrop"
    layer: Final = LAYER

    def __init__(
        self,
        open_document: OpenDocument,
        canvas: EditorCanvas,
        layers: Layers,
        folder: Path,
        show_message: Callable[[str], None],
    ) -> None:
        super().__init__(open_document)
        self._open, self._canvas, self._layers = open_document, canvas, layers
        self._folder, self._show_message = folder, show_message
        self._item: PictureItem | None = None
        self._pictures: dict[str, list[QImage]] = {}
        self._missing: dict[str, str] = {}
        """Error messages by file name."""
        self._work = DocumentTasks(open_document, show_message, self)
        self._work.finished.connect(self._show)
        self._work.cancelled.connect(self.changed)
        layers.add(Layer(LAYER, "Backdrop"))
        open_document.opened.connect(self._opened)
        open_document.changed.connect(self._follow)
        canvas.rebuilt.connect(self._rebuilt)
        layers.changed.connect(self._layer_changed)

    # state

    @property
    def backdrop(self) -> Backdrop | None:
        """The map's backdrop, if the entry can be read."""
        document = self._open.document
        try:
            return None if document is None else backdrop_of(document.work.sheet("data"))
        except BadInput:
            return None

    @property
    def board(self) -> Board | None:
        """The picture that is printed on the map, if it can be read."""
        document = self._open.document
        try:
            return None if document is None else board_of(document.work.sheet("data"))
        except BadInput:
            return None

    @property
    def problem(self) -> str:
        """The error message to show; empty if there is none."""
        document, backdrop = self._open.document, self.backdrop
        if backdrop is not None:
            return self._missing.get(backdrop.file, "") or self._work.notice
        if document is not None and BACKDROP in document.work.sheet("data"):
            return "The map's backdrop entry cannot be read; choose the picture again, or remove it."
        return self._work.notice

    @property
    def is_busy(self) -> bool:
        """Whether a picture is being read."""
        return self._work.is_busy

    @property
    def can_be_pinned(self) -> bool:
        """Whether there is a picture to be aligned."""
        return self.backdrop is not None

    def place(self) -> Affine:
        """From pixels to points of the scene."""
        backdrop = self.backdrop
        assert backdrop is not None
        found = backdrop.affine
        if found is None:
            bounds = self._canvas.geometry_of_map.bounds
            return fit_inside(backdrop.width, backdrop.height, bounds.width(), bounds.height())
        return Affine(*(figure * HEX_SIZE for figure in found))

    def pins(self) -> list[tuple[Point, str]]:
        """The pinned points whose hexes are on the map."""
        backdrop, document = self.backdrop, self._open.document
        if backdrop is None or document is None:
            return []
        return [((pin.x, pin.y), pin.hex) for pin in backdrop.pins if pin.hex in document.lattice]

    # changing

    def choose(self, path: Path, page: int = 1) -> None:
        """Choose a picture; it is copied and read in the background."""
        self._work.start(lambda _: keep_picture(self._folder, path, page), self._chosen)
        self.changed.emit()

    def cancel(self) -> None:
        """Cancel reading the picture."""
        self._work.cancel()

    def _chosen(self, found: Backdrop) -> None:
        before = self.backdrop
        if before is not None and (before.width, before.height) == (found.width, found.height):
            found = replace(before, file=found.file, name=found.name)
        self._missing.pop(found.file, None)
        self._put(found, "Choose a backdrop")

    def remove(self) -> None:
        """Remove the backdrop or the board; a file stays in the user's folder, so that this can be undone."""
        document = self._open.document
        if document is not None and self.backdrop is None and self.board is not None:
            document.do_step(set_board(document.work, None, "Remove the board"))
            return
        self._put(None, "Remove the backdrop")

    def set(self, merge_key: str = "", **values: bool | int) -> None:
        """Set its opacity, or whether it is below the terrain."""
        if (backdrop := self.backdrop) is not None:
            words = (
                "Fade the backdrop"
                if "strength" in values
                else "Move the backdrop below or above the terrain"
            )
            self._put(replace(backdrop, **values), words, merge_key)

    def print_on_map(self) -> None:
        """Make it the board of the map: it lies on the table in place of the terrain."""
        backdrop = self.backdrop
        if backdrop is not None:
            place = Affine(*(figure / HEX_SIZE for figure in self.place()))
            self._work.start(
                lambda _: board_from(load_picture(self._folder, backdrop), place, backdrop.name),
                lambda board: self._swap(board, None, "Print the backdrop on the map"),
            )
            self.changed.emit()

    def take_off_map(self) -> None:
        """Make the board a backdrop again, which can be aligned and is seen in the editor only."""
        board = self.board
        if board is not None:
            self._work.start(
                lambda _: backdrop_from(self._folder, board),
                lambda backdrop: self._swap(None, backdrop, "Take the board off the map"),
            )
            self.changed.emit()

    def set_board(self, **values: bool) -> None:
        """Draw the grid or the hex numbers over the board, or leave them to its picture."""
        document, board = self._open.document, self.board
        if document is not None and board is not None:
            text = "Change what is drawn over the board"
            document.do_step(set_board(document.work, replace(board, **values), text))

    def _swap(self, board: Board | None, backdrop: Backdrop | None, text: str) -> None:
        document = self._open.document
        if document is not None:
            document.do_step(swap_backdrop(document.work, board, backdrop, text))

    def show_at(self, place: Affine) -> None:
        """Show it at this place while the user drags it."""
        backdrop = self.backdrop
        if self._item is not None and backdrop is not None:
            self._item.set_place(place, backdrop.below)

    def pin(self, place: Affine, pins: list[tuple[Point, str]], text: str, merge_key: str = "") -> None:
        """Set the placement and its pins."""
        backdrop = self.backdrop
        if backdrop is not None:
            held = tuple(Pin(here, round(x, 3), round(y, 3)) for (x, y), here in pins)
            in_hexes = Affine(*(figure / HEX_SIZE for figure in place))
            self._put(backdrop.placed(in_hexes, held), f"{text} the backdrop", merge_key)

    def _put(self, backdrop: Backdrop | None, text: str, merge_key: str = "") -> None:
        document = self._open.document
        if document is not None:
            data = with_backdrop(document.work.sheet("data"), backdrop)
            command = set_map_fields(document.work, merge_key, data=data)
            command.text = text
            document.do(command)

    # showing

    def _opened(self) -> None:
        self._work.notice = ""
        self._show()

    def _follow(self, changes: Changes) -> None:
        if self._item is not None and "terrain" in changes:
            self._item.follow(changes["terrain"])
        if "data" in changes.get("map", ()):
            self._show()

    def _layer_changed(self, key: str) -> None:
        """Follow the layers panel: show, hide or fade the backdrop."""
        if key != LAYER:
            return
        backdrop, layer = self.backdrop, self._layers[LAYER]
        if backdrop is not None and layer.opacity != backdrop.strength:
            self.set(FADE_MERGE_KEY, strength=layer.opacity)
        elif self._item is not None:
            self._item.setVisible(layer.shown)

    def _rebuilt(self) -> None:
        scene, document = self._canvas.scene(), self._open.document
        self._item = None
        if document is not None and scene is not None:
            self._item = PictureItem(self._canvas.geometry_of_map, document.work.terrain)
            scene.addItem(self._item)
            self._show()

    def _show(self) -> None:
        """Update the picture on the map from the document; load it if necessary."""
        backdrop = self.backdrop
        if self._item is None:
            return
        if backdrop is None:
            self._item.show_picture(())
            self.changed.emit()
            return
        picture = self._pictures.get(backdrop.file, [])
        if not picture and not self.is_busy and backdrop.file not in self._missing:
            self._load(backdrop)
        self._item.show_picture(picture)
        self._item.set_place(self.place(), backdrop.below)
        self._item.setOpacity(backdrop.strength / 100)
        self._item.setVisible(self._layers.shows(LAYER))
        self._layers.set(LAYER, opacity=backdrop.strength)
        self.changed.emit()

    def _load(self, backdrop: Backdrop) -> None:
        def loaded(levels: list[QImage]) -> None:
            self._pictures = {backdrop.file: levels}

        def missing(problem: str) -> None:
            self._missing[backdrop.file] = problem
            self._show_message(problem)

        self._work.start(lambda _: picture_levels(load_picture(self._folder, backdrop)), loaded, missing)
