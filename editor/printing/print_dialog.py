"""The print dialog: parts, sizes and a page preview."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app.background.latest_only import Latest
from app.map.geometry import HEX_SIZE
from app.map.map_thumbnail import Overview
from app.map.terrain.printed_map import PrintedMap
from editor.printing.card_sheets import has_cards
from editor.printing.chart_sheets import Chart
from editor.printing.map_pages import map_size
from editor.printing.map_pictures import Picture
from editor.printing.marker_sheets import marker_kinds
from editor.printing.pages import Page
from editor.printing.paper import LIMITS, ORIENTATIONS, PAPERS, PARTS, PageGrid, PrintSettings
from editor.printing.print_job import PrintJob
from editor.printing.print_preview import Preview
from editor.window.dialog_widgets import accept_or_cancel, choice, resize_within
from editor.window.scroll_area import scrolled
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument

_LAYOUT_DELAY_MS: Final = 150
"""Delay from the last change to the page layout."""
_WIDEST_LABEL: Final = "Overlap  "
"""The widest label, so that all fields are aligned."""
_OVERVIEW_EDGE_PX: Final = 900.0
"""Longer edge of the overview map in pixels."""
_SIZES: Final = {
    "hex": ("Hexes", "From flat side to flat side"),
    "overlap": ("Overlap", "The strip that neighbouring pages share, for glue"),
    "counter": ("Counters", "The edge of a counter"),
    "gap": ("Gaps", "Space between counters; colours extend into it, so that cuts need not be exact"),
    "margin": ("Margin", "Unprinted border of the paper; it holds cut marks and page names"),
}
_CUT_OUT: Final = {"counters", "markers"}
_NEEDED: Final = {"counter": _CUT_OUT, "gap": _CUT_OUT, "marks": {"map", *_CUT_OUT}, "margin": set(PARTS)}
"""The parts that use a size or switch; the others apply to the map only."""
_SWITCHES: Final = {
    "numbers": "Hex numbers",
    "marks": "Cut marks",
    "start_lines": "Start lines",
    "regions": "Regions",
    "sketch": "A page that shows how to join the map pages",
}


class PrintDialog(QDialog):
    """`settings()` is the result after the dialog was accepted."""

    def __init__(
        self,
        document: ScenarioDocument,
        settings: PrintSettings,
        charts: Sequence[Chart] = (),
        parent: QWidget | None = None,
        printed_map: PrintedMap | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("help", "print")
        self.setWindowTitle("Print and play")
        self._document, self._charts = document, charts
        self._printed_map = printed_map or PrintedMap.of(document)
        self.parts = {part: QCheckBox(words) for part, words in PARTS.items()}
        self.paper = choice("Paper", {name: name for name in PAPERS})
        self.turn = choice("Orientation", ORIENTATIONS)
        self.sizes = {name: _millimetres(name, *words) for name, words in _SIZES.items()}
        self.switches = {name: QCheckBox(words) for name, words in _SWITCHES.items()}
        self.preview = Preview()
        self.count = QLabel()
        self.count.setAccessibleName("Number of pages")
        self.count.setWordWrap(True)
        self._fill(settings)
        self._build()
        self._pages: Sequence[Page] = ()
        self._layouter = Latest("layout", self)
        self._artist = Latest("overview", self)
        self._draw_overview()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_LAYOUT_DELAY_MS)
        self._later.timeout.connect(self._lay_out)
        self._connect()
        self._changed()
        resize_within(self, QSize(1080, 700))

    # building

    def _build(self) -> None:
        what = QVBoxLayout()
        what.setSpacing(2)
        for box in self.parts.values():
            what.addWidget(box)
        sizes, switches = self.sizes, self.switches
        paper = _rows((("Paper", self.paper), ("Margin", sizes["margin"])), (("Orientation", self.turn),))
        sheet = _rows(
            (("Hexes", sizes["hex"]), ("Overlap", sizes["overlap"])),
            (("", switches["numbers"]), ("", switches["marks"])),
            (("", switches["start_lines"]), ("", switches["regions"])),
            (("", switches["sketch"]),),
        )
        pieces = _rows((("Size", sizes["counter"]), ("Gaps", sizes["gap"])))
        choices = QWidget()
        left = QVBoxLayout(choices)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(4)
        parts = (("Print", what), ("Paper", paper), ("Map", sheet), ("Counters and markers", pieces))
        for title, part in parts:
            group = QGroupBox(title)
            group.setLayout(part)
            left.addWidget(group)
        left.addStretch(1)
        sides = QHBoxLayout()
        sides.setSpacing(18)
        sides.addWidget(scrolled(choices))
        sides.addWidget(self.preview, 1)
        self.buttons, self.go = accept_or_cancel(self, "Create PDF…")
        foot = QHBoxLayout()
        foot.addWidget(self.count, 1)
        foot.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(12)
        layout.addLayout(sides, 1)
        layout.addLayout(foot)

    def _fill(self, settings: PrintSettings) -> None:
        for part, box in self.parts.items():
            box.setEnabled(self._has(part))
            box.setChecked(part in settings.parts and box.isEnabled())
        self.paper.setCurrentIndex(self.paper.findData(settings.paper))
        self.turn.setCurrentIndex(self.turn.findData(settings.turn))
        for name, field in self.sizes.items():
            field.setValue(getattr(settings, name))
        for name, switch in self.switches.items():
            switch.setChecked(getattr(settings, name))
        self._last_parts = settings.parts

    def _has(self, name: str) -> bool:
        """Whether the scenario has this part."""
        document = self._document
        return {
            "counters": bool(document.units),
            "markers": next(marker_kinds(document), None) is not None or has_cards(document),
            "setup": bool(document.setups),
            "schedule": bool(document.schedule or document.allotments),
            "forces": bool(document.units),
            "charts": bool(self._charts),
            "start_lines": bool(document.start_lines),
            "regions": bool(document.regions or document.map.regions),
        }.get(name, True)

    def _connect(self) -> None:
        for box in (*self.parts.values(), *self.switches.values()):
            box.toggled.connect(self._changed)
        for listed in (self.paper, self.turn):
            listed.currentIndexChanged.connect(self._changed)
        for field in self.sizes.values():
            field.valueChanged.connect(self._changed)

    # result

    def settings(self) -> PrintSettings:
        """The chosen settings; parts that this scenario lacks stay selected for the next one."""
        parts = [
            part
            for part, box in self.parts.items()
            if (box.isChecked() if box.isEnabled() else part in self._last_parts)
        ]
        return PrintSettings(
            parts=tuple(parts),
            paper=self.paper.currentData(),
            turn=self.turn.currentData(),
            **{name: field.value() for name, field in self.sizes.items()},  # type: ignore[arg-type]
            **{name: switch.isChecked() for name, switch in self.switches.items()},
        )

    def job(self) -> PrintJob:
        """The print job with the current settings."""
        return PrintJob(self._document, self.settings(), self._charts)

    @property
    def is_working(self) -> bool:
        """Whether pages are still being laid out or painted."""
        working = self._layouter.is_busy or self._artist.is_busy or self.preview.is_painting
        return self._later.isActive() or working

    def _changed(self) -> None:
        settings = self.settings()
        prints = {part for part, box in self.parts.items() if box.isChecked()}
        for name, field in (*self.sizes.items(), *self.switches.items()):
            field.setEnabled(bool(_NEEDED.get(name, {"map"}) & prints) and self._has(name))
        self.turn.setEnabled("map" in prints)
        self.go.setEnabled(False)
        try:
            grid = PageGrid.of(map_size(self._printed_map, settings), settings) if "map" in prints else None
        except BadInput as problem:
            self._refuse(str(problem))
            return
        if not prints:
            self._refuse("Choose what to print.")
            return
        self.preview.show_grid(grid)
        self.count.setText(_map_words(grid) if grid is not None else "")
        self._later.start()

    def _draw_overview(self) -> None:
        """Paint the overview map in the background; show flat colours until it is ready."""
        bounds = self._printed_map.bounds
        across = sqrt(3) * HEX_SIZE * _OVERVIEW_EDGE_PX / max(bounds.width(), bounds.height())
        picture = Picture(self._document, across, numbers=False)

        def coloured(image: QImage) -> None:
            self.preview.set_overview(image)
            self._artist.ask(picture.image, self.preview.set_overview, self._refuse)

        self._artist.ask(lambda _: Overview(self._printed_map).image(), coloured, self._refuse)

    def _refuse(self, words: str) -> None:
        self._later.stop()
        self.preview.show_problem(words)
        self.count.setText("")

    def _lay_out(self) -> None:
        job = self.job()
        self._layouter.ask(job.laid_out, self._laid_out, self._refuse)

    def _laid_out(self, pages: list[Page]) -> None:
        self.preview.show_pages(pages)
        map_words = self.count.text()
        whole = "1 page in all" if len(pages) == 1 else f"{len(pages)} pages in all"
        self.count.setText(" · ".join(words for words in (map_words, whole) if words))
        self.go.setEnabled(bool(pages))

    def done(self, result: int) -> None:
        """Stop all background work when the dialog closes."""
        self._later.stop()
        self._layouter.close()
        self._artist.close()
        self.preview.close_down()
        super().done(result)


def _map_words(grid: PageGrid) -> str:
    size = f"{grid.map.width() / 10:.1f} × {grid.map.height() / 10:.1f} cm"
    turned = "landscape" if grid.sheet.width() > grid.sheet.height() else "portrait"
    if len(grid) == 1:
        return f"Map {size} on 1 page, {turned}"
    return f"Map {size} on {len(grid)} pages ({grid.columns} × {grid.rows}, {turned})"


def _millimetres(name: str, title: str, tip: str) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(*LIMITS[name])
    field.setDecimals(1)
    field.setSingleStep(0.5 if name in ("gap", "counter") else 1.0)
    field.setSuffix(" mm")
    field.setAccessibleName(f"{title} in millimetres")
    field.setToolTip(tip)
    return field


def _rows(*rows: tuple[tuple[str, QWidget], ...]) -> QGridLayout:
    """A layout of labelled fields, two per row; a single field spans the row."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setColumnStretch(1, 1)
    grid.setColumnStretch(3, 1)
    for row, fields in enumerate(rows):
        for number, (words, field) in enumerate(fields):
            first, last = 2 * number, 2 * number + (2 if len(fields) > 1 else 4)
            if words:
                label = QLabel(words)
                label.setBuddy(field)
                label.setMinimumWidth(label.fontMetrics().horizontalAdvance(_WIDEST_LABEL))
                grid.addWidget(label, row, first)
                first += 1
            grid.addWidget(field, row, first, 1, last - first)
    return grid
