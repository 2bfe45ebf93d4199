"""Saves the game on the table: each accepted action is on disk before the next decision is shown.

Autosaves are stored in the catalogue. They never overwrite a game that a player has named, nor a file that
was opened or saved. A game on a table is leased, so that no other window writes it; a window that has lost
the lease shows the game read-only. A marker file in the user's folder names the game of each running window;
a marker whose window is gone belongs to a game that was interrupted.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QLockFile

from engine import games
from engine.bad_input import BadInput
from engine.files import write_atomically
from engine.parse_limits import load_json
from engine.referee.progress import Progress
from engine.referee.save import read_text
from engine.referee.session import Session

if TYPE_CHECKING:
    from engine.catalogue.game_store import GameStore, SavedEntry
    from engine.catalogue.game_writer import GameWriter
    from engine.catalogue.lease import Lease
    from engine.catalogue.store import Catalogue


_TIMESTAMP: Final = re.compile(r", \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: \(\d+\))?$")


def title_of(entry: SavedEntry) -> str:
    """The title of a saved game; the timestamp in the name of an autosave is left out."""
    return _TIMESTAMP.sub("", entry.name) if entry.autosave else entry.name


class AutosaveWriter:
    """Writes each change of a game's history. A write error is reported, but the game continues.

    A game that another window has taken over becomes read-only; `lost` is called with the reason.
    """

    def __init__(
        self,
        writer: GameWriter,
        name: str,
        autosave: bool,
        report: Callable[[str], None],
        lost: Callable[[str], None],
    ) -> None:
        self._writer = writer
        self._report = report
        self._lost = lost
        self.name = name
        self.autosave = autosave
        self.problem = ""
        self.notice = writer.notice
        self._is_closed = False

    def __call__(self, session: Session) -> None:
        from engine.catalogue.lease import LeaseLost

        before = self.problem
        try:
            self._writer(session)
            self.problem = ""
        except LeaseLost as lost:
            self._end(session, str(lost))
            return
        except BadInput as problem:
            self.problem = str(problem)
        if self.problem and not before:
            self._report(self.problem)

    def _end(self, session: Session, why: str) -> None:
        session.read_only = self.problem = why
        self._lost(why)

    def renew(self) -> str:
        """Renew the lease; returns why it is lost, or an empty text. Thread-safe."""
        from engine.catalogue.lease import LeaseLost

        try:
            self._writer.renew()
        except LeaseLost as lost:
            return "" if self._is_closed else str(lost)
        except BadInput:
            return ""  # The next action reports a failing disk or server; the lease lasts a while.
        return ""

    def close(self, session: Session) -> None:
        """Store the position, so that the game opens quickly next time, and release the lease."""
        self._is_closed = True
        try:
            if not session.read_only:
                self._writer.keep_snapshot(session)
        except BadInput as problem:
            self.problem = str(problem)
        with suppress(BadInput):  # Otherwise the lease expires.
            self._writer.release()

    def reopen(self, session: Session) -> None:
        """Take the lease again for a closed game; it becomes read-only if another window has it."""
        if not self._is_closed or session.read_only:
            return
        self._is_closed = False
        try:
            self._writer.take_again(session)
        except BadInput as problem:
            self._end(session, str(problem))


class _Marker(Struct, frozen=True):
    """The content of a marker file: the game on the table of a running window."""

    catalogue: str
    name: str
    autosave: bool


class Autosave:
    """Saves the games of one catalogue. Without a folder no marker files are written."""

    def __init__(self, catalogue: Catalogue | None, folder: Path | None = None) -> None:
        self._catalogue = catalogue
        self._folder = folder
        self._lock: QLockFile | None = None
        self._mark: Path | None = None
        self._session: Session | None = None
        self.trouble: Callable[[str], None] = lambda text: None
        """Called when a game can no longer be written; once until a write succeeds."""
        self.lost: Callable[[str], None] = lambda text: None
        """Called when another window has taken over the game."""

    @property
    def folder(self) -> Path | None:
        """The folder of the marker files."""
        return self._folder

    def _store(self) -> GameStore | None:
        if self._catalogue is None:
            return None
        from engine.catalogue.game_store import GameStore

        return GameStore(self._catalogue)

    # games

    def keep(self, session: Session, title: str) -> str:
        """Save every action of this game to the catalogue from now on; returns the name of the autosave."""
        store = self._store()
        if store is None:
            return ""
        from engine.catalogue.game_writer import keep

        taken = {entry.name for entry in store.list() if entry.autosave}
        stem = name = f"{title}, {datetime.now().astimezone():%Y-%m-%d %H:%M:%S}"
        number = 2
        while name in taken:
            name, number = f"{stem} ({number})", number + 1
        writer = keep(session, store, name, autosave=True)
        session.writer = self._autosave_writer(writer, name, True)
        return name

    def _autosave_writer(self, writer: GameWriter, name: str, autosave: bool) -> AutosaveWriter:
        return AutosaveWriter(writer, name, autosave, self._tell, lambda text: self.lost(text))

    def begun(self) -> tuple[SavedEntry, ...]:
        """The games that can be opened, the latest first; one without an action is none."""
        store = self._store()
        if store is None:
            return ()
        installed = games.keys()
        return tuple(entry for entry in store.list() if entry.actions and entry.game in installed)

    def delete_unplayed(self) -> None:
        """Delete the games that were begun and left without an action."""
        store = self._store()
        if store is not None:
            store.delete_unplayed()

    def is_on_table(self, entry: SavedEntry) -> bool:
        """Whether this is the game on the table of this window."""
        writer = self._session.writer if self._session is not None else None
        return isinstance(writer, AutosaveWriter) and (writer.name, writer.autosave) == (
            entry.name,
            entry.autosave,
        )

    def rename(self, entry: SavedEntry, name: str) -> SavedEntry:
        """Give a game another name; returns its new entry."""
        new = self._required_store().rename(entry.name, name, autosave=entry.autosave)
        renamed = replace(entry, name=new, autosave=False)
        if self._session is not None and self.is_on_table(entry):
            writer = self._session.writer
            assert isinstance(writer, AutosaveWriter)
            writer.name, writer.autosave = renamed.name, renamed.autosave
            self._remove_marker()
            self._write_marker(writer)
        return renamed

    def remove(self, entry: SavedEntry) -> None:
        """Delete a game, unless it is on a table."""
        if self.is_on_table(entry):
            raise BadInput(f"{title_of(entry)} is on the table; open another game before you remove it.")
        self._required_store().delete(entry.name, autosave=entry.autosave)

    def held_by_other(self, entry: SavedEntry) -> Lease | None:
        """The lease of another window that plays this game, or None."""
        return self._required_store().held_by_other(entry.name, autosave=entry.autosave)

    def resume(self, entry: SavedEntry, progress: Progress | None = None, take_over: bool = False) -> Session:
        """Continue a game, unless another window plays it."""
        from engine.catalogue.game_writer import GameWriter, resume

        session = resume(
            self._required_store(),
            entry.name,
            games.game,
            autosave=entry.autosave,
            progress=progress,
            take_over=take_over,
        )
        assert isinstance(session.writer, GameWriter)
        session.writer = self._autosave_writer(session.writer, entry.name, entry.autosave)
        return session

    def open_read_only(self, entry: SavedEntry, progress: Progress | None = None) -> Session:
        """Open a game read-only, as it is on disk now; later changes are not shown."""
        from engine.catalogue.game_writer import look

        store = self._required_store()
        session = look(store, entry.name, games.game, autosave=entry.autosave, progress=progress)
        lease = store.held_by_other(entry.name, autosave=entry.autosave)
        who = f": {lease.holder} is playing it" if lease is not None else ""
        session.read_only = f"This game is open read-only{who}"
        return session

    def branch(self, entry: SavedEntry, progress: Progress | None = None) -> Session:
        """Start a new game that continues from the position of another one, with new dice."""
        session = self.open_read_only(entry, progress)
        session.replay_past(progress)
        other = session.branch(len(session), os.urandom(16).hex())
        self.keep(other, f"{title_of(entry)}, branch")
        return other

    def _required_store(self) -> GameStore:
        store = self._store()
        if store is None:
            raise BadInput("No catalogue is open, so no game can be continued.")
        return store

    def renew(self) -> str:
        """Renew the lease of the game on the table; returns why it is lost, or an empty text. Thread-safe."""
        writer = self._session.writer if self._session is not None else None
        return writer.renew() if isinstance(writer, AutosaveWriter) else ""

    def _tell(self, text: str) -> None:
        self.trouble(text)

    # marker files

    def begin(self, session: Session) -> None:
        """Mark this game as the one on the table; close the one before."""
        if session is self._session:
            return
        self.leave()
        self._session = session
        writer = session.writer
        if not isinstance(writer, AutosaveWriter):
            return
        writer.reopen(session)
        if not session.read_only:
            self._write_marker(writer)

    def _write_marker(self, writer: AutosaveWriter) -> None:
        """Name the game of this writer as the one on the table."""
        if self._folder is None:
            return
        mark = self._folder / f"{self._key(writer.name, writer.autosave)}.json"
        content = _Marker(self._where, writer.name, writer.autosave)
        lock = _lock_of(mark)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if lock.tryLock(0):
                raw = {field: getattr(content, field) for field in _Marker.__struct_fields__}
                write_atomically(mark, json.dumps(raw, ensure_ascii=False).encode())
                self._lock, self._mark = lock, mark
        except OSError as error:
            self._tell(f"{mark.parent} cannot be written: {error.strerror or error}")
        except BadInput as problem:
            self._tell(str(problem))

    def leave(self) -> None:
        """Close the game on the table and remove its marker file."""
        session, self._session = self._session, None
        if session is not None and isinstance(session.writer, AutosaveWriter):
            session.writer.close(session)
        self._remove_marker()

    def _remove_marker(self) -> None:
        if self._mark is not None:
            self._mark.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()
        self._mark = self._lock = None

    def interrupted(self) -> SavedEntry | None:
        """The latest game whose window ended without closing it. Each is returned only once."""
        found: list[tuple[float, _Marker]] = []
        for path in sorted(self._folder.glob("*.json")) if self._folder is not None else ():
            mark, lock = _read(path), _lock_of(path)
            if mark is not None and mark.catalogue != self._where:
                continue
            if lock.tryLock(0):
                if mark is not None:
                    found.append((path.stat().st_mtime, mark))
                path.unlink(missing_ok=True)
                lock.unlock()
        names = [(mark.name, mark.autosave) for _, mark in sorted(found, key=lambda pair: pair[0])]
        if not names:
            return None
        return next((entry for entry in self.begun() if (entry.name, entry.autosave) == names[-1]), None)

    @property
    def _where(self) -> str:
        """Identifies the catalogue without storing its address, which may contain a password."""
        if self._catalogue is None:
            return ""
        location = self._catalogue.location
        return _digest(str(location.resolve() if isinstance(location, Path) else location))

    def _key(self, name: str, autosave: bool) -> str:
        return _digest(f"{self._where}\n{name}\n{autosave}")


def _digest(words: str) -> str:
    return blake2b(words.encode(), digest_size=12).hexdigest()


def _lock_of(mark: Path) -> QLockFile:
    """The lock of a marker file, held while the window lives; the lock of a dead process can be taken."""
    lock = QLockFile(str(mark.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock


def _read(path: Path) -> _Marker | None:
    try:
        raw = load_json(read_text(path, "marker file of a game"), "The marker file of a game")
        found = (raw["catalogue"], raw["name"], raw["autosave"])
    except (BadInput, ValueError, KeyError, TypeError, RecursionError):
        return None
    return _Marker(*found) if [type(value) for value in found] == [str, str, bool] else None
