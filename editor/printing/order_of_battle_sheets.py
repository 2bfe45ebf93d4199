"""Sheets for order of battle, set-up and schedule: every unit with its counter and place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from app.map.counters.counter_style import CounterStyle
from editor.printing.counter_faces import FaceMaker, in_order
from editor.printing.pages import Page
from editor.printing.paper import PrintSettings
from editor.printing.sheet_layout import Block, Card, Heading, Line, set_pages
from engine.catalogue.document import Placement, ScenarioDocument, ScheduleEntry, Side, Unit
from engine.mechanics.plural import counted

_WAYS: Final = {
    "hex": "In these hexes",
    "area": "Anywhere in an area",
    "within": "Near a hex",
    "along": "Along a start line",
    "box": "In boxes off the map",
}
_ENTRY_WORDS: Final = {"withdrawal": "leaves", "event": "event", "replacement": "replacement"}


class ForceSheets:
    """The three sheets about the units of one scenario."""

    def __init__(self, document: ScenarioDocument, settings: PrintSettings, flat: bool) -> None:
        self._document = document
        self._settings = settings
        self._flat = flat
        self._maker = FaceMaker(document)
        self._units = in_order(document)
        self._by_id = {unit.id: unit for unit in self._units}
        self._colours = CounterStyle.of(document)
        self._types = {kind.key: kind.title or kind.key for kind in document.unit_types}
        self._titles = dict(_titles(document))
        self._setups: defaultdict[str, list[Placement]] = defaultdict(list)
        for setup in document.setups:
            self._setups[setup.unit].append(setup.place)
        self._arrivals: dict[str, ScheduleEntry] = {}
        for entry in document.schedule:
            if entry.unit and entry.kind != "withdrawal":
                self._arrivals.setdefault(entry.unit, entry)

    def forces(self) -> Iterator[Page]:
        """The order of battle by side and formation."""
        return self._set(self._force_blocks(), "Order of battle")

    def setup(self) -> Iterator[Page]:
        """The set-up chart by side and kind of placement."""
        return self._set(self._setup_blocks(), "Set-up")

    def schedule(self) -> Iterator[Page]:
        """The schedule by turn."""
        return self._set(self._schedule_blocks(), "Schedule")

    def _set(self, blocks: Iterable[Block], head: str) -> Iterator[Page]:
        size, margin = self._settings.upright, self._settings.margin
        return set_pages(blocks, size, margin, head, self._document.title, self._flat)

    # order of battle

    def _force_blocks(self) -> Iterator[Block]:
        for side in self._document.sides:
            units = [unit for unit in self._units if unit.side == side.key]
            if not units:
                continue
            yield self._side(side, counted(len(units), "unit"))
            for title, held in self._by_formation(units):
                if title:
                    yield Heading(title, self._colours.colour(side.key), counted(len(held), "unit"), level=2)
                yield tuple(self._card(unit, self._begins(unit)) for unit in held)

    def _by_formation(self, units: list[Unit]) -> Iterator[tuple[str, list[Unit]]]:
        titles = {formation.key: formation.title or formation.key for formation in self._document.formations}
        parents = {formation.key: formation.parent for formation in self._document.formations}
        held: defaultdict[str, list[Unit]] = defaultdict(list)
        for unit in units:
            held[unit.formation].append(unit)
        for key, within in held.items():
            above = titles.get(parents.get(key, ""), "")
            title = titles.get(key, key)
            yield (f"{title} ({above})" if above else title), within

    def _begins(self, unit: Unit) -> str:
        """Where or when a unit enters the game."""
        places = self._setups.get(unit.id)
        if places:
            return self._either(places)
        entry = self._arrivals.get(unit.id)
        if entry is None:
            return "not in play"
        return f"turn {entry.turn}" + (f": {self._place(entry.place)}" if entry.place else "")

    # set-up

    def _setup_blocks(self) -> Iterator[Block]:
        for side in self._document.sides:
            placed = [u for u in self._units if u.side == side.key and u.id in self._setups]
            if not placed:
                continue
            yield self._side(side, counted(len(placed), "unit"))
            for way, words in _WAYS.items():
                held = [unit for unit in placed if self._setups[unit.id][0].kind == way]
                held.sort(key=lambda unit: (self._setups[unit.id][0].at, unit.order))
                if held:
                    yield Heading(words, self._colours.colour(side.key), counted(len(held), "unit"), level=2)
                    yield tuple(self._card(unit, self._either(self._setups[unit.id])) for unit in held)

    # schedule

    def _schedule_blocks(self) -> Iterator[Block]:
        document = self._document
        titles = {side.key: side.title for side in document.sides}
        turns = sorted({entry.turn for entry in document.schedule} | {a.turn for a in document.allotments})
        for turn in turns:
            yield Heading(self._turn(turn), note=self._date(turn))
            for allotment in document.allotments:
                if allotment.turn == turn:
                    words = f"{allotment.amount} × {allotment.what}"
                    yield Line(titles.get(allotment.side, allotment.side), words)
            entries = [entry for entry in document.schedule if entry.turn == turn]
            for entry in entries:
                if entry.unit not in self._by_id:
                    yield Line(titles.get(entry.side, entry.side), self._words(entry))
            for side in document.sides:
                held = [entry for entry in entries if entry.side == side.key and entry.unit in self._by_id]
                if held:
                    note = counted(len(held), "unit")
                    yield Heading(titles[side.key], self._colours.colour(side.key), note, level=2)
                    yield tuple(self._card(self._by_id[e.unit], self._arrival(e)) for e in held)

    def _turn(self, turn: int) -> str:
        return f"Turn {turn}" if turn else "Once for the whole game"

    def _date(self, turn: int) -> str:
        names, first = self._document.turns.names, self._document.turns.first
        return names[turn - first] if 0 <= turn - first < len(names) and turn else ""

    def _side(self, side: Side, note: str) -> Heading:
        return Heading(side.title, self._colours.colour(side.key), note)

    def _card(self, unit: Unit, place: str) -> Card:
        parts = [
            part.replace("_", " ") for part in (self._types.get(unit.type, unit.type), unit.size) if part
        ]
        alike = len(parts) == 2 and parts[0].casefold() == parts[1].casefold()
        about = " · ".join(parts[:1] if alike else parts)
        return Card(self._maker.face(unit), unit.name, about, place, self._ratings(unit))

    def _ratings(self, unit: Unit) -> str:
        """What is printed on all faces of its counter: words as they are, numbers with their names."""
        values: dict[str, list[str]] = {}
        for counter in self._maker.counters(unit):
            for name, value in counter.ratings:
                values.setdefault(name, []).append(value)
        shown = ((name, "/".join(dict.fromkeys(found))) for name, found in values.items() if name != "type")
        return ", ".join(f"{name} {words}" if words[:1].isdigit() else words for name, words in shown)

    # words

    def _place(self, place: Placement) -> str:
        """A place by its title, if it has one."""
        title = self._titles.get((place.kind, place.at))
        if title is None or place.kind in ("hex", "within"):
            return str(place)
        if place.kind == "along":
            return f"within {place.distance} along {title}" if place.distance else f"along {title}"
        return title

    def _either(self, places: Iterable[Placement]) -> str:
        return " or ".join(map(self._place, places))

    def _arrival(self, entry: ScheduleEntry) -> str:
        """Where a unit arrives, or another kind of entry."""
        words = [_ENTRY_WORDS[entry.kind]] if entry.kind in _ENTRY_WORDS else []
        words += [self._place(entry.place)] if entry.place else []
        return " ".join(words + [f"{key} {value}" for key, value in entry.data.items()])

    def _words(self, entry: ScheduleEntry) -> str:
        """The text of a schedule entry without a unit."""
        amount = f"{entry.amount} × " if entry.amount else ""
        more = ", ".join(
            str(value) if key == "kind" else f"{key} {value}" for key, value in entry.data.items()
        )
        where = f" at {self._place(entry.place)}" if entry.place else ""
        return f"{amount}{entry.kind}{where}{f' ({more})' if more else ''}"


def _titles(document: ScenarioDocument) -> Iterator[tuple[tuple[str, str], str]]:
    """The titles of areas, boxes and start lines."""
    for region in (*document.map.regions, *document.regions):
        yield ("area", region.key), region.title or region.key
    for box in document.map.boxes:
        yield ("box", box.key), box.title or box.key
    for line in document.start_lines:
        yield ("along", line.key), line.title or line.key
