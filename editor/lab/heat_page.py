"""The heat map: where each side lost strength."""

from __future__ import annotations

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.overlays.heat_layer import HeatLayer, rate_text
from app.map.overlays.overlay_layer import UNDER
from app.map.terrain.printed_map import PrintedMap
from editor.lab.lab_run import Results
from editor.lab.pages import quiet_label
from editor.lab.result_words import side_titles
from engine.catalogue.document import ScenarioDocument
from engine.lab.summary import Summary


class HeatPage(QWidget):
    """The map of the scenario, tinted by how often strength was lost in a hex, per game."""

    def __init__(self) -> None:
        super().__init__()
        self.side = QComboBox()
        self.side.setAccessibleName("Whose losses are shown")
        self.side.view().setAccessibleName("Sides to choose from")
        self.side.currentIndexChanged.connect(self._show)
        self.words = quiet_label()
        self.map = MapView()
        self.map.setAccessibleName("Heat map of the losses")
        self.map.wheel_zooms = True
        self.map.hex_hovered.connect(lambda here, _: self._tell(here))
        self.heat: HeatLayer | None = None
        self._summary: Summary | None = None
        self._look = QColor("#d9d2c0"), False
        top = QHBoxLayout()
        top.addWidget(QLabel("Losses of"))
        top.addWidget(self.side)
        top.addWidget(self.words, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.map, 1)

    def show_map(self, document: ScenarioDocument, printed_map: PrintedMap) -> None:
        """Show the map of another scenario."""
        scene = MapScene(printed_map, CounterStyle.of(document))
        scene.set_look(*self._look)
        self.heat = HeatLayer(printed_map.geometry)
        self.heat.setZValue(UNDER)
        scene.addItem(self.heat)
        self.map.setScene(scene)
        self.map.open_at([])
        self.side.blockSignals(True)
        self.side.clear()
        self.side.addItem("all sides", "")
        for key, title in side_titles(document).items():
            self.side.addItem(title, key)
        self.side.blockSignals(False)

    def show_cell(self, results: Results, number: int) -> None:
        """Show the losses of a cell."""
        self._summary = results.reports[number].summary
        self._show()

    def set_look(self, desk: QColor, night: bool) -> None:
        """Apply a light or dark theme."""
        self._look = desk, night
        scene = self.map.map_scene()
        if scene is not None:
            scene.set_look(desk, night)

    def _show(self) -> None:
        if self.heat is None or self._summary is None:
            return
        self.heat.show_values(self._summary.fought(self.side.currentData() or ""))
        self._tell("")

    def _tell(self, here: str) -> None:
        """Say what is known of the hex under the pointer; without one, where most was lost."""
        heat, scene = self.heat, self.map.map_scene()
        if heat is None or scene is None or self._summary is None:
            return
        if not heat.values:
            self.words.setText("Nothing was lost on the map.")
        elif here:
            value = heat.values.get(scene.geometry.lattice.first_name(here), 0.0)
            self.words.setText(f"{here}: losses {rate_text(value) if value else '0'} times a game")
        else:
            most = ", ".join(
                f"{place} ({rate_text(value)})" for place, value in list(heat.values.items())[:3]
            )
            self.words.setText(f"Times a game that strength was lost in a hex; most in {most}.")
