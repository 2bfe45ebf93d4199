"""The scenarios' own rules, with their parameters read and checked."""

from __future__ import annotations

from collections.abc import Mapping

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import Plain
from engine.catalogue.special_rules import read_rules, rules_in_force
from engine.record import Record


class BridgeSpared(Record):
    """scn.carentan-bridge"""

    hexside: str
    first_turn: int


class Garrison(Record):
    """scn.villers-garrison"""

    unit: str


class Weather(Record):
    """scn.villers-weather"""

    side: str
    last_turn: int


class Ambush(Record):
    """scn.villers-ambush"""

    unit: str


class Dawn(Record):
    """scn.seelow-dawn"""

    side: str
    turn: int
    hit: int


class Reserve(Record):
    """scn.seelow-reserve"""

    turn: int
    distance: int
    formations: tuple[str, ...]
    units: tuple[str, ...]


class RiverBridges(Record):
    """scn.seelow-bridges"""

    river: str
    bridges: tuple[str, ...]


class SpecialRules(Record):
    """Each rule that is in force; None where the scenario does not have it."""

    bridge_spared: BridgeSpared | None = None
    garrison: Garrison | None = None
    weather: Weather | None = None
    ambush: Ambush | None = None
    dawn: Dawn | None = None
    reserve: Reserve | None = None
    river_bridges: RiverBridges | None = None


KINDS: Mapping[str, tuple[str, type]] = {
    "scn.carentan-bridge": ("bridge_spared", BridgeSpared),
    "scn.villers-garrison": ("garrison", Garrison),
    "scn.villers-weather": ("weather", Weather),
    "scn.villers-ambush": ("ambush", Ambush),
    "scn.seelow-dawn": ("dawn", Dawn),
    "scn.seelow-reserve": ("reserve", Reserve),
    "scn.seelow-bridges": ("river_bridges", RiverBridges),
}
PLACES: Mapping[str, tuple[str, ...]] = {
    "scn.carentan-bridge": ("hexside",),
    "scn.seelow-bridges": ("bridges",),
}
"""The parameters that are hexes or hexsides."""
OPTIONS: Mapping[str, str] = {
    "scn.carentan-first": "first-game",
    "scn.villers-ambush": "ambush",
    "scn.seelow-short": "short-game",
}
"""Rules that count only when their option is chosen."""


def in_force(document: ScenarioDocument, chosen: Mapping[str, object]) -> Mapping[str, Mapping[str, Plain]]:
    """The special rules of a scenario that count with these options, by case, with their parameters."""
    return rules_in_force(document, chosen, OPTIONS)


def special_rules(rules: Mapping[str, Mapping[str, Plain]]) -> SpecialRules:
    """Read the parameters; BadInput says which rule they do not fit."""
    return read_rules(SpecialRules, KINDS, rules)
