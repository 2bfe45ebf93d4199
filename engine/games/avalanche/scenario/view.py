"""What each side sees of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.catalogue.victory import decide
from engine.games.avalanche.bombardment.spotting import spots
from engine.games.avalanche.general.fog import in_force, is_open_to
from engine.games.avalanche.general.zoc import zoc
from engine.games.avalanche.records import (
    AIRDROP,
    ALLIED,
    BREAKDOWN,
    DUE,
    ELIMINATED,
    FLEET,
    FULL,
    GE,
    GERMAN,
    OUT,
    REDUCED_BOX,
    TURN_TRACK,
    UK,
    US,
    Airfield,
    Beachhead,
    Clock,
    Construction,
    Control,
    Crossing,
    DropPlan,
    Unit,
    Work,
    held,
    units_at,
)
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.point_tracks import beach_tracks, point_tracks
from engine.games.avalanche.scenario.victory import VictoryFacts
from engine.games.avalanche.supply.lines import reached_by_staffs
from engine.mechanics.places import box, boxes
from engine.mechanics.plural import counted
from engine.referee import Counter, Marker, Overlay, State, Track, View, case
from engine.referee.marks import mark_value, marked

BOXES: Final[Mapping[str, str]] = {
    DUE: "Reinforcements",
    FLEET: "Ships to be placed",
    BREAKDOWN: "Breakdown",
    REDUCED_BOX: "Reduced",
    ELIMINATED: "Eliminated",
    TURN_TRACK: "Turn track",
    AIRDROP: "On their way by air",
}
"""In the Reduced box lie markers: the unit itself stands on the map as what is left of it."""
STATUSES: Final = {"oos": "out of supply", "iso": "isolated"}
LONGEST_SIGHT: Final = 3
SYMBOLS: Final = {"strong point": "fortification", "ship": "ship"}


def view(state: State, side: str | None) -> View:
    """What this side may see; None sees the open table."""
    return View(
        side,
        title(state),
        counters=tuple(counters(state, side)),
        markers=(*markers(state), *plan_markers(state, side), *reduced_battalions(state, side)),
        tracks=tuple(tracks(state, side)),
        boxes=tuple(boxes(state, side, BOXES, units_at)),
        control={held.key: held.side for held in state.all(Control).values()},
    )


@case("gen.turn-kinds")
def title(state: State) -> str:
    clock = state.one(Clock)
    row = ground(state).turn_row(clock.turn)
    weather = f", {clock.weather}" if clock.weather != "clear" else ""
    return f"Turn {clock.turn}, {row.date} {row.kind}{weather}"


@case("gen.fog")
def counters(state: State, side: str | None) -> Iterator[Counter]:
    """Every counter; with the examination option those below the top of enemy stacks face down, first and in
    an order that tells nothing."""
    known, hidden = [], dict[str, list[Unit]]()
    for unit in state.all(Unit).values():
        if is_open_to(state, unit, side):
            known.append(unit)
        else:
            hidden.setdefault(unit.place, []).append(unit)
    for here in sorted(hidden):
        for number, unit in enumerate(hidden[here], start=1):
            name = f"{here} {unit.side} {number}"
            yield Counter(name, unit.side, here, "Unknown unit", "unknown", known=False, short="?")
    for unit in sorted(known, key=height_in_stack):
        yield counter(state, unit)


def height_in_stack(unit: Unit) -> tuple[int, int]:
    """Leaders and strong points lie below, then headquarters; the strongest unit is on top."""
    if unit.is_leader or unit.is_strong_point:
        return 0, 0
    return (1, 0) if unit.is_hq else (2, unit.attack + unit.defence)


def counter(state: State, unit: Unit) -> Counter:
    """A counter that the side may look at."""
    if unit.is_strong_point and not unit.revealed:
        return face_down(unit)
    return Counter(
        unit.key,
        unit.side,
        unit.place,
        unit.name,
        kind=SYMBOLS.get(unit.size) or ground(state).symbols.get(unit.type, unit.branch),
        size=COUNTER_SIZES.get(unit.size, "company" if unit.is_company else unit.size),
        formation=unit.formation,
        short=first_ship(unit) if unit.is_ship else "",
        ratings=tuple(ratings(unit)),
        steps=max(unit.steps, 0),
        full_steps=unit.full_steps,
        statuses=tuple(statuses(state, unit)),
        power=unit.nation,
    )


def first_ship(unit: Unit) -> str:
    """`Nubian` of `HMS Nubian and Tartar`: the counter shows the nation already."""
    named = unit.name.removeprefix("HMS ").removeprefix("USS ").removeprefix("HNLMS ")
    return named.partition(" and ")[0]


COUNTER_SIZES: Final = {"hq": "headquarters", "leader": "", "ship": "", "strong point": ""}


@case("setup.strongpoints-random", "gen.fog")
def face_down(unit: Unit) -> Counter:
    """A strong point that nobody has looked at."""
    return Counter(unit.key, unit.side, unit.place, "Strong point", "fortification", known=False, short="?")


def ratings(unit: Unit) -> Iterator[tuple[str, str]]:
    """What is printed on the side that is up."""
    if unit.is_leader:
        yield "bonus", f"{unit.foot}/{unit.mot}"
        yield "combat", str(unit.combat)
        yield "tactical", str(unit.tactical)
        return
    if not unit.is_ship:
        yield "attack", str(unit.attack)
        yield "defence", str(unit.defence)
    if unit.support:
        yield "support", str(unit.support)
        yield "range", str(unit.range)
        yield "bombardment", str(unit.bv)
    if unit.is_ship or unit.is_strong_point:
        return
    yield "morale", str(unit.morale)
    yield f"movement, {unit.cls}", str(unit.ma)
    if unit.arm:
        yield "armor" if unit.arm_kind == "A" else "anti-tank", str(unit.arm)


def statuses(state: State, unit: Unit) -> Iterator[str]:
    """The markers on a unit."""
    if unit.state:
        yield unit.state
    if unit.supply:
        yield STATUSES[unit.supply]
    if unit.is_gun and unit.limbered:
        yield "limbered"
    if (unit.is_gun or unit.is_ship) and unit.ammo != FULL:
        yield "out of ammo" if unit.ammo == OUT else "reduced ammo"
    if unit.green:
        yield "green"
    if unit.is_remnant:
        yield "remnant"
    if unit.flipped:
        yield "aide" if unit.is_leader else "drop loss"
    if marked(state, unit.key, "shore party"):
        yield f"shore party of {mark_value(state, unit.key, 'shore party')}"


def markers(state: State) -> Iterator[Marker]:
    """Beachheads, works, what is being built, blown bridges, blocked roads, airfields."""
    for beach in state.all(Beachhead).values():
        yield Marker(f"beach {beach.key}", beach.place, "beachhead", f"{beach.key} beach", ALLIED)
    for work in state.all(Work).values():
        text = "Improved position" if work.kind == "ip" else "Fort"
        yield Marker(f"work {work.key}", work.key, text.lower(), text, work.side)
    for built in state.all(Construction).values():
        place = built.place if "/" not in built.place else built.place.split("/")[0]
        yield Marker(f"building {built.key}", place, "construction", f"Building: {built.kind}", built.side)
    for crossing in state.all(Crossing).values():
        text = {"blown": "Bridge blown", "block": "Road blocked"}.get(crossing.kind, "Cliff road")
        yield Marker(f"crossing {crossing.key}", crossing.key, text.lower(), text)
    for field in state.all(Airfield).values():
        text = "Airfield repaired" if field.repaired else f"Airfield: {counted(field.turns, 'turn')} of work"
        yield Marker(f"airfield {field.key}", field.key, "airfield", text, ALLIED)


@case("loss.boxes")
def reduced_battalions(state: State, side: str | None) -> Iterator[Marker]:
    """The counters of battalions of which a remnant or a tank company is left, as far as the side sees it."""
    for unit in state.all(Unit).values():
        if unit.on_map and (unit.is_remnant or unit.is_reduced_tank) and is_open_to(state, unit, side):
            left = "remnant" if unit.is_remnant else "company"
            text = f"{unit.name}: {left} in {unit.place}"
            yield Marker(f"reduced {unit.key}", box(REDUCED_BOX, unit.side), "reduced", text, unit.side)


@case("drop.plan")
def plan_markers(state: State, side: str | None) -> Iterator[Marker]:
    """Planned airdrops: the German sees them when the serial is on its way."""
    for plan in state.all(DropPlan).values():
        if plan.shown or side != GERMAN:
            text = f"Drop of {state.get(Unit, plan.key).name} on turn {plan.turn}"
            yield Marker(f"plan {plan.key}", plan.place, "airdrop", text, ALLIED)


def tracks(state: State, side: str | None) -> Iterator[Track]:
    """The turn, and every track of points that the side may see."""
    land, clock = ground(state), state.one(Clock)
    cells = tuple(str(turn) for turn in range(land.first_turn, land.last_turn + 1))
    yield Track("turn", "Turn", str(clock.turn), at=clock.turn - land.first_turn, cells=cells)
    yield Track("phase", "Phase", state.place_in_sequence)
    yield from score_tracks(state)
    yield from point_tracks(state)
    yield from beach_tracks(state)


@case("scen.victory-levels")
def score_tracks(state: State) -> Iterator[Track]:
    """The points of the scenario and what they would mean at the end. Not shown with the examination option:
    the zones of hidden stacks cut supply, and points count where it reaches."""
    if in_force(state):
        return
    for condition in ground(state).document.victory:
        verdict = decide(condition, VictoryFacts(state)) if condition.score != () else None
        if verdict is not None:
            value = f"{verdict.score} ({verdict.level})"
            yield Track(f"score.{condition.key}", condition.title, value, is_score=True)


def overlays(state: State, side: str | None) -> Iterator[Overlay]:
    """Zones of control, supply and what spotters see."""
    land = ground(state)
    for owner in land.sides:
        title = land.title_of(owner)
        zone = dict.fromkeys(sorted(zoc(state, owner)), "")
        yield Overlay(f"zoc.{owner}", f"Zones of control: {title}", zone)
        yield Overlay(f"supply.{owner}", f"Supply: {title}", supplied_hexes(state, owner))
        yield Overlay(f"sight.{owner}", f"Spotted by {title}", dict.fromkeys(spotted(state, owner), ""))


@case("supply.unit-path", "supply.hq-path")
def supplied_hexes(state: State, side: str) -> dict[str, str]:
    """The hexes within reach of a supplied headquarters, with the nations that it feeds there."""
    found: dict[str, list[str]] = {}
    for nation in (US, UK) if side == ALLIED else (GE,):
        for here in reached_by_staffs(state, side, nation).cost:
            found.setdefault(here, []).append(nation)
    return {here: "" if side == GERMAN else ", ".join(found[here]) for here in sorted(found)}


def spotted(state: State, side: str) -> list[str]:
    """The hexes that a unit of a side spots."""
    land = ground(state)
    near = {(here, there) for here in held(state, side) for there in land.within(here, LONGEST_SIGHT)}
    return sorted({there for here, there in near if there in land.land and spots(state, here, there)})
