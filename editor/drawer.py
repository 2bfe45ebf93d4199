"""Opening, saving, versions: everything between the bench and the cabinet, with the questions it takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from app.errands.waiting import beside
from editor.bench import Bench
from editor.cabinet import Cabinet
from editor.commands.set_records import become
from editor.document import EditorDocument
from editor.exporters.pages import Progress
from editor.game_kinds import kinds_of_game
from editor.new_map_dialog import NewMapDialog
from editor.open_dialog import OpenDialog
from editor.recovery import LeftBehind, RecoveryKeeper, discard, left_behind
from editor.save_as_dialog import SaveAsDialog
from editor.versions_dialog import VersionsDialog
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument

SAVE, DROP, STAY = "save", "drop", "stay"


class Drawer(QObject):
    """`ask_unsaved` may be replaced by whoever wants to answer otherwise than with a message box."""

    saved = Signal(str)
    """The key of a scenario that is in the catalogue now."""

    def __init__(self, bench: Bench, cabinet: Cabinet, folder: Path, window: QWidget) -> None:
        super().__init__(window)
        self._bench = bench
        self._window = window
        self.cabinet = cabinet
        self._copies = folder / "recovery"
        self.recovery = RecoveryKeeper(self._copies, self)
        self.ask_unsaved: Callable[[str], str] = self._ask_unsaved
        self.complain: Callable[[str, str], None] = self._complain

    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the menu entries do."""
        return {
            "new": self.ask_new,
            "open": self.ask_open,
            "save": self.save,
            "save_as": self.ask_save_as,
            "revert": self.revert,
            "versions": self.show_versions,
        }

    # opening

    def put_on_bench(self, document: EditorDocument) -> None:
        """This document, with recovery copies from its first change on."""
        self._bench.open(document)
        self.recovery.follow(document)

    def ask_new(self) -> bool:
        """A new map, after asking for its size and numbers."""
        if not self.may_leave():
            return False
        dialog = NewMapDialog(self.cabinet, self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return False
        document = EditorDocument(dialog.document())
        document.history.mark_unsaved()
        self.put_on_bench(document)
        return True

    def left_behind(self) -> list[LeftBehind]:
        """What a crash has left of unsaved work."""
        return left_behind(self._copies)

    def ask_open(self) -> bool:
        """Ask which scenario, and open it."""
        if not self.may_leave():
            return False
        dialog = OpenDialog(self.cabinet, self.left_behind(), self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted or dialog.chosen is None:
            return False
        if isinstance(dialog.chosen, LeftBehind):
            return self.restore(dialog.chosen)
        return self.open(dialog.chosen.key)

    def open(self, key: str) -> bool:
        """Open the scenario with this key; a copy if it is shipped."""
        kept = next((kept for kept in self.cabinet.scenarios() if kept.key == key), None)
        if kept is None:
            self.complain("This scenario cannot be opened", f"There is no scenario {key!r:.60} to edit.")
            return False

        def read(progress: Progress) -> ScenarioDocument:
            progress(0, 2, f"Reading {kept.title}")
            found = self.cabinet.load(kept)
            progress(1, 2, "Gathering the kinds that the game knows")
            kinds_of_game(kept.game)
            return found

        ended = beside(self._window, "Opening a scenario", f"Reading {kept.title}…", read)
        if ended.well:
            self.put_on_bench(self.cabinet.to_edit(kept, ended.value))
        elif ended.problem:
            self.complain("This scenario cannot be opened", ended.problem)
        return ended.well

    def restore(self, copy: LeftBehind) -> bool:
        """Go on with what a crash left behind; the copy itself stays until there is a new one."""
        try:
            document = copy.load()
        except BadInput as problem:
            self.complain("This copy cannot be read", str(problem))
            return False
        self.put_on_bench(document)
        self.recovery.write_now()
        discard(copy)
        self._bench.say(f"Restored: {copy.title}. Save it to keep it.")
        return True

    # saving

    def save(self) -> bool:
        """Save to the catalogue; whether that went well."""
        document = self._bench.document
        if document is None:
            return False
        try:
            self.cabinet.save(document)
        except BadInput as problem:
            self.complain("The scenario was not saved", str(problem))
            return False
        self._bench.say(f"Saved: {document.title}, version {document.revision}.")
        self.saved.emit(document.key)
        return True

    def ask_save_as(self) -> bool:
        """Save a copy under another key, and go on with it."""
        document = self._bench.document
        if document is None:
            return False
        dialog = SaveAsDialog(self.cabinet, document, self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return False
        try:
            copy = self.cabinet.save_as(document, dialog.key.text(), dialog.title.text())
        except BadInput as problem:
            self.complain("The scenario was not saved", str(problem))
            return False
        self.put_on_bench(copy)
        self.saved.emit(copy.key)
        return True

    def revert(self) -> bool:
        """Back to what is saved, as a step that can be undone."""
        document = self._bench.document
        if document is None:
            return False
        try:
            document.do(become(document.work, self.cabinet.saved(document), "Revert to saved"))
        except BadInput as problem:
            self.complain("There is nothing to go back to", str(problem))
            return False
        return True

    def show_versions(self) -> None:
        """Former versions: what has changed since, and back to one of them."""
        document = self._bench.document
        if document is None:
            return
        dialog = VersionsDialog(self.cabinet, document.snapshot(), self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.chosen is not None:
            text = f"Back to version {dialog.chosen.number}"
            document.do(become(document.work, self.cabinet.load_backup(dialog.chosen), text))

    # leaving

    def may_leave(self) -> bool:
        """Whether what is on the bench can be put away: saved, or given up knowingly."""
        document = self._bench.document
        if document is None or not document.is_modified:
            return True
        answer = self.ask_unsaved(document.title)
        if answer == SAVE:
            return self.save()
        return answer == DROP

    def close(self) -> None:
        """The window ends in order; nothing is left behind."""
        self.recovery.close()

    def _ask_unsaved(self, title: str) -> str:
        button = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window,
            "Not saved",
            f"“{title}” has changes that are not saved.",
            button.Save | button.Discard | button.Cancel,
            button.Save,
        )
        return {button.Save: SAVE, button.Discard: DROP}.get(answer, STAY)

    def _complain(self, title: str, text: str) -> None:
        QMessageBox.warning(self._window, title, text)
