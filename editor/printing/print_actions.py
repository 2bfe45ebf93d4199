"""The print actions: ask for settings and file, and write it in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QRectF
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from app.background.progress import Progress
from app.background.progress_dialog import run_in_background
from app.map.terrain.printed_map import PrintedMap
from editor.printing.chart_sheets import Chart
from editor.printing.export_picture_dialog import PictureDialog, PictureSettings
from editor.printing.paper import PrintSettings
from editor.printing.print_dialog import PrintDialog
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.files import write_atomically

_MAX_SETTINGS_CHARS = 10_000


class PrintActions(QObject):
    """Stores the last settings in `folder`; None stores nothing.

    `charts` opens the charts of a scenario's game. Tests may replace `ask_path` and `show_error` to avoid
    dialogs.
    """

    def __init__(self, window: QWidget, folder: Path | None, show_message: Callable[[str], None]) -> None:
        super().__init__(window)
        self._window = window
        self._folder = folder
        self._show_message = show_message
        self._last: Path | None = None
        self.charts: Callable[[ScenarioDocument], Sequence[Chart]] = lambda document: ()
        self.ask_path: Callable[[str, str], Path | None] = self._ask_path
        self.show_error: Callable[[str, str], None] = self._show_error

    def handlers(
        self, snapshot: Callable[[], ScenarioDocument], areas: Callable[[], dict[str, QRectF]]
    ) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries by key.

        `snapshot` returns the scenario to print, `areas` the parts of the map to choose from for a picture.
        """
        return {
            "print": lambda: self.print_out(snapshot()),
            "picture": lambda: self.save_picture(snapshot(), areas()),
        }

    def print_out(self, document: ScenarioDocument) -> bool:
        """Print map, counters, sheets and charts to one PDF; return whether it was written."""
        title = "Print and play"
        read = run_in_background(
            self._window,
            title,
            "Reading the charts…",
            lambda _: (self.charts(document), PrintedMap.of(document)),
        )
        if read.problem:
            self.show_error("The charts cannot be read", read.problem)
        if not read.succeeded:
            return False
        charts, printed_map = read.value
        last_settings = PrintSettings.from_text(self._stored("print"))
        dialog = PrintDialog(document, last_settings, charts, self._window, printed_map)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        job = dialog.job()
        dialog.deleteLater()
        if not accepted:
            return False
        self._store("print", job.settings.to_text())
        return self._make(f"{document.key}.pdf", "PDF (*.pdf)", title, job.write)

    def save_picture(self, document: ScenarioDocument, areas: dict[str, QRectF]) -> bool:
        """Save the map as one picture; return whether it was written."""
        title = "Save a picture"
        read = run_in_background(self._window, title, "Reading the map…", lambda _: PrintedMap.of(document))
        if read.problem:
            self.show_error("The map cannot be drawn", read.problem)
        if not read.succeeded:
            return False
        last_settings = PictureSettings.from_text(self._stored("picture"))
        dialog = PictureDialog(document, last_settings, areas, self._window, read.value)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        picture, kind, settings = dialog.picture(), dialog.kind, dialog.settings()
        dialog.deleteLater()
        if not accepted:
            return False
        self._store("picture", settings.to_text())

        def write(path: Path, progress: Progress) -> None:
            picture.write(path, kind, progress)

        name = f"{document.map.key or document.key}.{kind}"
        return self._make(name, f"{kind.upper()} (*.{kind})", title, write)

    def _make(self, name: str, kinds: str, title: str, write: Callable[[Path, Progress], Any]) -> bool:
        path = self.ask_path(name, kinds)
        if path is None:
            return False
        if not path.suffix:
            path = path.with_suffix(Path(name).suffix)
        self._last = path.parent
        ended = run_in_background(self._window, title, f"{title}…", lambda progress: write(path, progress))
        if ended.problem:
            self.show_error(f"{path.name} was not written", ended.problem)
        else:
            self._show_message(f"Written: {path}" if ended.succeeded else "Cancelled; nothing was written.")
        return ended.succeeded

    # stored settings

    def _stored(self, name: str) -> str:
        if self._folder is None:
            return ""
        try:
            with (self._folder / f"{name}.json").open(encoding="utf-8") as note:
                return note.read(_MAX_SETTINGS_CHARS)
        except (OSError, UnicodeDecodeError):
            return ""

    def _store(self, name: str, text: str) -> None:
        if self._folder is None:
            return
        try:
            write_atomically(self._folder / f"{name}.json", text.encode())
        except BadInput as problem:
            self._show_message(str(problem))

    def _ask_path(self, name: str, kinds: str) -> Path | None:
        folder = self._last or Path.home()
        found, _ = QFileDialog.getSaveFileName(self._window, "Save as", str(folder / name), kinds)
        return Path(found) if found else None

    def _show_error(self, title: str, text: str) -> None:
        QMessageBox.warning(self._window, title, text)
