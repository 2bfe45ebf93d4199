"""The options of attacker and defender, an optional rule (3.9.b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import BLITZ, RETREAT, WITHDRAW, Battle
from engine.games.avalanche.combat.outlook import preview
from engine.games.avalanche.combat.reckoning import on_map
from engine.games.avalanche.combat.retreat import RetreatStack
from engine.games.avalanche.movement.allowance import allowance
from engine.games.avalanche.records import Unit, ground_at, names
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Pick, Question
from engine.games.avalanche.supply.lines import SHORE_PARTY
from engine.mechanics.menu import order
from engine.referee import Action, Preview, Refusal, State, Transaction, case, marked

BLITZ_MA: Final = 12
RETREAT_MA: Final = 14
RETREAT_HEXES: Final = 2
WORDS: Final = {"DetDefense": "Determined Defense"}
"""Options whose name in the chart is an abbreviation."""


class ChooseOption(Pick):
    """How is the combat fought?"""

    battle: Battle = Battle("", "")

    verb: ClassVar[str] = "option"
    kind: ClassVar[str] = "marker"

    def names(self, action: Action) -> bool:
        return action.kind == "marker" and action.target in self.options(None)  # type: ignore[arg-type]

    def label(self, state: State, action: Action) -> str:
        return WORDS.get(action.target, action.target)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    def with_option(self, option: str) -> Battle:
        """The combat with this option."""
        return replace(self.battle, attack_option=option)

    def picked(self, tx: Transaction, target: str) -> None:
        tx.pop(self.with_option(target))

    def preview_of(self, state: State, target: str) -> Preview:
        return preview(state, self.with_option(target), self.side)


class AttackOption(ChooseOption):
    """The attacker chooses first."""

    title = "Attacker's option"
    ruled_by: ClassVar[str] = "option.attacker"
    among: tuple[str, ...] = ("Standard", "Probe", "Blitz", "Assault")

    def prompt(self, state: State) -> str:
        return "How is the attack made?"

    @case("option.blitz-requirement")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        """A Blitz needs attackers with 12 movement points or more."""
        if target == BLITZ:
            for unit in on_map(state, self.battle.attackers):
                if (ma := allowance(state, unit).points) < BLITZ_MA:
                    text = f"A Blitz needs {BLITZ_MA} movement points, and {unit} has {ma}"
                    yield Refusal("option.blitz-requirement", text)


class DefenceOption(ChooseOption):
    """The defender knows what the attacker has chosen."""

    title = "Defender's option"
    ruled_by: ClassVar[str] = "option.defender"
    among: tuple[str, ...] = ("Standard", "Withdraw", "DetDefense", "Retreat")

    def prompt(self, state: State) -> str:
        return f"The attacker has chosen {self.battle.attack_option}. How is the attack met?"

    def with_option(self, option: str) -> Battle:
        return replace(self.battle, defence_option=option)

    @case("option.withdraw-requirement", "option.retreat")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        """No Withdraw if every attacker is faster than every defender; a Retreat needs recon, and an attacker
        with less than 14 movement points."""
        ours = [
            allowance(state, unit).points
            for unit in on_map(state, self.battle.defenders)
            if not unit.is_strong_point
        ]
        theirs = [allowance(state, unit).points for unit in on_map(state, self.battle.attackers)]
        if target == WITHDRAW and min(theirs, default=0) > max(ours, default=0):
            text = f"Every attacker has more movement points ({min(theirs)} or more) than every defender"
            yield Refusal("option.withdraw-requirement", text)
        if target == RETREAT:
            if min(theirs, default=RETREAT_MA) >= RETREAT_MA:
                yield Refusal("option.retreat", f"Every attacker has {RETREAT_MA} movement points or more")
            if not may_leave(state, self.side, self.battle.target):
                yield Refusal("option.retreat", "No recon unit that could leave is in the hex")


@case("option.retreat", "def.shore-party")
def may_leave(state: State, side: str, here: str) -> list[Unit]:
    """Recon units and all motorized and mech units with them; a shore party stays."""
    units = [
        unit
        for unit in ground_at(state, here, side)
        if not unit.is_strong_point and not marked(state, unit.key, SHORE_PARTY)
    ]
    if not any(unit.branch == "recon" for unit in units):
        return []
    return [
        unit
        for unit in units
        if (unit.is_vehicle or unit.branch == "recon")
        and (not unit.is_gun or unit.limbered or unit.self_propelled)
    ]


class LeaveBeforeCombat(Question):
    """Recon and the vehicles with it may leave before the combat."""

    battle: Battle
    units: tuple[str, ...]

    title = "Retreat before combat"
    ruled_by: ClassVar[str] = "option.retreat"

    def prompt(self, state: State) -> str:
        return f"{names(on_map(state, self.units))} may retreat {RETREAT_HEXES} hexes before combat"

    def subjects(self, state: State) -> Iterable[str]:
        return self.units

    @order("leave", words="Retreat before combat")
    def leave(self, tx: Transaction) -> None:
        away = tuple(sorted({unit.place for unit in on_map(tx.state, self.battle.attackers)}))
        tx.replace(
            RetreatStack(
                side=self.side,
                units=self.units,
                here=self.battle.target,
                hexes=RETREAT_HEXES,
                away=away,
                no_zoc=True,
            )
        )

    @order("stay", words="Stay and fight", ends=True)
    def stay(self, tx: Transaction) -> None:
        tx.pop()


def has_options(state: State) -> bool:
    """Is the optional rule in play?"""
    return ground(state).has_option("combat_options")


FRAMES: Final = (AttackOption, DefenceOption, LeaveBeforeCombat)
