"""Renders one page of a PDF in a separate process, so that a damaged file cannot crash the program."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from app.background.progress import report_progress
from editor.foreign_pictures import pdf_drawing
from editor.foreign_pictures.drawing_process import DrawingTimeout, drawn_by

_SCRIPT: Final = Path(pdf_drawing.__file__)


class PdfPageError(Exception):
    """The page cannot be rendered; the message continues a sentence that begins with the file name."""


def page_pixels(path: Path, page: int, longer_side: int) -> tuple[int, int, int, bytes]:
    """Width, height, stride and pixels of a page, counted from 1."""
    arguments = [str(path.resolve()), str(page), str(longer_side)]
    try:
        code, written = drawn_by(_SCRIPT, arguments, b"", lambda: report_progress(0, 0, "Drawing the page"))
    except (OSError, DrawingTimeout):
        raise PdfPageError("takes too long to draw; save the page as PNG.") from None
    head, _, pixels = written.partition(b"\n")
    if code == pdf_drawing.NO_PAGE:
        raise PdfPageError(f"has no page {page}: it has {head.decode()}; choose another page.")
    if code:
        raise PdfPageError(
            "is not a PDF that can be drawn; open it in another program and save the page as PNG."
        )
    _, width, height, stride = map(int, head.split())
    return width, height, stride, pixels
