"""The leaders of a scenario: with headquarters, on the Staff, in the pools (12.4-a, 9.0-g)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.leaders.nationality import CAMPAIGN
from engine.games.lebensraum.records import (
    ALLIED,
    AWAITED,
    AXIS,
    POOL,
    SOVIET,
    STAFF,
    WESTERN,
    WITH_HQ,
    Leader,
    Unit,
)
from engine.games.lebensraum.scenario.chart_units import LeaderRow
from engine.games.lebensraum.scenario.ground import Ground
from engine.referee import Keyed, case

OKW: Final = "OKW"
"""The General Staff of the Axis in the West."""
STAFFS: Final = ("OKH", "STAVKA", OKW, "CCS")
OPTIONAL: Final = "Opt"
MANNERHEIM: Final = "Mannerheim"


def rows(land: Ground) -> Iterator[tuple[str, LeaderRow]]:
    """The leaders of each power in play. Nobody is there twice in the combination game (13.0-g)."""
    charts = land.charts.leaders
    seen: set[str] = set()
    lists = (
        (AXIS, charts.axis_east if land.has_east else ()),
        (AXIS, charts.axis_west if land.has_west else ()),
        (SOVIET, charts.soviet if land.has_east else ()),
        (WESTERN, charts.western if land.has_west else ()),
    )
    for power, listed in lists:
        for row in listed:
            if f"{power} {row.name}" not in seen:
                seen.add(f"{power} {row.name}")
                yield power, row


@case("13.0-c", "13.0-g")
def set_up_later(land: Ground) -> frozenset[str]:
    """The leaders of headquarters that are set up on turn 9 of the combination game."""
    rule = land.rules.west_set_up
    later = rule.places if rule else {}
    return frozenset(str(unit.ratings.get("leader", "")) for unit in land.document.units if unit.id in later)


@case("12.4-a", "12.1-a", "9.0-a", "9.0-g", "9.4-c", "12.3-d", "13.0-g", "11.9")
def starting_leaders(land: Ground) -> Iterator[Leader]:
    """Each with the headquarters on the map that names him, on the Staff or in the pool. Western leaders of
    later arrivals are awaited; in the campaign only the one of the second Staff marker. In the
    combination game the OKW is awaited, too. The optional Axis leaders are not in the game."""
    posts = {
        str(unit.ratings.get("leader", "")): unit.id
        for unit in land.document.units
        if unit.type == "hq" and unit.id in land.set_ups and land.set_ups[unit.id][0].place.kind == "hex"
    }
    for power, row in rows(land):
        side = AXIS if power == AXIS else ALLIED
        if row.assigned == OPTIONAL:
            continue
        post, hq = POOL, ""
        if row.name in posts:
            post, hq = WITH_HQ, posts[row.name]
        elif row.name in set_up_later(land):
            post = AWAITED
        elif row.assigned in STAFFS:
            post = AWAITED if row.assigned == OKW and land.has_east else STAFF
        elif power == WESTERN and row.assigned.endswith(")"):
            free = land.has_rule(CAMPAIGN) and not row.assigned.startswith("CCS")
            post = POOL if free else AWAITED
        yield Leader(row.name.casefold(), side, power, row.name, row.stars, post, hq, row.nationality)


def without_headquarters(records: Iterable[Keyed]) -> Iterator[Leader]:
    """Leaders whose headquarters a worked example has put off the map: they lie in the pool instead."""
    found = list(records)
    on_map = {one.key for one in found if isinstance(one, Unit) and one.on_map}
    for one in found:
        if (
            isinstance(one, Leader)
            and one.post == WITH_HQ
            and one.hq not in on_map
            and one.name != MANNERHEIM
        ):
            yield replace(one, post=POOL, hq="")
