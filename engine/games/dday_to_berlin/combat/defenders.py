"""Which units may be attacked, and which of them is the primary defender."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.hits import Assault, Barrage
from engine.games.dday_to_berlin.combat.odds import odds
from engine.games.dday_to_berlin.records import Unit, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import order
from engine.referee import Preview, Refusal, State, Transaction, case, marked


class Named(NamedTuple):
    """The primary defender has been named."""

    unit: str


def present(state: State, zone: str, side: str) -> tuple[Unit, ...]:
    """The units of a side in a zone."""
    return tuple(unit for unit in units_at(state, zone) if unit.side == side)


@case("4.once", "terms.hq")
def eligible_defenders(state: State, zone: str, side: str) -> tuple[Unit, ...]:
    """Units of the side not yet attacked in this player turn; headquarters only where they are alone."""
    there = present(state, zone, side)
    fighters = tuple(unit for unit in there if not unit.is_hq)
    return tuple(unit for unit in fighters or there if not marked(state, unit.key, marks.ATTACKED))


@case("4.once")
def refusals_to_attack(state: State, zone: str, side: str) -> Iterator[Refusal]:
    """What keeps a zone of a side from being attacked as a whole."""
    there = present(state, zone, side)
    if not there:
        yield Refusal("4.once", f"no unit of {ground(state).title_of(side)} is in {zone}")
    elif not eligible_defenders(state, zone, side):
        fresh = [str(unit) for unit in there if not marked(state, unit.key, marks.ATTACKED)]
        who = "every battalion" if fresh else "every unit"
        but = f"; {' and '.join(fresh)} can be attacked only without battalions there" if fresh else ""
        yield Refusal("4.once", f"{who} in {zone} has been attacked in this player turn{but}")


@case("4.once")
def attack_zone(tx: Transaction, zone: str, side: str) -> None:
    """Every unit of the zone now counts as attacked."""
    for unit in present(tx.state, zone, side):
        tx.mark(unit.key, marks.ATTACKED, marks.PLAYER_TURN)


class NameDefender(Question):
    """The owner of the attacked zone names its primary defender. The frame ends with `Named`."""

    attack: Assault | Barrage
    among: tuple[str, ...]

    title = "Primary defender"
    ruled_by = "4.primary-defender"
    otherwise = "@ does not name a primary defender"

    def prompt(self, state: State) -> str:
        return f"Who is the primary defender of {self.attack.target}?"

    @order("defend", "unit", "Defend with")
    def defend(self, tx: Transaction, unit: Unit) -> None:
        tx.pop(Named(unit.key))

    @defend.targets
    def units(self, state: State) -> Iterable[str]:
        return self.among

    @defend.against
    @case("4.primary-defender", "4.once", "terms.hq")
    def refusals_to_defend(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Only a unit that may be attacked can be the primary defender."""
        if unit.key in self.among:
            return
        if unit.side != self.side or unit.place != self.attack.target:
            yield Refusal("4.primary-defender", f"{unit} does not defend {self.attack.target}")
        elif unit.is_hq:
            yield Refusal(
                "terms.hq", f"{unit} cannot be the primary defender while other units are in the zone"
            )
        else:
            yield Refusal("4.once", f"{unit} has already been attacked in this player turn")

    @defend.shows
    def odds(self, state: State, unit: Unit) -> Preview:
        return odds(state, replace(self.attack, defender=unit.key))


def worst_odds(state: State, attack: Assault | Barrage) -> Preview:
    """The odds against the defender that is worst for the attacker; nothing while nobody leads."""
    if not attack.is_led:
        return Preview()
    among = eligible_defenders(state, attack.target, ground(state).other(attack.side))
    every = [odds(state, replace(attack, defender=unit.key)) for unit in among]
    return min(every, key=lambda preview: preview.outcomes[0].probability)


@case("4.primary-defender")
def ask_for_defender(tx: Transaction, side: str, attack: Assault | Barrage, among: tuple[Unit, ...]) -> None:
    """The defender chooses; a single unit is primary at once. The frame on top receives `Named`."""
    if len(among) == 1:
        tx.state.frame.resume(tx, Named(among[0].key))
    else:
        tx.push(NameDefender(side, attack, tuple(unit.key for unit in among)))
