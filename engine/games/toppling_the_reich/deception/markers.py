"""Concealed and unknown units (13.2, 13.3), set at the start of the German Movement Segment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from engine.games.toppling_the_reich.command.command_control import in_command
from engine.games.toppling_the_reich.deception.discovery import LETTERS
from engine.games.toppling_the_reich.deception.reveal import hidden_units, reveal
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import (
    GERMAN,
    Deception,
    Unit,
    forces,
    occupied,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question, counted
from engine.games.toppling_the_reich.supply.general_supply import in_supply
from engine.referee import Action, Event, Frame, Refusal, State, Transaction, case, side_of

LEAST_MF = 8
"""What a unit must be able to do to be concealed."""


def free_letters(state: State) -> list[str]:
    """The deception markers that are not in use."""
    used = {unit.letter for unit in state.all(Unit).values() if unit.letter and unit.on_map}
    return [letter for letter in LETTERS if letter not in used]


@case("13.1", "13.2-a", "13.3-a")
def refusals_to_hide(state: State, unit: Unit) -> Iterator[Refusal]:
    """In General Supply, in command, not in an Allied zone, and within the Deception Level."""
    land = ground(state)
    found = state.find(Deception, "")
    level = found.level if found else 0
    if unit.side != GERMAN or not unit.on_map or not unit.is_combat_unit or unit.dummy:
        yield Refusal("13.3-a", f"{unit.name} is not a German combat unit on the map")
        return
    if unit.hidden:
        yield Refusal("13.1", f"{unit.name} is hidden already")
    if len(hidden_units(state)) >= level:
        yield Refusal(
            "13.1", f"The Deception Level is {level}: no more than {counted(level, 'unit')} may be hidden"
        )
    if not in_supply(state, unit) or not in_command(state, unit):
        yield Refusal("13.2-a", f"{unit.name} is not in General Supply and command")
    if unit.place in zoc(state, land.other(GERMAN)):
        yield Refusal("13.2-a", f"{unit.name} is in an Allied zone of control")


@case("13.2-a")
def refusals_to_conceal(state: State, unit: Unit) -> Iterator[Refusal]:
    """Two deception markers take the place of a fast unit."""
    yield from refusals_to_hide(state, unit)
    if unit.mf < LEAST_MF:
        yield Refusal(
            "13.2-a", f"{unit.name} has a movement factor of {unit.mf}; at least {LEAST_MF} is needed"
        )
    if len(free_letters(state)) < 2:
        yield Refusal("13.2-a", "Fewer than two deception markers are left")


@case("13.3-a")
def refusals_to_vanish(state: State, unit: Unit) -> Iterator[Refusal]:
    """An unknown unit leaves the map; no enemy unit may be adjacent to it.

    # INTERPRETATION (13.3-a): a unit beside an Allied unit would be discovered at once (13.3-b) and so
    cannot become unknown.
    """
    yield from refusals_to_hide(state, unit)
    if unit.on_map and set(ground(state).grid.adjacency[unit.place]) & occupied(
        state, ground(state).other(GERMAN)
    ):
        yield Refusal("13.3-b", f"{unit.name} is adjacent to an Allied unit")


class DeceptionStep(Question):
    """Conceal units behind markers, make them unknown, or show them."""

    words: ClassVar[Mapping[str, str]] = {
        "conceal": "Conceal with a dummy:",
        "conceal_both": "Conceal without a dummy:",
        "vanish": "Make unknown:",
        "reveal": "Reveal",
        "done": "Done",
    }

    @classmethod
    @case("13.0")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked where Module 13 is used and there is a level, or something to show."""
        found = state.find(Deception, "")
        active = side_of(parent) == GERMAN and ground(state).has_option("ultra")
        return cls(GERMAN) if active and found and (found.level or hidden_units(state)) else None

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        level, hidden = state.one(Deception).level, len(hidden_units(state))
        return f"Deception Level {level}, {counted(hidden, 'unit')} hidden: conceal, make unknown or reveal"

    def candidates(self, state: State) -> Iterable[Action]:
        yield Action("done")
        for unit in forces(state, GERMAN):
            if unit.hidden:
                yield Action("reveal", "unit", unit.key)
        if len(hidden_units(state)) < state.one(Deception).level:
            for unit in forces(state, GERMAN):
                if unit.is_combat_unit and not unit.hidden:
                    for verb in ("conceal", "conceal_both", "vanish"):
                        yield Action(verb, "unit", unit.key)

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == Action("done"):
            return
        unit = state.find(Unit, action.target) if action.kind == "unit" else None
        if unit is None:
            yield Refusal("13.2-a", "Name a German unit, or end")
        elif action.verb in ("conceal", "conceal_both"):
            yield from refusals_to_conceal(state, unit)
        elif action.verb == "vanish":
            yield from refusals_to_vanish(state, unit)
        elif action.verb != "reveal" or not unit.hidden:
            yield Refusal("13.2-c", f"{unit.name} is not hidden")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "done":
            tx.pop()
            return
        unit = tx.state.get(Unit, action.target)
        match action.verb:
            case "reveal":
                reveal(tx, unit, "13.2-c")
            case "vanish":
                vanish(tx, unit)
            case _:
                conceal(tx, unit, with_dummy=action.verb == "conceal")


@case("13.2-a", "13.2-b")
def conceal(tx: Transaction, unit: Unit, with_dummy: bool) -> None:
    """Place markers in its hex: one stands for the unit, the other for a dummy or for a later unit."""
    letters = free_letters(tx.state)
    real, other = letters[0], letters[1]
    if tx.roll("1d2", "13.2-a", "Which marker is which", seen_by=(unit.side,)).total == 2:
        real, other = other, real
    tx.put(replace(unit, hidden="concealed", letter=real))
    shown = sorted((real, other)) if with_dummy else [real]
    if with_dummy:
        tx.put(
            replace(
                unit,
                key=f"dummy-{other.lower()}",
                name=f"Dummy {other}",
                hidden="concealed",
                letter=other,
                dummy=True,
            )
        )
    tx.emit(
        Event(
            "UnitConcealed",
            f"{unit.name} is concealed behind marker {real}",
            "13.2-a",
            seen_by=(unit.side,),
            redacted=f"Deception markers {' and '.join(shown)} are placed",
        )
    )


@case("13.3-a")
def vanish(tx: Transaction, unit: Unit) -> None:
    """Off the map, with identity and hex recorded in secret."""
    tx.put(replace(unit, hidden="unknown", letter=""))
    tx.emit(
        Event(
            "UnitVanished",
            f"{unit.name} is unknown in {ground(tx.state).name_of(unit.place)}",
            "13.3-a",
            seen_by=(unit.side,),
            redacted="A German unit leaves the map for an unknown place",
        )
    )


FRAMES = (DeceptionStep,)
