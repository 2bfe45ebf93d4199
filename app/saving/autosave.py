"""Keeps the game on the table on disk: each accepted action before the next decision is shown.

Games are kept as autosaves of the catalogue, which are never the games that a player has named, and never a
file that was opened or saved. A game on a table is leased, so that nobody else writes it; who lost the lease
sees the game read-only. A mark in the user's folder says which game is on the table of a running window; a
mark whose window is gone belongs to a game that was cut off.
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
from PySide6.QtCore import QLockFile

from engine import games
from engine.bad_input import BadInput
from engine.files import write_atomically
from engine.parse_limits import load_json
from engine.referee.chronicle import Progress
from engine.referee.save import read_text
from engine.referee.session import Session

if TYPE_CHECKING:
    from engine.catalogue.games_log import GamesLog, SavedEntry
    from engine.catalogue.journal import Journal
    from engine.catalogue.lease import Lease
    from engine.catalogue.store import Catalogue


_MOMENT: Final = re.compile(r", \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: \(\d+\))?$")


def title_of(entry: SavedEntry) -> str:
    """What a game is called where it stands beside it when it was played: without the moment it was begun."""
    return _MOMENT.sub("", entry.name) if entry.autosave else entry.name


class AutosaveJournal:
    """Writes each change of a game's record down. A disk that fails is told, but stops nobody.

    A game that somebody else has taken over is read-only from then on, and that is told as `lost`.
    """

    def __init__(
        self,
        journal: Journal,
        name: str,
        autosave: bool,
        told: Callable[[str], None],
        lost: Callable[[str], None],
    ) -> None:
        self._journal = journal
        self._told = told
        self._lost = lost
        self.name = name
        self.autosave = autosave
        self.problem = ""
        self.notice = journal.notice
        self._is_put_away = False

    def __call__(self, session: Session) -> None:
        from engine.catalogue.lease import LeaseLost

        before = self.problem
        try:
            self._journal(session)
            self.problem = ""
        except LeaseLost as lost:
            self._end(session, str(lost))
            return
        except BadInput as problem:
            self.problem = str(problem)
        if self.problem and not before:
            self._told(self.problem)

    def _end(self, session: Session, why: str) -> None:
        session.read_only = self.problem = why
        self._lost(why)

    def renew(self) -> str:
        """Hold the game further; why it is lost, if it is. Another thread may ask this."""
        from engine.catalogue.lease import LeaseLost

        try:
            self._journal.renew()
        except LeaseLost as lost:
            return "" if self._is_put_away else str(lost)
        except BadInput:
            return ""  # The next action tells of a disk or a server that fails; the lease lasts a while.
        return ""

    def close(self, session: Session) -> None:
        """Note the position, so that the game opens quickly the next time, and let others have the game."""
        self._is_put_away = True
        try:
            if not session.read_only:
                self._journal.keep_snapshot(session)
        except BadInput as problem:
            self.problem = str(problem)
        with suppress(BadInput):  # Who cannot be told will find the process ended, or the lease stale.
            self._journal.release()

    def open_again(self, session: Session) -> None:
        """A game that was put away comes back to the table, read-only if somebody else has it now."""
        if not self._is_put_away or session.read_only:
            return
        self._is_put_away = False
        try:
            self._journal.take_again(session)
        except BadInput as problem:
            self._end(session, str(problem))


class _Mark(Struct, frozen=True):
    """What the mark of a game on a table says."""

    catalogue: str
    name: str
    autosave: bool


class Autosave:
    """The games of one catalogue that are being played. Without a folder it leaves no marks."""

    def __init__(self, catalogue: Catalogue | None, folder: Path | None = None) -> None:
        self._catalogue = catalogue
        self._folder = folder
        self._lock: QLockFile | None = None
        self._mark: Path | None = None
        self._session: Session | None = None
        self.trouble: Callable[[str], None] = lambda text: None
        """Told once when a game can no longer be written, and again if that recurs after it could."""
        self.lost: Callable[[str], None] = lambda text: None
        """Told when somebody else has the game that is on the table."""

    @property
    def folder(self) -> Path | None:
        """Where the marks are."""
        return self._folder

    def _log(self) -> GamesLog | None:
        if self._catalogue is None:
            return None
        from engine.catalogue.games_log import GamesLog

        return GamesLog(self._catalogue)

    # games

    def keep(self, session: Session, title: str) -> str:
        """Write every action of this game to the catalogue as it is taken; the name it goes under."""
        log = self._log()
        if log is None:
            return ""
        from engine.catalogue.journal import keep

        taken = {entry.name for entry in log.list() if entry.autosave}
        stem = name = f"{title}, {datetime.now().astimezone():%Y-%m-%d %H:%M:%S}"
        number = 2
        while name in taken:
            name, number = f"{stem} ({number})", number + 1
        journal = keep(session, log, name, autosave=True)
        session.journal = self._kept(journal, name, True)
        return name

    def _kept(self, journal: Journal, name: str, autosave: bool) -> AutosaveJournal:
        return AutosaveJournal(journal, name, autosave, self._tell, lambda text: self.lost(text))

    def begun(self) -> tuple[SavedEntry, ...]:
        """The games that can be continued, the latest first."""
        log = self._log()
        if log is None:
            return ()
        installed = games.keys()
        return tuple(entry for entry in log.list() if entry.game in installed)

    def held_by_other(self, entry: SavedEntry) -> Lease | None:
        """Who else plays a game now."""
        return self._log_of_begun().held_by_other(entry.name, autosave=entry.autosave)

    def resume(self, entry: SavedEntry, progress: Progress | None = None, take_over: bool = False) -> Session:
        """Go on where a game was left, unless somebody else is playing it."""
        from engine.catalogue.journal import Journal, resume

        session = resume(
            self._log_of_begun(),
            entry.name,
            games.game,
            autosave=entry.autosave,
            progress=progress,
            take_over=take_over,
        )
        assert isinstance(session.journal, Journal)
        session.journal = self._kept(session.journal, entry.name, entry.autosave)
        return session

    def look(self, entry: SavedEntry, progress: Progress | None = None) -> Session:
        """A game as it stands on disk, read-only; it does not follow what is played elsewhere."""
        from engine.catalogue.journal import look

        log = self._log_of_begun()
        session = look(log, entry.name, games.game, autosave=entry.autosave, progress=progress)
        lease = log.held_by_other(entry.name, autosave=entry.autosave)
        who = f": {lease.holder} is playing it" if lease is not None else ""
        session.read_only = f"This game is open read-only{who}"
        return session

    def branch(self, entry: SavedEntry, progress: Progress | None = None) -> Session:
        """A game of its own that goes on from where another one stands, with new dice."""
        session = self.look(entry, progress)
        session.chronicle.rehearse(progress)
        other = session.branch(len(session), os.urandom(16).hex())
        self.keep(other, f"{title_of(entry)}, branch")
        return other

    def _log_of_begun(self) -> GamesLog:
        log = self._log()
        if log is None:
            raise BadInput("There is no catalogue to continue a game from.")
        return log

    def renew(self) -> str:
        """Hold the game on the table further; why it is lost, if it is. Another thread may ask this."""
        journal = self._session.journal if self._session is not None else None
        return journal.renew() if isinstance(journal, AutosaveJournal) else ""

    def _tell(self, text: str) -> None:
        self.trouble(text)

    # marks

    def sit_down(self, session: Session) -> None:
        """This game is on the table now; the one before has been left in order."""
        if session is self._session:
            return
        self.leave()
        self._session = session
        journal = session.journal
        if not isinstance(journal, AutosaveJournal):
            return
        journal.open_again(session)
        if self._folder is None or session.read_only:
            return
        mark = self._folder / f"{self._key(journal.name, journal.autosave)}.json"
        content = _Mark(self._where, journal.name, journal.autosave)
        lock = _lock_of(mark)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if lock.tryLock(0):
                raw = {field: getattr(content, field) for field in _Mark.__struct_fields__}
                write_atomically(mark, json.dumps(raw, ensure_ascii=False).encode())
                self._lock, self._mark = lock, mark
        except OSError as error:
            self._tell(f"{mark.parent} cannot be written: {error.strerror or error}")
        except BadInput as problem:
            self._tell(str(problem))

    def leave(self) -> None:
        """The table is cleared in order: nothing was cut off."""
        session, self._session = self._session, None
        if session is not None and isinstance(session.journal, AutosaveJournal):
            session.journal.close(session)
        if self._mark is not None:
            self._mark.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()
        self._mark = self._lock = None

    def cut_off(self) -> SavedEntry | None:
        """The latest game whose window ended without clearing the table; each is offered once."""
        found: list[tuple[float, _Mark]] = []
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
        """Tells catalogues apart without writing an address down, which may hold a password."""
        if self._catalogue is None:
            return ""
        location = self._catalogue.location
        return _short(str(location.resolve() if isinstance(location, Path) else location))

    def _key(self, name: str, autosave: bool) -> str:
        return _short(f"{self._where}\n{name}\n{autosave}")


def _short(words: str) -> str:
    return blake2b(words.encode(), digest_size=12).hexdigest()


def _lock_of(mark: Path) -> QLockFile:
    """Held as long as the window lives; a lock of a dead process can be taken."""
    lock = QLockFile(str(mark.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock


def _read(path: Path) -> _Mark | None:
    try:
        raw = load_json(read_text(path, "mark of a game"), "The mark of a game")
        found = (raw["catalogue"], raw["name"], raw["autosave"])
    except (BadInput, ValueError, KeyError, TypeError, RecursionError):
        return None
    return _Mark(*found) if [type(value) for value in found] == [str, str, bool] else None
