"""All pages to print of one scenario in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct

from app.background.progress import Progress
from app.map.terrain.printed_map import PrintedMap
from editor.printing.card_sheets import card_pages
from editor.printing.chart_sheets import Chart, chart_pages
from editor.printing.counter_sheets import counter_pages
from editor.printing.key_sheets import key_pages
from editor.printing.map_marks import MapMarks
from editor.printing.map_pages import map_pages
from editor.printing.marker_sheets import marker_pages
from editor.printing.order_of_battle_sheets import ForceSheets
from editor.printing.pages import Page, write_pdf
from editor.printing.paper import PrintSettings
from engine.catalogue.document import ScenarioDocument


class PrintJob(Struct, frozen=True):
    """A scenario, its print settings, and the charts of its game."""

    document: ScenarioDocument
    settings: PrintSettings
    charts: Sequence[Chart] = ()

    def pages(self) -> Iterator[Page]:
        """The pages of the chosen parts."""
        document, settings = self.document, self.settings
        printed_map = PrintedMap.of(document)
        flat = printed_map.geometry.flat
        marks = MapMarks(document, printed_map.geometry, settings.regions, settings.start_lines)
        forces = ForceSheets(document, settings, flat)
        makers: dict[str, Callable[[], Iterator[Page]]] = {
            "map": lambda: map_pages(printed_map, settings, document.map.title or document.title, marks),
            "counters": lambda: counter_pages(document, settings, flat),
            "markers": lambda: chain(marker_pages(document, settings), card_pages(document, settings)),
            "setup": forces.setup,
            "schedule": forces.schedule,
            "forces": forces.forces,
            "key": lambda: key_pages(document, settings, flat),
            "charts": lambda: chart_pages(self.charts, settings, document.title),
        }
        for part, make in makers.items():
            if part in settings.parts:
                yield from make()

    def laid_out(self, progress: Progress) -> list[Page]:
        """Lay out all pages."""
        pages = []
        progress(0, 0, "Laying out the pages")
        for page in self.pages():
            pages.append(page)
            progress(0, 0, "Laying out the pages")
        return pages

    def write(self, path: Path, progress: Progress) -> int:
        """Write all pages into one PDF; return their number."""
        pages = self.laid_out(progress)
        write_pdf(path, pages, self.document.title, progress)
        return len(pages)
