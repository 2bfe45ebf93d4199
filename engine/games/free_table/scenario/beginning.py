"""What a new free table begins with: two sides, the usual types of counters, three ratings and two dice."""

from __future__ import annotations

from typing import Final

from engine.catalogue.beginning import Beginning
from engine.catalogue.document import Side, UnitType
from engine.catalogue.plain_data import plain, write
from engine.catalogue.table_parts import TABLE, DicePart, RatingPart, TableParts

PARTS: Final = TableParts(
    ratings=(
        RatingPart("attack", "Attack", both_sides=True),
        RatingPart("defence", "Defence", both_sides=True),
        RatingPart("move", "Move", both_sides=True),
    ),
    dice=(DicePart("1d6"), DicePart("2d6")),
)
BEGINNING: Final = Beginning(
    sides=(Side("red", "Red", "#a8453a"), Side("blue", "Blue", "#5a76a6")),
    unit_types=(
        UnitType("counter", "Counter"),
        UnitType("infantry", "Infantry", "infantry"),
        UnitType("armour", "Armour", "armour"),
        UnitType("cavalry", "Cavalry", "cavalry"),
        UnitType("artillery", "Artillery", "artillery"),
        UnitType("headquarters", "Headquarters", "headquarters"),
    ),
    data={TABLE: plain(write(PARTS), TABLE)},
)
