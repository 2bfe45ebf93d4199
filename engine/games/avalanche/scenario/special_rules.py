"""The scenarios' own rules, with their parameters read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import Plain
from engine.catalogue.special_rules import read_rules, rules_in_force
from engine.record import Record


class StrongPointsDrawn(Record):
    """setup.strongpoints-random: how many hexes of these get a strong point."""

    count: int
    hexes: tuple[str, ...]


class Giant(Record):
    """setup.airdrop-turn1: serials that may be planned for turn 1, and units that come earlier then."""

    serials: tuple[str, ...]
    earlier: tuple[str, ...] = ()
    turn: int = 1


class ShortCampaign(Record):
    """scen.length: the last turn of the short game."""

    last_turn: int


class SuddenDeath(Record):
    """scen.sudden-death: the conditions are in the scenario."""


class EighthArmy(Record):
    """scen.eighth-army: from which turn, around which hex, and the entry hexes that it closes."""

    turn: int
    hex: str
    distance: int
    entries: tuple[str, ...]


class LeftOut(Record):
    """scen.left-out: what a scenario plays without."""

    without: tuple[Literal["replacements", "airdrops", "off-map moves", "naval transport"], ...]


class SpecialRules(Record):
    """Each rule that is in force; None where the scenario does not have it."""

    strong_points: StrongPointsDrawn | None = None
    giant: Giant | None = None
    short_campaign: ShortCampaign | None = None
    sudden_death: SuddenDeath | None = None
    eighth_army: EighthArmy | None = None
    left_out: LeftOut | None = None


KINDS: Final[Mapping[str, tuple[str, type]]] = {
    "setup.strongpoints-random": ("strong_points", StrongPointsDrawn),
    "setup.airdrop-turn1": ("giant", Giant),
    "scen.length": ("short_campaign", ShortCampaign),
    "scen.sudden-death": ("sudden_death", SuddenDeath),
    "scen.eighth-army": ("eighth_army", EighthArmy),
    "scen.left-out": ("left_out", LeftOut),
}
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "setup.strongpoints-random": ("hexes",),
    "scen.eighth-army": ("hex", "entries"),
}
"""The parameters that are hexes or hexsides."""
OPTIONS: Final = {"setup.airdrop-turn1": "giant", "scen.length": "short_campaign"}
"""Rules that count only where the players chose an option."""


def in_force(document: ScenarioDocument, chosen: Mapping[str, object]) -> Mapping[str, Mapping[str, Plain]]:
    """The special rules of a scenario that count with these options, by case, with their parameters."""
    return rules_in_force(document, chosen, OPTIONS)


def special_rules(rules: Mapping[str, Mapping[str, Plain]]) -> SpecialRules:
    """Read the parameters; BadInput says which rule they do not fit."""
    return read_rules(SpecialRules, KINDS, rules)
