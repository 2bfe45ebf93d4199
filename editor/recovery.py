"""Recovery copies: what is on the bench is on disk a moment later, and found again after a crash."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import uuid4

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from app.errands.errand import Errand
from editor.document import EditorDocument
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.scenario_text import dumps, loads
from engine.catalogue.whole_files import part_of, read_text
from engine.lean_dataclass import dataclass

DELAY: Final = 1500
"""Milliseconds from a change to its copy on disk, while the pointer rests."""
LARGEST: Final = 64 * 2**20
_MARK: Final = "# startline recovery "


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """A recovery copy whose window is gone."""

    path: Path
    key: str
    title: str
    revision: int
    when: datetime

    def load(self) -> EditorDocument:
        """The scenario as it was, not saved yet."""
        document = EditorDocument(loads(read_text(self.path, LARGEST)), self.revision)
        document.history.mark_unsaved()
        return document


class RecoveryKeeper(QObject):
    """Keeps one copy of the document on the bench while it differs from what is saved."""

    failed = Signal(str)
    """A copy could not be written: why."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._document: EditorDocument | None = None
        self._path: Path | None = None
        self._lock: QLockFile | None = None
        self._writing: Errand | None = None
        self._told = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self._due)

    def follow(self, document: EditorDocument) -> None:
        """Keep copies of this document from now on; the copy of the one before is not needed any more."""
        self.leave()
        self._document = document
        document.stepped.connect(self._stepped)
        if document.is_modified:
            self._timer.start()

    def leave(self) -> None:
        """The document has been put away in order."""
        if self._document is not None:
            self._document.stepped.disconnect(self._stepped)
            self._document = None
        self._timer.stop()
        self._drop()

    def close(self) -> None:
        """The editor ends in order."""
        self.leave()

    def _stepped(self) -> None:
        assert self._document is not None
        if not self._document.is_modified:
            self._timer.stop()
            self._drop()
        elif not self._timer.isActive():
            self._timer.start()

    def _due(self) -> None:
        document = self._document
        if document is None or not document.is_modified:
            return
        if document.in_stroke or (self._writing is not None and self._writing.outcome is None):
            self._timer.start()
            return
        self._report()
        if self._take_place():
            assert self._path is not None
            path, snapshot, revision = self._path, document.snapshot(), document.revision
            self._put_away()
            self._writing = Errand(lambda _: write_copy(path, snapshot, revision), "recovery", self)
            self._writing.start()

    def write_now(self) -> None:
        """Write the copy at once and wait for it."""
        self._timer.stop()
        self._due()
        self._wait()
        self._report()

    def _take_place(self) -> bool:
        """A file of our own for the copy, held by a lock as long as this window lives."""
        if self._path is not None:
            return True
        path = self._folder / f"{uuid4().hex}.toml"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._tell(f"{self._folder} cannot be written: {error.strerror or error}")
            return False
        lock = _lock_of(path)
        if lock.tryLock(0):
            self._path, self._lock = path, lock
        return self._path is not None

    def _drop(self) -> None:
        self._wait()
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()
        self._path = self._lock = None
        self._put_away()

    def _wait(self) -> None:
        if self._writing is not None:
            self._writing.wait()

    def _put_away(self) -> None:
        if self._writing is not None:
            self._writing.deleteLater()
            self._writing = None

    def _report(self) -> None:
        """What went wrong with the last copy, told once."""
        ended = self._writing.outcome if self._writing is not None else None
        if ended is not None and ended.problem:
            self._tell(ended.problem)
        elif ended is not None:
            self._told = ""

    def _tell(self, text: str) -> None:
        if text != self._told:
            self._told = text
            self.failed.emit(text)


def write_copy(path: Path, document: ScenarioDocument, revision: int) -> None:
    """One recovery copy, whole or not at all."""
    head = json.dumps({"key": document.key, "title": document.title, "revision": revision})
    text = f"{_MARK}{head}\n{dumps(document)}"
    try:
        with part_of(path) as part:
            part.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path.parent} cannot be written: {error.strerror or error}") from None


def left_behind(folder: Path) -> list[LeftBehind]:
    """The copies of windows that did not end in order, the latest first."""
    found = [copy for path in folder.glob("*.toml") if (copy := _read(path)) is not None and _is_free(path)]
    return sorted(found, key=lambda copy: copy.when, reverse=True)


def discard(copy: LeftBehind) -> None:
    """It is not wanted any more."""
    copy.path.unlink(missing_ok=True)
    copy.path.with_suffix(".lock").unlink(missing_ok=True)


def _is_free(path: Path) -> bool:
    lock = _lock_of(path)
    free = lock.tryLock(0)
    if free:
        lock.unlock()
    return free


def _lock_of(path: Path) -> QLockFile:
    """Held as long as the window lives; a lock of a dead process can be taken."""
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock


def _read(path: Path) -> LeftBehind | None:
    try:
        first, _, _ = read_text(path, LARGEST).partition("\n")
        if not first.startswith(_MARK):
            return None
        head = json.loads(first.removeprefix(_MARK))
        values = head["key"], head["title"], head["revision"]
        when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except (BadInput, OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    if [type(value) for value in values] != [str, str, int]:
        return None
    return LeftBehind(path, *values, when)
