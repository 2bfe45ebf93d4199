"""Powers below a side: sides take turns and win; a power has its own units, points and leaders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from engine.referee import Refusal


class OfPower(Protocol):
    """A counter of a power: `power` is a field of its record."""

    @property
    def power(self) -> str: ...


class Powers:
    """The powers of each side, in the order of play, with what they are called."""

    def __init__(self, by_side: Mapping[str, Mapping[str, str]]) -> None:
        self._by_side = by_side
        self._side_of = {power: side for side, powers in by_side.items() for power in powers}

    def __iter__(self) -> Iterator[str]:
        return iter(self._side_of)

    def __contains__(self, power: object) -> bool:
        return power in self._side_of

    def of(self, side: str) -> tuple[str, ...]:
        """The powers of a side."""
        return tuple(self._by_side.get(side, ()))

    def side_of(self, power: str) -> str:
        """The side that a power belongs to."""
        return self._side_of[power]

    def title_of(self, power: str) -> str:
        """What a power is called."""
        return self._by_side[self._side_of[power]][power] if power in self._side_of else power

    def refusals_to_combine(self, case: str, units: Iterable[OfPower], what: str) -> Iterator[Refusal]:
        """Units of several powers do not do this together."""
        found = dict.fromkeys(unit.power for unit in units)
        if len(found) > 1:
            yield Refusal(case, f"{' and '.join(map(self.title_of, found))} cannot {what} together")
