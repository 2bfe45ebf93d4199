"""The scenarios' own rules (chapters 12 and 13), with their parameters read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import Plain
from engine.catalogue.special_rules import read_rules, rules_in_force
from engine.record import Record


class SpecialRules(Record):
    """Each rule that is in force; None where the scenario does not have it."""


KINDS: Final[Mapping[str, tuple[str, type]]] = {}
PLACES: Final[Mapping[str, tuple[str, ...]]] = {}
"""The parameters that are hexes or hexsides."""


def in_force(document: ScenarioDocument, chosen: Mapping[str, object]) -> Mapping[str, Mapping[str, Plain]]:
    """The special rules of a scenario that count with these options, by case, with their parameters."""
    return rules_in_force(document, chosen, {})


def special_rules(rules: Mapping[str, Mapping[str, Plain]]) -> SpecialRules:
    """Read the parameters; BadInput says which rule they do not fit."""
    return read_rules(SpecialRules, KINDS, rules)
