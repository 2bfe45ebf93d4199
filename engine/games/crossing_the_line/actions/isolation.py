"""Actions of combat units, which begin with the checks of those that are isolated (5.8.4-b)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.action_menu import Action
from engine.games.crossing_the_line.records import Unit
from engine.games.crossing_the_line.scenario.question import Question
from engine.games.crossing_the_line.standard.command import ISOLATED, command_state
from engine.games.crossing_the_line.standard.effectiveness import (
    CheckEffectiveness,
    disrupt,
    end_improved_defense,
    passes_check,
)
from engine.mechanics.menu import end
from engine.mechanics.odds import Chances, certain
from engine.referee import State, Transaction, case


@case("5.8.4-b", "5.6.1")
def taking_part(state: State, units: Iterable[Unit]) -> Chances[tuple[Unit, ...]]:
    """How likely it is for the units of an Action that these take part in it: those that are isolated, as far
    as their side knows, must pass a check first."""
    found: Chances[tuple[Unit, ...]] = certain(())
    for unit in units:
        if command_state(state, unit) == ISOLATED:
            found = found.then(partial(_with_check, unit))
        else:
            found = found.map(partial(_with, unit))
    return found


def _with(unit: Unit, able: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return (*able, unit)


def _with_check(unit: Unit, able: tuple[Unit, ...]) -> Chances[tuple[Unit, ...]]:
    return passes_check(unit).map(lambda passes: (*able, unit) if passes else able)


class UnitAction(Action):
    """The base of a Movement Action and of a Combat Action; its first step is `check_isolated`."""

    side: str
    units: tuple[str, ...]

    def able(self, state: State) -> list[Unit]:
        """Those that take part: a unit that failed its check is disrupted and does not."""
        return [unit for key in self.units if not (unit := state.get(Unit, key)).disrupted]

    @case("5.8.4-b", "5.6-a", "7.7-b")
    def check_isolated(self, tx: Transaction) -> None:
        """Each unit that is isolated, whether its side knows it or not, must pass a check to take part."""
        units = [tx.state.get(Unit, key) for key in self.units]
        end_improved_defense(tx, units[0].place)
        cut_off = tuple(unit.key for unit in units if command_state(tx.state, unit, really=True) == ISOLATED)
        if cut_off:
            tx.push(CheckEffectiveness(self.side, cut_off, "5.8.4-b"))

    @case("5.8.4-b")
    def hear_checks(self, tx: Transaction, failed: Iterable[str]) -> None:
        """Those that failed are disrupted; the owner may call off the Action of the others."""
        for key in failed:
            disrupt(tx, tx.state.get(Unit, key), "5.8.4-b")
        able = tuple(unit.key for unit in self.able(tx.state))
        if not able:
            self.break_off(tx)
        elif able != self.units:
            tx.push(GoAhead(self.side, able))

    def break_off(self, tx: Transaction) -> None:
        """Nothing more happens; the action points are spent."""
        tx.replace(replace(self, at=len(self.steps)))

    def resume(self, tx: Transaction, result: Any) -> None:
        if self.at == 1 and isinstance(result, str):
            self.hear_checks(tx, result.split())
        elif self.at == 1 and result is False:
            self.break_off(tx)


class GoAhead(Question):
    """Some units failed their checks: do the others carry out the Action?"""

    able: tuple[str, ...]

    title = "Isolated"
    ruled_by: ClassVar[str] = "5.8.4-b"

    def prompt(self, state: State) -> str:
        names = ", ".join(str(state.get(Unit, key)) for key in self.able)
        return f"Not all isolated units passed their checks. Go ahead with {names}?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.able

    go_ahead = end("go_ahead", "Go ahead", result=True)
    call_off = end("call_off", "Call the Action off", result=False)


FRAMES: Final = (GoAhead,)
