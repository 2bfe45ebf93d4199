"""Die roll modifiers of combat: hexside, support, headquarters, armor (7.5.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.games.crossing_the_line.combat.armor import armor
from engine.games.crossing_the_line.records import Formation, Improved, Unit, fighters_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.command import in_command
from engine.games.crossing_the_line.standard.formations import formation_of
from engine.games.crossing_the_line.standard.known import is_identified
from engine.games.crossing_the_line.standard.zoc import projects_into
from engine.referee import Modifier, State, case

HASTY: Final = "hasty"
REGULAR: Final = "regular"
PREPARED: Final = "prepared"
TYPES: Final = (HASTY, REGULAR, PREPARED)


@case("7.5.1.2-A1", "3.1.2-c")
def hexside_modifier(state: State, here: str, there: str) -> Iterator[Modifier]:
    """One hexside is crossed, and only the defender benefits."""
    land = ground(state)
    if side := land.between(here, there):
        drm = land.charts.hexside_effects.hexside[side].attack_drm
        yield Modifier("7.5.1.2-A1", f"across {side.replace('_', ' ')}", drm, "hexside")


@case("7.5.1.2-B1", "5.8.1", "5.4.1-e", "5.6.3-a")
def supporters(
    state: State, side: str, target: str, fighting: str, viewer: str | None
) -> dict[str, list[str]]:
    """The formations of the combat units of a side that support a fight, by hex: they project a zone of
    control into the enemy's hex and are in command. The fighting hex itself never supports."""
    found: dict[str, list[str]] = {}
    for there in ground(state).neighbors[target]:
        if there == fighting:
            continue
        able = [
            _formation(state, unit, viewer)
            for unit in fighters_at(state, there)
            if unit.side == side
            and is_identified(state, unit, viewer)
            and projects_into(state, unit, target)
            and _is_led(state, unit, viewer)
        ]
        if able:
            found[there] = able
    return found


@case("10.1-c", "5.3.4-a")
def _is_led(state: State, unit: Unit, viewer: str | None) -> bool:
    """Is the unit in command, for a side that looks at the odds (None: in truth)? Enemy units are believed to
    be; static units count as in command, though their headquarters is not there."""
    if ground(state).is_static(unit.side) or viewer not in (None, unit.side):
        return True
    return in_command(state, unit, really=viewer is None)


@case("5.5.2-d")
def _formation(state: State, unit: Unit, viewer: str | None) -> str:
    """Its formation, for a side that looks at the odds: assignments of the enemy are secret."""
    return formation_of(state, unit) if viewer in (None, unit.side) else unit.formation


@case("7.5.1.2-B2", "7.5.1.2-B3", "7.5.1.2-B4")
def support(
    state: State, row: str, own: Iterable[str], hexes: Mapping[str, Iterable[str]], case_id: str
) -> Iterator[Modifier]:
    """Each hex gives one value: that of the same formation, or else that of others."""
    values, ours = ground(state).charts.combat_drm.support[row], set(own) - {""}
    for here, formations in sorted(hexes.items()):
        same = any(formation in ours for formation in formations)
        amount = values.same_formation if same else values.other_formation
        if amount:
            whose = "same formation" if same else "another formation"
            yield Modifier(case_id, f"support from {here} ({whose})", amount, "support")


@case("7.5.1.2-B2", "7.1-types", "5.8.1-b")
def attacker_support(
    state: State, kind: str, attackers: Sequence[Unit], there: str, viewer: str | None
) -> Iterator[Modifier]:
    """None in a Hasty Attack, nor if in truth no attacker is in command."""
    here, side = attackers[0].place, attackers[0].side
    own = [formation_of(state, unit) for unit in attackers if _is_led(state, unit, viewer)]
    if own:
        found = supporters(state, side, there, here, viewer)
        yield from support(state, f"{kind}_attacker", own, found, "7.5.1.2-B2")


@case("7.5.1.2-B3", "5.8.1-b", "7.7-a")
def defender_support(
    state: State, defenders: Sequence[Unit], here: str, viewer: str | None
) -> Iterator[Modifier]:
    """None if a defender is disrupted or none is in command; more in Improved Defense."""
    there, side = defenders[0].place, defenders[0].side
    led = [unit for unit in defenders if _is_led(state, unit, viewer)]
    if any(unit.disrupted for unit in defenders) or not led:
        return
    row = "defender_improved" if state.find(Improved, there) else "defender_regular"
    own = [_formation(state, unit, viewer) for unit in led]
    found = supporters(state, side, here, there, viewer)
    yield from support(state, row, own, found, "7.5.1.2-B3")


@case("7.5.1.2-C1", "7.5.1.2-C2", "7.1-types", "3.3-f")
def hq_support(state: State, kind: str, attackers: Sequence[Unit], viewer: str | None) -> Iterator[Modifier]:
    """Half of the support points in a Regular Attack, rounded up, all of them in a Prepared one."""
    if kind == HASTY or not all(in_command(state, unit, really=viewer is None) for unit in attackers):
        return
    formation = formation_of(state, attackers[0])
    one = state.find(Formation, formation)
    points = one.support if one else 0
    amount = points if kind == PREPARED else (points + 1) // 2
    if amount:
        name = ground(state).titles(formation)
        yield Modifier("7.5.1.2-C2", f"headquarters of {name}", amount, "headquarters")


@case("5.1-d")
def combat_modifiers(
    state: State,
    kind: str,
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    there: str,
    viewer: str | None = None,
) -> tuple[Modifier, ...]:
    """Everything that is added to the die; for a side that looks at the odds, what it can know of it."""
    here = attackers[0].place
    tanks = armor(state, attackers, defenders, here, there).modifier
    return (
        *hexside_modifier(state, here, there),
        *attacker_support(state, kind, attackers, there, viewer),
        *defender_support(state, defenders, here, viewer),
        *hq_support(state, kind, attackers, viewer),
        *([tanks] if tanks is not None and tanks.amount else []),
    )
