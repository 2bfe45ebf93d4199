"""Concentrated Effort and the Air Status roll (11.1)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.toppling_the_reich.records import ALLIED, GERMAN, Clock, LastTurn, army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.supply.attack_supply import cost_of, spend
from engine.games.toppling_the_reich.weather.conditions import CLOUD, FLOOD, HARD_WINTER, MUD, is_anywhere
from engine.mechanics import counted, end, order, tell
from engine.referee import Frame, Modifier, Procedure, State, Transaction, case, total

EFFORT = "concentrated_effort"
IN_FAVOUR = {ALLIED: 1, GERMAN: -1}
"""The direction in which a column moves in a side's favour."""


class DeclareEffort(Question):
    """Spend an Attack Supply Point on a Concentrated Effort in the air? Asked who has one."""

    ruled_by = "11.1-d"
    otherwise = "Declare a Concentrated Effort or pass"

    def prompt(self, state: State) -> str:
        return f"{ground(state).title_of(self.side)}: a Concentrated Effort in the air for 1 Attack Supply?"

    @order("declare", words="Declare a Concentrated Effort")
    @case("11.1-d")
    def declare(self, tx: Transaction) -> None:
        spend(tx, self.side, cost_of(tx.state, EFFORT), "11.1-d", "a Concentrated Effort in the air")
        tx.put(replace(army(tx.state, self.side), effort=True))
        tx.pop()

    decline = end("pass", "No Concentrated Effort")


class WhoDeclaresFirst(Question):
    """The Allied player decides who declares his Concentrated Effort first."""

    ruled_by = "11.1-d"
    otherwise = "Either the Allies or the Germans declare first"

    def prompt(self, state: State) -> str:
        return "Which side declares first whether it makes a Concentrated Effort?"

    @order("allied_first", words="The Allies declare first")
    @case("11.1-d")
    def allied_first(self, tx: Transaction) -> None:
        tx.replace(Efforts((ALLIED, GERMAN)))

    @order("german_first", words="The Germans declare first")
    @case("11.1-d")
    def german_first(self, tx: Transaction) -> None:
        tx.replace(Efforts((GERMAN, ALLIED)))


def can_declare(state: State, side: str) -> bool:
    """True if the side has the Attack Supply Point for it."""
    return army(state, side).asp >= cost_of(state, EFFORT)


def first_effort(tx: Transaction, frame: Efforts) -> None:
    """Ask the side that declares first."""
    _ask(tx, frame.order[0])


def second_effort(tx: Transaction, frame: Efforts) -> None:
    """Ask the other side."""
    _ask(tx, frame.order[1])


def _ask(tx: Transaction, side: str) -> None:
    if can_declare(tx.state, side):
        tx.push(DeclareEffort(side))


class Efforts(Procedure):
    """Both declare, one after the other."""

    order: tuple[str, str] = (ALLIED, GERMAN)

    title = "Concentrated Effort"
    steps = (first_effort, second_effort)

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked only if a side could declare."""
        if is_anywhere(state, HARD_WINTER):
            return None
        able = [side for side in state.scenario.sides if can_declare(state, side)]
        if len(able) == 2:
            return WhoDeclaresFirst(ALLIED)
        return cls() if able else None


@case("11.1-a", "11.1-b", "11.1-c", "11.1-d", "11.1-e", "11.1-f")
def air_modifiers(state: State, side: str) -> list[Modifier]:
    """What changes the Air Status die for a side."""
    chart, last = ground(state).charts.air_action_drm, state.get(LastTurn, side)
    found = []
    if is_anywhere(state, CLOUD):
        found.append(Modifier("11.1-a", "cloud", chart.of("cloud")))
    elif is_anywhere(state, MUD) or is_anywhere(state, FLOOD):
        found.append(Modifier("11.1-a", "mud or flood", chart.of("mud_or_flood")))
    if last.unused:
        found.append(Modifier("11.1-b", "advance preparation", chart.of("unused")))
    if last.railhead and side == ALLIED:
        found.append(Modifier("11.1-c", "changing base structure", chart.of("railhead")))
    if last.effort:
        found.append(Modifier("11.1-d", "Concentrated Effort last turn", chart.of("concentrated_effort")))
    if last.counter_air:
        found.append(Modifier("11.1-e", "Counter-air last turn", chart.of("counter_air")))
    if last.exhausted:
        found.append(Modifier("11.1-f", "exhaustion", chart.of("exhaustion")))
    return found


@case("11.1", "11.1-a", "11.1-d")
def roll_air_status(tx: Transaction, frame: Frame) -> None:
    """One die for both sides; each reads its own row of the same column."""
    if is_anywhere(tx.state, HARD_WINTER):
        tell(tx, "AirGrounded", "Hard winter: no Air Actions this turn", "11.1-a")
        for side in tx.state.scenario.sides:
            tx.put(replace(army(tx.state, side), air=0, air_awarded=0, exhausting=0))
        return
    chart = ground(tx.state).charts.air_status
    efforts = [side for side in tx.state.scenario.sides if army(tx.state, side).effort]
    column = chart.shifted(tx.state.one(Clock).air_status, sum(IN_FAVOUR[side] for side in efforts))
    face = tx.roll("1d6", "11.1", f"Air Status, column {column}").total
    for side in tx.state.scenario.sides:
        modifiers = air_modifiers(tx.state, side)
        actions = chart.actions(side, column, face + int(total(modifiers)))
        tx.put(replace(army(tx.state, side), air=actions, air_awarded=actions, exhausting=0))
        why = f" ({', '.join(map(str, modifiers))})" if modifiers else ""
        text = f"{ground(tx.state).title_of(side)}: {counted(actions, 'Air Action')}{why}"
        tell(tx, "AirActions", text, "11.1", side=side)


@case("11.1-b", "11.1-f", "11.0-a")
def close_air_books(tx: Transaction) -> None:
    """End of the game turn: record what changes the next Air Status roll; unused Air Actions are lost."""
    for side in tx.state.scenario.sides:
        held = army(tx.state, side)
        tx.put(
            LastTurn(
                side,
                unused=held.air > 0,
                counter_air=held.counter_air,
                effort=held.effort,
                exhausted=held.exhausting > held.air_awarded // 2,
                railhead=held.railhead,
            )
        )
        tx.put(
            replace(held, air=0, air_awarded=0, exhausting=0, counter_air=False, effort=False, railhead=False)
        )


FRAMES = (DeclareEffort, WhoDeclaresFirst, Efforts)
