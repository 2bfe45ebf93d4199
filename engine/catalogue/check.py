"""Checks a whole scenario before it is played: every name must refer to something that exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.chart_changes import chart_changes
from engine.catalogue.check_map import check_features, check_map, check_region, shown, unknown_hexes
from engine.catalogue.check_victory import check_victory
from engine.catalogue.document import (
    SCHEDULE_KINDS,
    Placement,
    RatingField,
    ScenarioDocument,
    ScheduleEntry,
    rating_faults,
)
from engine.catalogue.finding import Finding, error, note, warning
from engine.catalogue.picture import picture_of
from engine.catalogue.placing import Placing
from engine.catalogue.start_line import unheld

__all__ = ["Finding", "check"]


def check(document: ScenarioDocument, game: Any = None) -> list[Finding]:
    """All findings, errors first. A game adds its own with `rating_fields` and `check(document)`."""
    found: list[Finding] = []
    try:
        placing = Placing(document)
    except BadInput as bad:
        return [error("map", str(bad))]
    found += check_map(document.map, placing.lattice)
    found += _check_names(document)
    found += _check_head(document, placing)
    found += _check_units(document, getattr(game, "rating_fields", None))
    lines = list(_check_start_lines(document, placing))
    found += lines
    broken = {finding.where for finding in lines if finding.severity == "error"}
    found += _check_setups(document, placing, broken)
    found += _check_schedule(document, placing)
    found += _check_options(document)
    found += check_victory(document, placing)
    if game is not None and game.key != document.game:
        found.append(error("game", f"The scenario is one of {document.game}, not of {game.key}."))
    charts = list(_check_charts(document, game))
    found += charts
    own = getattr(game, "check", None)
    if own is not None and not charts:  # With an invalid chart no position can be built.
        found += own(document)
    order = {"error": 0, "warning": 1, "note": 2}
    return sorted(found, key=lambda finding: order.get(finding.severity, 3))


def _check_names(document: ScenarioDocument) -> Iterator[Finding]:
    """Keys must be unique and not empty."""
    named: Mapping[str, Iterable[str]] = {
        "sides": (side.key for side in document.sides),
        "formations": (formation.key for formation in document.formations),
        "unit types": (kind.key for kind in document.unit_types),
        "units": (unit.id for unit in document.units),
        "regions": (region.key for region in document.regions),
        "map regions": (region.key for region in document.map.regions),
        "boxes": (box.key for box in document.map.boxes),
        "start lines": (line.key for line in document.start_lines),
        "victory": (condition.key for condition in document.victory),
        "options": (option.key for option in document.options),
    }
    for where, keys in named.items():
        for key, count in Counter(keys).items():
            if not key.strip():
                yield error(where, "One has no key.", "Give it one.")
            elif count > 1:
                yield error(where, f"{count} of them have the key {key}.", "Give each its own.")
    names = Counter((unit.side, unit.name) for unit in document.units)
    for (side, name), count in names.items():
        if count > 1:
            yield warning("units", f"{count} units of {side} are named {name}.", "Tell them apart.")


def _check_head(document: ScenarioDocument, placing: Placing) -> Iterator[Finding]:
    for what, value in (("key", document.key), ("title", document.title), ("game", document.game)):
        if not value.strip():
            yield error("scenario", f"It has no {what}.")
    turns = document.turns
    if turns.first > turns.last:
        yield error("turns", f"The first turn {turns.first} comes after the last, {turns.last}.")
    elif turns.names and len(turns.names) != turns.last - turns.first + 1:
        yield warning("turns", f"{len(turns.names)} names for {turns.last - turns.first + 1} turns.")
    yield from check_features(placing.lattice, "features", document.features)
    for region in document.regions:
        yield from check_region(placing.lattice, region)
    if document.area and document.region(document.area) is None:
        yield error("area", f"There is no region {document.area}.", "Draw it, or play on the whole map.")
    sides = {side.key for side in document.sides}
    if len(sides) < 2:
        yield warning("sides", f"There are {len(sides)} sides.")
    for feature in (item for found in document.features.values() for item in found):
        if feature.side and feature.side not in sides:
            yield error(
                "features", f"{feature.kind} {feature.name} belongs to {feature.side}, which is not a side."
            )
    try:
        picture_of(document.data)
    except BadInput as bad:
        yield warning("scenario", str(bad))
    for box in document.map.boxes:
        if box.side and box.side not in sides:
            yield note("boxes", f"{box.key} belongs to {box.side}, which is not a side here.")


def _check_units(document: ScenarioDocument, fields: Mapping[str, RatingField] | None) -> Iterator[Finding]:
    sides = {side.key for side in document.sides}
    types = {kind.key: kind.ratings for kind in document.unit_types}
    formations = {formation.key: formation for formation in document.formations}
    for unit in document.units:
        where = f"unit {unit.id}"
        if unit.side not in sides:
            yield error(where, f"Its side {unit.side!r} is none of the scenario's.")
        if unit.type not in types:
            yield error(where, f"Its type {unit.type!r} is unknown.", "Add the type, or choose another.")
        if unit.formation and unit.formation not in formations:
            yield warning(where, f"Its formation {unit.formation} is not listed.")
        if fields is not None:
            for fault in rating_faults(fields, {**types.get(unit.type, {}), **unit.ratings}):
                yield error(where, f"{fault[0].upper()}{fault[1:]}.")
    for side in sorted(sides - {unit.side for unit in document.units}):
        yield warning(f"side {side}", "It has no units.")
    for formation in document.formations:
        where = f"formation {formation.key}"
        if formation.side and formation.side not in sides:
            yield error(where, f"Its side {formation.side} is none of the scenario's.")
        if formation.parent and formation.parent not in formations:
            yield warning(where, f"Its parent {formation.parent} is not listed.")
        seen = {formation.key}
        above = formation.parent
        while above in formations and above not in seen:
            seen.add(above)
            above = formations[above].parent
        if above in seen:
            yield error(where, f"It stands above itself, through {above}.")


def _check_start_lines(document: ScenarioDocument, placing: Placing) -> Iterator[Finding]:
    sides = {side.key for side in document.sides}
    for line in document.start_lines:
        where = f"start line {line.key}"
        for holder in {line.left, line.right, *line.exceptions.values()} | ({line.on_line} - {""}):
            if holder not in sides:
                yield error(where, f"{holder!r} holds a half of it, but is not a side.")
        try:
            held = placing.held(line.key)
        except BadInput as bad:
            yield error(where, str(bad))
            continue
        nobody = unheld(placing.lattice, held)
        if nobody:
            yield note(where, f"{len(nobody)} hexes lie on neither side: {shown(nobody)}.")


def place_findings(placing: Placing, place: Placement, where: str) -> Iterator[Finding]:
    """What a placement names must exist and hold a hex."""
    document = placing.document
    if place.kind in ("hex", "within"):
        yield from unknown_hexes(placing.lattice, where, [place.at])
    elif place.kind == "area":
        if document.region(place.at) is None:
            yield error(where, f"There is no region {place.at}.")
    elif place.kind == "along":
        if all(line.key != place.at for line in document.start_lines):
            yield error(where, f"There is no start line {place.at}.")
    elif place.kind == "box":
        if all(box.key != place.at for box in document.map.boxes):
            yield error(where, f"There is no box {place.at}.", "Add the box to the map.")
    else:
        yield error(where, f"{place.kind!r} is not a way to place a unit.")


def _check_setups(document: ScenarioDocument, placing: Placing, broken: set[str]) -> Iterator[Finding]:
    units = {unit.id: unit for unit in document.units}
    placed = set()
    for setup in document.setups:
        where = f"set-up of {setup.unit}"
        unit = units.get(setup.unit)
        if unit is None:
            yield error(where, "There is no such unit.")
            continue
        placed.add(setup.unit)
        wrong = list(place_findings(placing, setup.place, where))
        yield from wrong
        if wrong or setup.place.kind == "box" or f"start line {setup.place.at}" in broken:
            continue
        try:
            hexes = placing.hexes(setup.place, unit.side)
            in_play = placing.in_play
        except BadInput:
            continue
        if not hexes:
            yield error(where, f"No hex is {setup.place}.", "Choose another place.")
        elif not in_play.intersection(hexes):
            yield error(where, f"{setup.place} lies outside the area in play.")
        yield from _on_own_side(document, placing, unit.side, hexes, where, broken)
    arriving = {entry.unit for entry in document.schedule if entry.kind == "reinforcement"}
    leaving = {entry.unit for entry in document.schedule if entry.kind == "withdrawal"}
    for unit in document.units:
        if unit.id not in placed | arriving:
            yield warning(
                f"unit {unit.id}", "It is neither set up nor scheduled, so it never comes into play."
            )
        elif unit.id in placed & arriving - leaving:
            yield note(f"unit {unit.id}", "It is both set up and scheduled to arrive.")


def _on_own_side(
    document: ScenarioDocument,
    placing: Placing,
    side: str,
    hexes: Iterable[str],
    where: str,
    broken: set[str],
) -> Iterator[Finding]:
    for line in document.start_lines:
        if f"start line {line.key}" in broken:
            continue
        held = placing.held(line.key)
        if hexes and all(held.get(here, side) != side for here in hexes):
            holder = held[next(iter(hexes))]
            yield warning(where, f"{side} begins on the side of {holder} of start line {line.key}.")


def _check_schedule(document: ScenarioDocument, placing: Placing) -> Iterator[Finding]:
    sides = {side.key for side in document.sides}
    units = {unit.id: unit for unit in document.units}
    turns = document.turns
    for entry in document.schedule:
        where = f"schedule, turn {entry.turn}"
        if entry.kind not in SCHEDULE_KINDS:
            yield error(where, f"{entry.kind!r} is none of {', '.join(SCHEDULE_KINDS)}.")
        if not turns.first <= entry.turn <= turns.last:
            yield warning(
                where, f"The game has the turns {turns.first} to {turns.last}.", "It never happens."
            )
        if entry.side not in sides:
            yield error(where, f"{entry.side!r} is not a side.")
        unit = units.get(entry.unit)
        if entry.unit and unit is None:
            yield error(where, f"There is no unit {entry.unit}.")
        if unit is not None and unit.side != entry.side:
            yield error(where, f"{unit.id} belongs to {unit.side}, not to {entry.side}.")
        if entry.kind in ("reinforcement", "withdrawal") and not entry.unit:
            yield error(where, f"A {entry.kind} names no unit.")
        if entry.place is not None:
            wrong = list(place_findings(placing, entry.place, where))
            yield from wrong
            if entry.kind == "reinforcement" and not wrong:
                yield from _check_arrival(placing, entry, where)
    for allotment in document.allotments:
        where = f"allotment {allotment.what}"
        if allotment.side not in sides:
            yield error(where, f"{allotment.side!r} is not a side.")
        if allotment.turn and not turns.first <= allotment.turn <= turns.last:
            yield warning(where, f"Turn {allotment.turn} is not played.")


def _check_arrival(placing: Placing, entry: ScheduleEntry, where: str) -> Iterator[Finding]:
    """A unit that arrives needs a hex in play, and should not find the enemy in all of them."""
    document, place = placing.document, entry.place
    if place is None or place.kind == "box":
        return
    try:
        hexes, in_play = placing.hexes(place, entry.side), placing.in_play
    except BadInput:
        return
    if not in_play.intersection(hexes):
        yield error(
            where, f"{entry.unit} arrives {place}, outside the area in play.", "Choose another place."
        )
        return
    sides = {unit.id: unit.side for unit in document.units}
    held = {s.place.at for s in document.setups if s.place.kind == "hex" and sides.get(s.unit) != entry.side}
    if held.issuperset(in_play.intersection(hexes)):
        text = f"{entry.unit} arrives {place}, where the enemy begins."
        yield warning(where, text, "Choose another place, or leave it to the players to clear it.")


def _check_charts(document: ScenarioDocument, game: Any) -> Iterator[Finding]:
    """The game must accept what the scenario changes in its charts."""
    judge = getattr(game, "check_chart", None)
    try:
        changes = chart_changes(document)
    except BadInput as bad:
        yield error("scenario", str(bad))
        return
    if judge is None:
        return
    for name, changed in changes.items():
        try:
            judge(name, changed)
        except BadInput as bad:
            yield error(f"chart {name}", f"{str(bad).rstrip('.')}.", "Correct it under Charts.")


def _check_options(document: ScenarioDocument) -> Iterator[Finding]:
    for option in document.options:
        if option.choices and option.default not in option.choices:
            yield error(f"option {option.key}", f"Its default {option.default!r} is none of its choices.")
    for rule, count in Counter(rule.id for rule in document.special_rules).items():
        if not rule.strip():
            yield error("special rules", "One has no id.")
        elif count > 1:
            yield note("special rules", f"{rule} is switched on {count} times.")
