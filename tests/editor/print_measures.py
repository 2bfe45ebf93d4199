"""Measuring what was printed: pixels of a page, boxes and pages of a PDF."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from editor.printing.pages import MM_PER_INCH
from engine.catalogue.document import MapSheet, ScenarioDocument, Side
from engine.hexes.spec import GridSpec


def nothing(done: int, of: int, what: str) -> None:
    """Progress that nobody looks at."""


def bare_scenario(orientation: str, columns: int, rows: int, kind: str = "clear") -> ScenarioDocument:
    """A map of one kind of ground and nothing else."""
    spec = GridSpec(orientation, "even", columns, rows)  # type: ignore[arg-type]
    terrain = {cell.hex: kind for cell in spec.cells()}
    return ScenarioDocument("bare", "Bare", "toy", MapSheet("bare", "Bare", spec, terrain), (Side("a", "A"),))


def media_boxes(path: Path) -> list[tuple[int, int]]:
    """The sizes of all pages of a PDF in points."""
    found = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", path.read_bytes())
    return [(round(float(wide)), round(float(tall))) for wide, tall in found]


def rendered(path: Path, page: int, dots: int) -> QImage:
    """A page of a PDF as another program sees it."""
    program = shutil.which("pdftoppm")
    if program is None:
        pytest.skip("pdftoppm of poppler-utils is not installed")
    out = path.with_name(f"{path.stem}-page")
    command = [program, "-r", str(dots), "-f", str(page), "-l", str(page), "-singlefile", "-png"]
    subprocess.run([*command, str(path), str(out)], check=True, timeout=300)
    image = QImage(str(out.with_suffix(".png")))
    assert not image.isNull()
    return image


def is_white(image: QImage, x: int, y: int) -> bool:
    """Whether nothing is printed here."""
    colour = QColor(image.pixel(x, y))
    return min(colour.red(), colour.green(), colour.blue()) > 250


def span(filled: Iterable[bool]) -> int:
    """From the first to the last that is filled, both counted."""
    places = [place for place, there in enumerate(filled) if there]
    return places[-1] - places[0] + 1


def printed_width(image: QImage, y: int, dots: float) -> float:
    """Millimetres from the first to the last ink in a row of pixels."""
    return span(not is_white(image, x, y) for x in range(image.width())) * MM_PER_INCH / dots


def printed_height(image: QImage, x: int, dots: float) -> float:
    """Millimetres from the first to the last ink in a column of pixels."""
    return span(not is_white(image, x, y) for y in range(image.height())) * MM_PER_INCH / dots


def difference(one: QImage, other: QImage) -> float:
    """How much two pictures of one size differ: the mean over all pixels and colours."""
    assert one.size() == other.size() and not one.isNull()
    form = QImage.Format.Format_RGB888
    a, b = one.convertToFormat(form), other.convertToFormat(form)
    total = sum(
        abs(p - q)
        for y in range(a.height())
        for p, q in zip(
            bytes(a.constScanLine(y))[: 3 * a.width()],
            bytes(b.constScanLine(y))[: 3 * b.width()],
            strict=True,
        )
    )
    return total / (3 * a.width() * a.height())
