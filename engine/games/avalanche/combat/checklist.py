"""A combat as a checklist: its printed steps, what each came to, and what dice may still decide (3.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.leaders import able_leaders
from engine.games.avalanche.combat.morale import failing_chances
from engine.games.avalanche.combat.options import has_options
from engine.games.avalanche.combat.outlook import (
    SHIP_FIRES,
    SURPRISES,
    odds_text,
    outcomes,
    results,
    supposed,
)
from engine.games.avalanche.combat.reckoning import Reckoning, on_map, reckon
from engine.games.avalanche.general.fog import is_open_to
from engine.games.avalanche.records import Unit, names
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.odds import Chances, certain, dice
from engine.referee import PossibleOutcome, State
from engine.referee.checklist import (
    LEFT_OUT,
    Branch,
    Checklist,
    ChecklistLine,
    ChecklistStep,
    Forecast,
    states_of,
)

if TYPE_CHECKING:
    from engine.games.avalanche.combat.combat import Combat


class PrintedStep(NamedTuple):
    """A step of the procedure: the function with which it begins, its case and the chapters of its log."""

    first: str
    title: str
    case: str
    chapters: tuple[str, ...]
    option: str = ""
    """The option of the scenario without which it is not played."""


STEPS: Final = (
    PrintedStep("declare", "Declaration", "combat.one-at-a-time", ("combat",)),
    PrintedStep("attacker_option", "Options", "option.attacker", ("option",), "combat_options"),
    PrintedStep("announce_surprise", "Support", "support.markers", ("support", "ammo")),
    PrintedStep("roll_for_surprise", "Surprise", "surprise.attempt", ("surprise",)),
    PrintedStep("morale_levels", "Morale", "morale.level", ("morale",)),
    PrintedStep("antitank_fire", "Antitank fire", "atfire.shots", ("atfire",), "at_fire"),
    PrintedStep("retreat_before_combat", "Retreat before combat", "option.retreat", (), "combat_options"),
    PrintedStep("attacking_leader", "Leaders", "shift.leader", ("shift",)),
    PrintedStep("resolve", "Odds and result", "crt.lookup", ("odds", "crt", "str")),
    PrintedStep("find_losses", "Losses", "loss.fraction", ("loss",)),
    PrintedStep("defender_stands", "Stand fast", "stand.attempt", ("stand",)),
    PrintedStep("defender_retreats", "Retreat", "retreat.amount", ("retreat",)),
    PrintedStep("place_states", "States", "state.place", ("state",)),
    PrintedStep("advance", "Advance", "advance.basic", ("advance",)),
    PrintedStep("isolate_attackers", "Isolation, breakthrough", "iso.attackers", ("iso", "bt")),
)


def checklist(state: State, combat: Combat, viewer: str | None) -> Checklist:
    """The combat as a side may know it."""
    battle = latest(state, combat)
    begins = {step.__name__: at for at, step in reversed(list(enumerate(combat.steps)))}
    at = combat.at - 1
    is_open = combat.outcome == "" and not combat.cancelled and bool(battle.defenders)
    land = ground(state)
    played = [step for step in STEPS if not step.option or land.has_option(step.option)]
    places = [begins[step.first] for step in played]
    found = [
        ChecklistStep(
            step.title,
            LEFT_OUT if combat.cancelled and begins["judge_best_case"] < place < begins["advance"] else shown,
            step.case,
            tuple(_lines(step.first, state, combat, battle, viewer)),
            step.chapters,
        )
        for step, place, shown in zip(played, places, states_of(places, at), strict=True)
    ]
    made = Checklist(f"Attack on {land.name_of(battle.target)}", tuple(found))
    if not is_open:
        return made
    return _with_outlook(made, state, battle, viewer, {name for name, place in begins.items() if place < at})


def latest(state: State, combat: Combat) -> Battle:
    """The combat with what is being decided now."""
    above = state.frames[state.frames.index(combat) + 1 :]
    found = (getattr(frame, "battle", None) for frame in reversed(above))
    return next((battle for battle in found if isinstance(battle, Battle)), combat.battle)


# what each step has come to


Lines = Iterator[ChecklistLine]


def _lines(first: str, state: State, combat: Combat, battle: Battle, viewer: str | None) -> Lines:
    make: Callable[..., Lines] | None = LINES.get(first)
    if make is not None:
        yield from make(state, combat, battle, viewer)


def _seen(state: State, keys: Sequence[str], viewer: str | None) -> str:
    """The names of units that a side may look at, and how many others there are."""
    units = on_map(state, keys)
    shown = [unit for unit in units if is_open_to(state, unit, viewer)]
    hidden = len(units) - len(shown)
    listed = [names(shown)] if shown else []
    return " and ".join((*listed, *([f"{hidden} unknown"] if hidden else [])))


def _who(state: State, combat: Combat, battle: Battle, viewer: str | None) -> Lines:
    yield ChecklistLine(f"Attacker: {_seen(state, battle.attackers, viewer)}", "combat.attack-limit")
    if battle.defenders:
        yield ChecklistLine(f"Defender: {_seen(state, battle.defenders, viewer)}", "combat.defend-limit")


def _options(state: State, combat: Combat, battle: Battle, viewer: str | None) -> Lines:
    if has_options(state):
        yield ChecklistLine(f"Attacker: {battle.attack_option}", "option.attacker")
        yield ChecklistLine(f"Defender: {battle.defence_option}", "option.defender")


def _support(state: State, combat: Combat, battle: Battle, viewer: str | None) -> Lines:
    for side, entries, case_id in (
        ("Defender", battle.defence_support, "support.def-max"),
        ("Attacker", battle.attack_support, "support.att-max"),
        ("Attacker, on 1-4", battle.ships_named, "support.att-ship"),
    ):
        for key, points in entries:
            unit = state.get(Unit, key)
            name = str(unit) if is_open_to(state, unit, viewer) else "a gun"
            twice = ", doubled" if key in battle.doubled else ""
            yield ChecklistLine(f"{side}: {name}{twice}", case_id, points * (2 if twice else 1))
    if battle.air:
        yield ChecklistLine("Attacker: air points", "support.att-air", battle.air)


def _surprise(state: State, combat: Combat, battle: Battle, viewer: str | None) -> Lines:
    if battle.tries_surprise:
        yield ChecklistLine(f"Announced: it succeeds on 1-{SURPRISES}", "surprise.attempt")


def _odds(state: State, combat: Combat, battle: Battle, viewer: str | None) -> Lines:
    """The strengths and shifts as they stand; afterwards the log tells them."""
    if combat.outcome or combat.cancelled or not battle.defenders:
        return
    found = reckoned(state, battle, viewer)
    for strength in (*found.attack, *found.defence):
        side = ground(state).title_of(strength.side)
        yield ChecklistLine(f"{side}: {strength.text}", strength.case, strength.amount)
    for shift in found.shifts:
        yield ChecklistLine(f"Shift: {shift.text}", shift.case, shift.amount)
    yield ChecklistLine(f"As it stands: {found}", "odds.ratio")


def _losses(state: State, combat: Combat, battle: Battle, viewer: str | None) -> Lines:
    if combat.outcome and combat.places and any(combat.owed):
        attacker, defender = combat.owed
        yield ChecklistLine(f"Steps owed: attacker {attacker}, defender {defender}", "loss.fraction")


LINES: Final[dict[str, Callable[..., Any]]] = {
    "declare": _who,
    "attacker_option": _options,
    "announce_surprise": _support,
    "roll_for_surprise": _surprise,
    "resolve": _odds,
    "find_losses": _losses,
}


def reckoned(state: State, battle: Battle, viewer: str | None) -> Reckoning:
    """Strengths and shifts with the morale levels at which everybody fights, if they are not chosen yet."""
    attackers, defenders = on_map(state, battle.attackers), on_map(state, battle.defenders)
    battle = supposed(state, battle, attackers, defenders)
    return reckon(state, battle, attackers, defenders, viewer)


# what may still come


class Rolled(NamedTuple):
    """What dice have decided on the way through the tree."""

    ships: int = 0
    surprised: bool = False
    failed: tuple[str, ...] = ()
    shift: int = 0


class Stage(NamedTuple):
    """Dice that are still to be rolled: what can come of them, in words, and what that changes."""

    case: str
    chances: Callable[[Rolled], Chances[Any]]
    words: Callable[[Any], str]
    then: Callable[[Rolled, Any], Rolled]


def _with_outlook(
    made: Checklist, state: State, battle: Battle, viewer: str | None, past: set[str]
) -> Checklist:
    """The tree of all dice that are still to fall before the table is read, and what comes of it."""
    attackers, defenders = on_map(state, battle.attackers), on_map(state, battle.defenders)
    settled = supposed(state, battle, attackers, defenders)
    stages = list(_stages(state, settled, attackers, defenders, past))
    known: dict[tuple[str, ...], Reckoning] = {}

    def level(rolled: Rolled) -> int | None:
        if rolled.failed not in known:
            fought = replace(settled, failed=rolled.failed)
            known[rolled.failed] = reckon(state, fought, attackers, defenders, viewer)
        return known[rolled.failed].level(rolled.ships, rolled.shift + rolled.surprised, rolled.surprised)

    levels: dict[int | None, Fraction] = {}
    ahead = tuple(_grown(stages, Rolled(failed=battle.failed), Fraction(1), level, levels))
    odds = sorted(levels.items(), key=lambda item: (item[0] is None, item[0] or 0))
    result = Chances(levels).then(lambda found: results(state, settled, found))
    note = ""
    if settled.levels and not battle.levels:
        note = (
            f"Morale levels {settled.levels[0]} and {settled.levels[1]} are supposed, at which all take part."
        )
    return replace(
        made,
        ahead=ahead if stages else (),
        forecasts=(
            Forecast(
                "Odds at the end", tuple(PossibleOutcome(odds_text(found), share) for found, share in odds)
            ),
            Forecast("Result", outcomes(state, settled, result)),
        ),
        note=note,
    )


def _grown(
    stages: Sequence[Stage],
    rolled: Rolled,
    share: Fraction,
    level: Callable[[Rolled], int | None],
    levels: dict[int | None, Fraction],
) -> Iterator[Branch]:
    """The branches of the next dice; at the end of each way the odds, which are added up in `levels`."""
    if not stages:
        found = level(rolled)
        levels[found] = levels.get(found, Fraction(0)) + share
        yield Branch(f"odds {odds_text(found)}", Fraction(1), "crt.lookup")
        return
    stage = stages[0]
    for value, chance in stage.chances(rolled):
        further = tuple(_grown(stages[1:], stage.then(rolled, value), share * chance, level, levels))
        yield Branch(stage.words(value), chance, stage.case, further)


def _stages(
    state: State, battle: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], past: set[str]
) -> Iterator[Stage]:
    for key, points in battle.ships_named:
        yield _ship(state.get(Unit, key), points)
    if battle.tries_surprise and "roll_for_surprise" not in past:
        yield Stage(
            "surprise.attempt",
            lambda rolled: _on(SURPRISES),
            lambda succeeds: "surprise" if succeeds else "no surprise",
            lambda rolled, succeeds: rolled._replace(surprised=succeeds),
        )
    if battle.levels and "participation" not in past:
        for units, level in zip((attackers, defenders), battle.levels, strict=True):
            if len(tuple(failing_chances(state, units, level))) > 1:
                yield _participation(state, units, level)
    enemy = ground(state).other(battle.side)
    for step, side, units, by in (
        ("attacking_leader", battle.side, attackers, 1),
        ("defending_leader", enemy, defenders, -1),
    ):
        if step not in past and able_leaders(state, side, units):
            yield _leader(state, side, units, by)


def _on(highest: int) -> Chances[bool]:
    return dice("1d6").map(lambda die: die <= highest)


def _ship(ship: Unit, points: int) -> Stage:
    return Stage(
        "support.att-ship",
        lambda rolled: _on(SHIP_FIRES),
        lambda fires: f"{ship} supports with {points}" if fires else f"{ship} does not support",
        lambda rolled, fires: rolled._replace(ships=rolled.ships + points * fires),
    )


def _participation(state: State, units: Sequence[Unit], level: int) -> Stage:
    named = {unit.key: str(unit) for unit in units}
    return Stage(
        "morale.participation",
        lambda rolled: failing_chances(state, units, level),
        lambda failed: f"{', '.join(named[key] for key in failed)} failed" if failed else "all take part",
        lambda rolled, failed: rolled._replace(failed=(*rolled.failed, *failed)),
    )


def _leader(state: State, side: str, units: Sequence[Unit], by: int) -> Stage:
    """The best leader of a side tries, if a unit of his formation still takes part."""

    def tries(rolled: Rolled) -> Chances[tuple[str, int]]:
        fighting = [unit for unit in units if by < 0 or unit.key not in rolled.failed]
        able = able_leaders(state, side, fighting)
        if not able:
            return certain(("No leader", 0))
        best = max(able, key=lambda leader: leader.combat)
        return _on(best.combat).map(lambda helps: (str(best), by * helps))

    return Stage(
        "shift.leader",
        tries,
        lambda found: f"{found[0]} shifts the odds {f'by {found[1]:+}' if found[1] else 'not at all'}",
        lambda rolled, found: rolled._replace(shift=rolled.shift + found[1]),
    )
