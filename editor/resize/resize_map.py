"""Resizes a map: hexes are added or removed at its edges, and all references to hexes are updated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from app.background.progress import with_progress
from editor.backdrop.backdrop import with_moved_backdrop
from editor.commands.set_records import SetRecords, become
from editor.document.hexes_in_rules import declared, moved_places
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.board import with_moved_board
from engine.catalogue.document import (
    Feature,
    MapSheet,
    Placement,
    Plain,
    Region,
    ScenarioDocument,
)
from engine.hexes.cubes import opposite
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.lattice import Lattice
from engine.hexes.layout import Layout


class Margins(Struct, frozen=True):
    """Columns and rows to add at each edge; negative values remove them."""

    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0
    keep_numbers: bool = False
    """Keep the numbers of the old hexes, if possible."""
    renumber_rules: bool = True
    """Also renumber undeclared values in rules and settings that look like hexes."""


class Resized(Struct):
    """The resized scenario, and the number of lost items by kind."""

    document: ScenarioDocument
    losses: Counter[str] = field(default_factory=Counter)

    def warning(self) -> str:
        """The losses as text; empty if nothing is lost."""
        return ", ".join(_counted(count, what) for what, count in sorted(self.losses.items()))


def _counted(count: int, what: str) -> str:
    """Like "3 hexes of terrain" or "1 hex of terrain"."""
    if count != 1:
        return f"{count} {what}"
    head, of, rest = what.partition(" of ")
    return f"1 {head[:-2] if head.endswith('hexes') else head[:-1]}{of}{rest}"


def resized_spec(spec: GridSpec, margins: Margins) -> tuple[GridSpec, int, int]:
    """The new grid, and the offsets of column and row numbers."""
    columns = spec.columns + margins.left + margins.right
    rows = spec.rows + margins.top + margins.bottom
    if columns < 1 or rows < 1:
        raise BadInput("No hex of the map would be left; remove fewer columns or rows.")
    across = margins.left if spec.columns_run == "right" else margins.right
    down = margins.top if spec.rows_run == "down" else margins.bottom
    first_column, first_row = spec.first_column, spec.first_row
    if margins.keep_numbers:
        if across > first_column or down > first_row:
            raise BadInput("The new hexes would need numbers below 0; let the map be renumbered.")
        first_column, first_row, across, down = first_column - across, first_row - down, 0, 0
    turned = (across if spec.orientation == "flat" else down) % 2 == 1
    stagger = spec.stagger if not turned else "even" if spec.stagger == "odd" else "odd"
    bare = replace(spec, missing=frozenset())
    grown = replace(
        bare, columns=columns, rows=rows, first_column=first_column, first_row=first_row, stagger=stagger
    )
    missing = {
        moved
        for name in spec.missing
        if (at := spec.numbers(name)) and grown.numbers(moved := grown.printed(at[0] + across, at[1] + down))
    }
    return replace(grown, missing=frozenset(missing)), across, down


def sheet_of(sheet: MapSheet) -> GridSpec:
    """The grid of a map; BadInput if it has several."""
    if not isinstance(sheet.grid, GridSpec):
        raise BadInput("This map is joined from several sheets; resize the sheets instead.")
    return sheet.grid


def resize(document: ScenarioDocument, margins: Margins) -> Resized:
    """The scenario on a map with these margins; the content of removed hexes is lost."""
    spec = sheet_of(document.map)
    new_spec, across, down = resized_spec(spec, margins)
    old, new = Grid(spec), Grid(new_spec)
    moved = {}
    for here in with_progress(old.hexes):
        column, row = old.column_row(here)
        moved[here] = new.at(column + across, row + down)
    for alias, here in document.map.aliases.items():
        moved[alias] = moved.get(here)
    return _Renumbering(moved, old, new, margins.renumber_rules).of(document)


def moved_to_grid(document: ScenarioDocument, spec: GridSpec) -> Resized:
    """The scenario on another grid; references to missing hexes are lost."""
    old, new = document.map.lattice(), Grid(spec)
    moved = {here: here if here in new else None for here in (*old.hexes, *document.map.aliases)}
    return _Renumbering(moved, old, new).of(document)


def resize_map(work: WorkingCopy, margins: Margins) -> SetRecords:
    """Change the size of the map."""
    return become(work, resize(work.document(), margins).document, "Resize the map")


class _Renumbering:
    """Converts a scenario to other hex numbers and counts what is lost."""

    def __init__(
        self, moved: Mapping[str, str | None], old: Lattice, new: Grid, renumber_rules: bool = True
    ) -> None:
        self._moved = moved
        self._renumber_rules = renumber_rules
        self._old, self._new = old, new
        self.losses: Counter[str] = Counter()

    def of(self, document: ScenarioDocument) -> Resized:
        sheet, known = self._sheet(document.map), declared(document.game)
        return Resized(
            replace(
                document,
                map=sheet,
                features=self._table(document.features, "features of the scenario"),
                regions=tuple(map(self._region, document.regions)),
                start_lines=tuple(self._start_line(line) for line in document.start_lines),
                setups=tuple(
                    replace(setup, place=place)
                    for setup in document.setups
                    if (place := self._place(setup.place, "set-ups"))
                ),
                schedule=tuple(
                    replace(entry, place=self._place(entry.place, "places of arrival"))
                    for entry in document.schedule
                ),
                victory=tuple(
                    replace(known, test=self._renumbered(known.test), score=self._renumbered(known.score))
                    for known in document.victory
                ),
                special_rules=tuple(
                    replace(
                        rule,
                        parameters={
                            name: self._parameter(value)
                            if self._renumber_rules or name in known.get(rule.id, ())
                            else value
                            for name, value in rule.parameters.items()
                        },
                    )
                    for rule in document.special_rules
                ),
                data={
                    name: self._parameter(value) if self._renumber_rules else value
                    for name, value in document.data.items()
                },
            ),
            self.losses,
        )

    def _sheet(self, sheet: MapSheet) -> MapSheet:
        return replace(
            sheet,
            grid=self._new.spec,
            terrain=self._table(sheet.terrain, "hexes of terrain"),
            features=self._table(sheet.features, "features"),
            hexsides=self._hexsides(sheet.hexsides),
            labels=tuple(
                replace(label, hex=here) for label in sheet.labels if (here := self._hex(label.hex, "names"))
            ),
            regions=tuple(map(self._region, sheet.regions)),
            data=with_moved_board(with_moved_backdrop(sheet.data, self._moved, self._shift()), self._shift()),
            aliases={
                alias: here
                for alias, of in sheet.aliases.items()
                if (here := self._hex(of, "second numbers"))
            },
            georeference=replace(
                sheet.georeference,
                anchors=tuple(
                    replace(anchor, hex=here)
                    for anchor in sheet.georeference.anchors
                    if (here := self._hex(anchor.hex, "known places"))
                ),
            ),
        )

    def _shift(self) -> tuple[float, float]:
        """The shift of the hexes on the map, in hex sizes."""
        for here in self._old.hexes:
            if (there := self._moved.get(here)) is not None:
                (x, y), (left, top) = Layout(self._new).centre(there), Layout(self._old).centre(here)
                return x - left, y - top
        return 0.0, 0.0

    def _hex(self, here: str, what: str) -> str | None:
        moved = self._moved.get(here)
        if moved is None:
            self.losses[what] += 1
        return moved

    def _table(self, rows: Mapping[str, Any], what: str) -> dict[str, Any]:
        return {here: found for old, found in with_progress(rows.items()) if (here := self._hex(old, what))}

    def _point(self, point: str, what: str) -> str | None:
        """The new id of a hex or hexside; hexsides at the map edge are handled."""
        if "/" not in point:
            return self._hex(point, what)
        try:
            here, direction = self._old.locate(point)
        except BadInput:
            self.losses[what] += 1
            return None
        for at, way in ((here, direction), (self._old.neighbor(here, direction), opposite(direction))):
            moved = self._moved.get(at) if at is not None else None
            if moved is not None:
                return self._new.hexside_at(moved, way)
        self.losses[what] += 1
        return None

    def _hexsides(self, rows: Mapping[str, tuple[Feature, ...]]) -> dict[str, tuple[Feature, ...]]:
        found = {}
        for side, features in with_progress(rows.items()):
            moved = self._point(side, "hexsides")
            if moved is not None:
                found[moved] = tuple(replace(f, toward=self._moved.get(f.toward) or "") for f in features)
        return found

    def _region(self, region: Region) -> Region:
        hexes = tuple(here for old in region.hexes if (here := self._hex(old, "hexes of regions")))
        points = tuple(at for old in region.polygon if (at := self._point(old, "corners of regions")))
        return replace(region, hexes=hexes, polygon=points)

    def _start_line(self, line: Any) -> Any:
        points = tuple(at for old in line.points if (at := self._point(old, "points of start lines")))
        held = {here: side for old, side in line.exceptions.items() if (here := self._moved.get(old))}
        return replace(line, points=points, exceptions=held)

    def _place(self, place: Placement | None, what: str) -> Placement | None:
        if place is None or place.kind not in ("hex", "within"):
            return place
        here = self._hex(place.at, what)
        return replace(place, at=here) if here else None

    def _renumbered(self, expression: Plain) -> Plain:
        """Renumber the hexes of a victory condition."""
        if isinstance(expression, Mapping):
            return {word: self._argument(word, value) for word, value in expression.items()}
        if isinstance(expression, tuple):
            return tuple(self._renumbered(item) for item in expression)
        return expression

    def _argument(self, word: str, value: Plain) -> Plain:
        if word in ("of", "size") and isinstance(value, tuple):
            return self._listed(value)
        if word == "worth" and isinstance(value, Mapping):
            return self._table(value, "victory hexes")
        return self._renumbered(value)

    def _listed(self, hexes: Iterable[Plain]) -> tuple[Plain, ...]:
        return tuple(here for old in hexes if (here := self._hex(str(old), "victory hexes")))

    def _parameter(self, value: Plain) -> Plain:
        """Renumber the hexes of a special rule or setting."""
        return moved_places(value, self._old, lambda word: self._point(word, "places of special rules"))
