"""What else lies on the table of a worked example: stores, weather, control, bridges, air markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import hexside
from engine.games.toppling_the_reich.records import Army, Control, Herbstnebel, LastTurn, Weather
from engine.games.toppling_the_reich.scenario.ground import Ground
from engine.games.toppling_the_reich.scenario.ground_charts import conditions_of
from engine.games.toppling_the_reich.scenario.map_records import (
    CAP,
    INTERDICTION,
    AirMarker,
    Boundaries,
    Bridgehead,
    BrokenBridge,
    Dam,
    Fallen,
    Railhead,
    RoerFlood,
    TemporaryBridge,
    Track,
)
from engine.mechanics.position_data import known, one_known, table, whole_number
from engine.referee.state import Keyed

LAST_TURN: Final = ("unused", "counter_air", "effort", "exhausted", "railhead")


def lay_table(
    land: Ground, data: dict[str, Any], records: Mapping[Any, Any], put: Callable[[Keyed], None]
) -> None:
    """Everything that is no counter."""
    for record in (*_stores(land, data, records), *_map_markers(land, data), *_of_the_turn(land, data)):
        put(record)


def _stores(land: Ground, data: dict[str, Any], records: Mapping[Any, Any]) -> Iterator[Keyed]:
    asp, air, given = table(data, "asp"), table(data, "air"), table(data, "replacements")
    last = table(data, "last_turn")
    rows = table(data, "boundaries")
    for side in land.sides:
        army: Army = records[Army, side]
        flown = whole_number(air.get(side, 0), "air")
        infantry, _, armor = str(given.get(side, "0/0")).partition("/")
        yield replace(
            army,
            asp=whole_number(asp.get(side, army.asp), "asp"),
            air=flown,
            air_awarded=flown,
            infantry=_number(infantry or "0", "replacements"),
            armor=_number(armor or "0", "replacements"),
        )
        words = str(last.get(side, "")).split()
        if not set(words) <= set(LAST_TURN):
            raise BadInput(f"`last_turn` knows {', '.join(LAST_TURN)}")
        yield LastTurn(side, **dict.fromkeys(words, True))
        if side in rows:
            drawn: Boundaries = records[Boundaries, side]
            yield replace(drawn, rows=tuple(_number(row, "boundaries") for row in str(rows[side]).split()))


def _number(text: str, where: str) -> int:
    if not text.strip().isdecimal():
        raise BadInput(f"`{where}` of the position should hold whole numbers, not {text!r:.40}")
    return whole_number(int(text), where)


def _map_markers(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    for hexes, side in table(data, "control").items():
        for here in known(hexes, land.land, "control"):
            yield Control(here, _side(land, side, "control"))
    for kind in (CAP, INTERDICTION):
        for hexes, side in table(data, kind).items():
            for here in known(hexes, land.land, kind):
                yield AirMarker(kind, _side(land, side, kind), here)
    for chain in data.pop("track", []):
        line = known(chain, land.rail_net.keys(), "track")
        for a, b in pairwise(line):
            if hexside(a, b) not in land.rails:
                raise BadInput(f"`track` leads from {a} to {b}, where there is no railroad")
            yield Track(hexside(a, b))
        yield Railhead(line[-1])
    for here, engineer in table(data, "builders").items():
        yield Railhead(one_known(here, land.rail_net.keys(), "builders"), str(engineer))
    rivers = land.major_rivers.keys()
    for side in known(data.pop("bridgehead", ""), rivers, "bridgehead"):
        yield Bridgehead(side, True)
    for side in known(data.pop("temporary", ""), rivers, "temporary"):
        yield TemporaryBridge(side)
    for side in known(data.pop("broken", ""), land.printed_bridges.keys(), "broken"):
        yield BrokenBridge(side)
    for here in known(data.pop("fallen", ""), land.fortifications, "fallen"):
        yield Fallen(here)


def _of_the_turn(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    if "weather" in data:
        weather = conditions_of(str(data.pop("weather")))
        for condition, _ in weather:
            if condition not in land.charts.weather_effects.rows:
                raise BadInput(f"`weather` names {condition!r:.40}, which is not a condition of the weather")
        yield Weather(weather)
    for name, turn in table(data, "dams").items():
        if name not in land.dams:
            raise BadInput(f"`dams` names {name!r:.40}, which is not a dam")
        yield Dam(name, whole_number(turn, "dams"))
    if "roer" in data:
        yield RoerFlood(whole_number(data.pop("roer"), "roer"))
    if "herbstnebel" in data:
        yield Herbstnebel(whole_number(data.pop("herbstnebel"), "herbstnebel"))


def _side(land: Ground, side: object, what: str) -> str:
    if side not in land.sides:
        raise BadInput(f"`{what}` names {side!r:.20}; it should be {' or '.join(land.sides)}")
    return str(side)
