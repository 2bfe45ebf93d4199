"""The table as everybody sees it: nothing in this game is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from msgspec.structs import replace

from engine.catalogue.printed_counter import short_name
from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.save_rolls import printed_save
from engine.games.dday_to_berlin.command.formations import command_range, headquarters
from engine.games.dday_to_berlin.command.supply import has_supply_rules, supplied_zones
from engine.games.dday_to_berlin.engineering.tasks import CARRIED
from engine.games.dday_to_berlin.movement.activation import RESULTS
from engine.games.dday_to_berlin.movement.visibility import seen_zones
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import (
    DUE,
    LOST,
    SHATTERED,
    Bridge,
    Clock,
    Earthwork,
    Held,
    Unit,
    army,
    units_at,
)
from engine.games.dday_to_berlin.scenario.charts import Charts
from engine.games.dday_to_berlin.scenario.ground import Ground, ground
from engine.mechanics import TO_SET_UP, box, boxes
from engine.referee import Counter, Due, Mark, Marker, Overlay, State, Track, View, case

HOURS_PER_TURN = 2
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SYMBOLS: Mapping[str, str] = {
    "INF": "infantry",
    "ENG": "engineer",
    "REC": "reconnaissance",
    "TNK": "armour",
    "TD": "armour antitank",
    "SPG": "assault gun",
    "ATG": "antitank",
    "ART": "artillery",
    "SPA": "armour artillery",
    "HQ": "headquarters",
}
"""For scenarios that do not name a symbol themselves."""
TRAVELS: Mapping[str, str] = {"LEG": "", "MOT": "motorised", "MECH": "mechanised"}
MARKS: Mapping[str, str] = {"MECH": "MEC", "poor": "P", "regular": "R", "veteran": "V"}
"""How class and quality are printed on a counter, where a whole word does not fit."""
BOXES: Mapping[str, str] = {SHATTERED: "Shattered", LOST: "Lost", DUE: "Reinforcements"}


def view(state: State, side: str | None) -> View:
    """All of it, for either side."""
    found = marks_by_subject(state)
    return View(
        side,
        turn_text(state),
        counters=tuple(counter(state, unit, found.get(unit.key, [])) for unit in state.all(Unit).values()),
        markers=tuple(building_sites(state)),
        tracks=tuple(tracks(state)),
        boxes=tuple(boxes(state, side, BOXES, units_at)),
        control={held.key: held.side for held in state.all(Held).values()},
        features=features(state),
    )


def marks_by_subject(state: State) -> dict[str, list[Mark]]:
    """All marks, sorted by what they are on."""
    found: dict[str, list[Mark]] = {}
    for mark in state.all(Mark).values():
        found.setdefault(mark.subject, []).append(mark)
    return found


def counter(state: State, unit: Unit, found: list[Mark]) -> Counter:
    """A stand with its ratings and markers."""
    land = ground(state)
    printed = printed_counter(land.charts, land.symbols, unit)
    points = [("points", mark.value) for mark in found if mark.name == marks.MP]
    return replace(
        printed,
        ratings=(*printed.ratings, *points),
        printed=(*printed.printed, *(left for _, left in points)),
        statuses=tuple(statuses(state, unit, found)),
        facing=None if unit.is_hq or not unit.on_map else unit.facing,
    )


def printed_counter(charts: Charts, symbols: Mapping[str, str], unit: Unit) -> Counter:
    """A stand with everything that is needed to play it: class, quality, save, weight of armour, range."""
    ratings = {"type": unit.type, "class": unit.moves_as, "quality": unit.quality}
    ratings["save"] = str(printed_save(charts, unit))
    if unit.weight:
        ratings["weight"] = str(unit.weight)
    if unit.is_artillery:
        line = charts.battalion_info.line(unit.type, unit.moves_as, unit.weight)
        ratings["range"] = str(unit.range or line.range)
    return Counter(
        unit.key,
        unit.side,
        unit.place,
        unit.name,
        kind=symbol(symbols, unit),
        size=unit.size,
        formation=unit.formation,
        ratings=tuple(ratings.items()),
        short=short_name(unit.name),
        printed=tuple(MARKS.get(text, text) for name, text in ratings.items() if name != "type"),
    )


def symbol(symbols: Mapping[str, str], unit: Unit) -> str:
    """The words that its symbol is drawn from: the arm, and how infantry and its like travel now."""
    arm = symbols.get(unit.type) or SYMBOLS[unit.type]
    return f"{TRAVELS[unit.moves_as]} {arm}".lstrip() if unit.type in CARRIED else arm


def statuses(state: State, unit: Unit, found: list[Mark]) -> Iterator[str]:
    """The statuses that the window shows on a counter."""
    due = None if unit.on_map else state.find(Due, unit.key)
    if due is not None:
        yield f"turn {due.turn} at {due.place}"
    if unit.place == box(TO_SET_UP, unit.side):
        yield ground(state).left_open.words(unit.key)
    if unit.dismounted:
        yield "dismounted"
    if unit.static:
        yield "static"
    for mark in found:
        if mark.name == marks.ACTIVATED:
            yield RESULTS[mark.value]
        elif mark.name != marks.MP:
            yield mark.name


def building_sites(state: State) -> Iterator[Marker]:
    """Bridges that are being built."""
    for mark in state.all(Mark).values():
        if mark.name == marks.BRIDGING:
            builder = state.get(Unit, mark.subject)
            yield Marker(f"bridge {mark.value}", mark.value, "bridge begun", builder.name, builder.side)


def features(state: State) -> dict[str, tuple[str, ...]]:
    """Positions as they are now, and the bridges that play has blown or built."""
    land = ground(state)
    found: dict[str, tuple[str, ...]] = {}
    for work in state.all(Earthwork).values():
        found[work.key] = ("prepared position" if work.finished else "works",)
    for here in land.document.hexes_with("prepared"):
        found.setdefault(here, ("position razed",))
    for side in land.printed_bridges:
        if state.find(Bridge, side) is None:
            found[side] = ("bridge blown",)
    for bridge in state.all(Bridge).values():
        if bridge.built:
            found[bridge.key] = ("bridge built",)
    return found


def tracks(state: State) -> Iterator[Track]:
    """Turn, clock and daylight, and what each side has in hand."""
    land, clock = ground(state), state.one(Clock)
    cells = tuple(str(turn) for turn in range(land.first_turn, land.last_turn + 1))
    yield Track("turn", "Turn", str(clock.turn), at=clock.turn - land.first_turn, cells=cells)
    yield Track("clock", "Clock", clock_text(state))
    night_at = land.charts.night_track.night_at
    light = min(clock.daylight, night_at)
    hours = tuple(str(hour) for hour in range(night_at + 1))
    yield Track("daylight", "Daylight", str(clock.daylight), at=light, cells=hours)
    yield Track("phase", "Phase", state.place_in_sequence)
    yield Track("first", "Player A", land.title_of(clock.player_a), side=clock.player_a)
    yield Track("scale", "Ground scale", f"{land.kilometres(1)} per zone")
    for side in land.sides:
        yield from tracks_of_side(state, side)


def tracks_of_side(state: State, side: str) -> Iterator[Track]:
    """Markers, tally, supports and victory points of one side."""
    land, held = ground(state), army(state, side)
    title = land.title_of(side)
    breaking = break_number(land, side)
    tally = f"{held.tally}/{breaking}" if breaking else str(held.tally)
    yield Track(f"markers.{side}", f"Morale markers: {title}", str(held.markers), side=side)
    yield Track(f"tally.{side}", f"Morale tally: {title}", tally, side=side, is_score=True)
    yield Track(f"art.{side}", f"ART supports: {title}", f"{held.art}/{held.art_allotment}", side=side)
    yield Track(f"air.{side}", f"AIR supports: {title}", f"{held.air}/{held.air_allotment}", side=side)
    points = sum(
        objective.value for here, objective in land.objectives.items() if state.get(Held, here).side == side
    )
    yield Track(f"vp.{side}", f"Victory points: {title}", str(points), side=side, is_score=True)
    if land.has_option("free-roll"):
        yield Track(f"free.{side}", f"Free rolls: {title}", str(held.free_rolls), side=side)


@case("10.break")
def break_number(land: Ground, side: str) -> int:
    """The morale tally at which the army of a side breaks; 0 if the scenario names none."""
    short = land.special.get("scn.seelow-short", {}).get("break")
    numbers = (
        short if isinstance(short, Mapping) else {s.key: s.data.get("break") for s in land.document.sides}
    )
    number = numbers.get(side)
    return number if isinstance(number, int) else 0


@case("scale.turn")
def clock_text(state: State) -> str:
    """Two hours a day turn from the scenario's starting hour; the night is one turn."""
    clock, data = state.one(Clock), ground(state).document.data
    if clock.night:
        return f"night after day {clock.day}"
    hour, _, minute = str(data.get("clock", "06:00")).partition(":")
    hours = (int(hour) if hour.isdecimal() else 0) + HOURS_PER_TURN * clock.turns_today
    today = f"{hours % 24:02}:{minute or '00'}"
    try:
        first = date.fromisoformat(str(data.get("date", "")))
    except ValueError:
        return f"{today}, day {clock.day}"
    # A long day can pass midnight before the dice bring the night.
    now = first + timedelta(days=clock.day - 1 + hours // 24)
    return f"{today}, {now.day} {MONTHS[now.month - 1]} {now.year}"


def turn_text(state: State) -> str:
    clock = state.one(Clock)
    return f"Night after turn {clock.turn}" if clock.night else f"Turn {clock.turn}, {clock_text(state)}"


def overlays(state: State) -> Iterator[Overlay]:
    """Zones of control, reach of headquarters, sight and supply."""
    land = ground(state)
    for side in land.sides:
        title = land.title_of(side)
        yield Overlay(
            f"zoc.{side}", f"Zones of control: {title}", dict.fromkeys(sorted(zoc(state, side)), "")
        )
        yield Overlay(f"command.{side}", f"Command range: {title}", in_reach(state, side))
        seen = dict.fromkeys(sorted(seen_zones(state, side)), "")
        yield Overlay(f"sight.{side}", f"Visible to {title}", seen)
        if has_supply_rules(state):
            zones = dict.fromkeys(sorted(supplied_zones(state, side)), "")
            yield Overlay(f"supply.{side}", f"Supplied zones: {title}", zones)


def in_reach(state: State, side: str) -> dict[str, str]:
    """The zones in command range, each with the headquarters it belongs to."""
    found: dict[str, list[str]] = {}
    for hq in headquarters(state, side):
        for here in ground(state).grid.within(hq.place, command_range(state, hq)):
            found.setdefault(here, []).append(hq.name)
    return {here: ", ".join(names) for here, names in sorted(found.items())}
