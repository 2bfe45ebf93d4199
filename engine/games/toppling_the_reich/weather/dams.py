"""The Roer dams (5.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.toppling_the_reich.records import GERMAN, Clock, forces
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Dam, RoerFlood
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import end, order, tell
from engine.referee import Action, Frame, Refusal, State, Transaction, case, side_of

ONE_DAM, BOTH_DAMS = 2, 3
"""Game turns of flood after the turn of the demolition; two dams blown apart give two turns each."""


@case("5.1.3-a")
def guarded(state: State, dam: str) -> bool:
    """True if a German combat unit occupies a hex adjacent to the dam."""
    banks = ground(state).dams[dam].split("/")
    return any(
        unit.is_combat_unit and not unit.dummy and unit.place in banks for unit in forces(state, GERMAN)
    )


class BlowDams(Question):
    """Blow one dam or both?"""

    blown: tuple[str, ...] = ()

    ruled_by = "5.1.3-a"
    otherwise = "Name a Roer dam, or leave the dams"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked in the German player-turn where a dam can be blown."""
        if side_of(parent) != GERMAN:
            return None
        able = [dam for dam in ground(state).dams if guarded(state, dam) and state.find(Dam, dam) is None]
        return cls(GERMAN) if able else None

    def prompt(self, state: State) -> str:
        return (
            "Blow a Roer dam? The river then cannot be crossed for two turns, three if both are blown at once"
        )

    def drawn(self, state: State, action: Action) -> Iterable[str]:
        return (ground(state).dams[action.target],) if action.verb == "blow" else ()

    def whereabouts(self, state: State) -> Iterable[str]:
        return sorted(ground(state).dams.values())

    done = end("done", "Leave the dams")

    @order("blow", "marker", "Blow the dam")
    def blow(self, tx: Transaction, dam: str) -> None:
        blow(tx, dam, self.blown)
        tx.replace(BlowDams(GERMAN, (*self.blown, dam)))
        if all(tx.state.find(Dam, dam) or not guarded(tx.state, dam) for dam in ground(tx.state).dams):
            tx.pop()

    @blow.targets
    def dams(self, state: State) -> Iterable[str]:
        return sorted(ground(state).dams)

    @blow.against
    @case("5.1.3-a", "5.1.3-c")
    def refusals_to_blow(self, state: State, dam: str) -> Iterator[Refusal]:
        if dam in ground(state).dams and not guarded(state, dam):
            yield Refusal("5.1.3-a", f"No German combat unit is adjacent to the {dam} dam")
        if state.find(Dam, dam):
            yield Refusal("5.1.3-c", f"The {dam} dam has been blown already")


@case("5.1.3-b")
def blow(tx: Transaction, dam: str, before: tuple[str, ...]) -> None:
    """The Roer is impassable for the rest of this turn and for full turns after it."""
    turn = tx.state.one(Clock).turn
    tx.put(Dam(dam, turn))
    flood = tx.state.find(RoerFlood, "")
    if before:
        last = turn + BOTH_DAMS
    elif flood is not None and flood.last_turn >= turn:
        last = flood.last_turn + ONE_DAM
    else:
        last = turn + ONE_DAM
    tx.put(RoerFlood(last))
    text = f"The {dam} dam is blown: the Roer cannot be crossed until the end of turn {last}"
    tell(tx, "DamBlown", text, "5.1.3-b", hexside=ground(tx.state).dams[dam])


FRAMES = (BlowDams,)
