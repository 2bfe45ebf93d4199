"""Go to a hex by its printed number or a place name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.map.terrain.printed_map import PrintedMap
from app.search.command_palette import closeness
from app.search.search_popup import MOST_LISTED, Find, Finder


class GoTo(Finder):
    """Completes hex numbers and place names of the current map."""

    wanted = Signal(str)
    """The hex that was chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            parent,
            "Go to hex",
            "Hex number or place name",
            "No hex or place on this map matches.",
        )
        self._printed_map: PrintedMap | None = None
        self._names: list[tuple[str, str]] = []

    def ask_on(self, printed_map: PrintedMap) -> None:
        """Open for this map."""
        if printed_map is not self._printed_map:
            self._printed_map = printed_map
            self._names = sorted(set(names(printed_map)))
        self.ask()

    def matches(self, text: str) -> Sequence[Find]:
        """Hex numbers that start with the text, then names that start with it, then similar names."""
        if self._printed_map is None:
            return []
        printed_map = self._printed_map
        if not text:
            return [Find(name, self._hex(place), place) for name, place in self._names[:MOST_LISTED]]
        typed = text.casefold()
        lattice = printed_map.geometry.lattice
        alike = (
            place
            for place in lattice.hexes
            if any(number.casefold().startswith(typed) for number in lattice.names(place))
        )
        finds = [
            Find(
                f"Hex {printed_map.geometry.numbers(place)}",
                ", ".join(self._at(place)) or printed_map.kind(place),
                place,
            )
            for place in islice(alike, MOST_LISTED)
        ]
        scored = [
            (not name.casefold().startswith(typed), -score, name, place)
            for name, place in self._names
            if (score := closeness(text, name)) is not None
        ]
        return finds + [Find(name, self._hex(place), place) for _, _, name, place in sorted(scored)]

    def _hex(self, place: str) -> str:
        assert self._printed_map is not None
        return f"hex {self._printed_map.geometry.numbers(place)}"

    def _at(self, place: str) -> list[str]:
        return [name for name, there in self._names if there == place]

    def take(self, what: Any) -> None:
        """Emit the chosen hex."""
        self.wanted.emit(what)


def names(printed_map: PrintedMap) -> Iterator[tuple[str, str]]:
    """Every name that is printed on the map, with its hex."""
    for label in printed_map.labels:
        yield label.text, label.hex
    for place, features in printed_map.features.items():
        for feature in features:
            if feature.name:
                yield feature.name, place
