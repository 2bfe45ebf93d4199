"""Controls the tracings of the open map: add, remove, align, and convert to hex terrain."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.background.latest_only import Latest
from editor.backdrop.alignment import Affine, Point
from editor.commands.command_runner import CommandRunner
from editor.commands.scenario import set_map_fields
from editor.commands.set_records import Changes
from editor.document.document_tasks import DocumentTasks
from editor.document.layers import Layer, Layers
from editor.document.open_document import OpenDocument
from editor.importers.geojson import GeoLayer
from editor.map.canvas import EditorCanvas
from editor.tracing.hexes_from_lines import Outcome, TerrainMaker, TracingChoices
from editor.tracing.sources import (
    MAX_FILES,
    TracedFile,
    files_of,
    globe_on_map,
    keep_tracing,
    load_tracing,
    with_files,
)
from editor.tracing.tracing_art import TracingArt, TracingPicture
from editor.tracing.tracing_layer import TracingItem, TracingResultArt, TracingResultItem
from engine.catalogue.document import Anchor

LAYER: Final = "tracing"


class TracingController(QObject):
    """Implements `Alignable`; the pins are the known places of the map and apply to all files."""

    changed = Signal()
    """The files, their placement, the preview or a problem changed."""
    progressed = Signal(int, int, str)

    title: Final = "Tracing"
    layer: Final = LAYER

    def __init__(
        self,
        open_document: OpenDocument,
        canvas: EditorCanvas,
        layers: Layers,
        commands: CommandRunner,
        folder: Path,
    ) -> None:
        super().__init__(open_document)
        self._open, self._canvas, self._layers, self._commands = open_document, canvas, layers, commands
        self._folder = folder
        self._item: TracingItem | None = None
        self._preview: TracingResultItem | None = None
        self._read: dict[str, GeoLayer] = {}
        self._missing: dict[str, str] = {}
        self._work = DocumentTasks(open_document, commands.show_message, self)
        self._work.finished.connect(self._show)
        self._work.progressed.connect(self.progressed)
        self._work.cancelled.connect(self.changed)
        self._artist, self._art = Latest("tracing", self), TracingArt()
        self._outcome: TracingResultArt | None = None
        layers.add(Layer(LAYER, "Tracing"), above="backdrop")
        open_document.opened.connect(self._opened)
        open_document.changed.connect(self._follow)
        canvas.rebuilt.connect(self._rebuilt)
        layers.changed.connect(lambda key: self._show() if key == LAYER else None)

    # state

    @property
    def outcome(self) -> Outcome | None:
        """The computed result while its preview is shown."""
        return self._outcome.outcome if self._outcome is not None else None

    @property
    def files(self) -> tuple[TracedFile, ...]:
        """The traced files of the map."""
        document = self._open.document
        return () if document is None else files_of(document.work.sheet("data"))

    @property
    def is_busy(self) -> bool:
        """Whether a task is running."""
        return self._work.is_busy

    @property
    def problem(self) -> str:
        """The error message to show; empty if there is none."""
        missing = (self._missing[traced.file] for traced in self.files if traced.file in self._missing)
        return next(missing, self._work.notice)

    @property
    def can_be_pinned(self) -> bool:
        """Whether there is something to be aligned."""
        return bool(self._sources())

    def _sources(self) -> list[tuple[str, GeoLayer]]:
        return [(traced.role, self._read[traced.file]) for traced in self.files if traced.file in self._read]

    def place(self) -> Affine:
        """From longitude and latitude to points of the scene."""
        document = self._open.document
        assert document is not None
        layers = [layer for _, layer in self._sources()]
        return globe_on_map(self._canvas.geometry_of_map, document.work.sheet("georeference"), layers)

    def pins(self) -> list[tuple[Point, str]]:
        """The known places of the map."""
        document = self._open.document
        if document is None:
            return []
        anchors = document.work.sheet("georeference").anchors
        return [((a.longitude, a.latitude), a.hex) for a in anchors if a.hex in document.lattice]

    # changing

    def add(self, path: Path) -> None:
        """Add a file; it is read and copied in the background."""
        if len(self.files) >= MAX_FILES:
            self._work.refuse(f"A map can have {MAX_FILES} tracings; remove one first.")
            self.changed.emit()
            return
        self._work.start(lambda progress: keep_tracing(self._folder, path, progress), self._added)
        self.changed.emit()

    def _added(self, found: tuple[TracedFile, GeoLayer]) -> None:
        traced, layer = found
        self._read[traced.file] = layer
        self._missing.pop(traced.file, None)
        others = [known for known in self.files if known.file != traced.file]
        self._put([*others, traced], f"Add tracing {traced.name}")
        self._work.notice = " ".join(layer.lost)

    def remove(self, file: str) -> None:
        """Remove a file; it stays in the user's folder, so that this can be undone."""
        self._put([known for known in self.files if known.file != file], "Remove a tracing")

    def set_role(self, file: str, role: str) -> None:
        """Set the role of a file."""
        changed = [replace(known, role=role) if known.file == file else known for known in self.files]
        self._put(changed, "Change what a tracing shows")

    def _put(self, files: list[TracedFile], text: str) -> None:
        document = self._open.document
        assert document is not None, "files belong to an open map"
        self._set(text, data=with_files(document.work.sheet("data"), files))

    def show_at(self, place: Affine) -> None:
        """Show it at this place while the user drags it."""
        if self._item is not None:
            self._item.set_place(place)

    def pin(self, place: Affine, pins: list[tuple[Point, str]], text: str, merge_key: str = "") -> None:
        """Set these as the known places of the map."""
        document = self._open.document
        if document is not None:
            anchors = tuple(Anchor(here, round(lat, 6), round(lon, 6)) for (lon, lat), here in pins)
            known = replace(document.work.sheet("georeference"), anchors=anchors)
            self._set(f"{text} the tracing", merge_key, georeference=known)

    def _set(self, text: str, merge_key: str = "", **values: object) -> None:
        document = self._open.document
        if document is not None:
            command = set_map_fields(document.work, merge_key, **values)
            command.text = text
            document.do(command)

    # conversion to terrain

    def compute_terrain(self, choices: TracingChoices) -> None:
        """Compute the terrain in the background and show a preview."""
        document = self._open.document
        if document is None:
            return
        layers, geometry = self._sources(), self._canvas.geometry_of_map
        work = document.work
        maker = TerrainMaker(
            geometry.lattice, geometry.layout, self.place(), work.terrain, work.features("features")
        )
        self._work.start(
            lambda progress: TracingResultArt(geometry, maker.compute(layers, choices, progress)),
            self._computed,
        )
        self.changed.emit()

    def _computed(self, found: TracingResultArt) -> None:
        self._outcome = found
        self._commands.show_message(found.outcome.words())
        self._show_outcome()

    def apply(self) -> None:
        """Apply the previewed terrain as one undo step."""
        document, outcome = self._open.document, self.outcome
        if document is not None and outcome is not None:
            self.discard()
            self._commands.do(
                "Apply the terrain", len(outcome.terrain), lambda: outcome.command(document.work)
            )

    def discard(self) -> None:
        """Discard the preview."""
        self._outcome = None
        self._show_outcome()
        self.changed.emit()

    def cancel(self) -> None:
        """Cancel the running task."""
        self._work.cancel()

    def close_down(self) -> None:
        """Stop tasks and painting."""
        self.cancel()
        self._artist.close()

    # showing

    def _opened(self) -> None:
        self._work.notice = ""
        self._outcome = None
        self._show()
        self._show_outcome()

    def _follow(self, changes: Changes) -> None:
        if {"data", "georeference"} & set(changes.get("map", ())):
            self._show()
        if self.outcome is not None and {"terrain", "hexsides", "features", "map"} & set(changes):
            self.discard()  # The computed result may be outdated.

    def _rebuilt(self) -> None:
        scene = self._canvas.scene()
        self._item = TracingItem(self._canvas.geometry_of_map, self._paint)
        self._preview = TracingResultItem(self._canvas.geometry_of_map)
        scene.addItem(self._item)
        scene.addItem(self._preview)
        self._show()
        self._show_outcome()

    def _show(self) -> None:
        if self._item is None or self._open.document is None:
            return
        unread = [f for f in self.files if f.file not in self._read and f.file not in self._missing]
        if unread and not self.is_busy:
            self._load(unread[0])
        self._item.show_layers(self._sources())
        if self.can_be_pinned:
            self._item.set_place(self.place())
        layer = self._layers[LAYER]
        self._item.setVisible(layer.shown)
        self._item.setOpacity(layer.opacity / 100)
        self.changed.emit()

    def _paint(self, wanted: TracingPicture) -> None:
        """Paint many lines in the background."""
        self._artist.ask(lambda _: wanted.painted(self._art), self._painted, self._commands.show_message)

    def _painted(self, picture: TracingPicture) -> None:
        if self._item is not None:
            self._item.show_picture(picture)

    def _load(self, traced: TracedFile) -> None:
        def loaded(layer: GeoLayer) -> None:
            self._read[traced.file] = layer

        def missing(problem: str) -> None:
            self._missing[traced.file] = problem
            self._commands.show_message(problem)

        self._work.start(lambda progress: load_tracing(self._folder, traced, progress), loaded, missing)

    def _show_outcome(self) -> None:
        if self._preview is not None:
            self._preview.show_outcome(self._outcome)
