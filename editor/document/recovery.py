"""Recovery copies: unsaved work is written to disk shortly after each change and offered after a crash."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import uuid4

from msgspec import Struct
from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from app.background.task import BackgroundTask
from editor.document.editor_document import EditorDocument
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.scenario_text import dumps, loads
from engine.files import read_text, write_atomically
from engine.parse_limits import load_json

RECOVERY_DELAY_MS: Final = 1500
"""Time from a change to its copy on disk."""
MAX_BYTES: Final = 64 * 2**20
_MARK: Final = "# startline recovery "


class RecoveryCopy(Struct, frozen=True):
    """A recovery copy whose window no longer exists."""

    path: Path
    key: str
    title: str
    revision: int
    when: datetime

    def read(self) -> ScenarioDocument:
        """The scenario as it was."""
        return loads(read_text(self.path, MAX_BYTES))


class _Place(Struct, frozen=True):
    """The file of a copy and the lock that marks it as in use."""

    path: Path
    lock: QLockFile


class RecoveryTimer(QObject):
    """Keeps one copy of the open document while it has unsaved changes."""

    failed = Signal(str)
    """A copy could not be written; the reason."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._document: EditorDocument | None = None
        self._place: _Place | None = None
        self._writing: BackgroundTask | None = None
        self._unwanted: list[_Place] = []
        """Copies to delete when the current write ends."""
        self._reported = ""
        self._replaced: RecoveryCopy | None = None
        """The recovered copy that the next copy replaces."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(RECOVERY_DELAY_MS)
        self._timer.timeout.connect(self.write)

    @property
    def is_writing(self) -> bool:
        """Whether a copy is being written."""
        return self._writing is not None

    def follow(self, document: EditorDocument) -> None:
        """Follow this document; the copy of the previous one is deleted."""
        self.leave()
        self._document = document
        document.history_changed.connect(self._history_changed)
        if document.is_modified:
            self._timer.start()

    def replaces(self, copy: RecoveryCopy) -> None:
        """The document continues a recovered copy, which is deleted when the next copy is written."""
        self._replaced = copy
        self.write()

    def leave(self) -> None:
        """The document was closed normally: delete its copy."""
        if self._document is not None:
            self._document.history_changed.disconnect(self._history_changed)
            self._document = None
        self._timer.stop()
        self._drop()

    def close(self) -> None:
        """The editor closes normally: delete the copy."""
        self.leave()
        if self._writing is not None:
            self._writing.wait()
        self._clear_up()

    def _history_changed(self) -> None:
        assert self._document is not None
        if not self._document.is_modified:
            self._timer.stop()
            self._drop()
        elif not self._timer.isActive():
            self._timer.start()

    def write(self) -> None:
        """Write a copy in the background; postponed during a drag or while another copy is written."""
        document = self._document
        if document is None or not document.is_modified:
            return
        if document.in_stroke or self.is_writing:
            self._timer.start()
            return
        self._timer.stop()
        if self._take_place():
            assert self._place is not None
            path, snapshot, revision = self._place.path, document.snapshot(), document.revision
            task = self._writing = BackgroundTask(
                lambda _: write_copy(path, snapshot, revision), "recovery", self
            )
            task.done.connect(self._written)
            task.failed.connect(self._report_failure)
            task.ended.connect(self._ended)
            task.start()

    def _take_place(self) -> bool:
        """Reserve a file for the copy, locked while this window exists."""
        if self._place is not None:
            return True
        path = self._folder / f"{uuid4().hex}.toml"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._report_failure(f"{self._folder} cannot be written: {error.strerror or error}")
            return False
        lock = _lock_of(path)
        if not lock.tryLock(0):
            self._report_failure(f"{self._folder} cannot be written")
            return False
        self._place = _Place(path, lock)
        return True

    def _written(self, path: Path) -> None:
        self._reported = ""
        if self._place is not None and self._place.path == path:  # Not of the document before this one.
            self._forget_replaced()

    def _ended(self) -> None:
        assert self._writing is not None
        self._writing.deleteLater()
        self._writing = None
        self._clear_up()

    def _drop(self) -> None:
        """Delete the copy; one that is being written is deleted afterwards."""
        self._forget_replaced()
        if self._place is not None:
            self._unwanted.append(self._place)
            self._place = None
        if not self.is_writing:
            self._clear_up()

    def _clear_up(self) -> None:
        for place in self._unwanted:
            place.path.unlink(missing_ok=True)
            place.lock.unlock()
        self._unwanted = []

    def _forget_replaced(self) -> None:
        if self._replaced is not None:
            discard(self._replaced)
            self._replaced = None

    def _report_failure(self, text: str) -> None:
        if text != self._reported:
            self._reported = text
            self.failed.emit(text)


def write_copy(path: Path, document: ScenarioDocument, revision: int) -> Path:
    """Write a recovery copy atomically; return its path."""
    head = json.dumps({"key": document.key, "title": document.title, "revision": revision})
    text = f"{_MARK}{head}\n{dumps(document)}"
    write_atomically(path, text.encode())
    return path


def recovery_copies(folder: Path) -> list[RecoveryCopy]:
    """The copies of windows that crashed, latest first."""
    found = [copy for path in folder.glob("*.toml") if (copy := _read(path)) is not None and _is_free(path)]
    return sorted(found, key=lambda copy: copy.when, reverse=True)


def discard(copy: RecoveryCopy) -> None:
    """Delete a recovery copy."""
    path = copy.path
    for file in (path, path.with_suffix(".lock")):
        file.unlink(missing_ok=True)


def _is_free(path: Path) -> bool:
    lock = _lock_of(path)
    free = lock.tryLock(0)
    if free:
        lock.unlock()
    return free


def _lock_of(path: Path) -> QLockFile:
    """The lock of a copy; a lock of a dead process can be taken over."""
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock


def _read(path: Path) -> RecoveryCopy | None:
    try:
        first, _, _ = read_text(path, MAX_BYTES).partition("\n")
        if not first.startswith(_MARK):
            return None
        head = load_json(first.removeprefix(_MARK), "The head of a copy")
        values = head["key"], head["title"], head["revision"]
        when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except (BadInput, OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    if [type(value) for value in values] != [str, str, int]:
        return None
    return RecoveryCopy(path, *values, when)
