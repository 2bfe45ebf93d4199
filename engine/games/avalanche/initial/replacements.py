"""Replacement points: they arrive on some mornings, by nationality or service and type, and restore steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.distance import enemy_within
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.tracks import add_points, spend_points
from engine.games.avalanche.records import (
    ALLIED,
    COMPANY,
    GAME_TURN,
    SIDES,
    US,
    Unit,
    ground_units,
    points,
)
from engine.games.avalanche.scenario.arrival_charts import ReplacementRow
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Menu, end, offer, order
from engine.referee import Frame, Refusal, State, Transaction, case, marked

REPLACED: Final = "replaced"
CLEAR_OF_ENEMY: Final = 3
"""Hexes to the next enemy for a unit that takes a replacement."""
CLEAR_FOR_REBUILT: Final = 5
REBUILT_FAR_BACK: Final = ("tank", "recon")
WORDS: Final = {
    "us_infantry": "US infantry",
    "uk_infantry": "British infantry",
    "allied_tank": "Allied tank",
    "army_infantry": "German army infantry",
    "luftwaffe_infantry": "Luftwaffe infantry",
    "german_tank": "German tank",
}
"""The kinds of points, by the columns of the schedule."""


def stock(kind: str) -> str:
    """The track of one kind of points."""
    return f"repl {kind}"


@case("init.repl-accrue", "scen.left-out")
def row_of_turn(state: State) -> ReplacementRow | None:
    """The line of the schedule for this turn; none where the scenario leaves replacements out."""
    if "replacements" in ground(state).left_out:
        return None
    return ground(state).charts.replacement_schedule.turn.get(str(turn(state)))


@case("init.repl-accrue")
def accrue(tx: Transaction, frame: Frame) -> None:
    """The points of the turn are added; those not spent are kept."""
    row = row_of_turn(tx.state)
    if row is None:
        return
    for kind, words in WORDS.items():
        if amount := getattr(row, kind):
            add_points(tx, stock(kind), amount)
            text = f"Replacements: {amount} {words}, now {points(tx.state, stock(kind))}"
            tell(tx, "ReplacementsArrived", text, "init.repl-accrue")


@case("init.repl-accrue")
def spend_replacements(tx: Transaction, frame: Frame) -> None:
    """Points are spent only on a morning for which the track shows some."""
    if row_of_turn(tx.state) is not None:
        for side in reversed(SIDES):
            offer(tx, SpendReplacements(side))


@case("init.repl-type", "init.repl-tank", "init.repl-excluded")
def kind_of_points(state: State, unit: Unit) -> str:
    """The points that restore a unit; empty if none do."""
    land = ground(state)
    classes, template = land.charts.replacement_classes, land.charts.unit_templates.unit.get(unit.type)
    if template is None or not template.replaceable:
        return ""
    if unit.branch in classes.tank and unit.arm_kind == "A":
        return "allied_tank" if unit.side == ALLIED else "german_tank"
    if unit.branch not in classes.infantry:
        return ""
    if unit.side == ALLIED:
        return "us_infantry" if unit.nation == US else "uk_infantry"
    return "luftwaffe_infantry" if unit.luftwaffe else "army_infantry"


@case("init.repl-spend")
def is_reduced(unit: Unit) -> bool:
    """A remnant, a company left of a battalion, or a unit on its flipped side."""
    return unit.steps < unit.full_steps or (unit.size == COMPANY and unit.flipped)


@case("init.repl-limit")
def has_limit(formation: str) -> bool:
    """Is one step a turn the limit? In divisions and the Ranger brigade."""
    return formation.endswith("Div") or formation in ("82 Abn", "Rangers")


class SpendReplacements(Menu):
    """Which units take a replacement?"""

    title = "Replacements"
    ruled_by = "init.repl-spend"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        left = [f"{words} {points(state, stock(kind))}" for kind, words in self._own(state)]
        return f"Which unit gets a step back? Points: {', '.join(left)}"

    def _own(self, state: State) -> Iterable[tuple[str, str]]:
        own = 0 if self.side == ALLIED else 3
        return [one for one in list(WORDS.items())[own : own + 3] if points(state, stock(one[0]))]

    @order("rebuild", "unit", "Restore a step of")
    @case("init.repl-spend", "init.repl-limit")
    def restore(self, tx: Transaction, unit: Unit) -> None:
        kind = kind_of_points(tx.state, unit)
        spend_points(tx, stock(kind))
        is_flipped = unit.size == COMPANY and unit.flipped
        restored = replace(unit, flipped=False) if is_flipped else replace(unit, steps=unit.steps + 1)
        tx.put(restored)
        tx.mark(unit.key, REPLACED, GAME_TURN)
        if has_limit(unit.formation):
            tx.mark(unit.formation, REPLACED, GAME_TURN)
        text = f"{unit.name} takes a {WORDS[kind]} replacement: {restored.steps} of {unit.full_steps} steps"
        tell(tx, "StepRestored", text, "init.repl-spend", unit=unit.key)

    @restore.targets
    def reduced(self, state: State) -> Iterable[str]:
        return [unit.key for unit in ground_units(state, self.side) if is_reduced(unit)]

    @restore.against
    def refusals_to_restore(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit not in ground_units(state, self.side):
            yield Refusal("init.repl-spend", f"{unit.name} is not a unit of this side on the map")
            return
        if not is_reduced(unit):
            yield Refusal("init.repl-spend", f"{unit.name} has lost no step")
        yield from refusals_of_kind(state, unit)
        yield from refusals_of_place(state, unit)
        if has_limit(unit.formation) and marked(state, unit.formation, REPLACED):
            yield Refusal("init.repl-limit", f"A step of {unit.formation} has been replaced on this turn")

    end = end("end", "End of replacements")


@case("init.repl-type", "init.repl-tank", "init.repl-excluded")
def refusals_of_kind(state: State, unit: Unit) -> Iterator[Refusal]:
    """There must be a point that fits the unit."""
    kind = kind_of_points(state, unit)
    if not kind:
        yield Refusal("init.repl-excluded", f"{unit.name} ({unit.branch}) is never rebuilt")
        if unit.arm_kind == "S":
            yield Refusal("init.repl-tank", f"Tank points do not restore tank destroyers such as {unit.name}")
    elif not points(state, stock(kind)):
        rule = "init.repl-tank" if kind.endswith("tank") else "init.repl-type"
        yield Refusal(rule, f"{unit.name} takes {WORDS[kind]} points, and there is none")


@case("init.repl-where", "init.repl-rebuilt-distance")
def refusals_of_place(state: State, unit: Unit) -> Iterator[Refusal]:
    """Clear of the enemy, in supply and in good order."""
    if unit.supply:
        yield Refusal("init.repl-where", f"{unit.name} is out of supply")
    if unit.state:
        yield Refusal("init.repl-where", f"{unit.name} is {unit.state}")
    if enemy_within(state, unit.place, unit.side, CLEAR_OF_ENEMY - 1):
        text = f"{unit.name} is less than {CLEAR_OF_ENEMY} hexes from an enemy unit"
        yield Refusal("init.repl-where", text)
    rebuilt = unit.branch in REBUILT_FAR_BACK and unit.steps == 1 and unit.full_steps > 1
    if rebuilt and enemy_within(state, unit.place, unit.side, CLEAR_FOR_REBUILT - 1):
        text = f"{unit.name} would be a battalion again less than {CLEAR_FOR_REBUILT} hexes from an enemy"
        yield Refusal("init.repl-rebuilt-distance", text)


FRAMES = (SpendReplacements,)
