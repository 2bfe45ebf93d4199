"""The lease of a game: which process has it open, so that no other writes its actions at the same time.

A lease is held by one process of one user on one machine and is renewed while the game is open. One whose
process has ended on this machine is free at once. One that has not been renewed for a time is stale: another
player may take the game over after a confirmation. Times are those of the database, so that the clocks of the
players' machines need not agree.
"""

from __future__ import annotations

import getpass
import os
import platform
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    Text,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from engine.bad_input import BadInput
from engine.catalogue import records as r
from engine.record import Record

RENEW_EVERY_SECONDS: Final = 60
STALE_AFTER_SECONDS: Final = 300
_LEASES: Final = r.table_of(r.GameLeaseTable)
_GAMES: Final = r.table_of(r.SavedGameTable)
_NOW: Final = select(func.now())


class _WrittenNow(FunctionElement[str]):
    """The time of the database as `renewed` holds it."""

    inherit_cache = True
    type = Text()


@compiles(_WrittenNow)
def _by_server(element: _WrittenNow, compiler: Any, **how: Any) -> str:
    return """to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')"""


@compiles(_WrittenNow, "sqlite")
def _by_sqlite(element: _WrittenNow, compiler: Any, **how: Any) -> str:
    return "strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now')"


_RENEW: Final = (
    update(_LEASES)
    .where(_LEASES.c.saved_game == bindparam("game"), _LEASES.c.token == bindparam("mine"))
    .values(renewed=_WrittenNow())
)
"""Carried out with every action, so it is built once."""


class Holder(Record):
    """A process of a user on a machine. `machine` tells apart machines that have the same name."""

    user: str
    host: str
    machine: str
    process: int
    started: str

    def __str__(self) -> str:
        return f"{self.user} on {self.host}"

    def has_ended(self) -> bool:
        """True if this is a process of this machine that has ended. Nothing is known about other machines."""
        if self.machine != _machine():
            return False
        running = _started(self.process)
        return running is None or bool(running and self.started and running != self.started)


class Lease(Record):
    """Who plays a game, since when, and whether it may be taken over."""

    holder: Holder
    since: datetime
    renewed: datetime
    stale: bool

    def __str__(self) -> str:
        return f"{self.holder}, since {self.since.astimezone():%Y-%m-%d %H:%M}"


class GameInUse(BadInput):
    """Another player has this game open."""

    def __init__(self, name: str, lease: Lease) -> None:
        super().__init__(
            f"{name!r:.80} is being played by {lease}; go on with it there, open it read-only,"
            " or continue it as a branch."
        )
        self.lease = lease


class LeaseLost(BadInput):
    """Another player has taken the game over: what is played here is no longer stored."""


def this_process() -> Holder:
    """This process."""
    process = os.getpid()
    return Holder(_user(), platform.node() or "this computer", _machine(), process, _started(process) or "")


# All below work inside a transaction that writes.


def take(connection: Connection, game: int, name: str, holder: Holder, take_over: bool = False) -> str:
    """Take the lease and return its token. GameInUse if another process holds it.

    A stale lease is only taken over on demand, one of a process that has ended always.
    """
    before, now = _row(connection, game), _now(connection)
    values = _values(holder, now)
    if before is None:
        connection.execute(insert(_LEASES), {"saved_game": game, **values})
        return str(values["token"])
    found = _lease(before, now)
    if found.holder != holder and not found.holder.has_ended() and not (take_over and found.stale):
        raise GameInUse(name, found)
    unchanged = [_LEASES.c[column] == before[column] for column in ("saved_game", "token", "renewed")]
    if not connection.execute(update(_LEASES).where(*unchanged).values(**values)).rowcount:
        raise GameInUse(name, held(connection, game) or found)  # Another process was faster.
    return str(values["token"])


def _values(holder: Holder, now: datetime) -> dict[str, str | int]:
    return {
        "token": uuid.uuid4().hex,
        "user_name": holder.user,
        "host": holder.host,
        "machine": holder.machine,
        "process": holder.process,
        "started": holder.started,
        "since": now.isoformat(),
        "renewed": now.isoformat(),
    }


def renew(connection: Connection, game: int, token: str) -> None:
    """Renew the lease, LeaseLost if it is lost; it cannot be taken until the end of the transaction."""
    if connection.execute(_RENEW, {"game": game, "mine": token}).rowcount:
        return
    if connection.execute(select(_GAMES.c.id).where(_GAMES.c.id == game)).first() is None:
        raise LeaseLost("This game is no longer in the catalogue: it was deleted or replaced.")
    other = held(connection, game)
    who = f"{other.holder} has taken this game over" if other is not None else "This game was taken over"
    raise LeaseLost(f"{who}; what is played here is no longer saved. Continue it as a branch.")


def release(connection: Connection, game: int, token: str) -> None:
    """Release the lease; nothing happens if another process holds it."""
    connection.execute(delete(_LEASES).where(_LEASES.c.saved_game == game, _LEASES.c.token == token))


def renewed_at(game: ColumnElement[Any]) -> ScalarSelect[str]:
    """When the lease of a game was renewed, as a part of a query; null without a lease."""
    return select(_LEASES.c.renewed).where(_LEASES.c.saved_game == game).scalar_subquery()


def held(connection: Connection, game: int) -> Lease | None:
    """The lease of a game, if it has any."""
    row = _row(connection, game)
    return None if row is None else _lease(row, _now(connection))


def _row(connection: Connection, game: int) -> Mapping[str, Any] | None:
    found = connection.execute(select(_LEASES).where(_LEASES.c.saved_game == game)).mappings().first()
    return None if found is None else dict(found)


def _lease(row: Mapping[str, Any], now: datetime) -> Lease:
    holder = Holder(row["user_name"], row["host"], row["machine"], row["process"], row["started"])
    try:
        since, renewed = datetime.fromisoformat(row["since"]), datetime.fromisoformat(row["renewed"])
        stale = (now - renewed).total_seconds() > STALE_AFTER_SECONDS
    except (TypeError, ValueError):
        return Lease(holder, now, now, stale=True)  # A lease that cannot be read does not lock the game.
    return Lease(holder, since, renewed, stale)


def _now(connection: Connection) -> datetime:
    """The time of the database, in whole seconds."""
    found = connection.execute(_NOW).scalar_one()
    aware = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return aware.astimezone(UTC).replace(microsecond=0)


@cache
def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "somebody"


@cache
def _machine() -> str:
    """This machine as far as its processes can see each other: containers count as machines of their own."""
    words = [_read(Path("/etc/machine-id")) or f"{uuid.getnode():x}", platform.node()]
    try:
        words.append(str(Path("/proc/self/ns/pid").readlink()))
    except OSError:
        words.append("")
    return blake2b("\n".join(words).encode(), digest_size=12).hexdigest()


def _started(process: int) -> str | None:
    """When a process of this machine began, which tells it from others that had its number; None if it runs
    no more, "" if nothing is known of it but that it runs."""
    known = _read(Path(f"/proc/{process}/stat"))
    if known:
        ticks = known.rpartition(")")[2].split()[19]
        return f"{_read(Path('/proc/sys/kernel/random/boot_id'))} {ticks}"
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return None
    except PermissionError:
        return ""
    return ""


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""
