"""The rally phase: headquarters rally themselves, then their shattered battalions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.die_roll import chance_of, throw
from engine.games.dday_to_berlin.command.formations import commands, headquarters
from engine.games.dday_to_berlin.morale.losses import lose
from engine.games.dday_to_berlin.morale.rally_places import places_for_battalion, places_for_hq
from engine.games.dday_to_berlin.movement.march import FaceUnit
from engine.games.dday_to_berlin.movement.stacking import place
from engine.games.dday_to_berlin.records import (
    OUT_OF_SUPPLY,
    PLAYER_TURN,
    SHATTERED,
    Clock,
    Unit,
    garrisoned,
    units_at,
)
from engine.games.dday_to_berlin.scenario.chart_form import within
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import OldQuestion
from engine.mechanics.places import box
from engine.referee import (
    Action,
    Event,
    Frame,
    PossibleOutcome,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    marked,
    side_of,
)

RALLIED_OTHERS: Final = "rallied others"
TRIED: Final = "rally tried"
RETURNED: Final = "just returned"
LOSS_FACE: Final = 10
END = Action("end")
CANCEL = Action("cancel")
LEAVE = Action("leave")


@case("1.number")
def rallies(state: State, unit: Unit, die: int) -> bool:
    """By the quality of the unit itself."""
    return within(die, ground(state).charts.rally.success[unit.quality])


@case("1.attempts", "1.hq-contact", "1.hq-self", "5.effects", "C.rally")
def refusals_to_rally_with(state: State, side: str, hq: Unit, night: bool) -> Iterator[Refusal]:
    """One attempt with each headquarters that is out of reach of the enemy; at night one per battalion."""
    if hq.side != side or not hq.is_hq or not hq.on_map:
        yield Refusal(
            "1.attempts", f"{hq} is not a headquarters of {ground(state).title_of(side)} on the map"
        )
        return
    if not night and marked(state, hq.key, RALLIED_OTHERS):
        yield Refusal("1.attempts", f"{hq} has already made its attempt in this phase")
    if marked(state, hq.key, RETURNED):
        yield Refusal("1.hq-self", f"{hq} rallied itself in this phase")
    if near := enemy_near(state, hq):
        yield Refusal("1.hq-contact", f"an enemy in {near} is within 1 zone of {hq}")
    if marked(state, hq.key, OUT_OF_SUPPLY):
        yield Refusal("5.effects", f"{hq} is out of supply and may not rally")
    if not any(not list(refusals_to_rally(state, hq, unit)) for unit in shattered(state, side)):
        yield Refusal("1.attempts", f"{hq} has no shattered battalion that it may still try to rally")


@case("1.hq-contact")
def enemy_near(state: State, hq: Unit) -> str:
    """A zone within 1 of the headquarters that holds an enemy battalion or detachment."""
    enemies = garrisoned(state, ground(state).other(hq.side))
    return next((here for here in ground(state).grid.neighbors(hq.place) if here in enemies), "")


def shattered(state: State, side: str) -> tuple[Unit, ...]:
    """What waits in the shattered box."""
    return units_at(state, box(SHATTERED, side))


@case("1.attempts", "terms.formation", "1.hq-self", "C.rally")
def refusals_to_rally(state: State, hq: Unit, unit: Unit) -> Iterator[Refusal]:
    """A shattered battalion of its own formation or an independent one, tried once in a phase."""
    if unit.place != box(SHATTERED, hq.side):
        yield Refusal(
            "1.attempts", f"{unit} is not in the shattered box of {ground(state).title_of(hq.side)}"
        )
    elif unit.is_hq:
        yield Refusal("1.hq-self", f"{unit} is a headquarters and can only rally itself")
    elif not commands(state, hq, unit):
        yield Refusal("terms.formation", f"{unit} does not belong to the formation of {hq}")
    elif marked(state, unit.key, TRIED):
        yield Refusal("1.attempts", f"a rally of {unit} has already been tried in this phase")


def rally_preview(state: State, unit: Unit) -> Preview:
    """How likely it comes back."""
    chance = chance_of(lambda die: rallies(state, unit, die))
    outcomes = (PossibleOutcome("it rallies", chance), PossibleOutcome("it does not", 1 - chance))
    return Preview(f"{unit} ({unit.quality}) rolls 1d10", outcomes=outcomes)


class RallyHeadquarters(Procedure):
    """Each shattered headquarters makes one attempt for itself."""

    side: str
    headquarters: tuple[str, ...]

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        assert isinstance(parent, RallyPhase)
        waiting = tuple(unit.key for unit in shattered(state, parent.side) if unit.is_hq)
        return cls(parent.side, waiting) if waiting else None

    @case("1.hq-self")
    def run(self, tx: Transaction) -> None:
        if self.at >= len(self.headquarters):
            tx.pop()
            return
        hq = tx.state.get(Unit, self.headquarters[self.at])
        throw(tx, self.side, "1.hq-self", f"{hq} ({hq.quality}) rallies itself")

    @case("1.hq-self")
    def resume(self, tx: Transaction, result: Any) -> None:
        if not isinstance(result, int):
            return
        hq = tx.state.get(Unit, self.headquarters[self.at])
        tx.replace(replace(self, at=self.at + 1))
        # INTERPRETATION (1.ten-lost): a headquarters is never lost, so a 10 leaves it shattered.
        if not rallies(tx.state, hq, result):
            tx.emit(Event("RallyFailed", f"{hq} stays shattered", "1.hq-self"))
        elif places := places_for_hq(tx.state, hq):
            tx.mark(hq.key, RETURNED, PLAYER_TURN)
            tx.push(PlaceRallied(self.side, hq.key, places, "1.hq-self"))
        else:
            tx.emit(Event("RallyFailed", f"{hq} rallies but has no zone to return to", "1.hq-self"))


class RallyBattalions(OldQuestion):
    """Which headquarters rallies?"""

    night: bool = False

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        assert isinstance(parent, RallyPhase)
        asked = cls(parent.side, parent.night)
        return asked if asked.has_attempts(state) else None

    def has_attempts(self, state: State) -> bool:
        """May any headquarters still make an attempt?"""
        return any(
            next(refusals_to_rally_with(state, self.side, hq, self.night), None) is None
            for hq in headquarters(state, self.side)
        )

    def resume(self, tx: Transaction, result: Any) -> None:
        if not self.has_attempts(tx.state):
            tx.pop()

    def prompt(self, state: State) -> str:
        return "Choose a headquarters that rallies a shattered battalion, or end the phase"

    def candidates(self, state: State) -> Iterable[Action]:
        for hq in headquarters(state, self.side):
            yield Action("rally_with", "unit", hq.key)
        yield END

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == END:
            return
        if action.verb != "rally_with" or action.kind != "unit":
            yield Refusal("1.attempts", f"{action} is not possible in the rally phase")
        else:
            hq = state.get(Unit, action.target)
            yield from refusals_to_rally_with(state, self.side, hq, self.night)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
        else:
            tx.push(NameBattalion(self.side, action.target))


class NameBattalion(OldQuestion):
    """The battalion is named before the die is thrown."""

    hq: str

    title = "Rally attempt"

    def prompt(self, state: State) -> str:
        return f"Which shattered battalion does {state.get(Unit, self.hq)} rally?"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        for unit in shattered(state, self.side):
            yield Action("rally", "unit", unit.key)
        yield CANCEL

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        if action.verb != "rally" or action.kind != "unit":
            yield Refusal("1.attempts", f"{action} is not a rally attempt")
        else:
            yield from refusals_to_rally(state, state.get(Unit, self.hq), state.get(Unit, action.target))

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == CANCEL:
            tx.pop()
            return
        tx.mark(self.hq, RALLIED_OTHERS, PLAYER_TURN)
        tx.mark(action.target, TRIED, PLAYER_TURN)
        tx.replace(RallyRoll(self.side, self.hq, action.target))

    def preview(self, state: State, action: Action) -> Preview:
        return Preview() if action == CANCEL else rally_preview(state, state.get(Unit, action.target))


class RallyRoll(Procedure):
    """The attempt of a headquarters for one battalion."""

    side: str
    hq: str
    unit: str

    def run(self, tx: Transaction) -> None:
        unit = tx.state.get(Unit, self.unit)
        throw(tx, self.side, "1.number", f"{tx.state.get(Unit, self.hq)} rallies {unit} ({unit.quality})")

    @case("1.number", "1.attempts", "1.ten-lost")
    def resume(self, tx: Transaction, result: Any) -> None:
        hq, unit = tx.state.get(Unit, self.hq), tx.state.get(Unit, self.unit)
        if result == LOSS_FACE and ground(tx.state).has_option("ten-lost"):
            lose(tx, unit, "1.ten-lost", "a 10 on its rally roll")
            tx.pop()
        elif not rallies(tx.state, unit, result):
            tx.emit(Event("RallyFailed", f"{unit} stays shattered", "1.number", about=(("unit", unit.key),)))
            tx.pop()
        elif places := places_for_battalion(tx.state, hq, unit):
            tx.replace(PlaceRallied(self.side, unit.key, places, "1.return"))
        else:
            tx.emit(Event("RallyFailed", f"{unit} rallies but finds no room near {hq}", "1.return"))
            tx.pop()


class PlaceRallied(Procedure):
    """A unit returns: where, and facing which way."""

    side: str
    unit: str
    places: tuple[str, ...]
    case_id: str

    def run(self, tx: Transaction) -> None:
        if self.at == 0 and len(self.places) == 1:
            self.put(tx, self.places[0])
        elif self.at == 0:
            tx.push(PickReturn(self.side, self.unit, self.places))
        else:
            tx.pop()

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, str):
            if result:
                self.put(tx, result)
            else:
                tx.replace(replace(self, at=1))

    @case("1.return", "1.hq-self")
    def put(self, tx: Transaction, here: str) -> None:
        tx.replace(replace(self, at=1))
        unit = place(tx, tx.state.get(Unit, self.unit), here)
        about = (("unit", unit.key), ("hex", here))
        tx.emit(Event("UnitRallied", f"{unit} returns in {here}", self.case_id, about=about))
        if not unit.is_hq:
            tx.push(FaceUnit(self.side, self.unit))


class PickReturn(OldQuestion):
    """There is more than one zone to return to."""

    unit: str
    places: tuple[str, ...]

    title = "Return"

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit)} return?"

    def candidates(self, state: State) -> Iterable[Action]:
        for here in self.places:
            yield Action("return", "hex", here)
        # INTERPRETATION (1.return): the owner may place it elsewhere, and so may also leave it out.
        yield LEAVE

    @case("1.return", "1.hq-self")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in self.candidates(state):
            unit = state.get(Unit, self.unit)
            case_id = "1.hq-self" if unit.is_hq else "1.return"
            yield Refusal(case_id, f"{unit} cannot return to {action.target or action}")

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop(action.target)


class RallyPhase(Procedure):
    """By day one attempt for each headquarters; at night one for each battalion."""

    side: str
    night: bool = False

    title = "Rally"
    steps = (RallyHeadquarters, RallyBattalions)

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls(side_of(parent), night=state.one(Clock).night)
