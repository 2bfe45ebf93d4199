"""Step B: artillery and air supports that are on hand this turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.die_roll import throw
from engine.games.dday_to_berlin.records import Army, Clock, army
from engine.games.dday_to_berlin.scenario.chart_form import within
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics.telling import tell
from engine.referee import Frame, Procedure, State, Transaction, case

ART: Final = "ART"
AIR: Final = "AIR"


def on_hand(held: Army, kind: str) -> int:
    """Supports of one kind that the side could use now."""
    return held.art if kind == ART else held.air


@case("B.carry")
def missing(held: Army, kind: str) -> int:
    """Supports of the allotment that are not on hand: what was kept from earlier turns counts."""
    allotted = held.art_allotment if kind == ART else held.air_allotment
    return max(allotted - on_hand(held, kind), 0)


@case("scn.villers-weather", "C.no-combat")
def may_fly(state: State, side: str) -> bool:
    """A scenario may keep the aircraft of a side on the ground for some turns."""
    weather = ground(state).rules.weather
    return weather is None or weather.side != side or state.one(Clock).turn > weather.last_turn


@case("B.roll", "B.order")
def attempts(state: State) -> Iterator[tuple[str, str]]:
    """One attempt for every support that is missing: Player A first, ART before AIR."""
    first = state.one(Clock).player_a
    for side in (first, state.scenario.other(first)):
        for kind in (ART, AIR):
            if kind == ART or may_fly(state, side):
                yield from [(side, kind)] * missing(army(state, side), kind)


def add_support(tx: Transaction, side: str, kind: str) -> None:
    """One more is on hand."""
    held = army(tx.state, side)
    tx.put(replace(held, art=held.art + 1) if kind == ART else replace(held, air=held.air + 1))


@case("scn.seelow-dawn")
def dawn_barrage(tx: Transaction, frame: Frame) -> None:
    """A scenario may give a side all its supports on a turn, without a roll."""
    dawn = ground(tx.state).rules.dawn
    if dawn is None or tx.state.one(Clock).turn != dawn.turn:
        return
    held = army(tx.state, dawn.side)
    tx.put(replace(held, art=held.art_allotment, air=held.air_allotment))
    whole = f"{held.art_allotment} ART and {held.air_allotment} AIR supports"
    text = f"{ground(tx.state).title_of(dawn.side)} has all its {whole} on hand"
    tell(tx, "SupportsReady", text, "scn.seelow-dawn")


class SupportRolls(Procedure):
    """One die for each attempt, in the fixed order."""

    tries: tuple[tuple[str, str], ...]

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls(tuple(attempts(state)))

    def run(self, tx: Transaction) -> None:
        if self.at >= len(self.tries):
            tx.pop()
            return
        side, kind = self.tries[self.at]
        throw(tx, side, "B.roll", f"{kind} support of {ground(tx.state).title_of(side)}")

    @case("B.roll")
    def resume(self, tx: Transaction, result: Any) -> None:
        side, kind = self.tries[self.at]
        tx.replace(replace(self, at=self.at + 1))
        if within(result, ground(tx.state).charts.support_availability.available):
            add_support(tx, side, kind)
            text = f"{ground(tx.state).title_of(side)} has one more {kind} support on hand"
            tell(tx, "SupportReady", text, "B.roll")


class Supports(Procedure):
    title = "Support availability"
    steps = (dawn_barrage, SupportRolls)
