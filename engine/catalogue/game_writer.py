"""Stores a game while it is played: each action is written before the next decision is shown."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.compact_json import as_json, from_json
from engine.catalogue.game_store import GameStore, LeasedGame, SavedGame, Snapshot, StoredAction
from engine.catalogue.lease import LeaseLost
from engine.catalogue.plain_data import text
from engine.record import Record
from engine.referee.encoded_text import decode, encode
from engine.referee.history import Progress
from engine.referee.save import HIDDEN, Divergence, Lookup, Save, from_plain, header, play_again, restore
from engine.referee.session import Session

SNAPSHOT_EVERY: Final = 100


class GameWriter:
    """Called by a session after each change of its history."""

    def __init__(self, log: LeasedGame, takebacks: int = 0, notice: str = "") -> None:
        self._log = log
        self._takebacks = takebacks
        self._agreed = log.length
        """How many stored actions are certainly those of the game, even if the last write failed."""
        self._unsure = False
        """The last write failed, perhaps only after the database had stored it."""
        self.notice = notice
        """A message for the player about the game that was opened; empty if there is none."""

    def __call__(self, session: Session) -> None:
        over = session.choice is None
        due = len(session) % SNAPSHOT_EVERY == 0 or len(session.takebacks) != self._takebacks
        self._write(session, over or due)

    def keep_snapshot(self, session: Session) -> None:
        """Store the position, so that the game opens without a replay."""
        self._write(session, with_snapshot=True)

    def _write(self, session: Session, with_snapshot: bool) -> None:
        """Store the actions that are missing, together with the position, in one transaction."""
        length, takebacks = len(session), len(session.takebacks)
        self._agreed = min(self._agreed, length)
        try:
            if self._unsure:
                self._agreed = min(self._agreed, _in_common(self._log.digests(), session))
            actions = [_logged(session, at) for at in range(self._agreed + 1, length + 1)]
            self._log.rewrite(self._agreed, *actions, snapshot=_snapshot(session) if with_snapshot else None)
        except BadInput:
            self._unsure = True
            raise
        self._unsure = False
        self._agreed = length
        if with_snapshot:
            self._takebacks = takebacks

    # the lease

    def renew(self) -> None:
        """Renew the lease; LeaseLost if another player has taken the game over."""
        self._log.renew()

    def release(self) -> None:
        """Release the lease; others may continue the game."""
        self._log.release()

    def take_again(self, session: Session) -> None:
        """Take the lease again; LeaseLost if the game was continued elsewhere in the meantime."""
        self._log.take_again()
        stored = self._log.digests()
        if _in_common(stored, session) < len(stored):
            self._log.release()
            raise LeaseLost("This game was continued elsewhere. Open it again to continue from there.")
        self._agreed = len(stored)


def _in_common(stored: list[str], session: Session) -> int:
    """How many actions of the log are those of the game, from the first on."""
    entries = session.history.saved_steps()
    for number, (digest, entry) in enumerate(zip(stored, entries, strict=False)):
        if digest != entry.digest:
            return number
    return min(len(stored), len(entries))


def _logged(session: Session, at: int) -> StoredAction:
    step = session.history[at]
    return StoredAction(step.side, encode(str(step.deed)), session.history.digest(at), step.auto)


def _covered(snapshot: Any) -> str:
    """A position as it is stored: how the game ended can be read, the rest is encoded."""
    return as_json({"outcome": snapshot["outcome"], HIDDEN: encode(as_json(snapshot))})


def _uncovered(stored: str, where: str) -> Any:
    """The stored position; older catalogues have it without encoding."""
    body = from_json(stored, where)
    if isinstance(body, dict) and HIDDEN in body:
        return from_json(decode(text(body[HIDDEN], where)), where)
    return body


def _snapshot(session: Session) -> Snapshot:
    return Snapshot(_covered(session.game.codec.encode_state(session.state)), header(session))


def keep(
    session: Session, games: GameStore, name: str, *, autosave: bool = False, overwrite: bool = False
) -> GameWriter:
    """Begin to keep a game under a name; what has been played so far is written at once."""
    start, now = session.start, _snapshot(session)
    entries = session.history.saved_steps()
    log = games.begin(
        name,
        game=start.game,
        scenario=start.key,
        header=now.header,
        actions=[StoredAction(e.side, encode(str(e.action)), e.digest, e.auto) for e in entries],
        snapshot=now.state,
        autosave=autosave,
        replace=overwrite,
    )
    session.writer = GameWriter(log, len(session.takebacks))
    return session.writer


def resume(
    games: GameStore,
    name: str,
    lookup: Lookup,
    *,
    autosave: bool = False,
    progress: Progress | None = None,
    take_over: bool = False,
) -> Session:
    """The stored game, which is stored further as it is played; actions after the last snapshot are replayed.

    Under newer rules all actions are replayed, and the game is written again in its new form. GameInUse if
    another player has it open, unless that lease is stale and `take_over` is set.
    """
    log = games.resume(name, autosave=autosave, take_over=take_over)
    try:
        opened = _opened(games.load(name, autosave=autosave), lookup, progress)
        session = opened.session
        if opened.older_rules:
            keep(session, games, name, autosave=autosave, overwrite=True)
            return session
        writer = session.writer = GameWriter(log, len(session.takebacks), opened.notice)
        if opened.notice:
            writer.keep_snapshot(session)
        return session
    except BaseException:
        with suppress(BadInput):
            log.release()
        raise


def look(
    games: GameStore, name: str, lookup: Lookup, *, autosave: bool = False, progress: Progress | None = None
) -> Session:
    """The stored game without a lease: to read, or to continue as a branch."""
    return _opened(games.load(name, autosave=autosave), lookup, progress).session


class _Opened(Record):
    session: Session
    notice: str = ""
    older_rules: bool = False


def _opened(logged: SavedGame, lookup: Lookup, progress: Progress | None) -> _Opened:
    rows = [[a.side, decode(a.action), a.digest, *(["auto"] if a.auto else [])] for a in logged.actions]
    save = from_plain({**logged.header, "actions": rows, "snapshot": None})
    if save.rules_version != lookup(save.start.game).rules_version:
        return _Opened(restore(save, lookup, progress), older_rules=True)
    if not logged.snapshot:
        return _Opened(restore(save, lookup, progress))
    try:
        return _Opened(_from_snapshot(save, logged, lookup, progress))
    except Divergence:
        raise
    except BadInput:
        session = restore(save, lookup, progress)
        return _Opened(
            session,
            f"The stored position of this game did not fit its actions and was set aside; "
            f"the game was played again from its {len(rows)} actions, and none is lost.",
        )


def _from_snapshot(save: Save, logged: SavedGame, lookup: Lookup, progress: Progress | None) -> Session:
    """The stored position, and what has been played since."""
    snapshot = _uncovered(logged.snapshot, f"Game {logged.entry.name!r:.60}")
    known = save.steps[: logged.snapshot_at]
    session = restore(replace(save, steps=known, snapshot=snapshot), lookup, progress)
    for number, entry in enumerate(save.steps[len(known) :], start=len(known) + 1):
        play_again(session, number, entry)
    return session
