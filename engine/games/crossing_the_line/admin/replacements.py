"""The Replacement Segment: US replacement points, then German reorganization (8.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import GERMAN, LOST, US, Unit, combat_units
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Question
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.command import in_command
from engine.games.crossing_the_line.standard.effectiveness import end_improved_defense, remove_if_empty
from engine.games.crossing_the_line.standard.formations import formation_of
from engine.games.crossing_the_line.standard.known import tell_of
from engine.games.crossing_the_line.standard.supply import in_supply
from engine.mechanics.menu import end, order
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Event, Frame, Procedure, Refusal, State, Transaction, case


@case("8.4-a", "8.4-c", "8.4.2-e")
def refusals_to_rebuild(state: State, unit: Unit) -> Iterator[Refusal]:
    """On the map, undisrupted, in command of a supplied headquarters, and below its printed strength."""
    if not unit.on_map:
        yield Refusal("8.4-c", f"{unit} is not on the map")
        return
    if unit.now >= unit.strength:
        yield Refusal("8.4-c", f"{unit} has its full strength")
    if unit.disrupted:
        yield Refusal("8.4-a", f"{unit} is disrupted")
    if not in_command(state, unit):
        yield Refusal("8.4-a", f"{unit} is not in command")
    elif not in_supply(state, formation_of(state, unit)):
        yield Refusal("8.4-a", f"The headquarters of {unit} is out of supply")


@case("8.4-b")
def rebuild(tx: Transaction, unit: Unit, case_id: str) -> None:
    """One point restores one strength point."""
    tx.put(replace(unit, now=unit.now + 1))
    tell_of(tx, unit, "UnitRebuilt", "gets a strength point", case_id, "gets replacements")


class UsReplacements(Question):
    """Which units get the US replacement points? What is left is lost."""

    left: tuple[tuple[str, int], ...]

    title = "US replacements"
    ruled_by: ClassVar[str] = "8.4.1-a"

    @classmethod
    @case("8.4.1-a")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Points for infantry, armored infantry and tanks; nobody is asked if no unit can use one."""
        chart = ground(state).charts.us_replacements
        points = {"infantry": chart.infantry, "armored_infantry": chart.armored_infantry, "tank": chart.tank}
        asked = cls(US, left=tuple(points.items()))
        return asked if any(asked.able(state)) else None

    def prompt(self, state: State) -> str:
        points = ", ".join(f"{number} {kind.replace('_', ' ')}" for kind, number in self.left if number)
        return f"Replacement points: {points}. Which unit gets one?"

    @case("8.4.1-a", "8.4.1-b")
    def kind_for(self, state: State, unit: Unit) -> str:
        """The points that a unit may use; none for engineers, reconnaissance and tank destroyers."""
        return (
            ground(state).charts.unit_types.type[unit.type]["us_replacement"] if unit.is_combat_unit else ""
        )

    def able(self, state: State) -> Iterator[Unit]:
        """The units that could get a point."""
        for unit in combat_units(state, US):
            if next(self.refusals_to_give(state, unit), None) is None:
                yield unit

    @order("replace", "unit", "Replacements for")
    def give(self, tx: Transaction, unit: Unit) -> None:
        kind = self.kind_for(tx.state, unit)
        rebuild(tx, unit, "8.4.1-a")
        after = replace(self, left=tuple((name, n - (name == kind)) for name, n in self.left))
        if any(after.able(tx.state)):
            tx.replace(after)
        else:
            tx.pop()

    @give.targets
    def us_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in combat_units(state, US)]

    @give.against
    @case("8.4.1-a", "8.4.1-b")
    def refusals_to_give(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """A point of its own kind must be left."""
        if enemy := self.enemy_unit(unit):
            yield enemy
            return
        if unit.is_hq:
            yield Refusal("8.4.1-b", f"{unit} is a headquarters and gets no replacements")
            return
        kind = self.kind_for(state, unit)
        if not kind:
            yield Refusal("8.4.1-b", f"{unit} is of a type that gets no replacements")
        elif not dict(self.left)[kind]:
            yield Refusal("8.4.1-a", f"No {kind.replace('_', ' ')} point is left")
        yield from refusals_to_rebuild(state, unit)

    done = end("done", "Use no more points")


class Reorganize(Question):
    """Which German unit is removed to rebuild others of its formation?"""

    title = "German reorganization"
    ruled_by: ClassVar[str] = "8.4.2-a"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Nobody is asked if nothing could be rebuilt."""
        asked = cls(GERMAN)
        return asked if any(asked.removable(state)) else None

    def prompt(self, state: State) -> str:
        return "Remove a unit to rebuild others of its formation, or end"

    def removable(self, state: State) -> Iterator[Unit]:
        """The units that could be removed."""
        for unit in combat_units(state, GERMAN):
            if next(self.refusals_to_remove(state, unit), None) is None:
                yield unit

    @order("cannibalize", "unit", "Remove")
    @case("8.4.2-a", "3.3-e", "9-c")
    def remove(self, tx: Transaction, unit: Unit) -> None:
        end_improved_defense(tx, unit.place)
        kind, formation = kind_of(tx.state, unit), formation_of(tx.state, unit)
        tx.put(replace(unit, place=box(LOST, unit.side), now=0))
        text = f"{unit} is removed to rebuild others"
        tx.emit(Event("UnitCannibalized", text, "8.4.2-a", about=(("unit", unit.key),)))
        remove_if_empty(tx, unit.formation)
        settle_victory(tx)
        tx.push(RebuildFrom(GERMAN, kind, formation, unit.now))

    @remove.targets
    def german_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in combat_units(state, GERMAN)]

    @remove.against
    @case("8.4.2-a", "8.4.2-d")
    def refusals_to_remove(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Infantry types that are undisrupted and in command of a supplied headquarters."""
        if enemy := self.enemy_unit(unit):
            yield enemy
            return
        if unit.is_hq:
            yield Refusal("8.4.2-d", f"{unit} is a headquarters and cannot be cannibalized")
            return
        if not unit.on_map:
            yield Refusal("8.4.2-a", f"{unit} is not on the map")
            return
        if unit.is_afv or not kind_of(state, unit):
            yield Refusal("8.4.2-d", f"{unit} is a support unit and cannot be cannibalized")
            return
        if unit.disrupted:
            yield Refusal("8.4.2-a", f"{unit} is disrupted")
        if not in_command(state, unit):
            yield Refusal("8.4.2-a", f"{unit} is not in command")
        elif not in_supply(state, formation_of(state, unit)):
            yield Refusal("8.4.2-a", f"The headquarters of {unit} is out of supply")
        elif not rebuildable(state, kind_of(state, unit), formation_of(state, unit), unit.key):
            yield Refusal("8.4.2-b", f"No unit of its formation can be rebuilt from {unit}")

    done = end("done", "End the reorganization")

    def resume(self, tx: Transaction, result: object) -> None:
        if not any(self.removable(tx.state)):
            tx.pop()


def kind_of(state: State, unit: Unit) -> str:
    """What the reorganization table calls the type of a unit; nothing for support units."""
    return ground(state).charts.unit_types.type[unit.type]["german_reorg"] if unit.is_combat_unit else ""


@case("8.4.2-b", "8.4.2-c", "8.4.2-d", "8.4.2-e")
def rebuildable(state: State, kind: str, formation: str, removed: str = "") -> list[Unit]:
    """The units of a formation that can be rebuilt from a type, assigned ones included."""
    table = ground(state).charts.german_reorganization.reinforced
    return [
        unit
        for unit in combat_units(state, GERMAN)
        if unit.key != removed
        and formation_of(state, unit) == formation
        and kind in table.get(kind_of(state, unit), ())
        and next(refusals_to_rebuild(state, unit), None) is None
    ]


class RebuildFrom(Question):
    """Which unit is rebuilt with the strength of the removed one? What is left is lost."""

    from_kind: str
    formation: str
    points: int

    title = "German reorganization"
    ruled_by: ClassVar[str] = "8.4.2-b"

    def prompt(self, state: State) -> str:
        return f"{counted(self.points, 'strength point')} to rebuild units of the formation"

    @order("rebuild", "unit", "Rebuild")
    def give(self, tx: Transaction, unit: Unit) -> None:
        rebuild(tx, unit, "8.4.2-a")
        after = replace(self, points=self.points - 1)
        if after.points and rebuildable(tx.state, self.from_kind, self.formation):
            tx.replace(after)
        else:
            tx.pop()

    @give.targets
    def candidates_here(self, state: State) -> Iterable[str]:
        return [unit.key for unit in combat_units(state, GERMAN)]

    @give.against
    @case("8.4.2-b", "8.4.2-c", "8.4.2-d", "8.4.2-e")
    def refusals_to_rebuild_it(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Of the same formation and of a type that the table allows."""
        if enemy := self.enemy_unit(unit):
            yield enemy
            return
        if unit.is_hq:
            yield Refusal("8.4.2-d", f"{unit} is a headquarters and cannot be rebuilt")
            return
        if formation_of(state, unit) != self.formation:
            yield Refusal("8.4.2-c", f"{unit} belongs to another formation")
        table = ground(state).charts.german_reorganization.reinforced
        if self.from_kind not in table.get(kind_of(state, unit), ()):
            yield Refusal("8.4.2-b", f"{unit} cannot be rebuilt from {self.from_kind.replace('_', ' ')}")
        yield from refusals_to_rebuild(state, unit)

    done = end("done", "Lose the rest")


class ReplacementSegment(Procedure):
    """US replacements first, then German reorganization."""

    title = "Replacement"

    @case("8.4-d")
    def run(self, tx: Transaction) -> None:
        if self.at == 2:
            tx.pop()
            return
        tx.replace(replace(self, at=self.at + 1))
        asked = (UsReplacements, Reorganize)[self.at].begin(tx.state, self)
        if asked is not None:
            tx.push(asked)


FRAMES: Final = (ReplacementSegment, UsReplacements, Reorganize, RebuildFrom)
