"""The editor's map view: shows the working copy and passes mouse and keys to the active tool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGraphicsItem, QGraphicsView, QWidget

from app.map.counters.counter_style import CounterStyle
from app.map.geometry import MapGeometry, take_connected
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.overlays.overlay_layer import HexOverlay, ZonesOverlay
from app.map.terrain.terrain_layer import TerrainLayer
from editor.commands.set_records import Changes
from editor.document.layers import PRINTED, Layers
from editor.document.setup_counters import set_up_counters
from editor.document.working_copy import SCENARIO, SHEET
from editor.map.printed_map_sync import PrintedMapSync
from editor.map.region_art import region_areas
from editor.map.tool_preview import INK, LinePreview
from editor.tools.tool import Pointer, Tool
from engine.catalogue.board import BOARD
from engine.catalogue.own_art import ART
from engine.catalogue.plain_data import Plain

if TYPE_CHECKING:
    from editor.document.editor_document import EditorDocument
    from editor.document.open_document import OpenDocument

REPAINT_SLICE_SECONDS: Final = 0.004
"""Time for repainting before events are processed again."""
RELABEL_DELAY_MS: Final = 250
"""Delay before map names are placed again."""
REPRINT_DELAY_MS: Final = 60
"""Delay before the map is repainted after a change of opacity."""
_DRAWN: Final = ("terrain", "hexsides", "roads", "features", "places", "names")
FULL_REPAINT_HEXES: Final = 600
"""From this number of changed hexes on, the whole map is repainted."""
SCROLL_MARGIN_PX: Final = 80
"""Space around a hex that is scrolled to."""
KIND_MIME_TYPE: Final = "application/x-startline-kind"
"""Mime type of a kind dragged out of the palette: the palette and the kind."""
UNITS_MIME_TYPE: Final = "application/x-startline-units"
"""MIME type of dragged units: their ids, one per line."""
_DROPPED: Final = (UNITS_MIME_TYPE, KIND_MIME_TYPE)


class EditorCanvas(MapView):
    """A map view whose mouse events go to the active tool."""

    tool_changed = Signal(str)
    """The key of the active tool."""
    dropped = Signal(list, str)
    """Units dropped from the units panel, and the hex."""
    kind_dropped = Signal(str, str)
    """A palette and a kind of it that was dropped on the map; it is drawn next."""
    rebuilt = Signal()
    """A new scene was created; other items must be added to it again."""

    def __init__(self, open_document: OpenDocument, layers: Layers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Items of other modules may change the painter state, so Qt must save and restore it.
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState, False)
        self.tool: Tool | None = None
        self._chosen_region: str | None = None
        self._open, self._layers = open_document, layers
        self._document: EditorDocument | None = None
        self._art: object = None
        """The own art and the board that the scene was made with."""
        self._map_sync: PrintedMapSync | None = None
        self._geometry: MapGeometry | None = None
        self._dirty: dict[str, None] = {}
        self._selected: Iterable[str] = ()
        self._showing: dict[str, bool] = {}
        """The layers that were visible at the last full repaint."""
        self._desk, self._night = QColor("#d9d2c0"), False
        self._held: Qt.MouseButton | None = None
        self._repaint_timer = QTimer(self)
        self._repaint_timer.setSingleShot(True)
        self._repaint_timer.timeout.connect(self.repaint_changed)
        self._relabel_timer = QTimer(self)
        self._relabel_timer.setSingleShot(True)
        self._relabel_timer.timeout.connect(self._repaint_map)
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        layers.changed.connect(self._layer_changed)
        open_document.closing.connect(self._closing)
        open_document.opened.connect(self._opened)
        open_document.changed.connect(self._follow)
        open_document.scenario_changed.connect(self._scenario_changed)

    # display

    def _closing(self) -> None:
        if self.tool is not None:
            self.tool.deactivate()

    def _opened(self) -> None:
        """Show another document; the active tool stays."""
        self._document = self._open.document
        self._geometry = None
        self._selected = ()
        self._rebuild()
        self.open_at([])
        if self.tool is not None:
            self.tool.activate()

    @property
    def document(self) -> EditorDocument | None:
        """The document on the map."""
        return self._document

    @property
    def geometry_of_map(self) -> MapGeometry:
        """The geometry of the map."""
        assert self._geometry is not None, "no document is open"
        return self._geometry

    def set_look(self, desk: QColor, night: bool) -> None:
        """Apply light or dark colours."""
        self._desk, self._night = desk, night
        scene = self.map_scene()
        if scene is not None:
            scene.set_look(desk, night)

    def _rebuild(self) -> None:
        """Create a new scene for the current grid."""
        document = self._document
        if document is None:
            return
        before, old = self._geometry, self.scene()
        if before is None or before.lattice is not document.lattice:
            self._geometry = MapGeometry(document.lattice)
        geometry = self.geometry_of_map
        self._art = self._document_art()
        self._map_sync = PrintedMapSync(document.work, geometry, self._layers)
        scene = MapScene(self._map_sync.printed_map, CounterStyle.of(document.snapshot()))
        scene.set_look(self._desk, self._night)
        self.regions, self.halves = ZonesOverlay(geometry), ZonesOverlay(geometry)
        self.selection = HexOverlay(geometry, INK, 46, "", 3.0)
        self.problems = HexOverlay(geometry, "#d32f2f", 34, "rising", 3.4)
        self.preview = HexOverlay(geometry, "#ff8f00", 60, "", 2.4)
        self.line = LinePreview()
        laid = (self.regions, self.halves, self.problems, self.selection, self.preview, self.line)
        for height, item in zip((22, 24, 26, 80, 90, 95), laid, strict=True):
            item.setZValue(height)
            scene.addItem(item)
        self._dirty.clear()
        self._relabel_timer.stop()
        self.setScene(scene)
        if old is not None:
            old.deleteLater()
        self._show_regions()
        self._show_start_lines()
        self._show_units()
        self.show_selection(self._selected)
        self._fade()
        self.rebuilt.emit()

    def _follow(self, changes: Changes) -> None:
        """Update the scene after changes of the working copy."""
        head = {*changes.get(SHEET, ()), *(f"scenario {name}" for name in changes.get(SCENARIO, ()))}
        if {"grid", "aliases"} & head:
            self._rebuild()
            self.open_at([])
            return
        assert self._map_sync is not None
        touched, renamed = self._map_sync.follow(changes)
        if touched is None or len(touched) > FULL_REPAINT_HEXES:
            self._repaint_map()
        else:
            self._dirty.update(dict.fromkeys(map(self.geometry_of_map.lattice.first_name, touched)))
            self.repaint_changed()
            if renamed:
                self._relabel_timer.start(RELABEL_DELAY_MS)
        if {"regions", "scenario regions", "scenario area"} & head:
            self._show_regions()
        if {"scenario start_lines", "scenario sides"} & head:
            self._show_start_lines()
        has_art = ART in self._document_data()
        drawn_from = {"scenario sides", "scenario unit_types"} | ({"scenario units"} if has_art else set())
        if drawn_from & head or self._art != self._document_art():
            self._rebuild()
        elif {"scenario units", "scenario setups"} & head:
            self._show_units()

    def _document_data(self) -> Mapping[str, Plain]:
        return self._document.work.scenario("data") if self._document is not None else {}

    def _document_art(self) -> object:
        sheet = self._document.work.sheet("data") if self._document is not None else {}
        return self._document_data().get(ART), sheet.get(BOARD)

    def _scenario_changed(self) -> None:
        """Update the options of the active tool after changes and undo."""
        if self.tool is not None:
            self.tool.scenario_changed()
            self.tool.options_changed.emit()

    def _repaint_map(self) -> None:
        """Repaint the whole map and place its names again."""
        scene = self.map_scene()
        if scene is None:
            return
        self._dirty.clear()
        self._relabel_timer.stop()
        scene.removeItem(scene.terrain.item)
        scene.terrain = TerrainLayer(scene, scene.printed_map)
        scene.terrain.set_look(self._desk, self._night)
        self._fade()

    def repaint_changed(self) -> None:
        """Repaint changed hexes in short slices, so that the pointer stays responsive."""
        scene = self.map_scene()
        if scene is None:
            return
        until, lattice = perf_counter() + REPAINT_SLICE_SECONDS, self.geometry_of_map.lattice
        while self._dirty and (self.patient or perf_counter() < until):
            latest = next(reversed(self._dirty))
            scene.terrain.repaint(take_connected(lattice, latest, self._dirty, scene.terrain.most_patched))
        if self._dirty:
            self._repaint_timer.start(0)

    # layers

    def _layer_changed(self, key: str) -> None:
        if self._map_sync is None:
            return
        shown = self._layers.shows(key)
        if key in _DRAWN and shown != self._showing.get(key, True):
            self._showing[key] = shown
            self._map_sync.take_all()
            self._repaint_map()
        elif key in PRINTED:
            self._relabel_timer.start(REPRINT_DELAY_MS)
        else:
            self._fade()

    def _fade(self) -> None:
        scene = self.map_scene()
        if scene is None:
            return
        scene.terrain.art.strength = self._layers.strength()
        items: dict[str, Sequence[QGraphicsItem | None]] = {
            "units": [scene.counters],
            "regions": [self.regions],
            "start_lines": [scene.start_lines],
            "sheet": [scene.terrain.item],
        }
        for key, found in items.items():
            layer = self._layers[key]
            for item in found:
                if item is not None:
                    item.setOpacity(layer.opacity / 100)
                    item.setVisible(layer.shown)

    def choose_region(self, key: str | None) -> None:
        """Fill this region, or all for an empty key; None shows the outlines only."""
        if key != self._chosen_region:
            self._chosen_region = key
            if self._document is not None:
                self._show_regions()

    def _show_regions(self) -> None:
        assert self._document is not None
        areas = region_areas(self._document.work, self._document.lattice, self._chosen_region)
        self.regions.set_areas(areas)

    def _show_start_lines(self) -> None:
        scene = self.map_scene()
        if scene is not None and self._document is not None:
            sides = {side.key: side.title for side in self._document.work.scenario("sides")}
            scene.show_start_lines(self._document.work.scenario("start_lines"), sides)
            self._fade()

    def _show_units(self) -> None:
        scene = self.map_scene()
        if scene is not None and self._document is not None:
            scene.counters.show(set_up_counters(self._document.snapshot()), ())

    def scroll_to(self, here: str) -> None:
        """Scroll until a hex is visible."""
        self.ensureVisible(self.geometry_of_map.rect(here), SCROLL_MARGIN_PX, SCROLL_MARGIN_PX)

    # previews

    def show_selection(self, hexes: Iterable[str]) -> None:
        """Mark the selected hexes."""
        self._selected = list(hexes)
        self.selection.set_hexes(self._selected)

    def show_problems(self, hexes: Iterable[str]) -> None:
        """Mark the hexes with set-up problems."""
        self.problems.set_hexes(list(hexes))

    def preview_hexes(self, hexes: Iterable[str], sides: Iterable[str] = ()) -> None:
        """Preview the hexes and hexsides that a tool would change."""
        self.preview.set_hexes(hexes, sides)

    def show_halves(self, areas: Iterable[tuple[str, Sequence[str], str, str]]) -> None:
        """Preview the halves of a start line: name, hexes, colour and pattern."""
        self.halves.set_areas(areas)

    def preview_line(
        self, points: Sequence[QPointF], text: str = "", dots: bool = False, closed: bool = False
    ) -> None:
        """Preview a line that a tool is drawing."""
        self.line.show_line(points, text, dots, closed)

    def clear_preview(self) -> None:
        """Remove the previews."""
        if self.map_scene() is not None:
            self.preview.set_hexes(())
            self.line.show_line(())
            self.halves.set_areas(())

    # pointer

    def pointer(self, at: QPoint, event: QMouseEvent, erase: bool = False) -> Pointer:
        """The pointer position in map terms."""
        held, key = event.modifiers(), Qt.KeyboardModifier
        return self.pointer_at(
            self.mapToScene(at),
            erase=erase,
            shift=bool(held & key.ShiftModifier),
            ctrl=bool(held & key.ControlModifier),
            alt=bool(held & key.AltModifier),
        )

    def pointer_at(
        self, point: QPointF, erase: bool = False, shift: bool = False, ctrl: bool = False, alt: bool = False
    ) -> Pointer:
        """The pointer at a point of the scene."""
        layout, x, y = self.geometry_of_map.layout, point.x(), point.y()
        here = layout.hex_at(x, y)
        if not here:
            return Pointer(point, erase=erase, shift=shift, ctrl=ctrl, alt=alt)
        side, corner = layout.hexside_at(x, y) or "", layout.vertex_at(x, y)
        return Pointer(point, here, side, corner, erase, shift, ctrl, alt)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        button = event.button()
        drags = button == Qt.MouseButton.MiddleButton or self._space_held
        if drags or self.tool is None or self._document is None or self._held is not None:
            super().mousePressEvent(event)
            return
        if button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            self._held = button
            self.tool.press(self._at(event))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self.tool is None or self._document is None or self._dragging_from is not None:
            return
        if self._held is not None and not event.buttons() & self._held:
            self._release(event)  # A dialog received the release event.
        elif self._held is not None:
            self.tool.drag(self._at(event))
        else:
            self.tool.hover(self._at(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None and event.button() == self._held:
            self._release(event)
            event.accept()
        else:
            super().mouseReleaseEvent(event)
            self._update_cursor()

    def _release(self, event: QMouseEvent) -> None:
        at = self._at(event)
        self._held = None
        if self.tool is not None:
            self.tool.release(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.tool is None or self._document is None or event.button() != Qt.MouseButton.LeftButton:
            super().mouseDoubleClickEvent(event)
            return
        self._held = event.button()
        self.tool.double_click(self._at(event))
        event.accept()

    def _at(self, event: QMouseEvent) -> Pointer:
        return self.pointer(event.position().toPoint(), event, self._held == Qt.MouseButton.RightButton)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._held is None:
            self.preview_hexes(())

    # units from the roster, kinds from the palette

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._document is not None and any(map(event.mimeData().hasFormat, _DROPPED)):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        here = self.hex_under(event.position().toPoint())
        if any(map(event.mimeData().hasFormat, _DROPPED)) and here:
            self.preview_hexes([here])
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        here = self.hex_under(event.position().toPoint())
        if not here:
            return
        self.preview_hexes(())
        if event.mimeData().hasFormat(UNITS_MIME_TYPE):
            event.acceptProposedAction()
            self.dropped.emit(_dropped(event, UNITS_MIME_TYPE), here)
        elif event.mimeData().hasFormat(KIND_MIME_TYPE):
            event.acceptProposedAction()
            palette, _, kind = "\n".join(_dropped(event, KIND_MIME_TYPE)).partition("\n")
            self._draw_dropped(palette, kind, event.position().toPoint())

    def _draw_dropped(self, palette: str, kind: str, at: QPoint) -> None:
        """Draw a kind where it was dropped, as a click with the tool in hand does."""
        if self.tool is None or self.tool.palette != palette:
            return
        self.kind_dropped.emit(palette, kind)
        spot = self.pointer_at(self.mapToScene(at))
        self.tool.press(spot)
        self.tool.release(spot)

    # keys

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            tool = self.tool if self._document is not None else None
            if tool is not None and tool.wants(event):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.tool is not None and self._document is not None:
            if self.tool.key_pressed(event):
                event.accept()
                return
            if event.key() == Qt.Key.Key_Escape:
                self.tool.cancel()
        super().keyPressEvent(event)

    def _click_cursor(self) -> None:
        """Return acts like a click on the hex under the keyboard cursor."""
        here = self.cursor_hex
        if self.tool is not None and self._document is not None and here:
            at = self.pointer_at(self.geometry_of_map.centre(here))
            self.tool.press(at)
            self.tool.release(at)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        self._update_cursor()

    def set_tool(self, tool: Tool) -> None:
        """Set the active tool."""
        if self.tool is not None and self._document is not None:
            self.tool.deactivate()
        self.tool = tool
        self._held = None
        if self._document is not None:
            tool.activate()
        self._update_cursor()
        self.tool_changed.emit(tool.key)

    def kind_changed(self, palette: str) -> None:
        """Tell the active tool that another kind was chosen in its palette."""
        if self.tool is not None and self.tool.palette == palette:
            self.tool.kind_changed()

    def _update_cursor(self) -> None:
        if self.tool is not None and not self._space_held:
            self.viewport().setCursor(self.tool.cursor)


def _dropped(event: QDropEvent, mime_type: str) -> list[str]:
    """The lines of what was dropped."""
    return bytes(event.mimeData().data(mime_type).data()).decode("utf-8").split("\n")
