"""Breakthroughs (7.10) and the stack that may exploit one (8.0-a)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.combat.attack import Attack, defenders, stacks_of
from engine.games.toppling_the_reich.command.leaders import BREAKTHROUGH
from engine.games.toppling_the_reich.movement.placing import eliminate
from engine.games.toppling_the_reich.records import Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units.corps import break_down, breaks_down
from engine.mechanics import end, offer, order, tell
from engine.referee import Refusal, State, Transaction, case, marked

HEXES: Final = 4
"""How many hexes the defenders retreat after a Breakthrough."""
STACK: Final = "stack"
"""The value of EXPLOITING for a marked stack."""


@case("7.10-a", "2.1.1-b")
def shatter(tx: Transaction, attack: Attack) -> None:
    """All defenders fall to their last step at once; those that were on it are eliminated, but a corps that
    stands for its divisions breaks down."""
    for unit in defenders(tx.state, attack):
        if breaks_down(tx.state, unit):
            break_down(tx, unit)
        elif unit.steps == 1:
            eliminate(tx, unit, "7.10-a", "the enemy has broken through")
        else:
            tx.put(replace(unit, steps=1))
            text = f"{unit} is reduced to its last step: the enemy has broken through"
            tell(tx, "StepLost", text, "7.10-a", unit=unit.key)


@case("3.4.2-c", "8.0-f")
def credit_leaders(tx: Transaction, attack: Attack) -> None:
    """Leaders who supported the attack may support one exploitation combat as well, and after that none."""
    for key in attack.leaders if gives_eligibility(attack) else ():
        tx.mark(key, marks.USED, marks.GAME_TURN, value=BREAKTHROUGH)


@case("8.0-a", "6.2-a", "6.4-a")
def force(state: State, attack: Attack, here: str) -> list[Unit]:
    """The attackers in a hex that could go on together, with the leaders who are with them."""
    # INTERPRETATION (8.0-a): the stack is what took part in the attack; others in its hex do not count.
    units = stacks_of(state, attack).get(here, [])
    if not units:
        return []
    company = [
        unit
        for unit in units_at(state, here)
        if unit.is_leader
        and unit.side == attack.side
        and not marked(state, unit.key, marks.STRATEGIC)
        and not marked(state, unit.key, marks.RAILED)
    ]
    return [*units, *company]


class MarkExploitation(Question):
    """Which stack of the attack may exploit the Breakthrough?"""

    attack: Attack

    title = "Exploitation"
    ruled_by = "8.0-a"
    otherwise = "name a hex with a stack that attacked, or mark none"

    def prompt(self, state: State) -> str:
        return f"Breakthrough at {ground(state).name_of(self.attack.target)}: which stack may exploit it?"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    @order("exploit", "hex", "Mark the stack in")
    def exploit(self, tx: Transaction, here: str) -> None:
        for unit in force(tx.state, self.attack, here):
            tx.mark(unit.key, marks.EXPLOITING, marks.PLAYER_TURN, value=STACK)
        text = f"The stack in {ground(tx.state).name_of(here)} may exploit the Breakthrough"
        tell(tx, "ExploitationMarked", text, "8.0-a", hex=here)
        tx.pop()

    @exploit.targets
    def stacks(self, state: State) -> Iterable[str]:
        return stacks_of(state, self.attack)

    @exploit.against
    @case("8.0-a")
    def refusals_to_exploit(self, state: State, here: str) -> Iterator[Refusal]:
        """A stack that attacked, or the one in the conquered hex: with armor and without a corps."""
        stack, where = force(state, self.attack, here), ground(state).name_of(here)
        if stack and not any(unit.is_armor_type for unit in stack):
            yield Refusal("8.0-a", f"the stack in {where} contains no armor")
        if any(unit.is_corps for unit in stack):
            yield Refusal("8.0-a", f"the stack in {where} contains a corps")

    decline = end("decline", "Mark no stack")


@case("8.0-f")
def gives_eligibility(attack: Attack) -> bool:
    """A Breakthrough in exploitation combat leads to no further exploitation."""
    return not attack.exploits


@case("8.0-a", "7.10-b")
def offer_exploitation(tx: Transaction, attack: Attack) -> None:
    """One stack for each Breakthrough."""
    offer(tx, MarkExploitation(attack.side, attack))


FRAMES = (MarkExploitation,)
