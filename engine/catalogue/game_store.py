"""Games in progress in the catalogue: a header, one row for each accepted action, a snapshot as a shortcut.

Each action is committed by itself, so a crash loses nothing that was accepted. A snapshot is committed with
the number of the action that it belongs to. Only who holds the lease of a game writes to it. An autosave and
a game that a player named are different ones even under the same name, and neither replaces the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import lease as leases
from engine.catalogue import records as r
from engine.catalogue.compact_json import as_json, from_json
from engine.catalogue.plain_data import flag, text, whole
from engine.catalogue.store import Catalogue
from engine.record import Record

_GAMES: Final = r.table_of(r.SavedGameTable)
_ACTIONS: Final = r.table_of(r.GameActionTable)
_APPEND: Final = insert(_ACTIONS)
_READ: Final = select(
    _ACTIONS.c.number,
    _ACTIONS.c.side,
    _ACTIONS.c.action,
    _ACTIONS.c.digest,
    _ACTIONS.c.auto,
    _ACTIONS.c.joined,
)
_LENGTH: Final = select(func.count()).where(_ACTIONS.c.saved_game == _GAMES.c.id).scalar_subquery()
"""The number of actions of a game."""
_OUTCOME: Final = '"outcome":{'
"""Stands in the last position of a game that is over; before the end it says null."""


def is_finished() -> ColumnElement[bool]:
    """The condition for games that were played to their end."""
    last = and_(_GAMES.c.snapshot_at == _LENGTH, _LENGTH > 0)
    return and_(last, _GAMES.c.snapshot.contains(_OUTCOME, autoescape=True))


class StoredAction(Record):
    """An accepted action: side, action, digest of the state after it.

    `auto` if it was the only option and was played on request, `joined` if it was submitted together with the
    action before it.
    """

    side: str
    action: str
    digest: str
    auto: bool = False
    joined: bool = False


class SavedEntry(Record):
    """One line of the list of saved games."""

    name: str
    autosave: bool
    game: str
    scenario: str
    actions: int
    changed: str
    finished: bool = False


class SavedGame(Record):
    """A whole game as it is stored; the snapshot may be older than the last action, or missing ("")."""

    entry: SavedEntry
    header: Mapping[str, Any]
    actions: tuple[StoredAction, ...]
    snapshot: str = ""
    snapshot_at: int = 0


class Snapshot(Record):
    """The position after the last action, and the header at that time."""

    state: str
    header: Mapping[str, Any]


class GameStore:
    """The saved games of a catalogue, as one process sees and writes them."""

    def __init__(self, catalogue: Catalogue, holder: leases.Holder | None = None) -> None:
        self._catalogue = catalogue
        self._holder = holder or leases.this_process()

    def list(self) -> tuple[SavedEntry, ...]:
        """All saved games, the latest first.

        The row of a game is written with its snapshots, its lease is renewed with every action: a game that
        is open, or was when its window crashed, was played until then.
        """
        columns = (_GAMES.c.name, _GAMES.c.autosave, _GAMES.c.game, _GAMES.c.scenario)
        query = select(*columns, _LENGTH, _GAMES.c.changed, is_finished(), leases.renewed_at(_GAMES.c.id))
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            rows = connection.execute(query).all()
        found = [
            SavedEntry(name, autosave, game, scenario, actions, _later(changed, renewed), finished)
            for name, autosave, game, scenario, actions, changed, finished, renewed in rows
        ]
        found.sort(key=lambda entry: entry.name)
        return tuple(sorted(found, key=lambda entry: entry.changed, reverse=True))

    def begin(
        self,
        name: str,
        *,
        game: str,
        scenario: str,
        header: Mapping[str, Any],
        actions: Sequence[StoredAction] = (),
        snapshot: str = "",
        autosave: bool = False,
        replace: bool = False,
    ) -> LeasedGame:
        """A new game with what has been played so far, all of it or nothing; it is leased to this process.

        A named game is only replaced on demand, an autosave always, and neither while it is open elsewhere.
        """
        name = text(name, "The name of the game").strip()
        if not name:
            raise BadInput("A saved game needs a name.")
        row = {
            "name": name,
            "autosave": autosave,
            "game": text(game, "The game"),
            "scenario": text(scenario, "The scenario"),
            "header": as_json(header),
            "changed": _now(),
            "snapshot": text(snapshot, "The snapshot"),
            "snapshot_at": len(actions) if snapshot else 0,
        }
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            known = _find(connection, name, autosave)
            if known is not None and not (replace or autosave):
                raise BadInput(f"There is already a game named {name!r:.60}; choose another name.")
            if known is not None:
                leases.take(connection, known["id"], name, self._holder)
                connection.execute(delete(_GAMES).where(_GAMES.c.id == known["id"]))
            created = connection.execute(insert(_GAMES), row).inserted_primary_key
            assert created is not None
            key = int(created[0])
            token = leases.take(connection, key, name, self._holder)
            if actions:
                connection.execute(_APPEND, _rows(key, 0, actions))
        return LeasedGame(self._catalogue, self._holder, name, key, token, len(actions))

    def resume(self, name: str, *, autosave: bool = False, take_over: bool = False) -> LeasedGame:
        """A game that is continued, leased to this process; GameInUse if it is open elsewhere.

        With `take_over` a stale lease is taken over.
        """
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            key = _known(connection, name, autosave)["id"]
            token = leases.take(connection, key, name, self._holder, take_over)
            length = len(_digests(connection, key))
        return LeasedGame(self._catalogue, self._holder, name, key, token, length)

    def held_by_other(self, name: str, *, autosave: bool = False) -> leases.Lease | None:
        """The lease of another process that has the game open and has not ended, if there is one."""
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            found = leases.held(connection, _known(connection, name, autosave)["id"])
        mine = found is None or found.holder == self._holder or found.holder.has_ended()
        return None if mine else found

    def load(self, name: str, *, autosave: bool = False) -> SavedGame:
        """Everything that was stored."""
        where = f"Game {name!r:.60}"
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            known = _known(connection, name, autosave)
            query = _READ.where(_ACTIONS.c.saved_game == known["id"]).order_by(_ACTIONS.c.number)
            found = connection.execute(query).all()
        if [row[0] for row in found] != list(range(1, len(found) + 1)):
            raise BadInput(f"{where} lacks some of its actions; the catalogue is damaged.")
        header = from_json(known["header"], where)
        if not isinstance(header, dict):
            raise BadInput(f"{where} has no header; the catalogue is damaged.")
        snapshot, at = text(known["snapshot"], where), whole(known["snapshot_at"], where)
        entry = SavedEntry(
            name,
            autosave,
            text(known["game"], where),
            text(known["scenario"], where),
            len(found),
            known["changed"],
            0 < len(found) == at and _OUTCOME in snapshot,
        )
        actions = [
            StoredAction(
                text(side, where),
                text(action, where),
                text(digest, where),
                flag(auto, where),
                flag(joined, where),
            )
            for _, side, action, digest, auto, joined in found
        ]
        return SavedGame(entry, header, tuple(actions), snapshot if at <= len(found) else "", at)

    def rename(self, name: str, to: str, *, autosave: bool = False) -> str:
        """Give a game another name; from then on it is one that a player named. Returns the name.

        The process that has the game open keeps its lease; no other may rename it meanwhile.
        """
        to = text(to, "The name of the game").strip()
        if not to:
            raise BadInput("A saved game needs a name.")
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            key = _known(connection, name, autosave)["id"]
            found = leases.held(connection, key)
            if found is not None and found.holder != self._holder and not found.holder.has_ended():
                raise leases.GameInUse(name, found)
            same = _find(connection, to, autosave=False)
            if same is not None and same["id"] != key:
                raise BadInput(f"There is already a game named {to!r:.60}; choose another name.")
            connection.execute(update(_GAMES).where(_GAMES.c.id == key).values(name=to, autosave=False))
        return to

    def delete_unplayed(self) -> None:
        """Delete the autosaves without any action, except those that are open somewhere."""
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            query = select(_GAMES.c.id).where(_GAMES.c.autosave, _LENGTH == 0)
            for key in connection.execute(query).scalars().all():
                found = leases.held(connection, key)
                if found is None or found.holder.has_ended():
                    connection.execute(delete(_GAMES).where(_GAMES.c.id == key))

    def delete(self, name: str, *, autosave: bool = False) -> None:
        """Delete a game with all its actions, unless another player has it open."""
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            known = _known(connection, name, autosave)
            leases.take(connection, known["id"], name, self._holder)
            connection.execute(delete(_GAMES).where(_GAMES.c.id == known["id"]))


class LeasedGame:
    """One game being played: appended actions survive a crash. Only the holder of the lease may write."""

    def __init__(
        self, catalogue: Catalogue, holder: leases.Holder, name: str, key: int, token: str, length: int
    ) -> None:
        self._catalogue = catalogue
        self._holder = holder
        self._name = name
        self._key = key
        self._token = token
        self.length = length

    def append(self, *actions: StoredAction, snapshot: Snapshot | None = None) -> int:
        """Write accepted actions, and the position after them, in one commit; returns their number."""
        return self.rewrite(self.length, *actions, snapshot=snapshot)

    def take_back(self, to: int) -> None:
        """Delete all actions after this one."""
        self.rewrite(to)

    def rewrite(self, keep: int, *actions: StoredAction, snapshot: Snapshot | None = None) -> int:
        """Keep this number of actions, then append these, in one commit; return the number of actions.

        A snapshot belongs to the last of them and is stored with its number, or not at all.
        """
        rows, length = _rows(self._key, keep, actions), keep + len(actions)
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            leases.renew(connection, self._key, self._token)
            if keep < self.length:
                behind = delete(_ACTIONS).where(_ACTIONS.c.saved_game == self._key)
                connection.execute(behind.where(_ACTIONS.c.number > keep))
                stale = update(_GAMES).where(_GAMES.c.id == self._key, _GAMES.c.snapshot_at > keep)
                connection.execute(stale.values(snapshot="", snapshot_at=0))
            if rows:
                connection.execute(_APPEND, rows)
            if snapshot is not None:
                values = {
                    "snapshot": text(snapshot.state, "The snapshot"),
                    "snapshot_at": length,
                    "header": as_json(snapshot.header),
                    "changed": _now(),
                }
                connection.execute(update(_GAMES).where(_GAMES.c.id == self._key).values(**values))
        self.length = length
        return length

    def digests(self) -> list[str]:
        """The digests of the actions as they are stored now; from here on their number is the length."""
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            found = _digests(connection, self._key)
        self.length = len(found)
        return found

    # the lease

    def renew(self) -> None:
        """Renew the lease; LeaseLost if another player has taken the game over."""
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            leases.renew(connection, self._key, self._token)

    def release(self) -> None:
        """Release the lease; others may continue the game."""
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            leases.release(connection, self._key, self._token)

    def take_again(self) -> None:
        """Take the lease again; GameInUse if another player has the game open now."""
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            self._token = leases.take(connection, self._key, self._name, self._holder)


def _rows(key: int, behind: int, actions: Sequence[StoredAction]) -> list[dict[str, Any]]:
    return [
        {
            "saved_game": key,
            "number": number,
            "side": text(stored.side, "A side"),
            "action": text(stored.action, "An action"),
            "digest": text(stored.digest, "A digest"),
            "auto": stored.auto,
            "joined": stored.joined,
        }
        for number, stored in enumerate(actions, start=behind + 1)
    ]


def _digests(connection: Connection, key: int) -> list[str]:
    query = select(_ACTIONS.c.digest).where(_ACTIONS.c.saved_game == key).order_by(_ACTIONS.c.number)
    return list(connection.execute(query).scalars())


def _now() -> str:
    return _stamp(datetime.now(UTC))


def _stamp(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _later(changed: str, renewed: str | None) -> str:
    """The later of both times; a lease whose time cannot be read says nothing."""
    try:
        return max(changed, _stamp(datetime.fromisoformat(renewed).astimezone(UTC))) if renewed else changed
    except ValueError:
        return changed


def _find(connection: Connection, name: str, autosave: bool) -> Mapping[str, Any] | None:
    query = select(_GAMES).where(_GAMES.c.name == name, _GAMES.c.autosave == autosave)
    found: Sequence[Any] = connection.execute(query).mappings().all()
    return dict(found[0]) if found else None


def _known(connection: Connection, name: str, autosave: bool) -> Mapping[str, Any]:
    found = _find(connection, name, autosave)
    if found is None:
        raise BadInput(f"There is no saved game {name!r:.60}; see the list of saved games.")
    return found
