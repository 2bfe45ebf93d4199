"""Effectiveness checks and disruption (5.6), strength losses (7.5.2-loss)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import DUE, GERMAN, LOST, Formation, Improved, Losses, Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.known import is_identified, tell_of
from engine.games.crossing_the_line.standard.reroll import DIE, heard, throw
from engine.mechanics.odds import Chances, certain, dice
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Event, Procedure, Transaction, case


class CheckEffectiveness(Procedure):
    """One die for each unit; the frame below hears the keys of those that fail, with blanks between."""

    side: str
    units: tuple[str, ...]
    case_id: str
    failed: tuple[str, ...] = ()

    title = "Effectiveness check"

    @case("5.6-a", "5.6.1")
    def run(self, tx: Transaction) -> None:
        if self.at == len(self.units):
            tx.pop(" ".join(self.failed))
            return
        unit = tx.state.get(Unit, self.units[self.at])
        unseen = not is_identified(tx.state, unit, tx.state.scenario.other(self.side))
        why = f"Effectiveness check of {unit} ({unit.effectiveness})"
        throw(tx, self.side, self.case_id, why, unseen)

    @case("5.6.1")
    def resume(self, tx: Transaction, result: Any) -> None:
        """Equal to or below the rating passes."""
        unit = tx.state.get(Unit, self.units[self.at])
        passes = heard(result) <= unit.effectiveness
        happens = f"{'passes' if passes else 'fails'} its effectiveness check"
        tell_of(tx, unit, "CheckMade", happens, "5.6.1")
        failed = self.failed if passes else (*self.failed, unit.key)
        tx.replace(replace(self, at=self.at + 1, failed=failed))


@case("5.6.1")
def passing(units: Iterable[Unit]) -> Chances[int]:
    """How likely each number of these units is to pass its check."""
    found = certain(0)
    for unit in units:
        found = found.then(partial(_with_check, unit))
    return found


def _with_check(unit: Unit, passed: int) -> Chances[int]:
    return passes_check(unit).map(lambda passes: passed + passes)


@case("5.6.1")
def passes_check(unit: Unit) -> Chances[bool]:
    """How likely a unit is to pass its check."""
    return dice(DIE).map(lambda die: die <= unit.effectiveness)


@case("5.6.2-a", "5.6.2-b", "5.3.1-c", "7.7-b")
def disrupt(tx: Transaction, unit: Unit, case_id: str) -> None:
    """A unit becomes disrupted. One that is disrupted already loses a strength point: only combat and
    overstacking can disrupt it again, for it takes no Action with a check but to refit."""
    if not unit.disrupted:
        tx.put(replace(unit, disrupted=True))
        tell_of(tx, unit, "UnitDisrupted", "is disrupted", case_id)
        end_improved_defense(tx, unit.place)
    else:
        lose(tx, unit, 1, "5.6.2-b", "disrupted again")


@case("7.5.2-loss", "3.4-a")
def lose(tx: Transaction, unit: Unit, points: int, case_id: str, why: str) -> None:
    """A unit loses strength points; at 0 it is eliminated."""
    left = max(unit.now - points, 0)
    if left:
        tx.put(replace(unit, now=left))
        happens = f"loses {counted(points, 'strength point')}: {why}"
        tell_of(tx, unit, "StrengthLost", happens, case_id, f"loses strength: {why}")
    else:
        eliminate(tx, unit, case_id, why)


@case("7.5.2-loss", "9-e")
def eliminate(tx: Transaction, unit: Unit, case_id: str, why: str) -> None:
    """The unit leaves the game; all of its printed strength counts as lost."""
    here = unit.place
    tx.put(replace(unit, place=box(LOST, unit.side), now=0, disrupted=False))
    text = f"{unit} is eliminated: {why}"
    tx.emit(Event("UnitEliminated", text, case_id, about=(("unit", unit.key), ("hex", here))))
    end_improved_defense(tx, here)
    for key in sorted({unit.formation, unit.assigned}):
        remove_if_empty(tx, key)


@case("3.3-e")
def remove_if_empty(tx: Transaction, key: str) -> None:
    """A headquarters, on the map or kept aside, leaves the game with the last of its own and of its assigned
    units; those that are still due count."""
    one = tx.state.find(Formation, key)
    left = any(
        key in (unit.formation, unit.assigned)
        and unit.is_combat_unit
        and (unit.on_map or unit.place == box(DUE, unit.side))
        for unit in tx.state.all(Unit).values()
    )
    hq = next((unit for unit in tx.state.all(Unit).values() if unit.is_hq and unit.formation == key), None)
    if one is None or hq is None or left:
        return
    tx.put(replace(hq, place=box(LOST, hq.side)))
    tx.remove(one)
    text = f"{hq} is removed: none of its units is left"
    tx.emit(Event("HeadquartersRemoved", text, "3.3-e", about=(("unit", hq.key),)))


@case("7.7-b")
def end_improved_defense(tx: Transaction, here: str) -> None:
    """The marker of a hex is removed, if it has one."""
    marker = tx.state.find(Improved, here)
    if marker is not None:
        tx.remove(marker)
        text = f"{ground(tx.state).name_of(here)} is no longer in Improved Defense"
        tx.emit(Event("ImprovedDefenseEnded", text, "7.7-b", about=(("hex", here),)))


def record_losses(tx: Transaction, unit: Unit) -> None:
    """Strength that a German unit has lost is kept when it leaves the game by withdrawal (8.5.2-d)."""
    if unit.side != GERMAN or unit.is_hq:
        return
    kind = ground(tx.state).charts.unit_types.type[unit.type]["loss_vp_class"]
    kept = tx.state.get(Losses, GERMAN)
    points = dict(kept.points)
    points[kind] = points.get(kind, 0) + unit.strength - unit.now
    tx.put(replace(kept, points=tuple(sorted(points.items()))))


FRAMES: Final = (CheckEffectiveness,)
