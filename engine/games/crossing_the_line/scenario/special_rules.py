"""The scenarios' own rules (chapter 10), with their parameters read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import Plain
from engine.catalogue.special_rules import read_rules, rules_in_force
from engine.record import Record


class FirstBlood(Record):
    """10.1-a: the formation that is activated, and how often at most."""

    formation: str
    activations: int


class StaticSide(Record):
    """10.1-c: the side that never acts, reacts, wins battles or recovers."""

    side: str


class MovementBan(Record):
    """7.3.8: the last turn on which German units may not pass the outer pillbox line."""

    last_turn: int


class SpecialRules(Record):
    """Each rule that is in force; None where the scenario does not have it."""

    first_blood: FirstBlood | None = None
    static_side: StaticSide | None = None
    movement_ban: MovementBan | None = None


KINDS: Final[Mapping[str, tuple[str, type]]] = {
    "10.1-a": ("first_blood", FirstBlood),
    "10.1-c": ("static_side", StaticSide),
    "7.3.8": ("movement_ban", MovementBan),
}
PLACES: Final[Mapping[str, tuple[str, ...]]] = {}
"""The parameters that are hexes or hexsides."""


def in_force(document: ScenarioDocument, chosen: Mapping[str, object]) -> Mapping[str, Mapping[str, Plain]]:
    """The special rules of a scenario that count with these options, by case, with their parameters."""
    return rules_in_force(document, chosen, {})


def special_rules(rules: Mapping[str, Mapping[str, Plain]]) -> SpecialRules:
    """Read the parameters; BadInput says which rule they do not fit."""
    return read_rules(SpecialRules, KINDS, rules)
