"""Step 11 and sequence C: nightfall, and a night without combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.combat_phase import NightAssaults
from engine.games.dday_to_berlin.command.initiative import FirstMove
from engine.games.dday_to_berlin.command.supply import Isolation
from engine.games.dday_to_berlin.engineering.engineering_phase import EngineeringPhase
from engine.games.dday_to_berlin.morale.rally import RallyPhase
from engine.games.dday_to_berlin.movement.activation import mark_activated
from engine.games.dday_to_berlin.movement.march import Move
from engine.games.dday_to_berlin.movement.movement_phase import break_columns
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    COLUMN,
    FULL,
    PLAYER_TURN,
    Clock,
    Unit,
    army,
)
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import OldQuestion
from engine.mechanics.plural import counted
from engine.referee import Action, Event, Frame, Procedure, Refusal, State, Transaction, case, marked

END = Action("end")
FREE_ROLLS = 2


@case("opt.free-roll")
def free_rolls(state: State) -> int:
    """Free rolls that each side has at the start and after each night, if the option is chosen."""
    return FREE_ROLLS if ground(state).has_option("free-roll") else 0


@case("11.roll", "11.threshold", "scale.turn")
def check_for_night(tx: Transaction, frame: Frame) -> None:
    """Daylight advances by 1d5; at the threshold night falls."""
    clock, track = tx.state.one(Clock), ground(tx.state).charts.night_track
    daylight = clock.daylight + tx.roll(track.die, "11.roll", f"Daylight, {clock.daylight} so far").total
    night = daylight >= track.night_at
    tx.put(replace(clock, daylight=daylight, turns_today=clock.turns_today + 1, night=night))
    text = f"The daylight total is {daylight}" + (": night falls" if night else "")
    tx.emit(Event("DaylightWaned", text, "11.threshold" if night else "11.roll"))


class NightOrders(OldQuestion):
    """Units move without a roll, and any unit may turn."""

    def prompt(self, state: State) -> str:
        return "Move or turn a unit by night, or end movement"

    def candidates(self, state: State) -> Iterable[Action]:
        for unit in state.all(Unit).values():
            if unit.side == self.side and unit.on_map:
                yield Action("move", "unit", unit.key)
        yield END

    @case("C.move", "C.no-combat")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == END:
            return
        if action.verb != "move" or action.kind != "unit":
            yield Refusal("C.no-combat", f"{action} is not possible in a night movement phase")
            return
        unit = state.get(Unit, action.target)
        if unit.side != self.side or not unit.on_map:
            yield Refusal("C.move", f"{unit} is not a unit of {ground(state).title_of(self.side)} on the map")
        if marked(state, unit.key, ACTIVATED):
            yield Refusal("C.move", f"{unit} has already moved or turned this night")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
            return
        mark_activated(tx, tx.state.get(Unit, action.target), FULL)
        tx.push(Move(self.side, action.target, night=True))


class NightMovement(Procedure):
    side: str

    title = "Night movement"
    # INTERPRETATION (C.move): a night movement is a movement phase of the side, so its columns break up.
    steps = (break_columns, NightOrders)


@case("C.assault")
def night_assaults(tx: Transaction, turn: NightTurn) -> None:
    """A variant: assaults after the night's work."""
    if ground(tx.state).has_option("night-assault"):
        tx.push(NightAssaults(turn.side))


class NightTurn(Procedure):
    """What one side does at night, completely, before the other."""

    side: str

    title = "Night turn"
    scope = PLAYER_TURN
    steps = (RallyPhase, NightMovement, EngineeringPhase, night_assaults)


@case("C.order")
def first_night_turn(tx: Transaction, night: Night) -> None:
    tx.push(NightTurn(tx.state.one(Clock).player_a))


@case("C.order")
def second_night_turn(tx: Transaction, night: Night) -> None:
    tx.push(NightTurn(tx.state.scenario.other(tx.state.one(Clock).player_a)))


@case("C.replenish", "C.no-combat")
def replenish(tx: Transaction, night: Night) -> None:
    """ART to the full allotment, AIR to none; free rolls come back; road columns break up."""
    for side in tx.state.scenario.sides:
        held = army(tx.state, side)
        tx.put(replace(held, art=held.art_allotment, air=0, free_rolls=free_rolls(tx.state)))
        supports = counted(held.art_allotment, "ART support")
        text = f"{ground(tx.state).title_of(side)} has {supports} on hand and no AIR"
        tx.emit(Event("SupportsReplenished", text, "C.replenish"))
    for unit in tx.state.all(Unit).values():
        tx.unmark(unit.key, COLUMN)


@case("11.threshold", "scale.turn")
def dawn(tx: Transaction, night: Night) -> None:
    """A new day begins at the starting hour."""
    clock = tx.state.one(Clock)
    light = ground(tx.state).charts.night_track.reset_to
    tx.put(replace(clock, daylight=light, day=clock.day + 1, turns_today=0, night=False))
    tx.emit(Event("DayBroke", f"Day {clock.day + 1} breaks", "11.threshold"))


class Night(Procedure):
    """The whole night, which is not a numbered turn."""

    title = "Night"
    scope = "night"
    steps = (FirstMove, first_night_turn, second_night_turn, replenish, Isolation, dawn)

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls() if state.one(Clock).night else None
