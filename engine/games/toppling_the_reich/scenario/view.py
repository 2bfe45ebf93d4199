"""The table as one side sees it: deception markers hide units, and unknown units are left out."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.boxes import AIRDROP, COMZ, DUE, IN_CORPS, OUT, POOL, UNUSED, WITHDRAWN
from engine.games.toppling_the_reich.command.command_control import range_mask
from engine.games.toppling_the_reich.marks import MP, STALEMATED
from engine.games.toppling_the_reich.movement.walk import BEGAN
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import (
    GERMAN,
    Clock,
    Control,
    Deception,
    Unit,
    Weather,
    army,
    forces,
    headquarters,
    in_effect,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import (
    CAP,
    AirMarker,
    Boundaries,
    Bridgehead,
    BrokenBridge,
    Dam,
    Fallen,
    Railhead,
    RoerFlood,
    TemporaryBridge,
)
from engine.games.toppling_the_reich.scenario.victory import points
from engine.games.toppling_the_reich.special_units.engineers import ALONG
from engine.games.toppling_the_reich.supply.general_supply import line_of
from engine.games.toppling_the_reich.weather.conditions import conditions_of_zone
from engine.games.toppling_the_reich.weather.weather_roll import weather_text
from engine.mechanics import TO_SET_UP, box, boxes
from engine.referee import (
    Boundary,
    Counter,
    Due,
    Mark,
    Marker,
    Overlay,
    State,
    Trace,
    Track,
    View,
    Zone,
    case,
    derived,
    marks_on,
)

NATIONS: Final = ("US", "Br", "Fr", "Cdn")
TOLD_BY_SYMBOL: Final = ("Corps", "Bde", "Static")
BOXES: Final[Mapping[str, str]] = {
    COMZ: "COM Z",
    AIRDROP: "Airdrop status",
    DUE: "Reinforcements",
    POOL: "Replacement pool",
    OUT: "Out of the game",
    WITHDRAWN: "Withdrawn",
    IN_CORPS: "Inside a corps",
}
SILENT: Final = (MP, BEGAN, ALONG)
"""Marks that are no status."""


def view(state: State, side: str | None) -> View:
    """What this side may see; None sees the open table."""
    return View(
        side,
        turn_text(state),
        counters=counters(state, side),
        markers=tuple(markers(state)),
        tracks=tuple(tracks(state)),
        boxes=tuple(boxes(state, side, BOXES, units_at)),
        control=_control(state),
        features=features(state),
    )


@derived(Control)
def _control(state: State) -> dict[str, str]:
    changed = {here: record.side for here, record in state.all(Control).items()}
    return {here: changed.get(here, side) for here, side in ground(state).start_control.items()}


@derived(Unit, Mark, Due)
def counters(state: State, side: str | None) -> tuple[Counter, ...]:
    """Every counter that lies on the table, as this side sees it."""
    found: list[Counter] = []
    markers: list[Counter] = []
    for unit in sorted(state.all(Unit).values(), key=_height):
        if unit.place == box(UNUSED, unit.side) or (unit.dummy and not unit.on_map):
            continue
        if is_seen_by(unit, side):
            found.append(counter(state, unit))
        elif unit.hidden == "concealed":
            markers.append(masked(unit))
    # Not in the order of the units behind them, which would reveal them.
    return (*found, *sorted(markers, key=lambda marker: marker.id))


def _height(unit: Unit) -> int:
    """What lies on top of a stack: fighting units above headquarters above leaders."""
    return 0 if unit.is_leader else 1 if unit.is_asset or unit.is_hq else 2


@case("hidden-information", "13.3-a")
def is_seen_by(unit: Unit, side: str | None) -> bool:
    """Does this side see what the counter is? What is concealed or unknown only its owner does."""
    return not unit.hidden or side in (None, unit.side)


@case("13.2-b", "hidden-information")
def masked(unit: Unit) -> Counter:
    """A deception marker: nothing but its letter."""
    return Counter(
        f"marker-{unit.letter}",
        unit.side,
        unit.place,
        f"Marker {unit.letter}",
        "unknown",
        known=False,
        short=unit.letter,
    )


def counter(state: State, unit: Unit) -> Counter:
    """A unit with its ratings and everything that is laid on it."""
    marks = marks_on(state, unit.key)
    printed = printed_counter(ground(state).symbols, unit)
    points = [("points", mark.value) for mark in marks if mark.name == MP]
    return replace(printed, ratings=(*printed.ratings, *points), statuses=tuple(statuses(state, unit, marks)))


def printed_counter(symbols: Mapping[str, str], unit: Unit) -> Counter:
    """A unit as it is printed, at its present strength."""
    strength = str(unit.cf[0]) if unit.is_leader and unit.cf else str(unit.strength)
    ratings = [] if unit.is_asset else [("cf", strength)]
    ratings.append(("mf", str(unit.mf)))
    full = 1 if unit.is_leader or unit.is_asset else unit.full_steps
    return Counter(
        unit.key,
        unit.side,
        unit.place,
        unit.name,
        short=short_name(unit),
        kind=symbol(symbols, unit),
        size=unit.size,
        formation=unit.formation or unit.nation,
        ratings=tuple(ratings),
        steps=min(unit.steps, full),
        full_steps=full,
    )


def short_name(unit: Unit) -> str:
    """What is written on the counter: its colour tells the nation, its symbol and size the rest."""
    words = unit.name.split()
    if len(words) > 1 and words[0] in NATIONS:
        words = words[1:]
    if len(words) > 1 and words[-1] in TOLD_BY_SYMBOL:
        words = words[:-1]
    return " ".join(words)


def symbol(symbols: Mapping[str, str], unit: Unit) -> str:
    """What its symbol is drawn from."""
    return symbols.get(unit.type) or unit.type.replace("_", " ")


def statuses(state: State, unit: Unit, marks: list[Mark]) -> Iterator[str]:
    """The statuses that the window shows on a counter."""
    due = None if unit.on_map else state.find(Due, unit.key)
    if due is not None:
        yield f"due on turn {due.turn}, entry {due.place}"
    if unit.place == box(TO_SET_UP, unit.side):
        yield ground(state).left_open.words(unit.key)
    if unit.hidden:
        yield f"{unit.hidden} {unit.letter}".rstrip()
    if unit.dummy:
        yield "dummy"
    for mark in marks:
        if mark.name == STALEMATED:
            yield STALEMATED
        elif mark.name not in SILENT:
            yield mark.name


@case("2.2")
def markers(state: State) -> Iterator[Marker]:
    """Air markers, railheads, bridges."""
    for air in state.all(AirMarker).values():
        text = "combat air patrol" if air.kind == "cap" else "interdiction"
        yield Marker(air.key, air.place, text, text, air.side)
    for head in state.all(Railhead).values():
        yield Marker(f"railhead {head.key}", head.key, "railhead", "railhead", "allied")
    for bridge in state.all(TemporaryBridge).values():
        yield Marker(f"temporary {bridge.key}", bridge.key, "bridge", "temporary bridge", GERMAN)
    for made in state.all(Bridgehead).values():
        text = "bridgehead" if made.ready else "bridgehead begun"
        yield Marker(f"bridgehead {made.key}", made.key, "bridgehead", text, "allied")


def features(state: State) -> dict[str, tuple[str, ...]]:
    """What play has changed on the printed map."""
    found: dict[str, tuple[str, ...]] = {}
    for side in (
        *state.all(TemporaryBridge),
        *(key for key, made in state.all(Bridgehead).items() if made.ready),
    ):
        found[side] = ("bridge built",)
    for side in state.all(BrokenBridge):
        found[side] = ("bridge blown",)
    for here in state.all(Fallen):
        found[here] = ("fortification fallen",)
    for dam in state.all(Dam).values():
        found[ground(state).dams[dam.key]] = ("dam blown",)
    return found


def turn_text(state: State) -> str:
    """The turn with its dates."""
    turn = state.one(Clock).turn
    dates = ground(state).charts.turn_record.of(turn)
    return f"Turn {turn}, {dates.text}"


@case("2.3", "15.1")
def tracks(state: State) -> Iterator[Track]:
    """The turn, the weather, the air, and what each side has in hand."""
    land, clock = ground(state), state.one(Clock)
    cells = tuple(str(turn) for turn in range(land.first_turn, land.last_turn + 1))
    at = clock.turn - land.first_turn
    yield Track("turn", "Turn", str(clock.turn), at=at if 0 <= at < len(cells) else None, cells=cells)
    yield Track("date", "Date", land.charts.turn_record.of(clock.turn).text)
    yield Track("segment", "Segment", state.place_in_sequence)
    yield Track("first", "Moves first", land.title_of(clock.first), side=clock.first)
    yield Track("weather", "Weather", weather_text(state.one(Weather).conditions))
    columns = tuple(str(column) for column in range(1, land.charts.air_status.last_column + 1))
    yield Track("air_status", "Air Status", str(clock.air_status), at=clock.air_status - 1, cells=columns)
    flood = state.find(RoerFlood, "")
    if flood is not None and flood.last_turn >= clock.turn:
        yield Track("roer", "Roer flooded until the end of turn", str(flood.last_turn))
    if land.rules.counteroffensive is not None:
        state_of_it = "in effect" if in_effect(state) else "not in effect"
        yield Track("herbstnebel", "Operation Herbstnebel", state_of_it)
    deception = state.find(Deception, "")
    if deception is not None:
        yield Track("deception", "Deception Level", str(deception.level), side=GERMAN)
    for side in land.sides:
        yield from tracks_of_side(state, side)


def tracks_of_side(state: State, side: str) -> Iterator[Track]:
    """Attack Supply, Air Actions, replacements and victory points of one side."""
    held, title = army(state, side), ground(state).title_of(side)
    yield Track(f"asp.{side}", f"Attack Supply: {title}", str(held.asp), side=side)
    yield Track(f"air.{side}", f"Air Actions: {title}", f"{held.air}/{held.air_awarded}", side=side)
    flown = ", ".join(missions(state, side)) or "none"
    yield Track(f"missions.{side}", f"Missions this turn: {title}", flown, side=side)
    replacements = f"{held.infantry} infantry, {held.armor} armor"
    yield Track(f"replacements.{side}", f"Replacements: {title}", replacements, side=side)
    vp = str(points(state, side))
    yield Track(f"vp.{side}", f"Victory points: {title}", vp, side=side, is_score=True)


@case("11.9-table")
def missions(state: State, side: str) -> Iterator[str]:
    """What is flown this turn and still counts: markers on the map, and Counter-air."""
    if army(state, side).counter_air:
        yield "counter-air"
    for marker in sorted(state.all(AirMarker).values(), key=lambda marker: marker.key):
        if marker.side == side:
            what = "patrol" if marker.kind == CAP else "interdiction"
            yield f"{what} over {ground(state).name_of(marker.place)}"


def overlays(state: State, side: str | None, keys: Container[str] | None = None) -> Iterator[Overlay]:
    """Zones of control, command, supply lines and army group boundaries of either side, and the weather.

    With `keys` only those are made.
    """
    land = ground(state)
    for owner in land.sides:
        title = land.title_of(owner)
        if keys is None or f"zoc.{owner}" in keys:
            zone = dict.fromkeys(sorted(zoc(state, owner)), "")
            yield Overlay(f"zoc.{owner}", f"Zones of control: {title}", zone)
        if keys is None or f"command.{owner}" in keys:
            yield Overlay(f"command.{owner}", f"Command range: {title}", dict(_in_reach(state, owner, side)))
        if keys is None or f"supply.{owner}" in keys:
            lines = tuple(_supply_lines(state, owner, side))
            yield Overlay(f"supply.{owner}", f"Supply lines: {title}", traces=lines)
        if keys is None or f"boundary.{owner}" in keys:
            drawn = tuple(_boundaries(state, owner))
            yield Overlay(f"boundary.{owner}", f"Army group boundaries: {title}", boundaries=drawn)
    if keys is None or "weather" in keys:
        yield Overlay("weather", "Weather", zones=tuple(_weather_zones(state)))


def _in_reach(state: State, owner: str, side: str | None) -> Iterator[tuple[str, str]]:
    found: dict[str, list[str]] = {}
    for hq in headquarters(state, owner, "army"):
        if not is_seen_by(hq, side):
            continue
        for here in ground(state).grid.hexes_in(range_mask(state, hq.key)):
            found.setdefault(here, []).append(hq.name)
    for here, names in sorted(found.items()):
        yield here, ", ".join(names)


@case("hidden-information")
def _supply_lines(state: State, owner: str, side: str | None) -> Iterator[Trace]:
    """From every stack; the enemy does not see them while they would lead him to a hidden headquarters."""
    if any(unit.is_hq and not is_seen_by(unit, side) for unit in forces(state, owner)):
        return
    seen: set[str] = set()
    for unit in forces(state, owner):
        if is_seen_by(unit, side) and unit.is_combat_unit and unit.place not in seen:
            seen.add(unit.place)
            line = line_of(state, unit)
            yield Trace(line or (unit.place,), cut=not line)


def _boundaries(state: State, side: str) -> Iterator[Boundary]:
    """The hexsides between the last row of each army group and the next."""
    land = ground(state)
    drawn = state.find(Boundaries, side)
    if drawn is None or len(headquarters(state, side, "army_group")) < 2:
        return
    for north, south, last in zip(drawn.groups, drawn.groups[1:], drawn.rows, strict=False):
        names = [state.get(Unit, group).name for group in (north, south)]
        yield Boundary(" / ".join(names), land.sides_south_of(last), side)


def _weather_zones(state: State) -> Iterator[Zone]:
    land = ground(state)
    for zone in sorted(set(land.zone.values())):
        hexes = tuple(sorted(here for here, key in land.zone.items() if key == zone and here in land.land))
        found = ", ".join(sorted(conditions_of_zone(state, zone))).replace("_", " ") or "clear"
        yield Zone(f"{zone.replace('_', ' ').title()}: {found}", hexes)
