"""Concealed and unknown units (13.2, 13.3), set at the start of the German Movement Segment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from engine.games.toppling_the_reich.command.command_control import in_command
from engine.games.toppling_the_reich.deception.discovery import LETTERS
from engine.games.toppling_the_reich.deception.reveal import hidden_units, reveal
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import GERMAN, Deception, Unit, forces, occupied
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.supply.general_supply import in_supply
from engine.mechanics import Order, counted, end, order, tell
from engine.referee import Frame, Refusal, State, Transaction, case, side_of

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


@order("reveal", "unit", "Reveal")
def reveal_one(menu: Question, tx: Transaction, unit: Unit) -> None:
    """Show a hidden unit, or take a dummy off."""
    reveal(tx, unit, "13.2-c")


@reveal_one.targets
def hidden_keys(menu: Question, state: State) -> list[str]:
    """What is hidden, dummies included."""
    return [unit.key for unit in forces(state, GERMAN) if unit.hidden] if menu.side == GERMAN else []


@reveal_one.against
@case("13.2-c", "13.3-c")
def refusals_to_reveal(menu: Question, state: State, unit: Unit) -> Iterator[Refusal]:
    """A unit of its own that is hidden."""
    if menu.side != GERMAN or not unit.hidden:
        yield Refusal("13.2-c", f"{unit.name} is not hidden")


class DeceptionStep(Question):
    """Conceal units behind markers, make them unknown, or show them."""

    ruled_by = "13.2-a"
    otherwise = "Name a German unit, or end"
    shared: ClassVar[tuple[Order, ...]] = (reveal_one,)

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

    done = end("done", "Done")

    def in_the_open(self, state: State) -> Iterable[str]:
        """The combat units that could be hidden, if the level allows one more."""
        more = len(hidden_units(state)) < state.one(Deception).level
        units = forces(state, GERMAN) if more else ()
        return [unit.key for unit in units if unit.is_combat_unit and not unit.hidden]

    @case("13.2-a")
    def refusals_to_conceal(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Two deception markers take the place of a fast unit."""
        yield from refusals_to_hide(state, unit)
        if unit.mf < LEAST_MF:
            why = f"{unit.name} has a movement factor of {unit.mf}; at least {LEAST_MF} is needed"
            yield Refusal("13.2-a", why)
        if len(free_letters(state)) < 2:
            yield Refusal("13.2-a", "Fewer than two deception markers are left")

    @order("conceal", "unit", "Conceal with a dummy:")
    def conceal(self, tx: Transaction, unit: Unit) -> None:
        conceal(tx, unit, with_dummy=True)

    conceal.targets(in_the_open)
    conceal.against(refusals_to_conceal)

    @order("conceal_both", "unit", "Conceal without a dummy:")
    def conceal_alone(self, tx: Transaction, unit: Unit) -> None:
        conceal(tx, unit, with_dummy=False)

    conceal_alone.targets(in_the_open)
    conceal_alone.against(refusals_to_conceal)

    @order("vanish", "unit", "Make unknown:")
    @case("13.3-a")
    def vanish(self, tx: Transaction, unit: Unit) -> None:
        """Off the map, with identity and hex recorded in secret."""
        tx.put(replace(unit, hidden="unknown", letter=""))
        text = f"{unit.name} is unknown in {ground(tx.state).name_of(unit.place)}"
        redacted = "A German unit leaves the map for an unknown place"
        tell(tx, "UnitVanished", text, "13.3-a", (unit.side,), redacted)

    vanish.targets(in_the_open)

    @vanish.against
    @case("13.3-a")
    def refusals_to_vanish(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """An unknown unit leaves the map; no enemy unit may be adjacent to it."""
        # INTERPRETATION (13.3-a): a unit beside an Allied unit would be discovered at once (13.3-b) and so
        # cannot become unknown.
        yield from refusals_to_hide(state, unit)
        near = ground(state).grid.adjacency[unit.place] if unit.on_map else ()
        if occupied(state, ground(state).other(GERMAN)).intersection(near):
            yield Refusal("13.3-b", f"{unit.name} is adjacent to an Allied unit")


@case("13.2-a", "13.2-b")
def conceal(tx: Transaction, unit: Unit, with_dummy: bool) -> None:
    """Place markers in its hex: one stands for the unit, the other for a dummy or for a later unit."""
    real, other = free_letters(tx.state)[:2]
    if tx.roll("1d2", "13.2-a", "Which marker is which", seen_by=(unit.side,)).total == 2:
        real, other = other, real
    tx.put(replace(unit, hidden="concealed", letter=real))
    shown = sorted((real, other)) if with_dummy else [real]
    if with_dummy:
        key, name = f"dummy-{other.lower()}", f"Dummy {other}"
        tx.put(replace(unit, key=key, name=name, hidden="concealed", letter=other, dummy=True))
    text = f"{unit.name} is concealed behind marker {real}"
    redacted = f"Deception markers {' and '.join(shown)} are placed"
    tell(tx, "UnitConcealed", text, "13.2-a", (unit.side,), redacted)


FRAMES = (DeceptionStep,)
