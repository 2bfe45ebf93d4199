"""Checks a whole scenario before it is played: every name must refer to something that exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.chart_changes import chart_changes
from engine.catalogue.check_map import check_features, check_map, check_region, shown, unknown_hexes
from engine.catalogue.check_victory import KnowsCounters, check_victory
from engine.catalogue.document import (
    SCHEDULE_KINDS,
    Placement,
    Plain,
    RatingField,
    ScenarioDocument,
    ScheduleEntry,
    Unit,
    rating_faults,
)
from engine.catalogue.finding import Fault, Finding, error, note, warning
from engine.catalogue.own_art import art_of
from engine.catalogue.picture import picture_of
from engine.catalogue.placing import Placing
from engine.catalogue.start_line import unheld
from engine.mechanics.plural import counted

__all__ = ["Finding", "check"]


def check(document: ScenarioDocument, game: Any = None) -> list[Finding]:
    """All findings, errors first. A game adds its own with `rating_fields` and `check(document)`."""
    found: list[Finding] = []
    try:
        placing = Placing(document)
    except BadInput as bad:
        return [error("map", str(bad))]
    players_keep_rules = getattr(game, "players_keep_rules", False)
    found += check_map(document.map, placing.lattice)
    found += _check_names(document, players_keep_rules)
    found += _check_head(document, placing)
    found += _check_units(document, _rating_fields(document, game))
    lines = list(_check_start_lines(document, placing))
    found += lines
    broken = {finding.where for finding in lines if finding.severity == "error"}
    found += _check_setups(document, placing, broken, players_keep_rules)
    found += _check_schedule(document, placing)
    found += _check_options(document)
    found += check_victory(
        document, placing, game if isinstance(game, KnowsCounters) else None, players_keep_rules
    )
    if game is not None and game.key != document.game:
        found.append(error("game", f"The scenario is one of {document.game}, not of {game.key}."))
    charts = list(_check_charts(document, game))
    found += charts
    own = getattr(game, "check", None)
    if own is not None and not charts:  # With an invalid chart no position can be built.
        found += own(document)
    order = {"error": 0, "warning": 1, "note": 2}
    return sorted(found, key=lambda finding: order.get(finding.severity, 3))


def _rating_fields(document: ScenarioDocument, game: Any) -> Mapping[str, RatingField] | None:
    named = getattr(game, "rating_fields_for", None)
    return getattr(game, "rating_fields", None) if named is None else named(document.data)


def _check_names(document: ScenarioDocument, players_keep_rules: bool) -> Iterator[Finding]:
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
                fault = Fault.SAME_UNIT_ID if where == "units" else ""
                text = f"{count} of them have the key {key}."
                yield error(where, text, "Give each its own.", key=fault, about=key)
    names = Counter((unit.side, unit.name) for unit in document.units)
    titles = _titles(document)
    for (side, name), count in names.items():
        if count > 1:
            text = f"{count} units of {titles.get(side, side)} are named {name}."
            finding = note if players_keep_rules else warning
            yield finding("units", text, "Tell them apart.", key=Fault.SAME_UNIT_NAME, about=name)


def _titles(document: ScenarioDocument) -> dict[str, str]:
    return {side.key: side.title or side.key for side in document.sides}


def _check_head(document: ScenarioDocument, placing: Placing) -> Iterator[Finding]:
    for what, value in (("key", document.key), ("title", document.title), ("game", document.game)):
        if not value.strip():
            yield error("scenario", f"It has no {what}.")
    turns = document.turns
    if turns.first > turns.last:
        yield error("turns", f"The first turn {turns.first} comes after the last, {turns.last}.")
    elif turns.names and len(turns.names) != turns.last - turns.first + 1:
        count = turns.last - turns.first + 1
        text = f"{counted(len(turns.names), 'name')} for {counted(count, 'turn')}."
        yield warning("turns", text, key=Fault.TURN_NAMES)
    yield from check_features(placing.lattice, "features", document.features)
    for region in document.regions:
        yield from check_region(placing.lattice, region)
    if document.area and document.region(document.area) is None:
        text = f"There is no region {document.area}."
        yield error("area", text, "Draw it, or play on the whole map.", key=Fault.NO_SUCH_AREA)
    sides = {side.key for side in document.sides}
    if len(sides) < 2:
        yield warning("sides", "There are no sides." if not sides else "There is only one side.")
    for feature in (item for found in document.features.values() for item in found):
        if feature.side and feature.side not in sides:
            yield error(
                "features", f"{feature.kind} {feature.name} belongs to {feature.side}, which is not a side."
            )
    try:
        picture_of(document.data)
    except BadInput as bad:
        yield warning("scenario", str(bad), key=Fault.UNREADABLE_PICTURE)
    try:
        art_of(document.data)
    except BadInput as bad:
        yield warning("scenario", f"Own art: {bad}", key=Fault.UNREADABLE_ART)
    for box in document.map.boxes:
        if box.side and box.side not in sides:
            yield note("boxes", f"{box.key} belongs to {box.side}, which is not a side here.", about=box.key)


def _check_units(document: ScenarioDocument, fields: Mapping[str, RatingField] | None) -> Iterator[Finding]:
    sides = {side.key for side in document.sides}
    types = {kind.key: kind.ratings for kind in document.unit_types}
    formations = {formation.key: formation for formation in document.formations}
    for unit in document.units:
        where = f"unit {unit.id}"
        if unit.side not in sides:
            yield error(where, f"Its side {unit.side!r} is not a side of this scenario.")
        if unit.type not in types:
            text = f"Its type {unit.type!r} is unknown."
            fix = "Add the type, or choose another."
            yield error(where, text, fix, key=Fault.NO_SUCH_TYPE, about=unit.id)
        if unit.formation and unit.formation not in formations:
            text = f"Its formation {unit.formation} is not listed."
            yield warning(where, text, key=Fault.NO_SUCH_FORMATION, about=unit.id)
        if fields is not None:
            yield from _check_ratings(unit, fields, {**types.get(unit.type, {}), **unit.ratings})
    if not document.units and sides:
        yield note("units", "No side has units yet, so there is nothing to play.")
    for side in sorted(sides - {unit.side for unit in document.units}) if document.units else ():
        yield warning(f"side {side}", "It has no units.")
    for formation in document.formations:
        where = f"formation {formation.key}"
        if formation.side and formation.side not in sides:
            yield error(where, f"Its side {formation.side} is not a side of this scenario.")
        if formation.parent and formation.parent not in formations:
            yield warning(where, f"Its parent {formation.parent} is not listed.")
        seen = {formation.key}
        above = formation.parent
        while above in formations and above not in seen:
            seen.add(above)
            above = formations[above].parent
        if above in seen:
            yield error(where, f"It stands above itself, through {above}.")


def _check_ratings(
    unit: Unit, fields: Mapping[str, RatingField], ratings: Mapping[str, Plain]
) -> Iterator[Finding]:
    where = f"unit {unit.id}"
    for name, field in fields.items():
        if field.required and name not in ratings:
            yield error(where, f"Rating {name} is missing.", key=Fault.MISSING_RATING, about=unit.id)
    given = {name: field for name, field in fields.items() if name in ratings}
    for fault in rating_faults(given, ratings):
        yield error(where, f"{fault[0].upper()}{fault[1:]}.")


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
            lie = "hex lies" if len(nobody) == 1 else "hexes lie"
            yield note(where, f"{len(nobody)} {lie} on neither side: {shown(nobody)}.")


def place_findings(
    placing: Placing, place: Placement, where: str, key: str = "", about: str = ""
) -> Iterator[Finding]:
    """What a placement names must exist and hold a hex."""
    document = placing.document
    text, fix = "", ""
    if place.kind in ("hex", "within"):
        yield from unknown_hexes(placing.lattice, where, [place.at], key, about)
    elif place.kind == "area":
        if document.region(place.at) is None:
            text = f"There is no region {place.at}."
    elif place.kind == "along":
        if all(line.key != place.at for line in document.start_lines):
            text = f"There is no start line {place.at}."
    elif place.kind == "box":
        if all(box.key != place.at for box in document.map.boxes):
            text, fix = f"There is no box {place.at}.", "Add the box to the map."
    else:
        text = f"{place.kind!r} is not a way to place a unit."
    if text:
        yield error(where, text, fix, key=key, about=about)


def _check_setups(
    document: ScenarioDocument, placing: Placing, broken: set[str], players_keep_rules: bool
) -> Iterator[Finding]:
    units = {unit.id: unit for unit in document.units}
    placed = set()
    for setup in document.setups:
        where = f"set-up of {setup.unit}"
        unit = units.get(setup.unit)
        if unit is None:
            yield error(where, "There is no such unit.", key=Fault.SETUP_WITHOUT_UNIT, about=setup.unit)
            continue
        placed.add(setup.unit)
        wrong = list(place_findings(placing, setup.place, where, Fault.MISPLACED_UNIT, setup.unit))
        yield from wrong
        if wrong or setup.place.kind == "box" or f"start line {setup.place.at}" in broken:
            continue
        try:
            hexes = placing.hexes(setup.place, unit.side)
            in_play = placing.in_play
        except BadInput:
            continue
        if not hexes:
            text, fix = f"No hex is {setup.place}.", "Choose another place."
            yield error(where, text, fix, key=Fault.MISPLACED_UNIT, about=unit.id)
        elif not in_play.intersection(hexes):
            text = f"{setup.place} lies outside the area in play."
            yield error(where, text, key=Fault.MISPLACED_UNIT, about=unit.id)
        yield from _on_own_side(placing, unit, hexes, broken)
    arriving = {entry.unit for entry in document.schedule if entry.kind == "reinforcement"}
    leaving = {entry.unit for entry in document.schedule if entry.kind == "withdrawal"}
    for unit in document.units:
        if unit.id not in placed | arriving:
            if players_keep_rules:
                continue
            text = "It is neither set up nor scheduled, so it never comes into play."
            yield warning(f"unit {unit.id}", text, key=Fault.UNUSED_UNIT, about=unit.id)
        elif unit.id in placed & arriving - leaving:
            text = "It is both set up and scheduled to arrive."
            yield note(f"unit {unit.id}", text, key=Fault.SET_UP_AND_SCHEDULED, about=unit.id)


def _on_own_side(placing: Placing, unit: Unit, hexes: Iterable[str], broken: set[str]) -> Iterator[Finding]:
    where, side, titles = f"set-up of {unit.id}", unit.side, _titles(placing.document)
    for line in placing.document.start_lines:
        if f"start line {line.key}" in broken:
            continue
        held = placing.held(line.key)
        if hexes and all(held.get(here, side) != side for here in hexes):
            holder = held[next(iter(hexes))]
            text = f"It begins on the side of {titles.get(holder, holder)} of start line {line.key}."
            yield warning(where, text, key=Fault.MISPLACED_UNIT, about=unit.id)


def _check_schedule(document: ScenarioDocument, placing: Placing) -> Iterator[Finding]:
    sides = {side.key for side in document.sides}
    units = {unit.id: unit for unit in document.units}
    turns = document.turns
    for entry in document.schedule:
        where, about = f"schedule, turn {entry.turn}", entry.unit
        if entry.kind not in SCHEDULE_KINDS:
            yield error(where, f"{entry.kind!r} is none of {', '.join(SCHEDULE_KINDS)}.", about=about)
        if not turns.first <= entry.turn <= turns.last:
            text = f"The game has the turns {turns.first} to {turns.last}."
            yield warning(where, text, "It never happens.", key=Fault.ENTRY_NOT_PLAYED, about=about)
        if entry.side not in sides:
            yield error(where, f"{entry.side!r} is not a side.", about=about)
        unit = units.get(entry.unit)
        if entry.unit and unit is None:
            text = f"There is no unit {entry.unit}."
            yield error(where, text, key=Fault.ENTRY_WITHOUT_UNIT, about=about)
        if unit is not None and unit.side != entry.side:
            yield error(where, f"{unit.id} belongs to {unit.side}, not to {entry.side}.", about=about)
        if entry.kind in ("reinforcement", "withdrawal") and not entry.unit:
            yield error(where, f"A {entry.kind} names no unit.")
        if entry.place is not None:
            wrong = list(place_findings(placing, entry.place, where, about=about))
            yield from wrong
            if entry.kind == "reinforcement" and not wrong:
                yield from _check_arrival(placing, entry, where)
    for allotment in document.allotments:
        where = f"allotment {allotment.what}"
        if allotment.side not in sides:
            yield error(where, f"{allotment.side!r} is not a side.")
        if allotment.turn and not turns.first <= allotment.turn <= turns.last:
            yield warning(where, f"Turn {allotment.turn} is not played.", key=Fault.ALLOTMENT_NOT_PLAYED)


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
        text = f"{entry.unit} arrives {place}, outside the area in play."
        yield error(where, text, "Choose another place.", about=entry.unit)
        return
    sides = {unit.id: unit.side for unit in document.units}
    held = {s.place.at for s in document.setups if s.place.kind == "hex" and sides.get(s.unit) != entry.side}
    if held.issuperset(in_play.intersection(hexes)):
        text = f"{entry.unit} arrives {place}, where the enemy begins."
        fix = "Choose another place, or leave it to the players to clear it."
        yield warning(where, text, fix, about=entry.unit)


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
            text = f"Its default {option.default!r} is not one of its choices."
            yield error(f"option {option.key}", text, key=Fault.OPTION_DEFAULT, about=option.key)
    for rule, count in Counter(rule.id for rule in document.special_rules).items():
        if not rule.strip():
            yield error("special rules", "One has no id.")
        elif count > 1:
            yield note("special rules", f"{rule} is switched on {count} times.", about=rule)
