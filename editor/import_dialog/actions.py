"""Import and export of maps: choose a file, read or write it in the background, ask for decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox

from app.background.progress import Progress
from editor.document.editor_document import EditorDocument
from editor.document.game_vocabulary import vocabulary_of_game
from editor.document.open_document import OpenDocument
from editor.exporters.geojson import write_geojson
from editor.exporters.tiled import write_tiled
from editor.exporters.vassal import write_vmod
from editor.files.file_actions import FileActions
from editor.import_dialog.dialog import ImportDialog
from editor.importers.convert import ConvertedMap, convert_map
from editor.importers.foreign_map import ForeignMap
from editor.importers.formats import FILTERS, read_foreign
from editor.importers.vassal.games import read_set_up, set_ups
from editor.printing.chart_sheets import Chart
from editor.window.dialog_host import DialogHost
from engine import games
from engine.catalogue.document import ScenarioDocument

Work = Callable[[Progress], Any]
TILED = "Tiled map (*.tmx);;Tiled map in JSON (*.tmj)"
GEOJSON = "GeoJSON (*.geojson)"
VASSAL = "VASSAL module (*.vmod)"
AT_START = "the module's start position"


def _read(read: Callable[[Path, Progress], ForeignMap], path: Path, progress: Progress) -> ForeignMap:
    """Read the map of a file, and load the vocabulary of the games for the dialog that follows."""
    foreign = read(path, progress)
    foreign.count_words()
    known = games.keys()
    for number, key in enumerate(known):
        progress(number, len(known), "Reading the terrain and features of the games")
        vocabulary_of_game(key)
    return foreign


class ImportExportActions(QObject):
    """Imports and exports maps. A failed import changes nothing."""

    def __init__(self, open_document: OpenDocument, file_actions: FileActions, host: DialogHost) -> None:
        super().__init__(host.window)
        self._open, self._file_actions, self._host = open_document, file_actions, host
        self.choose: Callable[[list[str]], str | None] = self._choose
        self.show_summary: Callable[[str, list[str]], None] = self._show_summary
        self.charts: Callable[[ScenarioDocument], Sequence[Chart]] = lambda document: ()
        """The charts of a scenario's game, for a module of VASSAL."""

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries by key."""
        return {
            "import": self.ask_import,
            "to_tiled": self.ask_tiled,
            "to_geojson": self.ask_geojson,
            "to_vassal": self.ask_vassal,
        }

    # import

    def ask_import(self) -> bool:
        """Ask for a file, and import its map."""
        name, _ = QFileDialog.getOpenFileName(self._host.window, "Import a map", "", FILTERS)
        return bool(name) and self.import_file(Path(name))

    def import_file(self, path: Path) -> bool:
        """Import the map of a file; return whether it was imported."""
        read = self._reader(path)
        foreign = None if read is None else self._run("Reading the file", read)
        if foreign is None:
            return False
        document = self._open.document
        open_one = document.snapshot() if document is not None else None
        dialog = ImportDialog(foreign, self._file_actions.scenario_store, open_one, self._host.window)
        try:
            if dialog.exec() != QDialog.DialogCode.Accepted:
                return False
            if dialog.is_new and not self._file_actions.may_leave():
                return False
            return self.carry_out(foreign, dialog)
        finally:
            dialog.deleteLater()

    def _reader(self, path: Path) -> Work | None:
        """The function that reads a file; asks for a set-up if the module has several. None if cancelled."""
        if path.suffix.casefold() == ".vmod":
            names = self._run("Reading the module", lambda progress: set_ups(path, progress))
            if names is None:
                return None
            chosen = self.choose(names) if names else AT_START
            if chosen is None:
                return None
            if chosen != AT_START:
                return lambda progress: _read(
                    lambda path, progress: read_set_up(path, chosen, progress), path, progress
                )
        return lambda progress: _read(read_foreign, path, progress)

    def carry_out(self, foreign: ForeignMap, dialog: ImportDialog) -> bool:
        """Import the map with the decisions of the dialog."""
        target, decisions = dialog.target(), dialog.decisions()
        folder = self._file_actions.scenario_store.folder
        converted: ConvertedMap | None = self._run(
            "Laying out the map", lambda _: convert_map(foreign, decisions, target, folder)
        )
        if converted is None:
            return False
        document = self._open.document
        if dialog.is_new or document is None:
            made = EditorDocument(converted.document)
            made.history.mark_unsaved()
            if not self._file_actions.open_prepared(made):
                return False
        elif not self._file_actions.become(document, lambda: converted.document, f"Import {foreign.title}"):
            return False
        grid = foreign.grid
        self._host.show_message(f"Imported: {foreign.title}, {grid.columns} × {grid.rows} hexes.")
        if converted.lost:
            self.show_summary(f"“{foreign.title}” was imported. Not imported:", list(converted.lost))
        return True

    # export

    def ask_tiled(self) -> bool:
        """Ask for a file, and export the map to Tiled."""
        return self._ask_write(TILED, (".tmx", ".tmj"), write_tiled)

    def ask_geojson(self) -> bool:
        """Ask for a file, and export the map to GeoJSON."""
        return self._ask_write(GEOJSON, (".geojson", ".json"), write_geojson)

    def ask_vassal(self) -> bool:
        """Ask for a file, and export the scenario as a module of VASSAL."""
        left_out: list[str] = []

        def write(document: ScenarioDocument, path: Path, progress: Progress) -> None:
            left_out.extend(write_vmod(document, path, progress, self.charts(document)))

        written = self._ask_write(VASSAL, (".vmod",), write)
        if written and left_out:
            self.show_summary("The module was exported. Not in it:", left_out)
        return written

    def _ask_write(self, kinds: str, suffixes: tuple[str, ...], write: Callable[..., object]) -> bool:
        document = self._open.document
        if document is None:
            return False
        self._host.finish_typing()
        name, chosen = QFileDialog.getSaveFileName(
            self._host.window, "Export the map", f"{document.key}{suffixes[0]}", kinds
        )
        if not name:
            return False
        path = Path(name)
        if path.suffix.casefold() not in suffixes:
            suffix = next((suffix for suffix in suffixes if f"*{suffix}" in chosen), suffixes[0])
            path = path.with_name(path.name + suffix)
        return self.write(document.snapshot(), path, write)

    def write(self, document: ScenarioDocument, path: Path, write: Callable[..., object]) -> bool:
        """Write the map to this file; return whether it was written."""

        def work(progress: Progress) -> bool:
            write(document, path, progress)
            return True

        done = self._run("Exporting the map", work)
        if done:
            self._host.show_message(f"Exported: {path.name}.")
        return bool(done)

    # both

    def _run(self, title: str, work: Work) -> Any:
        """Run work in the background; return its result, None on failure, which is shown."""
        ended = self._host.run(title, f"{title}…", work)
        if ended.problem:
            self._file_actions.show_error("Import or export failed", ended.problem)
        return ended.value

    def _choose(self, names: list[str]) -> str | None:
        """Ask for a set-up of the module; None if cancelled."""
        chosen, wanted = QInputDialog.getItem(
            self._host.window, "Set-ups of the module", "Counters placed as in", [AT_START, *names], 0, False
        )
        return chosen if wanted else None

    def _show_summary(self, title: str, sentences: list[str]) -> None:
        box = QMessageBox(QMessageBox.Icon.Information, "What is left out", title, parent=self._host.window)
        shown = sentences[:8]
        more = [f"… and {len(sentences) - 8} more, below."] if len(sentences) > 8 else []
        box.setInformativeText("\n".join([*shown, *more]))
        if more:
            box.setDetailedText("\n".join(sentences))
        box.exec()
