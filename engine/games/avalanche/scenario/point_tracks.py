"""Ammunition, air points, replacements and beaches as the table lists them, with plain titles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.avalanche.initial.replacements import WORDS
from engine.games.avalanche.records import ALLIED, GE, GERMAN, UK, US, Beachhead, Points
from engine.games.avalanche.reinforcements.beaches import AMMO, capacity, used
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State, Track, case, mark_value

SIDES_OF: Final = {US: ALLIED, UK: ALLIED, GE: GERMAN}
AMMO_TITLES: Final = {
    "M": "M, mortars and rockets",
    "1": "1, 75 mm",
    "2": "2, up to 105 mm",
    "3": "3, over 105 mm",
}
MISSIONS: Final = {"shipping": "anti-shipping", "support": "ground support"}
GERMAN_REPLACEMENTS: Final = ("army_infantry", "luftwaffe_infantry", "german_tank")
GROUPS: Final = ("ammo", "air", "repl")


def point_tracks(state: State) -> Iterator[Track]:
    """Every track of points: by side, ammunition first, then air points and replacements."""
    found = [described(one) for one in state.all(Points).values()]
    order = {key: number for number, key in enumerate(GROUPS)}
    yield from sorted(found, key=lambda t: (t.side == GERMAN, order.get(t.key.split(".")[0], 9), t.title))


def described(one: Points) -> Track:
    """`Ammunition, US, type 2`; `Air points, interdiction`; `Replacements, army infantry`."""
    key = one.key.replace(" ", ".")
    what, *words = one.key.split(" ")
    if what == "ammo" and len(words) == 2:
        nation, kind = words
        title = f"Ammunition {nation} {AMMO_TITLES.get(kind, kind)}"
        return Track(key, title, str(one.points), side=SIDES_OF.get(nation, ""))
    if what == "air" and len(words) == 2:
        side, mission = words
        return Track(key, f"Air points, {MISSIONS.get(mission, mission)}", str(one.points), side=side)
    if what == "repl":
        kind = words[0]
        side = GERMAN if kind in GERMAN_REPLACEMENTS else ALLIED
        return Track(key, f"Replacements, {WORDS.get(kind, kind)}", str(one.points), side=side)
    return Track(key, one.key.capitalize(), str(one.points))


@case("reinf.allied-capacity", "ammo.allied-land")
def beach_tracks(state: State) -> Iterator[Track]:
    """What each beachhead has landed on this turn and can land: companies, and the ammunition beside them."""
    rows = ground(state).charts.beachhead_capacity.beach
    for name, beach in state.all(Beachhead).items():
        ammo = mark_value(state, name, AMMO)
        landed = f", ammunition {ammo}" if ammo else ""
        nation = rows[name].nation
        whose = "" if nation == "either" else f"{nation}, "
        value = f"{used(state, name)} of {capacity(state, name)} companies{landed}"
        yield Track(f"beach.{name}", f"Beach {name} ({whose}{beach.place})", value, side=ALLIED)
