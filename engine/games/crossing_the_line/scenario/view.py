"""The table as one side sees it: limited intelligence (5.3.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from engine.catalogue.score_sheet import scored_side
from engine.catalogue.victory import evaluate, words_in
from engine.games.crossing_the_line.records import (
    ASIDE,
    DUE,
    GERMAN,
    LOST,
    US,
    WITHDRAWN,
    ActionPoints,
    Clock,
    Control,
    Formation,
    Improved,
    PlanMarker,
    Unit,
    units_at,
)
from engine.games.crossing_the_line.scenario.charts import FormationRatings
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.victory import VictoryFacts
from engine.games.crossing_the_line.standard.command import IN_COMMAND, command_state, path_lengths
from engine.games.crossing_the_line.standard.formations import formation_of, headquarters
from engine.games.crossing_the_line.standard.known import is_identified
from engine.games.crossing_the_line.standard.supply import supplied
from engine.games.crossing_the_line.standard.zoc import zoc
from engine.mechanics.places import boxes
from engine.referee import Counter, Marker, Overlay, State, Track, View, case

BOXES: Final[Mapping[str, str]] = {
    DUE: "Reinforcements",
    LOST: "Eliminated",
    WITHDRAWN: "Withdrawn",
    ASIDE: "Headquarters without a place",
}


def view(state: State, side: str | None) -> View:
    """What this side may see; None sees the open table."""
    return View(
        side,
        title(state),
        counters=tuple(counters(state, side)),
        markers=tuple(markers(state, side)),
        tracks=tuple(tracks(state, side)),
        boxes=tuple(boxes(state, side, BOXES, units_at)),
        control={held.key: held.side for held in state.all(Control).values()},
    )


@case("3.1.3-a", "10.1-a")
def title(state: State) -> str:
    """The turn and its dates; First Blood has no turns and counts its activations."""
    clock, land = state.one(Clock), ground(state)
    rule, row = land.rules.first_blood, land.charts.turn_track.turn.get(str(clock.turn))
    if rule is not None:
        return f"Activation {min(clock.activations + 1, rule.activations)} of {rule.activations}"
    return f"Turn {clock.turn}, {row.dates}" if row else f"Turn {clock.turn}"


def counters(state: State, side: str | None) -> Iterator[Counter]:
    """Every counter: first those that the side cannot identify, face down and in an order that tells nothing,
    then the others, the top of a stack last."""
    known, hidden = [], dict[str, list[Unit]]()
    for unit in state.all(Unit).values():
        if is_identified(state, unit, side):
            known.append(unit)
        else:
            hidden.setdefault(unit.place, []).append(unit)
    for here in sorted(hidden):
        for number, unit in enumerate(hidden[here], start=1):
            yield face_down(here, unit.side, number)
    for unit in sorted(known, key=lambda unit: (unit.level, unit.key)):
        yield counter(state, unit, side)


@case("5.3.4-a")
def face_down(here: str, side: str, number: int) -> Counter:
    """A counter below the top of an enemy stack: only that it is there."""
    return Counter(f"{here} {side} {number}", side, here, "Unknown unit", "unknown", known=False, short="?")


def counter(state: State, unit: Unit, side: str | None) -> Counter:
    """A unit with its printed ratings; its current strength only for its own side."""
    own = side in (None, unit.side)
    land = ground(state)
    return replace(
        printed_counter(land.formations, land.symbols, unit),
        ratings=tuple(ratings(state, unit, own)),
        statuses=tuple(statuses(state, unit, own)),
    )


def printed_counter(
    formations: Mapping[str, FormationRatings], symbols: Mapping[str, str], unit: Unit
) -> Counter:
    """A unit as it is printed, with the side that is up."""
    printed = formations.get(unit.formation)
    is_hq = unit.is_hq and printed is not None
    return Counter(
        unit.key,
        unit.side,
        unit.place,
        unit.name,
        kind=symbols.get(unit.type, unit.type),
        size=unit.size,
        formation=unit.formation,
        ratings=tuple(printed_hq(printed) if is_hq and printed else printed_ratings(unit)),
        short=unit.formation if unit.is_hq else unit.name.removeprefix("US "),
    )


def printed_hq(printed: FormationRatings) -> Iterator[tuple[str, str]]:
    """What is printed on a headquarters: support, command range, reaction."""
    yield "support", str(printed.attack_support)
    yield "range", str(printed.command_range)
    yield "reaction", str(printed.reaction)


def printed_ratings(unit: Unit) -> Iterator[tuple[str, str]]:
    """Strength, effectiveness, points and allowance of the side that is up."""
    yield "strength", str(unit.strength)
    yield "effectiveness", str(unit.effectiveness)
    yield "tank" if unit.is_afv else "anti-tank", str(unit.points)
    if not unit.disrupted:
        yield "movement on foot" if unit.is_leg else "motorized movement", str(unit.ma)


def ratings(state: State, unit: Unit, own: bool) -> Iterator[tuple[str, str]]:
    """Strength, effectiveness, points and allowance of the side that is up; support of a headquarters. The
    markers below them, for strength and support, are hidden from the enemy."""
    if unit.is_hq:
        one = state.find(Formation, unit.formation)
        printed = ground(state).formations[unit.formation]
        now = {"support": str(one.support if one else printed.attack_support) if own else "?"}
        yield from {**dict(printed_hq(printed)), **now}.items()
        return
    now = {"strength": f"{unit.now}/{unit.strength}" if own else f"?/{unit.strength}"}
    yield from {**dict(printed_ratings(unit)), **now}.items()


@case("5.5.2-d", "5.8-b")
def statuses(state: State, unit: Unit, own: bool) -> Iterator[str]:
    """Disrupted for everybody; command and assignment, from which the enemy could tell the formation, only
    for the owner, and as far as he can know."""
    if unit.disrupted:
        yield "disrupted"
    if unit.is_hq:
        one = state.find(Formation, unit.formation)
        if one is not None and one.flipped:
            yield "emergency supply spent"
    elif own and unit.on_map and headquarters(state, formation_of(state, unit) or unit.formation) is not None:
        found = command_state(state, unit)
        if found != IN_COMMAND:
            yield found
    if own and unit.assigned:
        yield f"assigned to {ground(state).titles(unit.assigned)}"


def markers(state: State, side: str | None) -> Iterator[Marker]:
    """Improved Defense."""
    for marker in state.all(Improved).values():
        text = "Improved Defense"
        yield Marker(f"improved {marker.key}", marker.key, "improved defense", text, marker.side)


def tracks(state: State, side: str | None) -> Iterator[Track]:
    """The turn, initiative, interdiction, action points, activation levels and Victory Plans."""
    land, clock = ground(state), state.one(Clock)
    cells = tuple(str(turn) for turn in range(land.first_turn, land.last_turn + 1))
    yield Track("turn", "Turn", str(clock.turn), at=clock.turn - land.first_turn, cells=cells)
    yield Track("phase", "Phase", state.place_in_sequence)
    bonus = f"{land.title_of(clock.bonus_side)} +{clock.bonus}" if clock.bonus_side else "0"
    yield Track("initiative", "Initiative", bonus, side=clock.bonus_side)
    yield Track("interdiction", "Interdiction", str(clock.interdiction), side=US)
    yield Track("reroll", "SNAFU marker", land.title_of(clock.reroll), side=clock.reroll)
    for owner in land.sides:
        left = state.get(ActionPoints, owner).left
        yield Track(f"points.{owner}", f"Action points: {land.title_of(owner)}", str(left), side=owner)
    for one in state.all(Formation).values():
        printed = land.formations[one.key]
        spaces = tuple(str(level) for level in range(printed.max_activation + 1))
        title = f"{printed.name}: activation level"
        yield Track(f"level.{one.key}", title, str(one.level), one.level, spaces, printed.side)
    yield from score(state)
    plans = sorted(state.all(PlanMarker).values(), key=lambda plan: int(plan.key))
    if plans:
        shown = [plan.plan if side in (None, US) or (side == GERMAN and plan.seen) else "?" for plan in plans]
        yield Track("plans", "Victory Plans", " ".join(shown), side=US)


def score(state: State) -> Iterator[Track]:
    """Points for what everybody sees: the victory hexes under control."""
    for condition in ground(state).document.victory:
        counted = scored_side(condition)
        if counted and all(word != "counter" for word, _ in words_in(condition.score)):
            points, title = evaluate(condition.score, VictoryFacts(state)), ground(state).title_of(counted)
            yield Track(f"vp.{counted}", f"Victory points: {title}", str(points), side=counted, is_score=True)
            return


def overlays(state: State, side: str | None) -> Iterator[Overlay]:
    """Zones of control, supply and command range, as far as this side can know them."""
    land = ground(state)
    for owner in land.sides:
        if side not in (None, owner):
            continue
        title = land.title_of(owner)
        zone = dict.fromkeys(sorted(zoc(state, owner)), "")
        yield Overlay(f"zoc.{owner}", f"Zones of control: {title}", zone)
        fed = dict.fromkeys(sorted(supplied(state, owner).cost), "")
        yield Overlay(f"supply.{owner}", f"Supply: {title}", fed)
        found: dict[str, list[str]] = {}
        for key, printed in land.formations.items():
            if printed.side == owner:
                for here, length in path_lengths(state, key).items():
                    if length <= printed.command_range:
                        found.setdefault(here, []).append(printed.name)
        reach = {here: ", ".join(names) for here, names in sorted(found.items())}
        yield Overlay(f"command.{owner}", f"Command range: {title}", reach)
