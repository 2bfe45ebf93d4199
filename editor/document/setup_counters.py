"""The units of a scenario as counters: where they begin, and what their faces show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from editor.document.game_vocabulary import rating_fields
from editor.document.working_copy import WorkingCopy
from engine.catalogue.document import Plain, RatingField, Unit
from engine.catalogue.unit_ratings import printed_ratings, steps_of
from engine.referee.view import Counter

Shared = Mapping[str, Mapping[str, Plain]]
"""The ratings that all units of a type have, by type."""


def shared_ratings(work: WorkingCopy) -> Shared:
    """The ratings of each unit type."""
    return {kind.key: kind.ratings for kind in work.scenario("unit_types")}


def counter_of(
    unit: Unit,
    shared: Shared,
    fields: Mapping[str, RatingField],
    place: str = "",
    facing: int | None = None,
) -> Counter:
    """The counter of one unit; `fields` describe the ratings of its game."""
    ratings = {**shared.get(unit.type, {}), **unit.ratings}
    count = steps_of(ratings)
    return Counter(
        unit.id,
        unit.side,
        place,
        unit.name,
        unit.type,
        unit.size,
        unit.formation,
        printed_ratings(fields, ratings),
        count,
        count,
        facing=facing,
    )


def set_up_counters(work: WorkingCopy) -> Iterator[Counter]:
    """Every unit that is set up in a hex; the first of several alternatives is used."""
    units = {unit.id: unit for unit in work.scenario("units")}
    placed, shared = set(), shared_ratings(work)
    fields = rating_fields(work.scenario("game"), work.scenario("data"))
    for setup in work.scenario("setups"):
        unit = units.get(setup.unit)
        if unit is None or unit.id in placed or setup.place.kind != "hex":
            continue
        placed.add(unit.id)
        facing = setup.data.get("facing")
        yield counter_of(unit, shared, fields, setup.place.at, facing if type(facing) is int else None)
