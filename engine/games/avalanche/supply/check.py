"""The supply check of a player turn: shore parties are declared, then units are marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import ALLIED, OOS, Beachhead, Unit, ground_at, ground_units
from engine.games.avalanche.supply.lines import SHORE_PARTY, in_supply, shore_party
from engine.mechanics.menu import Menu, end, offer, order
from engine.referee import Procedure, Refusal, State, Transaction, case, mark_value, marked

PARTIES: Final = frozenset(
    ("infantry", "mech infantry", "ranger", "commando", "MG", "engineer", "construction", "recon")
)
"""The types that may serve as shore party."""


class DeclareShoreParties(Menu):
    """Which units stay on the beaches as shore parties until the next check?"""

    title = "Shore parties"
    ruled_by = "def.shore-party"
    otherwise = "@ is not possible: a unit is declared once, and only a shore party is released"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which units serve as shore parties until the next supply check?"

    @order("declare", "unit", "Shore party:")
    @case("def.shore-party")
    def declare(self, tx: Transaction, unit: Unit) -> None:
        beach = _beach_for(tx.state, unit)
        tx.mark(unit.key, SHORE_PARTY, value=beach)
        text = f"{unit.name} serves as shore party of {beach}"
        tell(tx, "ShorePartyDeclared", text, "def.shore-party", unit=unit.key)

    @declare.targets
    def on_beaches(self, state: State) -> Iterable[str]:
        return [unit.key for unit in _units_on_beaches(state) if not marked(state, unit.key, SHORE_PARTY)]

    @declare.against
    @case("def.shore-party")
    def refusals_to_declare(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.branch not in PARTIES:
            yield Refusal("def.shore-party", f"{unit.name} ({unit.branch}) cannot serve as shore party")
        elif not (unit.is_battalion or unit.is_company):
            yield Refusal("def.shore-party", f"{unit.name} is neither a battalion nor a company")
        if all(beach.place != unit.place for beach in state.all(Beachhead).values()):
            yield Refusal("def.shore-party", f"{unit.name} is not on a beachhead")

    @order("release", "unit", "Release")
    def release(self, tx: Transaction, unit: Unit) -> None:
        tx.unmark(unit.key, SHORE_PARTY)
        text = f"{unit.name} is no shore party any more"
        tell(tx, "ShorePartyReleased", text, "def.shore-party", unit=unit.key)

    @release.targets
    def parties(self, state: State) -> Iterable[str]:
        return [unit.key for unit in ground_units(state, ALLIED) if marked(state, unit.key, SHORE_PARTY)]

    end = end("end", "Check supply")


def _units_on_beaches(state: State) -> list[Unit]:
    places = {beach.place for beach in state.all(Beachhead).values()}
    return [unit for here in sorted(places) for unit in ground_at(state, here, ALLIED)]


def _beach_for(state: State, unit: Unit) -> str:
    """The beachhead in its hex; where markers share it, the first that has no party yet."""
    beaches = [beach for beach in state.all(Beachhead).values() if beach.place == unit.place]
    return next((beach for beach in beaches if not shore_party(state, beach)), beaches[0]).key


def declare_parties(tx: Transaction, check: SupplyCheck) -> None:
    """Parties that have left their beach are parties no more; then the Allied player declares anew."""
    if check.side != ALLIED:
        return
    for unit in list(tx.state.all(Unit).values()):
        beach = tx.state.find(Beachhead, mark_value(tx.state, unit.key, SHORE_PARTY))
        if beach is not None and unit.place != beach.place:
            tx.unmark(unit.key, SHORE_PARTY)
    offer(tx, DeclareShoreParties(ALLIED))


@case("supply.timing")
def check_side(tx: Transaction, check: SupplyCheck) -> None:
    """All units of the phasing side are judged by the same moment."""
    check_supply(tx, ground_units(tx.state, check.side))


def check_supply(tx: Transaction, units: Iterable[Unit]) -> None:
    """Mark these units as they are supplied now."""
    judged = [(unit, in_supply(tx.state, unit)) for unit in units]
    for unit, supplied in judged:
        mark_supply(tx, unit, supplied)


@case("supply.markers", "gen.markers")
def mark_supply(tx: Transaction, unit: Unit, supplied: bool) -> None:
    """A unit in supply loses its marker; one out of supply that has none is marked out of supply."""
    if supplied and unit.supply:
        tx.put(replace(unit, supply=""))
        tell(tx, "SupplyChecked", f"{unit.name} is in supply again", "supply.markers", unit=unit.key)
    elif not supplied and not unit.supply:
        tx.put(replace(unit, supply=OOS))
        tell(tx, "SupplyChecked", f"{unit.name} is out of supply", "supply.markers", unit=unit.key)


class SupplyCheck(Procedure):
    """At the start of a player turn."""

    side: str

    title = "Supply check"
    steps = (declare_parties, check_side)


FRAMES: Final = (SupplyCheck, DeclareShoreParties)
