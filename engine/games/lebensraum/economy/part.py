"""What the chapters of economy, reinforcement and special rules add to the game: records, frames, how they
begin and what the table shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.bad_input import BadInput
from engine.games.lebensraum.economy import transport
from engine.games.lebensraum.economy.freight import RESOURCES
from engine.games.lebensraum.economy.totals import TITLES, is_active, points
from engine.games.lebensraum.records import AXIS, SOVIET, WESTERN, EconomicMarker
from engine.games.lebensraum.reinforcements import segment
from engine.games.lebensraum.reinforcements.arrivals import TRAINING, Trainee
from engine.games.lebensraum.reinforcements.steps_bought import KINDS, track
from engine.games.lebensraum.scenario.chart_economy import EconomicMarkers
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.games.lebensraum.scenario.victory import Fulfilled
from engine.games.lebensraum.special import free_landing, paratroops, surprise
from engine.games.lebensraum.special.combination import FrontResult
from engine.games.lebensraum.special.free_landing import LANDINGS
from engine.games.lebensraum.special.landing_hexes import LandingHex
from engine.games.lebensraum.standard.control import starting_control
from engine.mechanics.places import box
from engine.mechanics.pools import Pool
from engine.mechanics.position_data import one_known, table, whole_number, words
from engine.referee import Due, Keyed, Marker, State, Track, case

RECORDS: Final[tuple[type, ...]] = (Trainee, LandingHex, Fulfilled, FrontResult)
FRAMES: Final[tuple[type, ...]] = (
    *transport.FRAMES,
    *segment.FRAMES,
    *surprise.FRAMES,
    *free_landing.FRAMES,
    *paratroops.FRAMES,
)


@case("12.4-a", "12.2-a", "13.0-b", "counters.errata")
def starting_markers(land: Ground) -> Iterator[EconomicMarker]:
    """The economic markers on their hexes: the East sets, the West set, or all of them."""
    held, charts = starting_control(land), land.charts
    sets: list[tuple[str, str, EconomicMarkers]] = []
    if land.has_east:
        sets.append((SOVIET, "soviet", charts.economic_markers_soviet))
        sets.append((AXIS, "east", charts.economic_markers_axis_east))
    if land.has_west:
        sets.append((AXIS, "west", charts.economic_markers_axis_west))
    for power, name, chart in sets:
        for row in chart.markers:
            if held.get(row.hex) == land.powers.side_of(power):
                yield EconomicMarker(
                    f"eco-{name}-{row.hex}", power, row.place, row.hex, row.hex, row.trn, row.pro, row.ref
                )


def starting_records(land: Ground) -> Iterator[Keyed]:
    """What these chapters put on the table when a scenario begins."""
    yield from starting_markers(land)
    if land.rules.landings is not None:
        yield Pool(WESTERN, LANDINGS, land.rules.landings.landings)


def position_records(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    """What a worked example says about these chapters; its words are taken out of the data.

    economy = {eco-soviet-E3214 = "E3214 face_down"}   also captured, power:axis, works_from:4, off
    steps = {axis = {infantry = 3, armor = 1}}          replacement steps on the tracks
    training = {soviet-40 = 7}                          when an army in training has become a Guard army
    guards = {soviet-8-gd = "soviet-40"}                Guard armies and those that they were made from
    landed = "E1544 E1545"                              hexes that have been used for landings
    landings = 2                                        free landings that are left
    """
    yield from described_steps(land, data)
    for key, turn in table(data, "training").items():
        yield Due(key, whole_number(turn, "training"), TRAINING, key, "", "allied")
    for key, unit in table(data, "guards").items():
        yield Trainee(key, str(unit))
    for here in words(data.pop("landed", ""), "landed"):
        yield LandingHex(one_known(here, land.playable, "landed"))
    if "landings" in data:
        yield Pool(WESTERN, LANDINGS, whole_number(data.pop("landings"), "landings"))
    known = {one.key: one for one in starting_markers(land)}
    for key, line in table(data, "economy").items():
        yield described_marker(land, known[one_known(key, known, "economy")], str(line))


def described_steps(land: Ground, data: dict[str, Any]) -> Iterator[Pool]:
    """The replacement steps of a worked example."""
    steps = table(data, "steps")
    for power in list(steps):
        for kind, number in table(steps, power).items():
            name = track(one_known(kind, KINDS, "steps"))
            yield Pool(one_known(power, land.powers, "steps"), name, whole_number(number, "steps"))


def described_marker(land: Ground, marker: EconomicMarker, line: str) -> EconomicMarker:
    """A marker with what a line says about it."""
    changes: dict[str, Any] = {}
    for word in line.split():
        name, _, value = word.partition(":")
        if word in ("face_down", "captured"):
            changes[word] = True
        elif name == "power" and value in land.powers:
            changes["power"] = value
        elif name == "works_from" and value.isdecimal():
            changes[name] = int(value)
        elif word == "off":
            changes["place"] = box(RESOURCES, land.powers.side_of(changes.get("power", marker.power)))
        elif word in land.playable:
            changes["place"] = word
        else:
            raise BadInput(
                f"`economy` says {word!r:.40}, which is not known; see `startline try --guide leb`"
            )
    return EconomicMarker(**{**{f: getattr(marker, f) for f in marker.__struct_fields__}, **changes})


def markers(state: State) -> Iterator[Marker]:
    """The economic markers, face up or face down."""
    powers = ground(state).powers
    for one in state.all(EconomicMarker).values():
        kind = "economy" if is_active(state, one) else "economy face down"
        points = f"{one.trn}/{one.pro}/{one.ref}"
        text = f"Economy of {one.name}" + ("" if kind == "economy" else ", face down")
        yield Marker(one.key, one.place, kind, text, powers.side_of(one.power), short=points)


def tracks(state: State) -> Iterator[Track]:
    """What the economy of each power adds up to at this moment."""
    powers = ground(state).powers
    for power in powers:
        if power == WESTERN:
            continue
        for kind, title in TITLES.items():
            name = f"{powers.title_of(power)}: {title} (economy)"
            value = str(points(state, power, kind))
            yield Track(f"economy.{power}.{kind}", name, value, side=powers.side_of(power), power=power)
