"""What the table shows of air, naval and partisan markers, and of the leaders that are not on the map."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.lebensraum.leaders.values import reduction
from engine.games.lebensraum.markers.allowance import air_left, seas_left
from engine.games.lebensraum.markers.records import AIR, NAVAL, PlacedMarker
from engine.games.lebensraum.records import (
    CAPTURED,
    KILLED,
    POOL,
    STAFF,
    TERMINATED,
    WOUNDED,
    Leader,
    Unit,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.referee import Marker, State, Track

OPEN_POSTS = {
    STAFF: "General Staff",
    WOUNDED: "wounded",
    CAPTURED: "captured",
    TERMINATED: "terminated",
    KILLED: "killed",
}


def markers(state: State) -> Iterator[Marker]:
    """The markers on the map; those with a unit or headquarters lie in its hex. Leaders with units, too."""
    for one in state.all(PlacedMarker).values():
        unit = state.find(Unit, one.under)
        place = unit.place if unit is not None else one.place
        text = f"{one.sea.title()} {one.mission}".strip() if one.sea else one.mission
        yield Marker(one.key, place, one.kind, text, one.side)
    for leader in state.all(Leader).values():
        if leader.at:
            yield Marker(leader.key, leader.at, "leader", leader.name, leader.side)


def markers_left_key(power: str, kind: str) -> str:
    """The key of the track with the markers of a kind that a power can still place."""
    return f"markers.{power}.{kind}"


def markers_left(state: State) -> Iterator[Track]:
    """For each power the air and naval markers that it can still place on this turn."""
    land = ground(state)
    for power in land.powers:
        side, title = land.powers.side_of(power), land.powers.title_of(power)
        seas = seas_left(state, power)
        for kind, words, number in (
            (AIR, "air markers left", air_left(state, power)),
            (NAVAL, "naval markers left", len(seas)),
        ):
            key = markers_left_key(power, kind)
            yield Track(key, f"{title}: {words}", str(number), side=side, power=power)


def tracks(state: State) -> Iterator[Track]:
    """For each power the markers left, who is where as far as all may know it, and the size of the pool."""
    yield from markers_left(state)
    land = ground(state)
    for power in land.powers:
        own = [one for one in state.all(Leader).values() if one.power == power]
        side, title = land.powers.side_of(power), land.powers.title_of(power)
        for post, words in OPEN_POSTS.items():
            names = [_named(state, one) for one in own if one.post == post]
            if names:
                yield Track(
                    f"leaders.{power}.{post}", f"{title}: {words}", ", ".join(names), side=side, power=power
                )
        number = sum(one.post == POOL for one in own)
        yield Track(
            f"leaders.{power}.pool", f"{title}: leaders in the pool", str(number), side=side, power=power
        )
        shaken = [one.name for one in own if one.shaken]
        if shaken:
            yield Track(
                f"leaders.{power}.shaken", f"{title}: Shaken", ", ".join(shaken), side=side, power=power
            )
        if less := reduction(state, power):
            yield Track(
                f"demoralized.{power}", f"{title}: leaders demoralized", f"-{less}", side=side, power=power
            )


def _named(state: State, leader: Leader) -> str:
    hq = state.find(Unit, leader.hq)
    where = f" with {hq.name}" if hq is not None and leader.post == STAFF else ""
    back = f" until turn {leader.back}" if leader.post == WOUNDED else ""
    return f"{leader.name} {leader.stars}{where}{back}"
