"""The file actions: new, open, save, versions, with their dialogs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.background.progress import Progress
from editor.commands.set_records import SetRecords, become
from editor.document.editor_document import EditorDocument
from editor.document.game_vocabulary import rating_fields, vocabulary_of_game
from editor.document.open_document import OpenDocument
from editor.document.recovery import RecoveryCopy, RecoveryTimer, recovery_copies
from editor.files.manage_dialog import FILES, SUFFIX, ManageDialog
from editor.files.new_map_dialog import NewMapDialog
from editor.files.open_dialog import OpenDialog
from editor.files.save_as_dialog import SaveAsDialog
from editor.files.scenario_store import ScenarioStore
from editor.files.versions_dialog import VersionsDialog
from editor.window.dialog_host import DialogHost
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.scenario_text import save_file
from engine.mechanics.plural import counted

SAVE, DISCARD, CANCEL = "save", "discard", "cancel"


class FileActions(QObject):
    """Tests may replace `ask_unsaved` and `show_error` to avoid message boxes."""

    reading = Signal()
    """Reading a scenario has begun."""

    def __init__(
        self, open_document: OpenDocument, scenario_store: ScenarioStore, folder: Path, host: DialogHost
    ) -> None:
        super().__init__(host.window)
        self._open, self._host = open_document, host
        self.scenario_store = scenario_store
        self._copies = folder / "recovery"
        self.recovery = RecoveryTimer(self._copies, self)
        self.ask_unsaved: Callable[[str], str] = self._ask_unsaved
        self.show_error: Callable[[str, str], None] = self._show_error
        self.await_catalogue: Callable[[], object] = lambda: None
        """Returns when the catalogue is open, which may be after the window."""

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries by key."""
        return {
            "new": self.ask_new,
            "open": self.ask_open,
            "save": self.save,
            "save_as": self.ask_save_as,
            "revert": self.revert,
            "versions": self.show_versions,
            "manage": self.manage,
            "export_text": self.ask_export_text,
        }

    # opening

    def open_document(self, document: EditorDocument) -> None:
        """Open this document and keep recovery copies of it."""
        self._open.open(document)
        self.recovery.follow(document)

    def open_prepared(self, document: EditorDocument) -> bool:
        """Open a document of any size; its lattice is computed and its game is loaded in the background."""

        def prepare(_: Progress) -> None:
            document.make_ready()
            rating_fields(document.game, document.work.scenario("data"))

        ended = self._host.run("Opening a scenario", "Laying out the map…", prepare)
        if ended.problem:
            self.show_error("This scenario cannot be opened", ended.problem)
        if ended.succeeded:
            self.open_document(document)
        return ended.succeeded

    def ask_new(self) -> bool:
        """Ask for size and numbering, and create a new map."""
        self.await_catalogue()
        if not self.may_leave():
            return False
        dialog = NewMapDialog(self.scenario_store, self._host.window)
        if not self._host.accepts(dialog):
            return False
        document = EditorDocument(dialog.document())
        document.history.mark_unsaved()
        self.open_document(document)
        return True

    def recovery_copies(self) -> list[RecoveryCopy]:
        """The recovery copies of crashed windows."""
        return recovery_copies(self._copies)

    def ask_open(self) -> bool:
        """Ask for a scenario, and open it."""
        self.await_catalogue()
        if not self.may_leave():
            return False
        dialog = OpenDialog(self.scenario_store, self.recovery_copies(), self._host.window)
        if not self._host.accepts(dialog) or dialog.chosen is None:
            return False
        if isinstance(dialog.chosen, RecoveryCopy):
            return self.restore(dialog.chosen)
        return self.open(dialog.chosen.key)

    def open(self, key: str) -> bool:
        """Open the scenario with this key; a copy if it is shipped."""
        self.await_catalogue()
        kept = next((kept for kept in self.scenario_store.scenarios() if kept.key == key), None)
        if kept is None:
            self.show_error("This scenario cannot be opened", f"There is no scenario {key!r:.60} to edit.")
            return False

        def read(progress: Progress) -> ScenarioDocument:
            progress(0, 2, f"Reading {kept.title}")
            found = self.scenario_store.load(kept)
            progress(1, 2, "Reading the terrain and features of the game")
            vocabulary_of_game(kept.game)
            return found

        self.reading.emit()
        ended = self._host.run("Opening a scenario", f"Reading {kept.title}…", read)
        if ended.problem:
            self.show_error("This scenario cannot be opened", ended.problem)
        return ended.succeeded and self.open_prepared(self.scenario_store.to_edit(kept, ended.value))

    def restore(self, copy: RecoveryCopy) -> bool:
        """Open a recovery copy; its file stays until the next copy is written."""
        ended = self._host.run("Restoring", f"Reading {copy.title}…", lambda _: copy.read())
        if ended.problem:
            self.show_error("This copy cannot be read", ended.problem)
        if not ended.succeeded:
            return False
        document = EditorDocument(ended.value, copy.revision)
        document.history.mark_unsaved()
        if not self.open_prepared(document):
            return False
        self.recovery.replaces(copy)
        self._host.show_message(f"Restored: {copy.title}. Save it to keep it.")
        return True

    # saving

    def save(self) -> bool:
        """Save to the catalogue; return whether it succeeded."""
        document = self._open.document
        if document is None:
            return False
        self.await_catalogue()
        self._host.finish_typing()
        document.history.seal()  # Changes made while saving are new, unsaved steps.
        at = document.history.at
        revision = self._store(document.snapshot(), document.revision)
        if revision:
            document.saved_as(revision, at)
            self._host.show_message(f"Saved: {document.title}, version {revision}.")
        return bool(revision)

    def _store(self, snapshot: ScenarioDocument, revision: int) -> int:
        """Save in the background; return the new revision, 0 if it was not saved."""
        stored = [0]

        def work(progress: Progress) -> None:
            stored[0] = self.scenario_store.save(snapshot, revision, progress)

        ended = self._host.run("Saving", f"Saving {snapshot.title}…", work)
        if ended.problem:
            self.show_error("The scenario was not saved", ended.problem)
        return stored[0]  # A cancel that came too late does not undo the save.

    def ask_save_as(self) -> bool:
        """Save a copy under another key, and continue with the copy."""
        document = self._open.document
        if document is None:
            return False
        self.await_catalogue()
        self._host.finish_typing()
        dialog = SaveAsDialog(self.scenario_store, document, self._host.window)
        if not self._host.accepts(dialog):
            return False
        try:
            copy = self.scenario_store.named(document.snapshot(), dialog.key.text(), dialog.title.text())
        except BadInput as problem:
            self.show_error("The scenario was not saved", str(problem))
            return False
        revision = self._store(copy, 0)
        if revision:
            self.open_prepared(EditorDocument(copy, revision))
        return bool(revision)

    # managing

    def manage(self) -> None:
        """Show all scenarios; open the one that is chosen for editing."""
        self.await_catalogue()
        document = self._open.document
        open_key = document.key if document is not None else ""
        dialog = ManageDialog(self.scenario_store, open_key, self._host.window)
        self._host.accepts(dialog)
        if dialog.edit_wanted and self.may_leave():
            self.open(dialog.edit_wanted)

    def ask_export_text(self) -> bool:
        """Ask for a file, and write the open scenario to it as it is now."""
        document = self._open.document
        if document is None:
            return False
        self._host.finish_typing()
        name, _ = QFileDialog.getSaveFileName(
            self._host.window, "Export the scenario", f"{document.key}{SUFFIX}", FILES
        )
        return bool(name) and self.export_text(document.snapshot(), Path(name))

    def export_text(self, snapshot: ScenarioDocument, path: Path) -> bool:
        """Write a scenario with its map as a text file; return whether it was written."""
        ended = self._host.run("Exporting", f"Writing {path.name}…", lambda _: save_file(path, snapshot))
        if ended.problem:
            self.show_error("The scenario was not exported", ended.problem)
        elif ended.succeeded:
            self._host.show_message(f"Exported: {path.name}.")
        return ended.succeeded and not ended.problem

    def take_in(self, *paths: Path) -> bool:
        """Save the scenarios of text files to the catalogue, and open the last one that could be read."""
        self.await_catalogue()
        taken: list[str] = []

        def work(progress: Progress) -> None:
            for number, path in enumerate(paths):
                progress(number, len(paths), f"Reading {path.name}")
                taken.append(self.scenario_store.take_in(path))

        ended = self._host.run("Importing", "Reading the scenario…", work)
        if ended.problem:
            self.show_error("A scenario cannot be imported", ended.problem)
        elif len(taken) > 1:
            self._host.show_message(f"Imported: {counted(len(taken), 'scenario')}.")
        return bool(taken) and self.may_leave() and self.open(taken[-1])

    def revert(self) -> bool:
        """Revert to the saved version as an undoable step."""
        document = self._open.document
        if document is None:
            return False
        return self.become(
            document, lambda: self.scenario_store.saved(document.key, document.revision), "Revert to saved"
        )

    def show_versions(self) -> None:
        """Show the previous versions and go back to the chosen one."""
        document = self._open.document
        if document is None:
            return
        dialog = VersionsDialog(self.scenario_store, document.snapshot(), self._host.window)
        chosen = dialog.chosen if self._host.accepts(dialog) else None
        if chosen is not None:
            text = f"Go back to version {chosen.number}"
            self.become(document, lambda: self.scenario_store.load_backup(chosen), text)

    def become(self, document: EditorDocument, read: Callable[[], ScenarioDocument], text: str) -> bool:
        """Replace the open scenario by another version, which is read in the background."""

        def work(_: Progress) -> SetRecords:
            command = become(document.work, read(), text)
            command.prepare(document.work)
            document.make_ready(command)
            return command

        ended = self._host.run(text, f"{text}…", work)
        if ended.problem:
            self.show_error(f"{text} was not possible", ended.problem)
        if ended.succeeded:
            document.do(ended.value)
        return ended.succeeded

    # leaving

    def may_leave(self) -> bool:
        """Whether the document may be closed: saved, or the user discards the changes."""
        self._host.finish_typing()
        document = self._open.document
        if document is None or not document.is_modified:
            return True
        answer = self.ask_unsaved(document.title)
        if answer == SAVE:
            return self.save()
        return answer == DISCARD

    def close(self) -> None:
        """The window closes normally: delete the recovery copy."""
        self.recovery.close()

    def _ask_unsaved(self, title: str) -> str:
        button = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._host.window,
            "Unsaved changes",
            f"“{title}” has unsaved changes.",
            button.Save | button.Discard | button.Cancel,
            button.Save,
        )
        return {button.Save: SAVE, button.Discard: DISCARD}.get(answer, CANCEL)

    def _show_error(self, title: str, text: str) -> None:
        QMessageBox.warning(self._host.window, title, text)
