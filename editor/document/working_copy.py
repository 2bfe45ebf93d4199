"""The working copy of a scenario: mutable tables that commands change, and the document built from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import fields

from engine.catalogue.document import Feature, MapSheet, ScenarioDocument

BY_PLACE: Final = ("terrain", "features", "hexsides", "places")
"""Tables with one entry per hex or hexside; `places` are the features that the scenario adds to the map."""
SHEET: Final = "map"
SCENARIO: Final = "scenario"
_SHEET_FIELDS: Final = tuple(
    field.name for field in fields(MapSheet) if field.name not in ("terrain", "features", "hexsides")
)
_SCENARIO_FIELDS: Final = tuple(
    field.name for field in fields(ScenarioDocument) if field.name not in ("map", "features")
)


class WorkingCopy:
    """Tables by name. Writing None removes an entry; scenario and map fields always exist."""

    def __init__(self, document: ScenarioDocument) -> None:
        sheet = document.map
        self.written = 0
        """The number of writes."""
        self._copies: dict[str, dict[str, Any]] = {}
        """Cached tables of the last document that are still up to date."""
        self._document: ScenarioDocument | None = document
        """The last document while nothing has been written since."""
        self.tables: dict[str, dict[str, Any]] = {
            "terrain": dict(sheet.terrain),
            "features": dict(sheet.features),
            "hexsides": dict(sheet.hexsides),
            "places": dict(document.features),
            SHEET: {name: getattr(sheet, name) for name in _SHEET_FIELDS},
            SCENARIO: {name: getattr(document, name) for name in _SCENARIO_FIELDS},
        }

    def document(self) -> ScenarioDocument:
        """The current state as an immutable document."""
        if self._document is None:
            self._document = self._put_together()
        return self._document

    def _put_together(self) -> ScenarioDocument:
        for table in BY_PLACE:
            if table not in self._copies:
                self._copies[table] = dict(self.tables[table])
        copies = self._copies
        sheet = MapSheet(
            terrain=copies["terrain"],
            features=copies["features"],
            hexsides=copies["hexsides"],
            **self.tables[SHEET],
        )
        return ScenarioDocument(map=sheet, features=copies["places"], **self.tables[SCENARIO])

    @property
    def terrain(self) -> dict[str, str]:
        return self.tables["terrain"]

    @property
    def hexsides(self) -> dict[str, tuple[Feature, ...]]:
        return self.tables["hexsides"]

    def features(self, table: str) -> dict[str, tuple[Feature, ...]]:
        """The features in hexes: those of the map ("features") or those of the scenario ("places")."""
        return self.tables[table]

    def sheet(self, name: str) -> Any:
        """A field of the map."""
        return self.tables[SHEET][name]

    def scenario(self, name: str) -> Any:
        """A field of the scenario."""
        return self.tables[SCENARIO][name]

    def put(self, table: str, rows: Mapping[str, Any]) -> None:
        """Write entries; None removes an entry."""
        self.written += 1
        self._document = None
        self._copies.pop(table, None)
        present = self.tables[table]
        gone = [key for key, value in rows.items() if value is None]
        if len(gone) < len(rows):
            present.update(rows)
        for key in gone:
            present.pop(key, None)
