"""The preview of an attack: every modifier with its case, and the exact chance of each result."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.games.dday_to_berlin.combat.hits import (
    AMBUSH,
    NIGHT,
    Assault,
    Barrage,
    assault_modifiers,
    barrage_modifiers,
    hit_number,
    hits,
)
from engine.games.dday_to_berlin.combat.save_rolls import (
    assaulted_modifiers,
    attacker_modifiers,
    base_save,
    defender_modifiers,
    save_value,
    saves,
)
from engine.games.dday_to_berlin.records import Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import certain
from engine.referee import Modifier, PossibleOutcome, Preview, State, Strength, case

ONE: Final = Fraction(1)
TAKEN: Final = "taken"
BEATEN: Final = "beaten off"
HELD: Final = ""


@case("4.save-flank", "map.facing", "C.assault", "scn.villers-ambush")
def comes_from_behind(state: State, assault: Assault, defender: Unit) -> bool:
    """The attacking zone lies to flank or rear; ignored at night, taken for granted in an ambush. A
    headquarters has neither."""
    if assault.manner == NIGHT:
        return False
    if assault.manner == AMBUSH:
        return True
    return not defender.is_hq and ground(state).aspect(defender, assault.zone) != "front"


def defending_modifiers(state: State, assault: Assault) -> tuple[Modifier, ...]:
    """The save of the primary defender of an assault."""
    attacker, defender = state.get(Unit, assault.primary), state.get(Unit, assault.defender)
    return assaulted_modifiers(state, defender, attacker, comes_from_behind(state, assault, defender))


def odds(state: State, attack: Assault | Barrage) -> Preview:
    """The odds of an attack whose primary defender is known."""
    return assault_odds(state, attack) if isinstance(attack, Assault) else barrage_odds(state, attack)


@case("4.save-when", "4.assault-defender", "4.assault-attacker")
def assault_odds(state: State, assault: Assault) -> Preview:
    """Hit and failed save: the defender is shattered; otherwise the attacker must save."""
    attacker, defender = state.get(Unit, assault.primary), state.get(Unit, assault.defender)
    to_hit = assault_modifiers(state, assault)
    to_defend = defending_modifiers(state, assault)
    to_attack = attacker_modifiers(state, attacker, assault.target)
    number = hit_number(state, to_hit)
    values = save_value(state, defender, to_defend), save_value(state, attacker, to_attack)
    holds = hits(state, number).then(lambda hit: saves(state, values[0]) if hit else certain(True))
    result = holds.then(
        lambda held: (
            saves(state, values[1]).map(lambda saved: HELD if saved else BEATEN) if held else certain(TAKEN)
        )
    )
    return Preview(
        f"{attacker} leads against {defender} in {assault.target}",
        strengths=(
            Strength(assault.side, "basic hit number", ground(state).charts.hit_modifiers.basic, "4.hit"),
            Strength(defender.side, f"base save of {defender}", base_save(state, defender), "4.save-base"),
            Strength(assault.side, f"base save of {attacker}", base_save(state, attacker), "4.save-base"),
        ),
        modifiers=(*to_hit, *to_defend, *to_attack),
        odds=f"hits on {number}, {defender} saves on {values[0]}, {attacker} saves on {values[1]}",
        outcomes=(
            PossibleOutcome(
                f"{defender} is {fate(defender)}", result[TAKEN], ((defender.side, ONE),), assault.side
            ),
            PossibleOutcome(
                f"{attacker} {'retreats' if assault.manner == AMBUSH else 'is ' + fate(attacker)}",
                result[BEATEN],
                () if assault.manner == AMBUSH else ((assault.side, ONE),),
                defender.side,
            ),
            PossibleOutcome("both hold", result[HELD]),
        ),
    )


@case("4.ranged-result", "4.ranged-miss")
def barrage_odds(state: State, barrage: Barrage) -> Preview:
    """Hit and failed save: the defender gives way or holds for markers; a detachment is lost."""
    defender = state.get(Unit, barrage.defender)
    to_hit, to_save = barrage_modifiers(state, barrage), defender_modifiers(state, defender)
    number, save = hit_number(state, to_hit), save_value(state, defender, to_save)
    holds = hits(state, number).then(lambda hit: saves(state, save) if hit else certain(True))
    lost = defender.is_detachment
    result = PossibleOutcome(
        f"{defender} {'is lost' if lost else 'retreats or holds for morale markers'}",
        holds[False],
        ((defender.side, ONE),) if lost else (),
        barrage.side,
    )
    return Preview(
        f"{defender} in {barrage.target} is under fire",
        strengths=(
            Strength(barrage.side, "basic hit number", ground(state).charts.hit_modifiers.basic, "4.hit"),
            Strength(defender.side, f"base save of {defender}", base_save(state, defender), "4.save-base"),
        ),
        modifiers=(*to_hit, *to_save),
        odds=f"hits on {number}, {defender} saves on {save}",
        outcomes=(result, PossibleOutcome("nothing", holds[True])),
    )


def fate(unit: Unit) -> str:
    """The result of a failed save in an assault for a unit."""
    return "lost" if unit.is_towed_gun or unit.is_detachment else "shattered"
