"""Both sides choose a morale level in secret (3.9.d)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.morale import highest_level, lowest_level, with_morale
from engine.games.avalanche.combat.outlook import outcomes, outlook, preview
from engine.games.avalanche.combat.reckoning import on_map
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Pick
from engine.referee import Action, Choice, Preview, Refusal, Simultaneous, State, Transaction, case


def units_of(state: State, battle: Battle, side: str) -> list[Unit]:
    """The units of a side in the combat that have a morale."""
    return with_morale(on_map(state, battle.attackers if side == battle.side else battle.defenders))


class PickLevel(Pick):
    """Which morale level does the side use?"""

    battle: Battle = Battle("", "")

    title = "Morale level"
    verb: ClassVar[str] = "level"
    kind: ClassVar[str] = "number"
    ruled_by: ClassVar[str] = "morale.level"

    def is_secret(self, state: State) -> bool:
        return True

    def asks_across_the_table(self, state: State) -> bool:
        """The units in the combat lie open, and so do the levels that they have."""
        return True

    def names(self, action: Action) -> bool:
        return action.kind == "number"

    def prompt(self, state: State) -> str:
        return f"Which morale level, up to {highest_level(units_of(state, self.battle, self.side))}?"

    def subjects(self, state: State) -> Iterable[str]:
        return [unit.key for unit in units_of(state, self.battle, self.side)]

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    def options(self, state: State) -> Iterable[str]:
        return [str(level) for level in range(highest_level(units_of(state, self.battle, self.side)) + 1)]

    @case("morale.level")
    def refusals_to_pick(self, state: State, target: int) -> Iterator[Refusal]:
        """At least one unit must have it."""
        highest = highest_level(units_of(state, self.battle, self.side))
        if target > highest:
            yield Refusal("morale.level", f"No unit has a morale of {target}: {highest} is the highest")

    def picked(self, tx: Transaction, target: int) -> None:
        tx.pop(str(target))

    def preview_of(self, state: State, target: int) -> Preview:
        """What comes of it if the enemy takes the level at which all of his units fight."""
        enemy = ground(state).other(self.side)
        other = lowest_level(units_of(state, self.battle, enemy))
        attacks = self.side == self.battle.side
        supposed = replace(self.battle, levels=(target, other) if attacks else (other, target))
        shown = preview(state, supposed, self.side, f"Against level {other}, at which all enemy units fight")
        return replace(shown, outcomes=outcomes(state, supposed, outlook(state, supposed, self.side)))


class MoraleLevels(Simultaneous, kw_only=True):
    """Both choose at the same time and reveal together."""

    battle: Battle

    title = "Morale levels"

    @case("morale.level", "morale.markers")
    def ask(self, state: State, side: str) -> Choice | None:
        """A side whose units all have the same morale takes it: nothing else could be better."""
        units = units_of(state, self.battle, side)
        if lowest_level(units) == highest_level(units):
            return None
        return PickLevel(side, battle=self.battle)

    @case("morale.level")
    def reveal(self, tx: Transaction, answers: dict[str, str]) -> None:
        battle, land = self.battle, ground(tx.state)
        found = {
            side: int(answer) if answer else highest_level(units_of(tx.state, battle, side))
            for side, answer in answers.items()
        }
        ours, theirs = found[battle.side], found[land.other(battle.side)]
        text = f"Morale levels: attacker {ours}, defender {theirs}"
        tell(tx, "LevelsRevealed", text, "morale.level", hex=battle.target)
        tx.replace(replace(self, at=1, battle=replace(battle, levels=(ours, theirs))))

    def result(self, state: State) -> Battle:
        return self.battle


FRAMES: Final = (PickLevel, MoraleLevels)
