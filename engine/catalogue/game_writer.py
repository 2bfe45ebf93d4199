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
from engine.mechanics.plural import counted
from engine.record import Record
from engine.referee.encoded_text import decode, encode
from engine.referee.progress import Progress
from engine.referee.save import HIDDEN, Divergence, Lookup, Save, from_plain, header, play_again, restore
from engine.referee.save_fields import step_row
from engine.referee.session import Session

SNAPSHOT_EVERY: Final = 100


class GameWriter:
    """Called by a session after each change of its history."""

    def __init__(self, game: LeasedGame, session: Session, notice: str = "") -> None:
        self._game = game
        self._header = _changing(session)
        """What the stored header says of the session."""
        self._agreed = game.length
        """How many stored actions are certainly those of the game, even if the last write failed."""
        self._unsure = False
        """The last write failed, perhaps only after the database had stored it."""
        self.notice = notice
        """A message for the player about the game that was opened; empty if there is none."""

    def __call__(self, session: Session) -> None:
        over = session.choice is None
        passed = len(session) // SNAPSHOT_EVERY > self._agreed // SNAPSHOT_EVERY
        due = passed or _changing(session) != self._header
        self._write(session, over or due)

    def keep_snapshot(self, session: Session) -> None:
        """Store the position, so that the game opens without a replay."""
        self._write(session, with_snapshot=True)

    def _write(self, session: Session, with_snapshot: bool) -> None:
        """Store the actions that are missing, together with the position, in one transaction."""
        length, changing = len(session), _changing(session)
        self._agreed = min(self._agreed, length)
        try:
            if self._unsure:
                self._agreed = min(self._agreed, _in_common(self._game.digests(), session))
            actions = [_stored(session, at) for at in range(self._agreed + 1, length + 1)]
            self._game.rewrite(self._agreed, *actions, snapshot=_snapshot(session) if with_snapshot else None)
        except BadInput:
            self._unsure = True
            raise
        self._unsure = False
        self._agreed = length
        if with_snapshot:
            self._header = changing

    # the lease

    def renew(self) -> None:
        """Renew the lease; LeaseLost if another player has taken the game over."""
        self._game.renew()

    def release(self) -> None:
        """Release the lease; others may continue the game."""
        self._game.release()

    def take_again(self, session: Session) -> None:
        """Take the lease again; LeaseLost if the game was continued elsewhere in the meantime."""
        self._game.take_again()
        stored = self._game.digests()
        if _in_common(stored, session) < len(stored):
            self._game.release()
            raise LeaseLost("This game was continued elsewhere. Open it again to continue from there.")
        self._agreed = len(stored)


def _changing(session: Session) -> tuple[int, dict[str, str]]:
    """What can change in the header of a game."""
    return len(session.takebacks), dict(session.bots)


def _in_common(stored: list[str], session: Session) -> int:
    """How many stored actions are those of the game, from the first on."""
    steps = session.history.saved_steps()
    for number, (digest, step) in enumerate(zip(stored, steps, strict=False)):
        if digest != step.digest:
            return number
    return min(len(stored), len(steps))


def _stored(session: Session, at: int) -> StoredAction:
    step = session.history[at]
    digest = session.history.digest(at)
    return StoredAction(step.side, encode(str(step.action_or_ruling)), digest, step.auto, step.joined)


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
    steps = session.history.saved_steps()
    game = games.begin(
        name,
        game=start.game,
        scenario=start.key,
        header=now.header,
        actions=[StoredAction(s.side, encode(str(s.action)), s.digest, s.auto, s.joined) for s in steps],
        snapshot=now.state,
        autosave=autosave,
        replace=overwrite,
    )
    session.writer = GameWriter(game, session)
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
    game = games.resume(name, autosave=autosave, take_over=take_over)
    try:
        opened = _opened(games.load(name, autosave=autosave), lookup, progress)
        session = opened.session
        if opened.older_rules:
            keep(session, games, name, autosave=autosave, overwrite=True)
            return session
        writer = session.writer = GameWriter(game, session, opened.notice)
        if opened.notice:
            writer.keep_snapshot(session)
        return session
    except BaseException:
        with suppress(BadInput):
            game.release()
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


def _opened(stored: SavedGame, lookup: Lookup, progress: Progress | None) -> _Opened:
    rows = [step_row(a.side, decode(a.action), a.digest, a.auto, a.joined) for a in stored.actions]
    save = from_plain({**stored.header, "actions": rows, "snapshot": None})
    if save.rules_version != lookup(save.start.game).rules_version:
        return _Opened(restore(save, lookup, progress), older_rules=True)
    if not stored.snapshot:
        return _Opened(restore(save, lookup, progress))
    try:
        return _Opened(_from_snapshot(save, stored, lookup, progress))
    except Divergence:
        raise
    except BadInput:
        session = restore(save, lookup, progress)
        return _Opened(
            session,
            f"The stored position of this game did not fit its actions and was set aside; "
            f"the game was played again from its {counted(len(rows), 'action')}, and none is lost.",
        )


def _from_snapshot(save: Save, stored: SavedGame, lookup: Lookup, progress: Progress | None) -> Session:
    """The stored position, and what has been played since."""
    snapshot = _uncovered(stored.snapshot, f"Game {stored.entry.name!r:.60}")
    known = save.steps[: stored.snapshot_at]
    session = restore(replace(save, steps=known, snapshot=snapshot), lookup, progress)
    for number, step in enumerate(save.steps[len(known) :], start=len(known) + 1):
        play_again(session, number, step)
    return session
