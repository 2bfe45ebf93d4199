"""The map as one picture: PNG, SVG or PDF."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from pathlib import Path
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.background.progress import Progress
from app.map.counters.counter_layer import EDGE
from app.map.geometry import HEX_SIZE
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_art import TerrainArt
from editor.printing.counter_faces import FaceMaker
from editor.printing.map_marks import MapMarks
from editor.printing.map_print import GRID_WIDTH_MM, MapPrint, paint_counter
from editor.printing.pages import MM_PER_INCH, Page, painting, whole_file, write_pdf
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument, Unit
from engine.files import replacing

MAX_PIXELS: Final = 250_000_000
MAX_EDGE_PX: Final = 30_000
"""Maximum edge length that Qt can paint."""
MAX_PAGE_MM: Final = 5000.0
"""Maximum page edge for PDF readers."""
STRIP_HEIGHT_PX: Final = 512
"""The picture is painted in strips of this height."""
_FINE: Final = 100
"""Dots per scene unit, because an SVG has a whole number of dots."""
_LEAN: Final = 0.085
KINDS: Final = {"png": "PNG, pixels", "svg": "SVG, lines", "pdf": "PDF, lines on one page"}


class Picture(Struct, frozen=True):
    """The picture to draw: a part of the map in scene units, with or without numbers, counters and so on.

    `hex` is the width of a hex from flat side to flat side: pixels in a PNG, millimetres otherwise.
    """

    document: ScenarioDocument
    hex: float
    area: QRectF | None = None
    numbers: bool = True
    counters: bool = False
    start_lines: bool = False
    regions: bool = False

    @property
    def scale(self) -> float:
        """Pixels or millimetres per scene unit."""
        return self.hex / (sqrt(3) * HEX_SIZE)

    def part(self, printed_map: PrintedMap) -> QRectF:
        """The part of the map that is drawn."""
        bounds = printed_map.bounds
        return bounds if self.area is None else self.area & bounds

    def write(self, path: Path, kind: str, progress: Progress) -> None:
        """Write the file atomically."""
        {"png": self._write_png, "svg": self._write_svg, "pdf": self._write_pdf}[kind](path, progress)

    # pixels

    def _write_png(self, path: Path, progress: Progress) -> None:
        image = self.image(progress)
        progress(0, 0, "Writing the file")
        with replacing(path) as part:
            if not QImageWriter(str(part), b"png").write(image):
                raise BadInput(f"{path} cannot be written; check the free disk space. Nothing was changed.")

    def image(self, progress: Progress) -> QImage:
        """The picture as a bitmap, transparent outside the map."""
        printed_map = PrintedMap.of(self.document)
        part = self.part(printed_map)
        image = printed_map_image(printed_map, part, self.scale, self.numbers, progress)
        with painting(image) as painter:
            painter.translate(-round(part.left() * self.scale), -round(part.top() * self.scale))
            painter.scale(self.scale, self.scale)
            marks = self._marks(printed_map)
            marks.paint_areas(painter, part)
            marks.paint_lines(painter, part, self.scale)
            marks.paint_names(painter, part)
            if self.counters:
                paint_units(painter, self.document, printed_map, part)
        return image

    # lines

    def _write_svg(self, path: Path, progress: Progress) -> None:
        printed_map = PrintedMap.of(self.document)
        part = self.part(printed_map)
        progress(0, 0, "Drawing the map")
        with whole_file(path) as out:
            drawing = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
            drawing.setOutputDevice(out)
            drawing.setTitle(self.document.map.title or self.document.title)
            drawing.setDescription("Drawn by Startline")
            drawing.setViewBox(part)
            drawing.setResolution(round(_FINE * MM_PER_INCH / self.scale))
            drawing.setSize(QSize(round(_FINE * part.width()), round(_FINE * part.height())))
            with painting(drawing) as painter:
                self._draw(painter, printed_map, part, 1.0)

    def _write_pdf(self, path: Path, progress: Progress) -> None:
        printed_map = PrintedMap.of(self.document)
        part, scale = self.part(printed_map), self.scale
        size = QSizeF(part.width() * scale, part.height() * scale)
        if max(size.width(), size.height()) > MAX_PAGE_MM:
            raise BadInput(
                f"A page of {size.width():.0f} × {size.height():.0f} mm is too large for PDF; "
                "choose smaller hexes."
            )

        def paint(painter: QPainter) -> None:
            painter.scale(scale, scale)
            painter.translate(-part.left(), -part.top())
            self._draw(painter, printed_map, part, None)

        write_pdf(path, [Page("The map", size, paint)], self.document.title, progress)

    def _marks(self, printed_map: PrintedMap) -> MapMarks:
        return MapMarks(self.document, printed_map.geometry, self.regions, self.start_lines)

    def _draw(self, painter: QPainter, printed_map: PrintedMap, part: QRectF, detail: float | None) -> None:
        line, own = GRID_WIDTH_MM / self.scale, {} if detail is None else {"detail": detail}
        art = MapPrint(printed_map, self.numbers, line, marks=self._marks(printed_map), **own)
        art.paint(painter, part)
        if self.counters:
            painter.save()
            painter.setClipRect(part)
            paint_units(painter, self.document, printed_map, part)
            painter.restore()


def printed_map_image(
    printed_map: PrintedMap, part: QRectF, scale: float, numbers: bool, progress: Progress
) -> QImage:
    """Paint a part of the map as a bitmap, strip by strip."""
    size = pixels(part, scale)
    art = TerrainArt(printed_map)
    art.desk = QColor(Qt.GlobalColor.transparent)
    art.numbers = numbers
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise BadInput(f"A picture of {size.width()} × {size.height()} pixels needs too much memory.")
    image.fill(Qt.GlobalColor.transparent)
    for top in range(0, size.height(), STRIP_HEIGHT_PX):
        rows = min(STRIP_HEIGHT_PX, size.height() - top)
        strip = QImage(size.width(), rows, image.format())
        strip.fill(Qt.GlobalColor.transparent)
        area = QRectF(part.left(), part.top() + top / scale, part.width(), rows / scale)
        with painting(strip) as painter:
            painter.translate(-round(part.left() * scale), -round(part.top() * scale) - top)
            painter.scale(scale, scale)
            for step in art.steps(area, scale):
                step(painter)
                progress(top, size.height(), "Painting the map")
        with painting(image) as painter:
            painter.drawImage(0, top, strip)
    return image


def pixels(part: QRectF, scale: float) -> QSize:
    """The picture size in pixels; BadInput if it is too large or empty."""
    size = QSize(round(part.width() * scale), round(part.height() * scale))
    if size.isEmpty():
        raise BadInput("There is nothing to draw; choose a part of the map, or larger hexes.")
    if max(size.width(), size.height()) > MAX_EDGE_PX or size.width() * size.height() > MAX_PIXELS:
        raise BadInput(
            f"A picture of {size.width()} × {size.height()} pixels is too large; choose smaller hexes."
        )
    return size


def paint_units(painter: QPainter, document: ScenarioDocument, printed_map: PrintedMap, area: QRectF) -> None:
    """Paint every unit that is set up in a hex, stacked as in play."""
    maker, geometry = FaceMaker(document), printed_map.geometry
    for hex_id, units in _stacks(document).items():
        if hex_id not in geometry.lattice or not geometry.rect(hex_id).intersects(area):
            continue
        lean = EDGE * _LEAN
        corner = geometry.centre(hex_id) - QPointF(EDGE / 2, EDGE / 2)
        corner += QPointF(-lean, lean) * (len(units) - 1) / 2
        for number, unit in enumerate(units):
            spot = QRectF(corner + QPointF(lean, -lean) * number, QSizeF(EDGE, EDGE))
            paint_counter(painter, maker.face(unit), spot, 0.0, geometry.flat)


def _stacks(document: ScenarioDocument) -> dict[str, list[Unit]]:
    units = {unit.id: unit for unit in document.units}
    found: defaultdict[str, list[Unit]] = defaultdict(list)
    for setup in document.setups:
        if setup.place.kind == "hex" and setup.unit in units:
            found[setup.place.at].append(units.pop(setup.unit))
    return found
