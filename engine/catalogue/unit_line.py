"""A unit of a worked example in one line of words, in any order: `INF veteran 0505 N full mp:1`.

Every rating of the game can be written `name:value`, a list with hyphens (`cf:8-4`), a flag by its name.
Besides, a place (a hex, a box, `due:TURN:ENTRY`), a type, a size, `of:FORMATION`, and what the game adds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.mechanics.position_data import listed_units
from engine.record import Record

DUE: Final = "due"
"""The place of a unit that comes later."""

MarkWord = tuple[str, str, str]
"""A mark, its scope and its value."""


class UnitLine(Struct):
    """What the line says of a unit; empty where it says nothing."""

    place: str = ""
    """A hex, a box, or DUE."""
    turn: int = 0
    entry: str = ""
    type: str = ""
    size: str = ""
    formation: str = ""
    ratings: dict[str, doc.Plain] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    """What is no rating: facing, steps, whatever the game adds."""
    marks: list[MarkWord] = field(default_factory=list)

    @property
    def in_box(self) -> bool:
        """Does the unit begin off the map?"""
        return self.place.isalpha()


class LineWords(Record):
    """The words of a game for such a line."""

    such_as: str
    """An example for whoever wrote no line at all."""
    fields: Mapping[str, doc.RatingField]
    types: Collection[str]
    sizes: Collection[str]
    boxes: Collection[str]
    marks: Mapping[str, MarkWord]
    """Word → mark, its scope and its value."""
    numbered_marks: Mapping[str, tuple[str, str]]
    """Word of `word:number` → mark and its scope; the number is the value."""
    ratings: Mapping[str, tuple[str, doc.Plain]] = {}
    """Word → a rating and its value."""
    states: Mapping[str, tuple[str, Any]] = {}
    """Word → a field of the unit that is no rating, and its value."""
    numbers: Collection[str] = ()
    """Such fields that are written `name:number`."""
    texts: Collection[str] = ()
    """Such fields that are written `name:text`."""
    entry_is_hex: bool = True
    """Does a unit that comes later enter in a hex, or by a named entry?"""

    def parse(self, key: str, text: object, hexes: Collection[str]) -> UnitLine:
        """Read the line of a unit; BadInput names the word that is not known."""
        if not isinstance(text, str):
            raise BadInput(f"Unit {key} should be a line of words such as {self.such_as}")
        line = UnitLine()
        for word in text.split():
            if not self._read(line, word, hexes):
                raise BadInput(f"{word!r:.40} in the line of unit {key} is not a known word")
        return line

    def _read(self, line: UnitLine, word: str, hexes: Collection[str]) -> bool:
        if word in hexes or word in self.boxes:
            line.place = word
        elif word in self.types:
            line.type = word
        elif word in self.sizes:
            line.size = word
        elif word in self.marks:
            line.marks.append(self.marks[word])
        elif word in self.ratings:
            name, line.ratings[name] = self.ratings[word]
        elif word in self.states:
            name, line.state[name] = self.states[word]
        elif word in self.fields and self.fields[word].type == "flag":
            line.ratings[word] = True
        else:
            name, colon, value = word.partition(":")
            return bool(colon and value) and self._read_pair(line, name, value, hexes)
        return True

    def _read_pair(self, line: UnitLine, name: str, value: str, hexes: Collection[str]) -> bool:
        number = small_number(value)
        if name == DUE:
            return self._read_arrival(line, value, hexes)
        if name == "of":
            line.formation = value
        elif name == "entry":
            line.entry = value
        elif name in self.texts:
            line.state[name] = value
        elif name in self.numbers and number is not None:
            line.state[name] = number
        elif name in self.numbered_marks and number is not None:
            line.marks.append((*self.numbered_marks[name], value))
        elif name in self.fields:
            rating = _rating(self.fields[name], value)
            if rating is None:
                return False
            line.ratings[name] = rating
        else:
            return False
        return True

    def _read_arrival(self, line: UnitLine, value: str, hexes: Collection[str]) -> bool:
        """`due:5:2006`"""
        on, _, entry = value.partition(":")
        turn = small_number(on)
        if turn is None or (self.entry_is_hex and entry not in hexes):
            return False
        line.place, line.turn, line.entry = DUE, turn, entry
        return True

    def guide(self) -> dict[str, Iterable[str]]:
        """All words, by what they stand for."""
        pairs = [f"{name}:VALUE" for name, wanted in self.fields.items() if wanted.type != "flag"]
        pairs += [f"{name}:VALUE" for name in (*self.numbers, *self.texts, *self.numbered_marks)]
        return {
            "of a unit: type": self.types,
            "of a unit: size": self.sizes,
            "of a unit: ratings and states": tuple(self._bare()),
            "of a unit: marks": self.marks,
            "of a unit: with a value": (*pairs, "of:FORMATION", "due:TURN:ENTRY"),
            "of a unit: off the map": self.boxes,
        }

    def _bare(self) -> Iterator[str]:
        yield from self.ratings
        yield from self.states
        yield from (name for name, wanted in self.fields.items() if wanted.type == "flag")


def lines_of(
    document: doc.ScenarioDocument, data: dict[str, Any], words: LineWords
) -> Iterator[tuple[str, str, UnitLine]]:
    """The side, the key and the line of every unit that a position names."""
    hexes = dict.fromkeys(document.map.lattice().hexes)
    for side, key, text in listed_units(data, (side.key for side in document.sides)):
        yield side, key, words.parse(key, text, hexes)


Described = Callable[[str, str, UnitLine, doc.Unit | None], doc.Unit]
"""The unit that a line means, by its key and side: that of the scenario, or a new one."""


def with_units(
    document: doc.ScenarioDocument,
    data: dict[str, Any],
    words: LineWords,
    lines: dict[str, UnitLine],
    keep: bool,
    described: Described,
    state_of: Callable[[UnitLine, doc.Unit], dict[str, Any]] = lambda line, unit: line.state,
) -> doc.ScenarioDocument:
    """The document with the units that a position names, and with the others if it keeps them.

    The lines that are read are put into `lines`. A unit in a box gets any hex: the game puts it there later.
    """
    known = {unit.id: unit for unit in document.units}
    units = dict(known) if keep else {}
    setups: list[doc.Setup] = []
    anywhere = next(iter(document.map.lattice().hexes))
    for side, key, line in lines_of(document, data, words):
        lines[key] = line
        units[key] = described(key, side, line, known.get(key))
        check_place(key, line)
        at = anywhere if line.in_box else line.place
        setups.append(doc.Setup(key, doc.Placement("hex", at), state_of(line, units[key])))
    kept = (setup for setup in document.setups if keep and setup.unit not in lines)
    return replace(document, units=tuple(units.values()), setups=(*kept, *setups))


def check_place(key: str, line: UnitLine) -> None:
    """BadInput if the line does not say where the unit is."""
    if not line.place:
        raise BadInput(f"Unit {key} is nowhere; give it a hex or a box")


def small_number(word: str) -> int | None:
    """A number of up to three digits."""
    return int(word) if word.isdecimal() and len(word) < 4 else None


def _rating(wanted: doc.RatingField, value: str) -> doc.Plain | None:
    """The value of a rating as it is written; None if it is not of its type."""
    if wanted.type != "int":
        return value if wanted.type == "text" else None
    numbers = [small_number(part) for part in value.split("-")]
    if None in numbers or (len(numbers) > 1 and not wanted.many):
        return None
    return tuple(number for number in numbers if number is not None) if wanted.many else numbers[0]


def described(unit: doc.Unit, side: str, line: UnitLine) -> doc.Unit:
    """A unit of the scenario, or a usual one, as the line changes it."""
    return replace(
        unit,
        side=side,
        type=line.type or unit.type,
        size=line.size or unit.size,
        formation=line.formation or unit.formation,
        ratings={**unit.ratings, **line.ratings},
    )
