"""How many units of a hex may fight: battalions, companies and tank battalions (combat limits)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.games.avalanche.records import Unit
from engine.mechanics.plural import counted
from engine.referee import Refusal, case

ENVELOPING: Final = 4
"""The hexes from which an attack surrounds the defender."""


class Count(NamedTuple):
    """The units of a hex as the combat limits count them."""

    battalions: int
    tanks: int
    """Those of the battalions that are tank battalions."""
    companies: int
    same_regiment: bool
    """All battalions belong to one regiment or brigade."""

    def __str__(self) -> str:
        return f"{counted(self.battalions, 'battalion')} and {self.companies} of company size"


@case("combat.hq-remnant-count", "combat.company-slot", "def.strongpoint")
def count(units: Sequence[Unit]) -> Count:
    """Remnants and each HQ beyond the first count as companies; strong points do not count."""
    counted_units = [unit for unit in units if not unit.is_strong_point]
    hqs = sum(unit.is_hq for unit in counted_units)
    others = [unit for unit in counted_units if not unit.is_hq]
    battalions = [unit for unit in others if unit.is_battalion]
    regiments = {regiment_of(unit) for unit in battalions}
    return Count(
        len(battalions),
        sum(unit.branch == "tank" for unit in battalions),
        len(others) - len(battalions) + max(hqs - 1, 0),
        len(regiments) == 1 and "" not in {unit.regiment for unit in battalions},
    )


def regiment_of(unit: Unit) -> tuple[str, str]:
    """The regiment or brigade that a unit belongs to."""
    return unit.nation, unit.regiment


@case("combat.company-slot")
def fits(found: Count, battalions: int, companies: int) -> bool:
    """One company may take the place of a battalion, a battalion never that of a company."""
    return found.battalions <= battalions and found.battalions + found.companies <= battalions + companies


@case("combat.attack-limit", "combat.defend-limit")
def fits_usual(found: Count) -> bool:
    """Two battalions and two companies, or two battalions and a tank battalion."""
    return fits(found, 2, 2) or (found.tanks > 0 and fits(found, 3, 0))


@case("combat.attack-limit", "combat.attack-limit-regiment", "combat.company-slot")
def refusals_to_attack_together(units: Sequence[Unit]) -> Iterator[Refusal]:
    """The limit for the attackers of one hex; a whole regiment of three battalions may bring a company."""
    found = count(units)
    if fits_usual(found) or (found.same_regiment and fits(found, 3, 1)):
        return
    if found.battalions < 2:
        text = f"{found} would attack: one company, not three, takes the place of a battalion"
        yield Refusal("combat.company-slot", text)
    if found.battalions == 3 and not found.same_regiment:
        why = "bring a company along" if found.tanks else "without tanks attack"
        text = f"{found} would attack from {units[0].place}: 3 battalions {why} only if of one regiment"
        yield Refusal("combat.attack-limit-regiment", text)
    yield Refusal(
        "combat.attack-limit",
        f"{found} would attack from {units[0].place}: the limit is 2 battalions and 2 companies, "
        "or 2 battalions and 1 tank battalion",
    )


@case("combat.defend-limit", "combat.defend-enveloped")
def may_defend_together(units: Sequence[Unit], hexes: int) -> bool:
    """The limit for the defenders; attacked from four hexes or more, three battalions and a company."""
    found = count(units)
    return fits_usual(found) or (hexes >= ENVELOPING and fits(found, 3, 1))
