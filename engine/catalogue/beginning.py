"""What a new scenario of a game has before its author adds anything."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from engine.catalogue.document import Side, UnitType
from engine.catalogue.plain_data import Plain
from engine.record import Record


class Beginning(Record):
    """The sides, types of units and settings that a game gives to every new scenario.

    Without sides or types, those of its shipped scenarios are taken.
    """

    sides: tuple[Side, ...] = ()
    unit_types: tuple[UnitType, ...] = ()
    data: Mapping[str, Plain] = field(default_factory=dict)
