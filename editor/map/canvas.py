"""The map on the workbench: shows the working copy as it changes and hands the pointer to the tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGraphicsItem, QGraphicsView, QWidget

from app.map.counters.counter_style import CounterStyle
from app.map.geometry import MapGeometry, take_bunch
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.overlays.overlay_layer import HexOverlay, ZonesOverlay
from app.map.terrain.terrain_layer import TerrainLayer
from editor.commands.set_records import Changes
from editor.document.layers import PRINTED, Layers
from editor.document.setup_counters import set_up_counters
from editor.document.working_copy import SCENARIO, SHEET
from editor.map.printed_map_sync import PrintedMapSync
from editor.map.region_art import zone_areas
from editor.map.tool_preview import INK, LinePreview
from editor.tools.tool import Pointer, Tool

if TYPE_CHECKING:
    from editor.document.editor_document import EditorDocument

SLICE: Final = 0.004
"""Seconds of mending the picture between two looks at the pointer."""
LETTERING: Final = 250
"""Milliseconds after which names look for their places anew."""
REPRINTING: Final = 60
"""Milliseconds after which the sheet is printed anew when a layer is made fainter."""
_DRAWN: Final = ("terrain", "hexsides", "roads", "features", "places", "names")
WHOLE_FROM: Final = 600
"""So many changed hexes are painted with the whole map, not one by one."""
UNITS: Final = "application/x-startline-units"
"""What the roster puts into a drag: the ids of units, one in each line."""


class EditorCanvas(MapView):
    """A map view whose pointer belongs to the tool in the hand."""

    dropped = Signal(list, str)
    """Units that were dragged from the roster, and the hex on which they were let go."""
    rebuilt = Signal()
    """There is a new scene: items that were added to the old one must be added again."""

    def __init__(self, layers: Layers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Others lay items of their own on the bench; what one does to the painter must not reach the next.
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState, False)
        self.tool: Tool | None = None
        self._layers = layers
        self._document: EditorDocument | None = None
        self._sheet: PrintedMapSync | None = None
        self._geometry: MapGeometry | None = None
        self._dirty: dict[str, None] = {}
        self._selected: Iterable[str] = ()
        self._showing: dict[str, bool] = {}
        """Which of the drawn layers the sheet was last made with."""
        self._desk, self._night = QColor("#d9d2c0"), False
        self._held: Qt.MouseButton | None = None
        self._mending = QTimer(self)
        self._mending.setSingleShot(True)
        self._mending.timeout.connect(self.mend)
        self._lettering = QTimer(self)
        self._lettering.setSingleShot(True)
        self._lettering.timeout.connect(self._print_anew)
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        layers.changed.connect(self._layer_changed)

    # what is shown

    def open(self, document: EditorDocument) -> None:
        """Put another document on the bench."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
        self._document = document
        self._geometry = None
        self._selected = ()
        document.changed.connect(self._follow)
        self._rebuild()
        self.open_at([])

    @property
    def geometry_of_map(self) -> MapGeometry:
        """Where the hexes lie."""
        assert self._geometry is not None, "no document is open"
        return self._geometry

    def set_look(self, desk: QColor, night: bool) -> None:
        """Light or dark."""
        self._desk, self._night = desk, night
        scene = self.map_scene()
        if scene is not None:
            scene.set_look(desk, night)

    def _rebuild(self) -> None:
        """A new scene over the same or another grid."""
        document = self._document
        if document is None:
            return
        before, old = self._geometry, self.scene()
        if before is None or before.lattice is not document.lattice:
            self._geometry = MapGeometry(document.lattice)
        geometry, printed = self.geometry_of_map, document.work.scenario
        self._sheet = PrintedMapSync(document.work, geometry, self._layers)
        scene = MapScene(
            self._sheet.printed_map, CounterStyle.printed(printed("sides"), printed("unit_types"))
        )
        scene.set_look(self._desk, self._night)
        self.zones, self.halves = ZonesOverlay(geometry), ZonesOverlay(geometry)
        self.selection = HexOverlay(geometry, INK, 46, "", 3.0)
        self.faults = HexOverlay(geometry, "#d32f2f", 34, "rising", 3.4)
        self.preview = HexOverlay(geometry, "#ff8f00", 60, "", 2.4)
        self.line = LinePreview()
        laid = (self.zones, self.halves, self.faults, self.selection, self.preview, self.line)
        for height, item in zip((22, 24, 26, 80, 90, 95), laid, strict=True):
            item.setZValue(height)
            scene.addItem(item)
        self._dirty.clear()
        self._lettering.stop()
        self.setScene(scene)
        if old is not None:
            old.deleteLater()
        self._show_zones()
        self._show_start_lines()
        self._show_units()
        self.show_selection(self._selected)
        self._fade()
        self.rebuilt.emit()

    def _follow(self, changes: Changes) -> None:
        """Something in the working copy is different."""
        head = {*changes.get(SHEET, ()), *(f"scenario {name}" for name in changes.get(SCENARIO, ()))}
        if {"grid", "aliases"} & head:
            self._rebuild()
            self.open_at([])
            return
        assert self._sheet is not None
        touched, renamed = self._sheet.follow(changes)
        if touched is None or len(touched) > WHOLE_FROM:
            self._print_anew()
        else:
            self._dirty.update(dict.fromkeys(map(self.geometry_of_map.lattice.first_name, touched)))
            self.mend()
            if renamed:
                self._lettering.start(LETTERING)
        if {"regions", "scenario regions", "scenario area"} & head:
            self._show_zones()
        if {"scenario start_lines", "scenario sides"} & head:
            self._show_start_lines()
        if "scenario sides" in head or "scenario unit_types" in head:
            self._rebuild()
        elif {"scenario units", "scenario setups"} & head:
            self._show_units()

    def _print_anew(self) -> None:
        """The whole sheet is painted again, with names in new places; what lies on it stays."""
        scene = self.map_scene()
        if scene is None:
            return
        self._dirty.clear()
        self._lettering.stop()
        scene.removeItem(scene.terrain.item)
        scene.terrain = TerrainLayer(scene, scene.printed_map)
        scene.terrain.set_look(self._desk, self._night)
        self._fade()

    def mend(self) -> None:
        """Paint changed hexes again, a few at a time, so that the pointer never waits."""
        scene = self.map_scene()
        if scene is None:
            return
        until, lattice = perf_counter() + SLICE, self.geometry_of_map.lattice
        while self._dirty and (self.patient or perf_counter() < until):
            latest = next(reversed(self._dirty))
            scene.terrain.repaint(take_bunch(lattice, latest, self._dirty, scene.terrain.mended_at_once))
        if self._dirty:
            self._mending.start(0)

    # layers

    def _layer_changed(self, key: str) -> None:
        if self._sheet is None:
            return
        shown = self._layers.shows(key)
        if key in _DRAWN and shown != self._showing.get(key, True):
            self._showing[key] = shown
            self._sheet.take_all()
            self._print_anew()
        elif key in PRINTED:
            self._lettering.start(REPRINTING)
        else:
            self._fade()

    def _fade(self) -> None:
        scene = self.map_scene()
        if scene is None:
            return
        scene.terrain.art.strength = self._layers.strength()
        items: dict[str, Sequence[QGraphicsItem | None]] = {
            "units": [scene.counters],
            "regions": [self.zones],
            "start_lines": [scene.start_lines],
            "sheet": [scene.terrain.item],
        }
        for key, found in items.items():
            layer = self._layers[key]
            for item in found:
                if item is not None:
                    item.setOpacity(layer.opacity / 100)
                    item.setVisible(layer.shown)

    def _show_zones(self) -> None:
        assert self._document is not None
        self.zones.set_areas(zone_areas(self._document.work, self._document.lattice))

    def _show_start_lines(self) -> None:
        scene = self.map_scene()
        if scene is not None and self._document is not None:
            sides = {side.key: side.title for side in self._document.work.scenario("sides")}
            scene.show_start_lines(self._document.work.scenario("start_lines"), sides)
            self._fade()

    def _show_units(self) -> None:
        scene = self.map_scene()
        if scene is not None and self._document is not None:
            scene.counters.show(set_up_counters(self._document.work), ())

    # sketches

    def show_selection(self, hexes: Iterable[str]) -> None:
        """Mark the hexes that are chosen."""
        self._selected = list(hexes)
        self.selection.set_hexes(self._selected)

    def sketch_hexes(self, hexes: Iterable[str], sides: Iterable[str] = ()) -> None:
        """Show what a tool is about to change."""
        self.preview.set_hexes(hexes, sides)

    def show_halves(self, areas: Iterable[tuple[str, Sequence[str], str, str]]) -> None:
        """Show who would hold what: name, hexes, colour and pattern of each half."""
        self.halves.set_areas(areas)

    def sketch_line(
        self, points: Sequence[QPointF], text: str = "", dots: bool = False, closed: bool = False
    ) -> None:
        """Show a line that a tool is drawing."""
        self.line.show_line(points, text, dots, closed)

    def clear_sketch(self) -> None:
        """Take the sketches off."""
        if self.map_scene() is not None:
            self.preview.set_hexes(())
            self.line.show_line(())
            self.halves.set_areas(())

    # pointer

    def pointer(self, at: QPoint, event: QMouseEvent, erase: bool = False) -> Pointer:
        """What the pointer means on the map."""
        point = self.mapToScene(at)
        held, key = event.modifiers(), Qt.KeyboardModifier
        layout = self.geometry_of_map.layout
        here = layout.hex_at(point.x(), point.y()) or ""
        return Pointer(
            point,
            here,
            (layout.hexside_at(point.x(), point.y()) or "") if here else "",
            layout.vertex_at(point.x(), point.y()) if here else None,
            erase,
            bool(held & key.ShiftModifier),
            bool(held & key.ControlModifier),
            bool(held & key.AltModifier),
        )

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
            self._let_go(event)  # The button came up behind a dialogue, where nobody heard of it.
        elif self._held is not None:
            self.tool.drag(self._at(event))
        else:
            self.tool.hover(self._at(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None and event.button() == self._held:
            self._let_go(event)
            event.accept()
        else:
            super().mouseReleaseEvent(event)
            self._wear_cursor()

    def _let_go(self, event: QMouseEvent) -> None:
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
            self.sketch_hexes(())

    # units from the roster

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._document is not None and event.mimeData().hasFormat(UNITS):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        here = self.hex_under(event.position().toPoint())
        if event.mimeData().hasFormat(UNITS) and here:
            self.sketch_hexes([here])
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        here = self.hex_under(event.position().toPoint())
        if event.mimeData().hasFormat(UNITS) and here:
            ids = bytes(event.mimeData().data(UNITS).data()).decode("utf-8").split("\n")
            self.sketch_hexes(())
            event.acceptProposedAction()
            self.dropped.emit(ids, here)

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
        """Enter does with the hex under the cursor what a click would."""
        here = self.cursor_hex
        if self.tool is not None and self._document is not None and here:
            layout = self.geometry_of_map.layout
            x, y = layout.centre(here)
            at = Pointer(QPointF(x, y), here, layout.hexside_at(x, y) or "", layout.vertex_at(x, y))
            self.tool.press(at)
            self.tool.release(at)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        self._wear_cursor()

    def hold(self, tool: Tool) -> None:
        """Take a tool up."""
        if self.tool is not None and self._document is not None:
            self.tool.deactivate()
        self.tool = tool
        self._held = None
        if self._document is not None:
            tool.activate()
        self._wear_cursor()

    def _wear_cursor(self) -> None:
        if self.tool is not None and not self._space_held:
            self.viewport().setCursor(self.tool.cursor)
