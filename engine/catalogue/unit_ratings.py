"""One description of a unit's ratings: the annotations of its record.

    class Unit(Record):
        quality: Annotated[str, Rating("Morale quality", choices=("poor", "regular", "veteran"))]
        range: Annotated[int, Rating("Range in zones", 1, 12)] = 0

The editor's columns, CSV, the checks of a scenario, its counters in the editor and on paper, the counters of
a game that begins, what the inspector explains and the lines of worked examples follow from it. A rating with
a default can be left out of a scenario.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.record import Record

U = TypeVar("U", bound=Record)
TYPES: Final[Mapping[type, str]] = {int: "int", str: "text", bool: "flag"}


class Rating(Record):
    """What a rating is called, and the values it may have."""

    title: str
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()
    on_counter: bool = True
    """Is it printed on the counter? What color, symbol or name tell already is not."""


def rating_fields(unit: type[Record]) -> Mapping[str, doc.RatingField]:
    """The fields of a unit that are ratings, for the editor and the checks."""
    hints = get_type_hints(unit, include_extras=True)
    found = {}
    for field in msgspec.structs.fields(unit):
        hint = hints[field.name]
        rating = next((extra for extra in get_args(hint)[1:] if isinstance(extra, Rating)), None)
        if get_origin(hint) is Annotated and rating is not None:
            found[field.name] = _field(get_args(hint)[0], field.required, rating)
    return found


def _field(kind: Any, required: bool, rating: Rating) -> doc.RatingField:
    many = get_origin(kind) is tuple
    return doc.RatingField(
        TYPES[get_args(kind)[0] if many else kind],
        required,
        rating.min,
        rating.max,
        rating.choices,
        many,
        rating.title,
        rating.on_counter,
    )


def shown_ratings(unit: Record, fields: Mapping[str, doc.RatingField]) -> tuple[tuple[str, str], ...]:
    """The ratings of a counter as the table shows them, without empty ones, in the order of the record."""
    values = ((name, getattr(unit, name)) for name in fields)
    return tuple((name, _shown(value)) for name, value in values if value not in (None, "", False, ()))


def _shown(value: Any) -> str:
    if value is True:
        return "yes"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def printed_ratings(
    fields: Mapping[str, doc.RatingField], ratings: Mapping[str, doc.Plain], lost: int = 0
) -> tuple[tuple[str, str], ...]:
    """What is printed on a counter after a number of step losses, in the order of the description: of a list
    the entry for that step; no flags and no tables. Ratings that are not described come last."""
    found = []
    for name in dict.fromkeys((*fields, *ratings)):
        value = ratings.get(name, "")
        if isinstance(value, tuple):
            value = value[min(lost, len(value) - 1)] if value else ""
        on_counter = name not in fields or fields[name].on_counter
        if on_counter and value != "" and isinstance(value, int | str) and not isinstance(value, bool):
            found.append((name, str(value)))
    return tuple(found)


def steps_of(ratings: Mapping[str, doc.Plain]) -> int:
    """The number of steps: as given, or the length of the longest rating list."""
    steps = ratings.get("steps")
    if isinstance(steps, int) and not isinstance(steps, bool) and steps > 0:
        return steps
    return max((len(value) for value in ratings.values() if isinstance(value, tuple)), default=1) or 1


def counter_of(
    kind: type[U],
    fields: Mapping[str, doc.RatingField],
    document: doc.ScenarioDocument,
    unit: doc.Unit,
    place: str,
    **state: Any,
) -> U:
    """The record of a scenario's unit; BadInput if its ratings are not those of the game."""
    ratings = document.ratings(unit)
    for fault in doc.rating_faults(fields, ratings):
        raise BadInput(f"Unit {unit.id}: {fault}")
    given = {"key": unit.id, "side": unit.side, "name": unit.name, "type": unit.type}
    given |= {"size": unit.size, "formation": unit.formation, "place": place}
    return kind(**given, **ratings, **state)
