"""Pictures of the workshop's dialogues for maps in and out, and for printing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.main_window import MainWindow
    from editor.importers.foreign_map import ForeignMap
    from editor.printing.print_dialog import PrintDialog

_LONGEST: Final = 30.0
"""Seconds to wait until a page is painted."""
_VALLEY: Final = """\
Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu
Xu, Gs^Fp, Gs^Fp, Gg, Gg, Ww, Gg, Hh, Mm, Mm, Hh, Xu
Xu, Gs^Fp, Gg, Gg^Vh, Gg, Ww, Gg, Gg, Hh, Mm, Mm, Xu
Xu, Gg, Gg, Rr, Rr, Ww^Bw|, Rr, Rr, Gg, Hh, Hh, Xu
Xu, 1 Ke, Ce, Rr, Gg, Wwf, Ww, Gg, Rr, Gg^Vh, Gg, Xu
Xu, Ce, Gg, Gg, Ss, Ss, Ww, Ww, Gg, Rr, 2 Ke, Xu
Xu, Gs^Fp, Gs^Fp, Ss, Ss, Gg, Gg, Wo, Wo, Gg, Ce, Xu
Xu, Gs^Fp, Gs^Fp, Gs^Fp, Gg, Gg^Vh, Gg, Wo, Wo, Wo, Gg, Xu
Xu, Gg, Hh, Gs^Fp, Gg, Gg, Dd, Dd, Wo, Wo, Wo, Xu
Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu, Xu
"""
"""A small map of our own in the words of another program."""


def screens(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """A foreign map with counters, the print dialogue on three of its pages, and the one for pictures."""
    from editor.import_dialog.dialog import ImportDialog
    from editor.printing.export_picture_dialog import PictureDialog, PictureSettings
    from editor.printing.paper import PrintSettings
    from editor.printing.print_dialog import PrintDialog

    page = window.editor_host.page
    assert page.document is not None
    document = page.document.snapshot()
    brought = ImportDialog(_foreign(), page.file_actions.scenario_store, document, window)
    brought.show()
    settle()
    yield "import", brought
    brought.close()
    printing = PrintDialog(document, PrintSettings(), page.print_actions.charts(document), window)
    printing.show()
    for name, title in (("print", ""), ("print-map", "Map "), ("print-counters", "Counters 1")):
        _finish(printing, settle)
        while (
            title and not printing.preview.title.text().startswith(title) and printing.preview.on.isEnabled()
        ):
            printing.preview.turn(1)
        _finish(printing, settle)
        yield name, printing
    printing.reject()
    picture = PictureDialog(document, PictureSettings(), {}, window)
    picture.show()
    settle()
    yield "picture", picture
    picture.close()


def _foreign() -> ForeignMap:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from editor.importers.foreign_map import Piece
    from editor.importers.formats import read_foreign

    with TemporaryDirectory() as folder:
        path = Path(folder) / "Hidden_Valley.map"
        path.write_text(_VALLEY, encoding="utf-8")
        found = read_foreign(path)
    groups = ("German / Infantry", "German / Panzer", "American / Infantry", "Markers")
    pieces = tuple(Piece(f"{n + 1}/{16 + n}", groups[n % 4], f"0{n + 1}04") for n in range(8))
    return replace(found, pieces=pieces, lost=(*found.lost, "Other set-ups of the module: Dawn."))


def _finish(dialog: PrintDialog, settle: Callable[[], None]) -> None:
    """Wait until what the dialogue works on is shown."""
    end = monotonic() + _LONGEST
    settle()
    while dialog.is_working and monotonic() < end:
        sleep(0.01)
        settle()
