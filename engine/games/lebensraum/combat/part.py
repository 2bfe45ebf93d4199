"""What combat, leaders and markers add to the game: records, frames, how they begin and what the table shows.

In a worked example:

leaders = {Bock = "hq-ag-center shaken", Halder = "staff hq-ag-center", Model = "pool", Busch = "killed"}
pool = {axis = "Kluge Model"}    exactly these lie in the pool of a power (else all without a post)
demoralized = {axis = 1}
air = {hq-ag-center = 2}         air markers under headquarters
markers = {E2024 = "axis committed", E3416 = "soviet partisan", E2423 = "axis bombing",
           E3620 = "soviet bombardment Black"}
naval = {soviet-9 = "soviet Black"}    a naval marker with a unit that is to be evacuated
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.games.lebensraum.combat import advance, commitment, fight, hq_retreat, result, segment
from engine.games.lebensraum.combat.battle import Battle, Help
from engine.games.lebensraum.leaders import captives, disposition, posts, transfer
from engine.games.lebensraum.leaders.opening import starting_leaders
from engine.games.lebensraum.leaders.values import Demoralized
from engine.games.lebensraum.leaders.words import leader_posts
from engine.games.lebensraum.markers import movement_orders, placement, shown
from engine.games.lebensraum.markers.records import (
    AIR,
    ASSAULT,
    BOMBARDMENT,
    BOMBING,
    COMMITTED,
    EVACUATION,
    NAVAL,
    PARTISAN,
    SUPPORT,
    PlacedMarker,
)
from engine.games.lebensraum.records import AWAITED, PARATROOP, POOL, Leader
from engine.games.lebensraum.scenario.ground import Ground
from engine.mechanics.position_data import one_known, table, whole_number, words
from engine.referee import Keyed, Marker, State, Track

RECORDS: Final[tuple[type, ...]] = (Battle, PlacedMarker, Demoralized)
FRAMES: Final[tuple[type, ...]] = (
    Help,
    *segment.FRAMES,
    *fight.FRAMES,
    *commitment.FRAMES,
    *result.FRAMES,
    *advance.FRAMES,
    *hq_retreat.FRAMES,
    *posts.FRAMES,
    *disposition.FRAMES,
    *transfer.FRAMES,
    *captives.FRAMES,
    *placement.FRAMES,
    *movement_orders.FRAMES,
)
KINDS: Final = {COMMITTED: AIR, BOMBING: AIR, PARTISAN: PARTISAN, BOMBARDMENT: NAVAL}


def starting_records(land: Ground) -> Iterator[Keyed]:
    """The leaders of the powers in play."""
    return starting_leaders(land)


def position_records(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    """What a worked example says about leaders and markers."""
    known = {one.key: one for one in starting_leaders(land)}
    yield from _leaders(land, known, data)
    for power, number in table(data, "demoralized").items():
        yield Demoralized(one_known(power, land.powers, "demoralized"), whole_number(number, "demoralized"))
    number = 0
    for hq, amount in table(data, "air").items():
        unit = next((one for one in land.document.units if one.id == hq), None)
        if unit is None:
            raise BadInput(f"`air` names {hq!r:.40}, which is not there")
        power = str(unit.ratings["power"])
        for _ in range(whole_number(amount, "air")):
            number += 1
            mission = ASSAULT if unit.type == PARATROOP else SUPPORT
            yield PlacedMarker(f"{power}-air-{number}", AIR, unit.side, power, mission, under=hq)
    yield from _ships(land, data)
    yield from _markers(land, data, number)


def _leaders(land: Ground, known: dict[str, Leader], data: dict[str, Any]) -> Iterator[Keyed]:
    for power, text in table(data, "pool").items():
        names = words(text, "pool")
        for leader in list(known.values()):
            if leader.power == power and leader.post == POOL and leader.name not in names:
                known[leader.key] = replace(leader, post=AWAITED)
    for name, text in table(data, "leaders").items():
        found = next((one for one in known.values() if one.name == name), None)
        if found is None:
            raise BadInput(f"`leaders` names {name!r:.40}, who is not in this scenario")
        known[found.key] = leader_posts(found, words(text, "leaders"))
    yield from known.values()


def _ships(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    for unit, text in table(data, "naval").items():
        power, *sea = words(text, "naval")
        side = land.powers.side_of(one_known(power, land.powers, "naval"))
        key = f"{power}-{NAVAL}-{unit}"
        yield PlacedMarker(key, NAVAL, side, power, EVACUATION, under=unit, sea=" ".join(sea))


def _markers(land: Ground, data: dict[str, Any], number: int) -> Iterator[Keyed]:
    for here, text in table(data, "markers").items():
        for one in str(text).split(","):
            power, mission, *sea = one.split()
            number += 1
            kind = KINDS[one_known(mission, KINDS, "markers")]
            side = land.powers.side_of(one_known(power, land.powers, "markers"))
            place = one_known(here, land.playable, "markers")
            key = f"{power}-{kind}-{number}"
            yield PlacedMarker(key, kind, side, power, mission, place, sea=" ".join(sea))


def markers(state: State) -> Iterator[Marker]:
    """Air, naval and partisan markers on the map; those under a unit lie in its hex."""
    return shown.markers(state)


def tracks(state: State) -> Iterator[Track]:
    """Demoralization, and how many leaders lie in each pool."""
    return shown.tracks(state)
