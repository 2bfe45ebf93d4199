"""The scenarios' own rules (15.7), with their parameters read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import Plain
from engine.catalogue.special_rules import read_rules, rules_in_force
from engine.record import Record
from engine.referee.refusal import case


class AirborneArmy(Record):
    """16.1.7-a: the units that begin on airdrop status."""

    units: tuple[str, ...]


class BritishCommand(Record):
    """16.1.7-b: inside the boundaries of this army group."""

    army_group: str


class Improvisation(Record):
    """16.1.7-c: the turns on which it is possible."""

    first_turn: int
    last_turn: int


class Walcheren(Record):
    """16.2.7-a: the hex attacked, and the one that must be Allied before."""

    target: str
    needs: str


class Antwerp(Record):
    """16.2.7-b: the points, from which turn they are added, and from which the listed awards contain them."""

    asp: int
    from_turn: int
    included_from: int = 0

    def bonus(self, turn: int, is_open: bool) -> int:
        """What the listed award of a turn gains or loses."""
        if self.included_from and turn >= self.included_from:
            return 0 if is_open else -self.asp
        return self.asp if is_open and turn >= self.from_turn else 0


class CarpetBombing(Record):
    """16.3.7-a: how often in the game, when, for how many Air Actions, and the die that costs a step."""

    times: int
    first_turn: int
    last_turn: int
    air_actions: int
    loss_on: int


class FixedWeather(Record):
    """16.4.7-b: the weather of a turn without a roll."""

    turn: int
    condition: Literal["clear", "mud", "flood", "cloud", "hard_winter"]
    where: str


class Heydte(Record):
    """16.4.7-c: who drops, on how many first turns, and the faces of the die that lose it or let it drift."""

    unit: str
    turns: int
    lost_on: tuple[int, ...]
    drifts_on: tuple[int, ...]


class Counteroffensive(Record):
    """16.4.7-e and 17.3: how many turns it lasts, and the further Attack Supply of each."""

    turns: int
    extra_asp: tuple[int, ...]

    def supply(self, turn: int, declared: int) -> int:
        """The further points on a turn when it began on another."""
        return self.extra_asp[turn - declared] if 0 <= turn - declared < len(self.extra_asp) else 0


class Nordwind(Record):
    """16.4.7-f: the turns on which it may begin, how many it lasts, and the northernmost row."""

    first_turn: int
    last_turn: int
    turns: int
    from_row: int


class AirborneCrossing(Record):
    """16.5.7-a: the units that get airdrop status free of charge, and from when."""

    first_turn: int
    units: tuple[str, ...]


class BridgeDemolition(Record):
    """16.5.7-b: the river whose bridges are blown, from when, and the faces on which a bridge stands."""

    river: str
    first_turn: int
    stands_on: tuple[int, ...]


class Declaration(Record):
    """17.3: the turns on which Herbstnebel may be declared."""

    first_turn: int
    last_turn: int


class SpecialRules(Record):
    """Each rule with parameters that is in force; None where the scenario does not have it."""

    airborne_army: AirborneArmy | None = None
    british_command: BritishCommand | None = None
    improvisation: Improvisation | None = None
    walcheren: Walcheren | None = None
    antwerp: Antwerp | None = None
    carpet_bombing: CarpetBombing | None = None
    fixed_weather: FixedWeather | None = None
    heydte: Heydte | None = None
    counteroffensive: Counteroffensive | None = None
    nordwind: Nordwind | None = None
    airborne_crossing: AirborneCrossing | None = None
    bridge_demolition: BridgeDemolition | None = None
    declaration: Declaration | None = None


KINDS: Final[Mapping[str, tuple[str, type]]] = {
    "16.1.7-a": ("airborne_army", AirborneArmy),
    "16.1.7-b": ("british_command", BritishCommand),
    "16.1.7-c": ("improvisation", Improvisation),
    "16.2.7-a": ("walcheren", Walcheren),
    "16.2.7-b": ("antwerp", Antwerp),
    "16.3.7-a": ("carpet_bombing", CarpetBombing),
    "16.4.7-b": ("fixed_weather", FixedWeather),
    "16.4.7-c": ("heydte", Heydte),
    "16.4.7-e": ("counteroffensive", Counteroffensive),
    "16.4.7-f": ("nordwind", Nordwind),
    "16.5.7-a": ("airborne_crossing", AirborneCrossing),
    "16.5.7-b": ("bridge_demolition", BridgeDemolition),
    "17.3": ("declaration", Declaration),
}
OPTIONS: Final[Mapping[str, str]] = {"16.5.7-b": "rhine-bridges"}
"""Rules that count only when their option is chosen."""


PLACES: Mapping[str, tuple[str, ...]] = {"16.2.7-a": ("target", "needs")}
"""The parameters that are hexes or hexsides."""


@case("15.7")
def in_force(document: ScenarioDocument, chosen: Mapping[str, object]) -> Mapping[str, Mapping[str, Plain]]:
    """The special rules of a scenario that count with these options, by case, with their parameters."""
    return rules_in_force(document, chosen, OPTIONS)


def special_rules(rules: Mapping[str, Mapping[str, Plain]]) -> SpecialRules:
    """Read the parameters; BadInput says which rule they do not fit."""
    return read_rules(SpecialRules, KINDS, rules)
