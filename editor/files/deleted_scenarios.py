"""Deleted scenarios, kept as text files until they are restored or become too many."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.scenario_text import dumps, loads
from engine.files import read_text, write_atomically

MAX_KEPT: Final = 40
MAX_BYTES: Final = 64 * 2**20
_FOLDER: Final = "deleted_scenarios"


class Deleted(Struct, frozen=True):
    """A deleted scenario that can be restored."""

    key: str
    path: Path
    number: int
    """The larger, the later it was deleted."""


class DeletedScenarios:
    """Each is written before it leaves the catalogue, so that nothing is lost if the program is stopped."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _FOLDER

    def keep(self, document: ScenarioDocument) -> Deleted:
        """Write a scenario that is about to be deleted; the oldest ones go above the limit."""
        number = max((one.number for one in self.listed()), default=0) + 1
        path = self._folder / f"{number:06}.{document.key}.toml"
        write_atomically(path, dumps(document).encode())
        for old in self.listed()[MAX_KEPT:]:
            old.path.unlink(missing_ok=True)
        return Deleted(document.key, path, number)

    def listed(self) -> list[Deleted]:
        """All of them, the latest first."""
        found = []
        for path in self._folder.glob("*.toml"):
            number, _, key = path.name.removesuffix(".toml").partition(".")
            if number.isdecimal():
                found.append(Deleted(key, path, int(number)))
        return sorted(found, key=lambda one: one.number, reverse=True)

    def read(self, deleted: Deleted) -> ScenarioDocument:
        """The scenario; BadInput if its file is damaged."""
        return loads(read_text(deleted.path, MAX_BYTES))

    def forget(self, deleted: Deleted) -> None:
        """It has been restored."""
        try:
            deleted.path.unlink(missing_ok=True)
        except OSError as error:
            raise BadInput(f"{deleted.path} cannot be removed ({error.strerror}).") from None
