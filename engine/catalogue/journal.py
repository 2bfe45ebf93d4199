"""Keeps a game on disk while it is played: each action is there before the next decision is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.catalogue.arrays import as_json, from_json
from engine.catalogue.games_log import GameLog, GamesLog, LoggedAction
from engine.catalogue.plain import text
from engine.referee.chronicle import Progress
from engine.referee.encoded_text import decode, encode
from engine.referee.save import HIDDEN, Lookup, from_plain, header, play_again, restore
from engine.referee.session import Session

SNAPSHOT_EVERY: Final = 100


class Journal:
    """What a session calls after each change of its record."""

    def __init__(self, log: GameLog, takebacks: int = 0) -> None:
        self._log = log
        self._takebacks = takebacks
        self._agreed = log.length
        """So many actions of the log are certainly those of the game, even if writing failed meanwhile."""

    def __call__(self, session: Session) -> None:
        length = len(session)
        self._agreed = min(self._agreed, length)
        if self._agreed < self._log.length:
            self._log.take_back(self._agreed)
        self._log.append(*(_logged(session, at) for at in range(self._log.length + 1, length + 1)))
        self._agreed = length
        over = session.choice is None
        if over or length % SNAPSHOT_EVERY == 0 or len(session.takebacks) != self._takebacks:
            self.keep_snapshot(session)

    def keep_snapshot(self, session: Session) -> None:
        """Note the position, so that the game opens without a replay."""
        snapshot = session.game.codec.encode_state(session.state)
        self._log.keep_snapshot(_covered(snapshot), header(session))
        self._takebacks = len(session.takebacks)


def _logged(session: Session, at: int) -> LoggedAction:
    moment = session.chronicle[at]
    return LoggedAction(moment.side, encode(str(moment.deed)), session.chronicle.digest(at), moment.auto)


def _covered(snapshot: Any) -> str:
    """A position as it is stored: how the game ended can be read, the rest is encoded."""
    return as_json({"outcome": snapshot["outcome"], HIDDEN: encode(as_json(snapshot))})


def _uncovered(stored: str, where: str) -> Any:
    """The position that was stored; older catalogues have it in plain sight."""
    body = from_json(stored, where)
    if isinstance(body, dict) and HIDDEN in body:
        return from_json(decode(text(body[HIDDEN], where)), where)
    return body


def keep(
    session: Session, games: GamesLog, name: str, *, autosave: bool = False, overwrite: bool = False
) -> Journal:
    """Begin to keep a game under a name; what has been played so far is written at once."""
    start = session.start
    log = games.begin(
        name,
        game=start.game,
        scenario=start.key,
        header=header(session),
        autosave=autosave,
        replace=overwrite,
    )
    entries = session.chronicle.entries()
    log.append(*(LoggedAction(e.side, encode(str(e.action)), e.digest, e.auto) for e in entries))
    journal = Journal(log)
    journal.keep_snapshot(session)
    session.journal = journal
    return journal


def resume(
    games: GamesLog, name: str, lookup: Lookup, *, autosave: bool = False, progress: Progress | None = None
) -> Session:
    """The game as it was, still being kept; actions after the last snapshot are played again and checked.

    Under newer rules all of them are, and the game is written anew as it is spelled now.
    """
    logged = games.load(name, autosave=autosave)
    rows = [[a.side, decode(a.action), a.digest, *(["auto"] if a.auto else [])] for a in logged.actions]
    snapshot = _uncovered(logged.snapshot, f"Game {name!r:.60}") if logged.snapshot else None
    save = from_plain({**logged.header, "actions": rows, "snapshot": snapshot})
    if save.rules_version != lookup(save.start.game).rules_version:
        session = restore(replace(save, snapshot=None), lookup, progress)
        keep(session, games, name, autosave=autosave, overwrite=True)
        return session
    known = logged.snapshot_at if snapshot is not None else len(rows)
    session = restore(replace(save, entries=save.entries[:known]), lookup, progress)
    for number, entry in enumerate(save.entries[known:], start=known + 1):
        play_again(session, number, entry)
    session.journal = Journal(games.resume(name, autosave=autosave), len(session.takebacks))
    return session
