"""A scenario's own rules: those whose option is chosen, with parameters that fit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import SpecialRule
from engine.catalogue.special_rules import read_rules, rules_in_force
from engine.record import Record
from tests.engine.catalogue.samples import small_document


class Dawn(Record):
    turn: int


class Rules(Record):
    dawn: Dawn | None = None


KINDS = {"scn.dawn": ("dawn", Dawn)}
SCENARIO = replace(
    small_document(), special_rules=(SpecialRule("scn.dawn", {"turn": 2}), SpecialRule("scn.short"))
)


def test_a_rule_with_an_option_counts_only_when_it_is_chosen() -> None:
    options = {"scn.dawn": "dawn-attack"}
    assert set(rules_in_force(SCENARIO, {}, {})) == {"scn.dawn", "scn.short"}
    assert set(rules_in_force(SCENARIO, {}, options)) == {"scn.short"}
    assert set(rules_in_force(SCENARIO, {"dawn-attack": "yes"}, options)) == {"scn.short"}
    assert set(rules_in_force(SCENARIO, {"dawn-attack": True}, options)) == {"scn.dawn", "scn.short"}


def test_parameters_are_read_by_the_kind_of_the_case() -> None:
    assert read_rules(Rules, KINDS, rules_in_force(SCENARIO, {}, {})) == Rules(Dawn(2))
    assert read_rules(Rules, KINDS, {}) == Rules()
    with pytest.raises(BadInput, match=r"scn\.dawn"):
        read_rules(Rules, KINDS, {"scn.dawn": {"turn": "early"}})
