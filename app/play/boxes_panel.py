"""Places off the map and the counters in them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.map.counter_art import CounterArt
from app.play.inspector import describe
from app.play.play_controller import PlayController

PICTURE = 44


class BoxesPanel(QWidget):
    """A tree of boxes. A counter that can be acted on is acted on by a click, as on the map."""

    unit_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._art = CounterArt()
        self._shown: object = None
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Boxes off the map")
        self.tree.setHeaderHidden(True)
        self.tree.setIconSize(QSize(PICTURE, PICTURE))
        self.tree.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.tree.setIndentation(14)
        self.tree.itemClicked.connect(self._choose)
        self.tree.itemActivated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.tree)

    def show_boxes(self, controller: PlayController) -> None:
        """Read the boxes anew."""
        view, lit = controller.view, controller.lit_units()
        keys = {box.key for box in view.boxes}
        inside = tuple(counter for counter in view.counters if counter.place in keys)
        shown = (view.boxes, inside, lit & {counter.id for counter in inside})
        if shown == self._shown:
            return
        self._shown = shown
        self.tree.clear()
        for box in view.boxes:
            counters = [counter for counter in inside if counter.place == box.key]
            heading = QTreeWidgetItem([f"{box.title or box.key} ({len(counters)})"])
            font = heading.font(0)
            font.setBold(True)
            heading.setFont(0, font)
            self.tree.addTopLevelItem(heading)
            for counter in counters:
                face = controller.uniform.face(counter)
                item = QTreeWidgetItem([describe(counter, controller)])
                item.setIcon(0, QIcon(self._art.pixmap(face, PICTURE)))
                item.setData(0, Qt.ItemDataRole.UserRole, counter.id)
                font = item.font(0)
                font.setBold(counter.id in lit)
                item.setFont(0, font)
                heading.addChild(item)
            heading.setExpanded(True)

    def _choose(self, item: QTreeWidgetItem) -> None:
        unit = item.data(0, Qt.ItemDataRole.UserRole)
        if unit:
            self.unit_clicked.emit(unit)
