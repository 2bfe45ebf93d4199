"""Leaders in combat (3.4): who may support which side of it, and what he adds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.combat.attack import (
    Attack,
    defenders,
    defending_side,
    dropping,
    ground_units,
)
from engine.games.toppling_the_reich.combat.surprise import refusals_when_surprised
from engine.games.toppling_the_reich.command.command_control import (
    cut_out_by,
    group_of,
    hq_in_command,
    in_command,
    is_cut_out,
    serves,
)
from engine.games.toppling_the_reich.records import LEVELS, Unit, units_at
from engine.referee import Refusal, State, Strength, case, mark_value, marked

BREAKTHROUGH = "breakthrough"
"""The value of USED for a leader who supported an attack that broke through."""


@case("3.4.1-a", "3.4.1-b")
def post(state: State, leader: Unit) -> Unit | None:
    """The headquarters he serves with: the highest in his hex that does not exceed his rank."""
    with_him = [
        unit
        for unit in units_at(state, leader.place)
        if unit.is_hq and unit.side == leader.side and LEVELS.index(unit.level) < leader.rank
    ]
    return max(with_him, key=lambda hq: LEVELS.index(hq.level), default=None)


@case("3.4.1-b", "3.4.2-b")
def level(state: State, leader: Unit) -> str:
    """The level of the post he fills; an army leader needs none, a higher commander without one has none."""
    hq = post(state, leader)
    if hq is not None:
        return hq.level
    return LEVELS[0] if leader.rank == 1 else ""


def side_of_combat(state: State, leader: Unit, attack: Attack) -> list[tuple[Unit, str]]:
    """The units of his side in the combat and where they fight: paratroops over the attacked hex."""
    if leader.side != attack.side:
        return [(unit, unit.place) for unit in defenders(state, attack)]
    on_foot = [(unit, unit.place) for unit in ground_units(state, attack) if unit.is_combat_unit]
    return on_foot + [(unit, attack.target) for unit in dropping(state, attack)]


@case("3.4.2-a", "3.4.2-c")
def refusals_of_use(state: State, leader: Unit, attack: Attack) -> Iterator[Refusal]:
    """One combat in a game turn, and one in exploitation after an attack of his that broke through."""
    if not marked(state, leader.key, marks.USED):
        return
    if not attack.exploits:
        yield Refusal("3.4.2-a", f"{leader} has supported a combat this game turn")
    elif leader.side != attack.side or mark_value(state, leader.key, marks.USED) != BREAKTHROUGH:
        yield Refusal("3.4.2-c", f"{leader} has been used already, and not in an attack that broke through")


@case("6.2-a", "6.4-a")
def refusals_of_movement(state: State, leader: Unit, attack: Attack) -> Iterator[Refusal]:
    """Who moved strategically or by rail takes no part in an attack; he may help where he is attacked."""
    if leader.side != attack.side:
        return
    if marked(state, leader.key, marks.STRATEGIC):
        yield Refusal("6.2-a", f"{leader} has used Strategic Movement")
    if marked(state, leader.key, marks.RAILED):
        yield Refusal("6.4-a", f"{leader} has moved by rail this game turn")


@case("3.4.1-a", "3.4.1-b", "3.5.6-d", "16.1.7-b")
def refusals_of_reach(state: State, leader: Unit, attack: Attack) -> Iterator[Refusal]:
    """Army leaders: units in their own hex. Army group: inside the boundaries. Front: anywhere."""
    place = level(state, leader)
    if not place:
        yield Refusal("3.4.1-b", f"{leader} is not with a headquarters and cannot support a combat")
        return
    theirs = side_of_combat(state, leader, attack)
    if place == "army":
        if leader.place not in {here for _, here in theirs}:
            yield Refusal("3.4.1-a", f"{leader} leads an army and supports only units in his own hex")
    elif place == "army_group":
        hq = post(state, leader)
        assert hq is not None
        if not any(
            group_of(state, leader.side, here) == hq.key and serves(state, hq, unit, here)
            for unit, here in theirs
        ):
            yield Refusal("3.4.1-a", f"the combat is not inside the boundaries of {hq}")


@case("3.4.2-e", "3.6-b", "13.1.1-b", "13.1.1-c", "13.1.1-d")
def refusals_of_command(state: State, leader: Unit, attack: Attack) -> Iterator[Refusal]:
    """No support for a unit out of command, nor by a leader with a headquarters out of command."""
    helped = side_of_combat(state, leader, attack)
    # INTERPRETATION (3.4.2-e): beside units in command others that are not do no harm; they are not counted.
    if leader.side != attack.side:
        helped = [(unit, here) for unit, here in helped if in_command(state, unit)]
    if not helped:
        yield Refusal("3.4.2-e", f"{leader} may not support units that are out of command")
    if is_cut_out(state, leader):
        yield Refusal(cut_out_by(state, leader), f"{leader} is cut out this turn with his headquarters")
        return
    hq = post(state, leader)
    if hq is not None:
        if not hq_in_command(state, hq):
            yield Refusal("3.4.2-e", f"{hq} is out of command, so {leader} cannot support a combat")
        elif is_cut_out(state, hq):
            # INTERPRETATION (13.1.1-b): a leader stacked with a headquarters that is cut out is cut out too.
            yield Refusal(cut_out_by(state, hq), f"{hq} is cut out this turn")


@case("3.4.2-b", "7.4-leaders")
def refusals_to_commit(state: State, leader: Unit, attack: Attack) -> Iterator[Refusal]:
    """Every reason why a leader may not support his side of the combat."""
    committed = attack.leaders if leader.side == attack.side else attack.defending_leaders
    if not leader.is_leader or not leader.on_map:
        yield Refusal("3.4-a", f"{leader} is not a leader on the map")
        return
    if leader.key in committed:
        yield Refusal("3.4.2-a", f"{leader} supports the combat already")
        return
    mine = level(state, leader)
    for other in (state.get(Unit, key) for key in committed):
        if mine and level(state, other) == mine:
            yield Refusal(
                "3.4.2-b", f"{other} supports the combat already, and only one leader of that level may"
            )
    if leader.side == defending_side(state, attack):
        yield from refusals_when_surprised(state, leader.side)
    yield from refusals_of_movement(state, leader, attack)
    yield from refusals_of_use(state, leader, attack)
    yield from refusals_of_reach(state, leader, attack)
    yield from refusals_of_command(state, leader, attack)


@case("3.4-b", "3.4.2-d")
def leader_lines(
    state: State, side: str, leaders: list[Unit], stacks: Mapping[str, int], supported: int
) -> list[Strength]:
    """Each adds his factor, never modified: all of them no more than the units, an army leader no more
    than the units of his own hex."""
    lines, room = [], supported
    for leader in leaders:
        limit = stacks.get(leader.place, 0) if level(state, leader) == "army" else room
        amount = min(leader.cf[0], limit, room)
        room -= amount
        lines.append(Strength(side, str(leader), amount, "3.4-b"))
    return lines


def commanders(state: State, side: str, attack: Attack) -> list[Unit]:
    """The leaders on the map that could be candidates for this combat."""
    near = {attack.target, *(unit.place for unit in ground_units(state, attack))}
    return [
        unit
        for unit in state.all(Unit).values()
        if unit.is_leader and unit.side == side and unit.on_map and (unit.rank > 1 or unit.place in near)
    ]
