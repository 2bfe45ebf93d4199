"""What was last wanted of each scenario, so that a run goes on tomorrow without being described again."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from engine.bad_input import BadInput
from engine.bots.names import is_known
from engine.catalogue.plain_data import read, write
from engine.files import read_text, write_atomically
from engine.lab.plan import Wanted
from engine.parse_limits import load_json

FILE: Final = "lab.json"
MOST_SCENARIOS: Final = 30
_LONGEST: Final = 200_000


class LastRuns:
    """Kept in a file of the user's folder; one that cannot be read counts as empty."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def of(self, scenario: str) -> Wanted | None:
        """What was wanted of a scenario; None if nothing is known or it fits no more."""
        found = self._all().get(scenario)
        if found is None:
            return None
        try:
            wanted = read(Wanted, found, "The last run")
        except BadInput:
            return None
        bots = {*wanted.bots, *(bot for seat in wanted.seats.values() for bot in seat)}
        return wanted if all(map(is_known, bots)) and wanted.games > 0 else None

    def remember(self, scenario: str, wanted: Wanted) -> None:
        """Note what is wanted now; BadInput if it cannot be written."""
        others = {key: found for key, found in self._all().items() if key != scenario}
        kept = {scenario: write(wanted), **dict(list(others.items())[: MOST_SCENARIOS - 1])}
        write_atomically(self._path, msgspec.json.encode(kept))

    def _all(self) -> dict[str, object]:
        try:
            found = load_json(read_text(self._path, _LONGEST), "The last runs")
        except (BadInput, OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}
