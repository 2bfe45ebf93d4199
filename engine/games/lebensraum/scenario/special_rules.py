"""The scenarios' own rules (chapters 12 and 13), with their parameters read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import Plain
from engine.catalogue.special_rules import read_rules, rules_in_force
from engine.games.lebensraum.records import Unit
from engine.record import Record
from engine.referee import case

CAMPAIGN: Final = "campaign-in-the-west"
"""The option of the combination game: free landings, and garrisons that may leave (13.0-d)."""
OPTIONAL_LEADERS: Final = "optional-leaders"
LANDINGS: Final = "12.3-a"
GARRISONS: Final = "12.1-e"


class OnTurn(Record):
    """11.8-b, 12.1-d: the turn, by its East number."""

    turn: int


class Salerno(Record):
    """12.1-c: units that stay within a hex of where they begin, on one turn."""

    turn: int
    units: tuple[str, ...]


class Garrisons(Record):
    """12.1-e: the countries that units of the Axis do not leave up to a turn."""

    countries: tuple[str, ...]
    last_turn: int


class Landings(Record):
    """12.3-a: the free landings of a game."""

    landings: int


class Withdrawal(Record):
    """6.42-a, 13.0-f: the unit that has to leave, and the last turn for it."""

    unit: str
    turn: int

    @case("6.42-a", "5.7-d")
    def concerns(self, unit: Unit) -> bool:
        """The army itself, and a battle group that was made from it."""
        return self.unit in (unit.key, unit.parent)


class WestSetUp(Record):
    """13.0-c: where the units of the West are set up, and on which turn."""

    turn: int
    places: Mapping[str, str]


class Fronts(Record):
    """13.0-k: by which conditions each side wins a front; see `engine.catalogue.victory` for their words."""

    east: Mapping[str, Plain]
    west: Mapping[str, Plain]


class SpecialRules(Record):
    """Each rule that is in force; None where the scenario does not have it."""

    pre_e: OnTurn | None = None
    salerno: Salerno | None = None
    skipped_phase: OnTurn | None = None
    garrisons: Garrisons | None = None
    landings: Landings | None = None
    withdrawal: Withdrawal | None = None
    to_italy: Withdrawal | None = None
    west_set_up: WestSetUp | None = None
    fronts: Fronts | None = None


KINDS: Final[Mapping[str, tuple[str, type]]] = {
    "11.8-b": ("pre_e", OnTurn),
    "12.1-c": ("salerno", Salerno),
    "12.1-d": ("skipped_phase", OnTurn),
    GARRISONS: ("garrisons", Garrisons),
    LANDINGS: ("landings", Landings),
    "6.42-a": ("withdrawal", Withdrawal),
    "13.0-f": ("to_italy", Withdrawal),
    "13.0-c": ("west_set_up", WestSetUp),
    "13.0-k": ("fronts", Fronts),
}
PLACES: Final[Mapping[str, tuple[str, ...]]] = {}
"""The parameters that are hexes or hexsides."""


def in_force(document: ScenarioDocument, chosen: Mapping[str, object]) -> Mapping[str, Mapping[str, Plain]]:
    """The special rules of a scenario that count with these options, by case, with their parameters.

    Where the campaign rules are an option, landings need it and garrisons are bound without it (13.0-d).
    """
    rules = dict(rules_in_force(document, chosen, {}))
    if any(option.key == CAMPAIGN for option in document.options):
        rules.pop(GARRISONS if chosen.get(CAMPAIGN) is True else LANDINGS, None)
    return rules


def special_rules(rules: Mapping[str, Mapping[str, Plain]]) -> SpecialRules:
    """Read the parameters; BadInput says which rule they do not fit."""
    return read_rules(SpecialRules, KINDS, rules)
