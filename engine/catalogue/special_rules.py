"""A scenario's own rules: which of them count, and their parameters, read into the records of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import Plain, read

R = TypeVar("R")
"""A record with one rule in each field; None where the scenario does not have it."""


def rules_in_force(
    document: ScenarioDocument, chosen: Mapping[str, object], options: Mapping[str, str]
) -> Mapping[str, Mapping[str, Plain]]:
    """Those that count, by case, with their parameters; `options` names those that must be chosen."""
    return {
        rule.id: rule.parameters
        for rule in document.special_rules
        if rule.id not in options or chosen.get(options[rule.id]) is True
    }


def read_rules(
    record: type[R], kinds: Mapping[str, tuple[str, type]], rules: Mapping[str, Mapping[str, Plain]]
) -> R:
    """Read the parameters by the kind of each case; BadInput says which rule they do not fit."""
    found: dict[str, Any] = {
        name: read(kind, rules[case_id], f"special rule {case_id}")
        for case_id, (name, kind) in kinds.items()
        if case_id in rules
    }
    return record(**found)
