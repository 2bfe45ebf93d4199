"""Numbered backups of the scenarios of one catalogue: scenarios of other catalogues have their own."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.scenario_text import dumps, loads
from engine.files import read_text, write_atomically

if TYPE_CHECKING:
    from engine.catalogue.store import Catalogue

MAX_BACKUPS: Final = 60
MAX_BYTES: Final = 64 * 2**20
_FOLDER: Final = "scenario_backups"
_REUSED_KEY_MARK: Final = "begun_anew"
"""Marks the folder of a scenario that reuses the key of a deleted one."""
_OLD_FOLDER: Final = "backups"
"""The old common folder of all catalogues; only backups of the user's own catalogue are reliable."""


class Backup(Struct, frozen=True):
    """A previous version of a scenario."""

    number: int
    path: Path
    when: datetime

    def read(self) -> ScenarioDocument:
        """The scenario as it was."""
        return loads(read_text(self.path, MAX_BYTES))


class Backups:
    """The previous versions of a catalogue's scenarios, by key and revision, in the user's folder."""

    def __init__(self, catalogue: Catalogue, folder: Path) -> None:
        self._folder = folder / _FOLDER / _name_of(catalogue.location)
        self._older = folder / _OLD_FOLDER if _is_own(catalogue.location, folder) else None

    def keep(self, document: ScenarioDocument, revision: int) -> None:
        """Store this version under its number; the oldest ones are deleted above the limit."""
        path = self._place(document.key) / f"{revision:05}.toml"
        if not path.exists():
            write_atomically(path, dumps(document).encode())
        for old in _listed(self._place(document.key))[MAX_BACKUPS:]:
            old.path.unlink(missing_ok=True)

    def forget(self, key: str) -> None:
        """Ignore the backups of a deleted scenario that had the same key.

        The scenario is already saved, so a write error is not reported.
        """
        place = self._place(key)
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            (place / _REUSED_KEY_MARK).touch()
            for old in _listed(place):
                old.path.unlink(missing_ok=True)

    def of(self, key: str) -> list[Backup]:
        """The previous versions of a scenario, latest first."""
        found = {backup.number: backup for backup in (*self._older_of(key), *_listed(self._place(key)))}
        return sorted(found.values(), key=lambda backup: -backup.number)

    def _older_of(self, key: str) -> list[Backup]:
        """Backups from the old common folder."""
        if self._older is None or (self._place(key) / _REUSED_KEY_MARK).exists():
            return []
        return _listed(self._older / file_name(key))

    def _place(self, key: str) -> Path:
        return self._folder / file_name(key)


def _listed(folder: Path) -> list[Backup]:
    found = []
    for path in folder.glob("*.toml"):
        if path.stem.isdigit():
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
            found.append(Backup(int(path.stem), path, when))
    return sorted(found, key=lambda backup: -backup.number)


def _name_of(location: str | Path) -> str:
    """A folder name for a catalogue; an address may contain a password, so only its hash is used."""
    if isinstance(location, Path):
        whole, short = str(location.resolve()), location.stem
    else:
        whole, short = re.sub(r"://([^/@]*@)?", "://", location), "server"
    return f"{file_name(short)[:40]}-{blake2b(whole.encode(), digest_size=8).hexdigest()}"


def _is_own(location: str | Path, folder: Path) -> bool:
    """Whether this catalogue is in the user's folder."""
    from engine.catalogue.user_copy import FILE

    return isinstance(location, Path) and location.resolve() == (folder / FILE).resolve()


def file_name(key: str) -> str:
    """Turn a key into a file name that is valid on every system."""
    return re.sub(r"[^A-Za-z0-9._-]", lambda sign: f"%{ord(sign[0]):x}", key).strip(".") or "%"
