"""Games in progress in the catalogue: a header, one row for each accepted action, a snapshot as a shortcut.

Each action is committed by itself, so a crash loses nothing that was accepted. An autosave and a save that a
player named are different games even under the same name; an autosave never replaces a named one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import records as r
from engine.catalogue.arrays import as_json, from_json
from engine.catalogue.plain import flag, text, whole
from engine.catalogue.store import Catalogue
from engine.lean_dataclass import dataclass

_GAMES: Final = r.table_of(r.SavedGameTable)
_ACTIONS: Final = r.table_of(r.GameActionTable)
_APPEND: Final = insert(_ACTIONS)
_READ: Final = select(
    _ACTIONS.c.side, _ACTIONS.c.action, _ACTIONS.c.digest, _ACTIONS.c.auto, _ACTIONS.c.number
)


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An accepted action: who, what, the digest of the state behind it, whether it was played by itself."""

    side: str
    action: str
    digest: str
    auto: bool = False


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """One line of the list of saved games."""

    name: str
    autosave: bool
    game: str
    scenario: str
    actions: int
    changed: str


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A whole game as it was logged; the snapshot may be older than the last action, or missing ("")."""

    entry: SavedEntry
    header: Mapping[str, Any]
    actions: tuple[LoggedAction, ...]
    snapshot: str = ""
    snapshot_at: int = 0


class GamesLog:
    """The saved games of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def list(self) -> tuple[SavedEntry, ...]:
        """All saved games, the latest first."""
        count = select(func.count()).where(_ACTIONS.c.saved_game == _GAMES.c.id).scalar_subquery()
        query = select(
            _GAMES.c.name, _GAMES.c.autosave, _GAMES.c.game, _GAMES.c.scenario, count, _GAMES.c.changed
        )
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            found = connection.execute(query.order_by(_GAMES.c.changed.desc(), _GAMES.c.name))
            return tuple(SavedEntry(*row) for row in found)

    def begin(
        self,
        name: str,
        *,
        game: str,
        scenario: str,
        header: Mapping[str, Any],
        autosave: bool = False,
        replace: bool = False,
    ) -> GameLog:
        """A new, empty log. A named game is only replaced on demand, an autosave always."""
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
            "snapshot": "",
            "snapshot_at": 0,
        }
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            known = _find(connection, name, autosave)
            if known is not None and not (replace or autosave):
                raise BadInput(f"There is already a game named {name!r:.60}; choose another name.")
            if known is not None:
                connection.execute(delete(_GAMES).where(_GAMES.c.id == known["id"]))
            created = connection.execute(insert(_GAMES), row).inserted_primary_key
            assert created is not None
            return GameLog(self._catalogue, int(created[0]), 0)

    def resume(self, name: str, *, autosave: bool = False) -> GameLog:
        """The log of a game that goes on."""
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            known = _known(connection, name, autosave)
            last = select(func.max(_ACTIONS.c.number)).where(_ACTIONS.c.saved_game == known["id"])
            return GameLog(self._catalogue, known["id"], int(connection.execute(last).scalar() or 0))

    def load(self, name: str, *, autosave: bool = False) -> SavedGame:
        """Everything that was logged."""
        where = f"Game {name!r:.60}"
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            known = _known(connection, name, autosave)
            query = _READ.where(_ACTIONS.c.saved_game == known["id"]).order_by(_ACTIONS.c.number)
            found = connection.execute(query).all()
        if [row[4] for row in found] != list(range(1, len(found) + 1)):
            raise BadInput(f"{where} lacks some of its actions; the catalogue is damaged.")
        header = from_json(known["header"], where)
        if not isinstance(header, dict):
            raise BadInput(f"{where} has no header; the catalogue is damaged.")
        entry = SavedEntry(
            name,
            autosave,
            text(known["game"], where),
            text(known["scenario"], where),
            len(found),
            known["changed"],
        )
        actions = [
            LoggedAction(text(side, where), text(action, where), text(digest, where), flag(auto, where))
            for side, action, digest, auto, _ in found
        ]
        snapshot, at = text(known["snapshot"], where), whole(known["snapshot_at"], where)
        return SavedGame(entry, header, tuple(actions), snapshot if at <= len(found) else "", at)

    def delete(self, name: str, *, autosave: bool = False) -> None:
        """Forget a game with all its actions."""
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            known = _known(connection, name, autosave)
            connection.execute(delete(_GAMES).where(_GAMES.c.id == known["id"]))


class GameLog:
    """One game being played: what is appended here survives a crash."""

    def __init__(self, catalogue: Catalogue, key: int, length: int) -> None:
        self._catalogue = catalogue
        self._key = key
        self.length = length

    def append(self, *actions: LoggedAction) -> int:
        """Write accepted actions, in one commit; the number of actions so far."""
        number = self.length
        rows = [
            {
                "saved_game": self._key,
                "number": number + at,
                "side": text(logged.side, "A side"),
                "action": text(logged.action, "An action"),
                "digest": text(logged.digest, "A digest"),
                "auto": logged.auto,
            }
            for at, logged in enumerate(actions, start=1)
        ]
        if rows:
            with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
                connection.execute(_APPEND, rows)
        self.length = number + len(rows)
        return self.length

    def take_back(self, to: int) -> None:
        """Cut the log off behind an action."""
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            connection.execute(
                delete(_ACTIONS).where(_ACTIONS.c.saved_game == self._key, _ACTIONS.c.number > to)
            )
            stale = update(_GAMES).where(_GAMES.c.id == self._key, _GAMES.c.snapshot_at > to)
            connection.execute(stale.values(snapshot="", snapshot_at=0))
        self.length = min(self.length, to)

    def keep_snapshot(self, snapshot: str, header: Mapping[str, Any] | None = None) -> None:
        """Note the state behind the last action, and the header where it has changed."""
        values: dict[str, Any] = {
            "snapshot": text(snapshot, "The snapshot"),
            "snapshot_at": self.length,
            "changed": _now(),
        }
        if header is not None:
            values["header"] = as_json(header)
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            connection.execute(update(_GAMES).where(_GAMES.c.id == self._key).values(**values))


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _find(connection: Connection, name: str, autosave: bool) -> Mapping[str, Any] | None:
    query = select(_GAMES).where(_GAMES.c.name == name, _GAMES.c.autosave == autosave)
    found: Sequence[Any] = connection.execute(query).mappings().all()
    return dict(found[0]) if found else None


def _known(connection: Connection, name: str, autosave: bool) -> Mapping[str, Any]:
    found = _find(connection, name, autosave)
    if found is None:
        raise BadInput(f"There is no saved game {name!r:.60}; see the list of saved games.")
    return found
