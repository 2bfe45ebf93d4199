"""The working copy of a scenario: plain tables that commands change, and the frozen document they come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import fields

from engine.catalogue.document import Feature, MapSheet, ScenarioDocument

BY_PLACE: Final = ("terrain", "features", "hexsides", "places")
"""Tables with one entry for each hex or hexside; `places` are the features the scenario lays over its map."""
SHEET: Final = "map"
SCENARIO: Final = "scenario"
_SHEET_FIELDS: Final = tuple(
    field.name for field in fields(MapSheet) if field.name not in ("terrain", "features", "hexsides")
)
_SCENARIO_FIELDS: Final = tuple(
    field.name for field in fields(ScenarioDocument) if field.name not in ("map", "features")
)


class WorkingCopy:
    """Tables by name. An entry of None is one that is not there; the single fields are always there."""

    def __init__(self, document: ScenarioDocument) -> None:
        sheet = document.map
        self.written = 0
        """How often something was written."""
        self._copies: dict[str, dict[str, Any]] = {}
        """The tables of the last document, as far as they are up to date: most changes leave most alone."""
        self._document: ScenarioDocument | None = document
        """The last one, as long as nothing has been written since."""
        self.tables: dict[str, dict[str, Any]] = {
            "terrain": dict(sheet.terrain),
            "features": dict(sheet.features),
            "hexsides": dict(sheet.hexsides),
            "places": dict(document.features),
            SHEET: {name: getattr(sheet, name) for name in _SHEET_FIELDS},
            SCENARIO: {name: getattr(document, name) for name in _SCENARIO_FIELDS},
        }

    def document(self) -> ScenarioDocument:
        """What the tables say now, as a document that nobody changes any more."""
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
        """Write entries; those of None are taken out."""
        self.written += 1
        self._document = None
        self._copies.pop(table, None)
        present = self.tables[table]
        gone = [key for key, value in rows.items() if value is None]
        if len(gone) < len(rows):
            present.update(rows)
        for key in gone:
            present.pop(key, None)
