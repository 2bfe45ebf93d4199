"""Where counters are: in a hex, or in a box of their side beside the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Placed(Protocol):
    """Something that is somewhere."""

    @property
    def place(self) -> str:
        """A hex, or a box."""


P = TypeVar("P", bound=Placed)


def by_place(counters: Iterable[P]) -> dict[str, tuple[P, ...]]:
    """Everything by the hex or box it is in."""
    found: dict[str, list[P]] = {}
    for counter in counters:
        found.setdefault(counter.place, []).append(counter)
    return {place: tuple(together) for place, together in found.items()}
