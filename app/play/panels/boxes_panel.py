"""Places off the map and the counters in them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.play.panels.inspector import describe
from app.play.panels.lazy_counter_icons import PICTURE, Pictures
from app.play.panels.lazy_panel import LazyPanel
from app.play.play_controller import PlayController
from engine.referee.view import Box, Counter
from engine.referee.view_change import ViewChange

BOX_KEY = Qt.ItemDataRole.UserRole + 1
"""Where a heading keeps the key of its box."""


class BoxesPanel(QWidget):
    """A tree of boxes. A counter or box that can be acted on is acted on by a click, as on the map."""

    unit_clicked = Signal(str)
    box_clicked = Signal(str)
    unit_hovered = Signal(str)
    box_hovered = Signal(str)
    unit_dragged = Signal(str)
    """A counter is dragged out of its box."""
    menu_wanted = Signal(str, QPoint)
    """A unit was right-clicked: the unit and the point on screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: tuple[Box, ...] = ()
        self._headings: list[QTreeWidgetItem] = []
        self._shown: dict[str, list[tuple[Counter, bool]]] = {}
        """What lies in each box, and whether it can be acted on."""
        self._lit_boxes: frozenset[str] = frozenset()
        """The boxes that can be chosen themselves."""
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Boxes off the map")
        self.tree.setHeaderHidden(True)
        self.tree.setIconSize(QSize(PICTURE, PICTURE))
        self.tree.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.tree.setIndentation(14)
        self.tree.itemClicked.connect(self._choose)
        self.tree.itemActivated.connect(self._choose)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._want_menu)
        self.tree.setMouseTracking(True)
        self.tree.viewport().installEventFilter(self)
        self._pressed: QPoint | None = None
        self.tree.itemEntered.connect(self._point_at)
        self._pictures = Pictures(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.tree)
        self.seen = LazyPanel(self, self._read)

    def shows(self, controller: PlayController, change: ViewChange) -> bool:
        """True if this change concerns the boxes: what lies in them, or what of it can act."""
        if change.boxes or any(box.key in change.places for box in controller.view.boxes):
            return True
        shown = {counter.id for inside in self._shown.values() for counter, lit in inside if lit}
        return shown != self._lit_in_boxes(controller) or self._lit_boxes != controller.lit_boxes()

    def show_boxes(self, controller: PlayController) -> None:
        """The table has changed: read the boxes anew if anybody looks, else when somebody does."""
        self.seen.changed(controller)

    def _read(self, controller: PlayController) -> None:
        """What lies there as before is left alone."""
        inside: dict[str, list[Counter]] = {box.key: [] for box in controller.view.boxes}
        for counter in controller.view.counters:
            if counter.place in inside:
                inside[counter.place].append(counter)
        if controller.view.boxes != self._boxes:
            self._set_boxes(controller.view.boxes)
        lit = controller.lit_units()
        for heading, box in zip(self._headings, self._boxes, strict=True):
            shown = [(counter, counter.id in lit) for counter in inside[box.key]]
            shown.sort(key=lambda pair: not pair[1])
            before = self._shown.get(box.key, [])
            if shown != before:
                self._shown[box.key] = shown
                self._fill(heading, box, before, controller)
        self._lit_boxes = controller.lit_boxes()
        for heading, box in zip(self._headings, self._boxes, strict=True):
            font = heading.font(0)
            font.setUnderline(box.key in self._lit_boxes)
            heading.setFont(0, font)
            heading.setToolTip(0, "Click to choose this box" if box.key in self._lit_boxes else "")

    @property
    def lit(self) -> frozenset[str]:
        """The units in boxes that can be acted on."""
        controller = self.seen.controller
        return self._lit_in_boxes(controller) if controller is not None else frozenset()

    def _lit_in_boxes(self, controller: PlayController) -> frozenset[str]:
        boxes, lit = {box.key for box in controller.view.boxes}, controller.lit_units()
        if not lit:
            return lit
        return frozenset(c.id for c in controller.view.counters if c.place in boxes and c.id in lit)

    def _set_boxes(self, boxes: tuple[Box, ...]) -> None:
        self._boxes = boxes
        self._shown.clear()
        self.tree.clear()
        self._headings = [QTreeWidgetItem([f"{box.title or box.key} (0)"]) for box in boxes]
        self.tree.addTopLevelItems(self._headings)
        for heading, box in zip(self._headings, boxes, strict=True):
            heading.setData(0, BOX_KEY, box.key)
            font = heading.font(0)
            font.setBold(True)
            heading.setFont(0, font)
            heading.setExpanded(True)

    def _fill(
        self,
        heading: QTreeWidgetItem,
        box: Box,
        before: list[tuple[Counter, bool]],
        controller: PlayController,
    ) -> None:
        """Bring the lines below a heading up to date."""
        shown = self._shown[box.key]
        if [counter.id for counter, _ in shown] != [counter.id for counter, _ in before]:
            heading.setText(0, f"{box.title or box.key} ({len(shown)})")
            heading.takeChildren()
            heading.addChildren([QTreeWidgetItem() for _ in shown])
            before = []
        for row, (counter, lit) in enumerate(shown):
            item = heading.child(row)
            if item is not None and (row >= len(before) or before[row] != (counter, lit)):
                self._write(item, counter, lit, controller)

    def _write(self, item: QTreeWidgetItem, counter: Counter, lit: bool, controller: PlayController) -> None:
        item.setText(0, describe(counter, controller))
        self._pictures.hang(item, controller.counter_style.face(counter))
        item.setData(0, Qt.ItemDataRole.UserRole, counter.id)
        font = item.font(0)
        font.setBold(lit)
        item.setFont(0, font)

    def box_at(self, point: QPoint) -> str:
        """The box at a point of the screen: its heading, or one of the counters in it; empty for none."""
        here = self.tree.viewport().mapFromGlobal(point)
        if not self.tree.isVisible() or not self.tree.viewport().rect().contains(here):
            return ""
        item = self.tree.itemAt(here)
        while item is not None and not item.data(0, BOX_KEY):
            item = item.parent()
        return str(item.data(0, BOX_KEY)) if item is not None else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that a counter is dragged out of the list."""
        if not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        here, left = event.position().toPoint(), Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == left:
            self._pressed = here
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._pressed = None
        elif event.type() == QEvent.Type.MouseMove and self._pressed is not None and event.buttons() & left:
            item = self.tree.itemAt(self._pressed)
            unit = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
            if (here - self._pressed).manhattanLength() >= QApplication.startDragDistance() and unit:
                self._pressed = None
                self.unit_dragged.emit(unit)
                return True
        return False

    def _point_at(self, item: QTreeWidgetItem) -> None:
        unit = item.data(0, Qt.ItemDataRole.UserRole)
        if unit:
            self.unit_hovered.emit(unit)
        elif box := item.data(0, BOX_KEY):
            self.box_hovered.emit(box)

    def _want_menu(self, where: QPoint) -> None:
        item = self.tree.itemAt(where)
        unit = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        if unit:
            self.menu_wanted.emit(unit, self.tree.viewport().mapToGlobal(where))

    def _choose(self, item: QTreeWidgetItem) -> None:
        unit = item.data(0, Qt.ItemDataRole.UserRole)
        if unit:
            self.unit_clicked.emit(unit)
        elif box := item.data(0, BOX_KEY):
            self.box_clicked.emit(box)
