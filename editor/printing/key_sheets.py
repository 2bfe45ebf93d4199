"""The map key, drawn with the code that draws the map, and sheets with turn track, other tracks and boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.map.counters.counter_style import CounterStyle
from app.map.terrain.printed_map import PrintedMap
from editor.printing.counter_legend import counter_legend
from editor.printing.map_print import MapPrint
from editor.printing.pages import Page
from editor.printing.paper import PrintSettings
from editor.printing.sheet_layout import Block, Card, Cell, Heading, Track, set_pages
from engine.bad_input import BadInput
from engine.catalogue.document import Box, Feature, MapSheet, Plain, ScenarioDocument
from engine.catalogue.table_parts import TrackPart, table_parts
from engine.hexes.spec import GridSpec

_BESIDE: Final = 6.0
"""Margin in millimetres around the counters of a field."""
_DEEP: Final = 2
"""Rows of counters in a box."""


def key_pages(document: ScenarioDocument, settings: PrintSettings, flat: bool) -> Iterator[Page]:
    """The pages of key, tracks and boxes."""
    size, margin, title = settings.upright, settings.margin, document.title
    entries = chain(_key(document, flat), counter_legend(document))
    yield from set_pages(entries, size, margin, "Key to the map and the counters", title, flat)
    yield from set_pages(_fields(document, settings), size, margin, "Turn track and boxes", title, flat)


def _key(document: ScenarioDocument, flat: bool) -> Iterator[Block]:
    """The entries of the key, most frequent first."""
    sheet = document.map
    hexes = (*sheet.features.values(), *document.features.values())
    for words, kinds, draw in (
        ("Terrain", Counter(sheet.terrain.values()), _terrain),
        ("Along and across hexsides", _kinds(sheet.hexsides.values()), _hexside),
        ("In hexes", _kinds(hexes), _feature),
    ):
        if kinds:
            yield Heading(words, level=2)
            yield tuple(
                Card(partial(_swatch, draw(kind, flat, document.data)), _words(kind), _times(count))
                for kind, count in kinds.most_common()
            )


def _kinds(found: Iterable[tuple[Feature, ...]]) -> Counter[str]:
    return Counter(feature.kind for features in found for feature in features)


def _words(kind: str) -> str:
    words = kind.replace("_", " ")
    return words[:1].upper() + words[1:]


def _times(count: int) -> str:
    return "once on the map" if count == 1 else f"{count} times on the map"


def _small(flat: bool, hexes: int, kind: str, data: Mapping[str, Plain], **more: object) -> PrintedMap:
    """A map of one or two hexes with the own art of these data."""
    columns, rows = (1, hexes) if flat else (hexes, 1)
    spec = GridSpec("flat" if flat else "pointy", "even", columns, rows)
    sheet = MapSheet("key", "", spec, {cell.hex: kind for cell in spec.cells()}, **more)  # type: ignore[arg-type]
    return PrintedMap.of(ScenarioDocument("key", "", "", sheet, data=data))


def _terrain(kind: str, flat: bool, data: Mapping[str, Plain]) -> PrintedMap:
    return _small(flat, 1, kind, data)


def _hexside(kind: str, flat: bool, data: Mapping[str, Plain]) -> PrintedMap:
    side = "0101/0102" if flat else "0101/0201"
    return _small(flat, 2, "clear", data, hexsides={side: (Feature(kind),)})


def _feature(kind: str, flat: bool, data: Mapping[str, Plain]) -> PrintedMap:
    return _small(flat, 1, "clear", data, features={"0101": (Feature(kind),)})


def _swatch(printed_map: PrintedMap, painter: QPainter, spot: QRectF) -> None:
    """A hex, or the middle of two."""
    bounds = printed_map.geometry.bounds
    edge = min(bounds.width(), bounds.height())
    area = QRectF(0, 0, edge, edge) if len(printed_map.terrain) > 1 else bounds
    area.moveCenter(bounds.center())
    scale = spot.height() / max(area.width(), area.height())
    painter.save()
    painter.translate(spot.center())
    painter.scale(scale, scale)
    painter.translate(-area.center())
    MapPrint(printed_map, numbers=False).paint(painter, area)
    painter.restore()


def _fields(document: ScenarioDocument, settings: PrintSettings) -> Iterator[Block]:
    """A field for each turn, each number of a track and each box, sized for the chosen counters."""
    turns, edge = document.turns, settings.counter + _BESIDE
    colours = CounterStyle.of(document)
    if turns.last > turns.first:
        names = dict(enumerate(turns.names, start=turns.first))
        yield Heading("Turns", note=f"{turns.first} to {turns.last}", level=2)
        cells = tuple(Cell(str(turn), names.get(turn, "")) for turn in range(turns.first, turns.last + 1))
        yield Track(cells, edge, edge)
    for track in _tracks(document):
        numbers = range(track.first, track.last + 1)
        colour = colours.colour(track.side) if track.side else ""
        yield Heading(track.title or track.key, note=f"begins at {track.start}", level=2)
        yield Track(tuple(Cell(str(number), colour=colour) for number in numbers), edge, edge)
    if document.map.boxes:
        room = settings.upright.width() - 2 * settings.margin
        yield Heading("Boxes", level=2)
        wide, tall = (room - 2.0) / 2, _DEEP * settings.counter + _BESIDE
        yield Track(tuple(_box(document, box, colours) for box in document.map.boxes), wide, tall)


def _tracks(document: ScenarioDocument) -> tuple[TrackPart, ...]:
    """The tracks of the author, none if they cannot be read: the problems panel says why."""
    try:
        return table_parts(document.data).tracks
    except BadInput:
        return ()


def _box(document: ScenarioDocument, box: Box, colours: CounterStyle) -> Cell:
    owner = next((side.title for side in document.sides if side.key == box.side), "")
    return Cell(box.title or box.key, owner, colours.colour(box.side) if owner else "")
