"""One regular combat: the units that take part and the modifiers that are claimed."""

from __future__ import annotations

from typing import Final

from engine.games.toppling_the_reich import boxes
from engine.games.toppling_the_reich.records import Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.special_units.corps import expanded
from engine.mechanics import box
from engine.record import Record
from engine.referee import State, case

MOVEMENT: Final = "movement"
"""Of an overrun, which is reckoned like an attack."""
COMBAT: Final = "combat"
EXPLOITATION: Final = "exploitation"


class Attack(Record):
    """All units by their keys. What the defender adds is empty until the defender has responded."""

    side: str
    target: str
    segment: str = COMBAT
    units: tuple[str, ...] = ()
    """Ground units and armored assets."""
    drops: tuple[str, ...] = ()
    """Paratroops that land on the hex; they wait in their box until the hex is theirs."""
    leaders: tuple[str, ...] = ()
    oversupply: bool = False
    air: int = 0
    carpet: bool = False
    nordwind: bool = False
    waives_armor: bool = False
    waives_drop: bool = False
    repeat: bool = False
    """The compulsory repetition of a stalemate."""
    originals: tuple[str, ...] = ()
    """The defenders that stood in the hex when the attack was declared."""
    reserves: tuple[str, ...] = ()
    """Those that were dispatched into it."""
    defending_leaders: tuple[str, ...] = ()
    defending_air: int = 0
    defender_waives_armor: bool = False

    @property
    def is_declared(self) -> bool:
        return bool(self.originals)

    @property
    def is_overrun(self) -> bool:
        return self.segment == MOVEMENT

    @property
    def exploits(self) -> bool:
        return self.segment == EXPLOITATION


def defending_side(state: State, attack: Attack) -> str:
    """The side under attack."""
    return ground(state).other(attack.side)


def ground_units(state: State, attack: Attack) -> list[Unit]:
    """The attackers on the map, armored assets included; eliminated ones are not among them."""
    return [unit for key in expanded(state, attack.units) if (unit := state.get(Unit, key)).on_map]


def dropping(state: State, attack: Attack) -> list[Unit]:
    """The paratroops of the attack that are alive and have not landed yet."""
    waiting = box(boxes.AIRDROP, attack.side)
    return [unit for key in attack.drops if (unit := state.get(Unit, key)).place == waiting]


def stacks_of(state: State, attack: Attack) -> dict[str, list[Unit]]:
    """The attackers on the ground by the hex they attack from."""
    found: dict[str, list[Unit]] = {}
    for unit in ground_units(state, attack):
        found.setdefault(unit.place, []).append(unit)
    return found


@case("3.3.2-a", "3.3.4")
def is_major(state: State, attack: Attack) -> bool:
    """An attack from two or more hexes; paratroops that land do not count as a stack."""
    return len(stacks_of(state, attack)) > 1


@case("7.1-b")
def defenders(state: State, attack: Attack) -> list[Unit]:
    """All combat units in the attacked hex, dispatched reserves included.

    Before the attack is declared: those that the attacker can see.
    """
    side = defending_side(state, attack)
    there = [unit for unit in units_at(state, attack.target) if unit.side == side and unit.is_combat_unit]
    if attack.is_declared:
        fighting = set(expanded(state, (*attack.originals, *attack.reserves)))
        return [unit for unit in there if unit.key in fighting]
    return [unit for unit in there if not unit.hidden]


def hides_something(state: State, attack: Attack) -> bool:
    """True if a deception marker lies in the attacked hex, so that its strength is not known."""
    side = defending_side(state, attack)
    return any(u.side == side and u.hidden == "concealed" for u in units_at(state, attack.target))
