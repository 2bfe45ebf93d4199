"""Infantry corps break down into divisions (12.3, optional)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.command.command_control import in_command
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.records import GERMAN, Unit, forces, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.supply.general_supply import in_supply
from engine.mechanics import box, end, order, tell
from engine.mechanics.substitution import hand_on_marks
from engine.referee import Frame, Mark, Refusal, State, Transaction, case, marked, side_of

DIVISIONS = 3
BROKEN = "broken down"
"""no scope; on a corps that was exchanged, its class is the value"""
COUNTERS = {"wehrmacht": "wehr-div-", "luftwaffe": "lw-div-", "volksgrenadier": "vg-div-"}
"""The class of a corps → the counters of its divisions; a 9-4 Luftwaffe corps gives Volksgrenadier ones."""

CHART_ROWS = {
    "wehrmacht": "15-6 Wehrmacht corps",
    "luftwaffe": "12-6 Luftwaffe corps",
    "volksgrenadier": "9-4 Volksgrenadier or Luftwaffe field corps",
}


@case("12.3-a")
def divisions_for(state: State, corps: Unit) -> list[Unit]:
    """Unused division counters with the movement factor of the corps and of its kind."""
    prefixes = [COUNTERS.get(corps.corps_class, "?")]
    if corps.corps_class == "luftwaffe" and corps.mf == 4:
        prefixes = [COUNTERS["volksgrenadier"]]
    return [
        unit
        for unit in units_at(state, box(boxes.UNUSED, GERMAN))
        if unit.mf == corps.mf and any(unit.key.startswith(prefix) for prefix in prefixes)
    ]


def _broken(state: State, corps_class: str) -> int:
    return sum(m.name == BROKEN and m.value == corps_class for m in state.all(Mark).values())


@case("12.3-a", "12.3-b", "7.7-a", "13.2-c")
def refusals_to_break_down(state: State, corps: Unit) -> Iterator[Refusal]:
    """A full infantry corps in General Supply and command, within the limits of the chart."""
    if corps.type != "infantry_corps" or not corps.on_map or corps.side != GERMAN:
        yield Refusal("12.3-a", f"{corps.name} is not a German infantry corps on the map")
        return
    if corps.hidden:
        yield Refusal("13.2-c", f"{corps.name} is hidden and has to be revealed first")
    if not corps.is_full:
        yield Refusal("12.3-a", f"{corps.name} has lost steps")
    if marked(state, corps.key, marks.STALEMATED):
        yield Refusal("7.7-a", f"{corps.name} is locked in a stalemate and cannot be exchanged")
    if not in_supply(state, corps) or not in_command(state, corps):
        yield Refusal("12.3-a", f"{corps.name} is not in General Supply and command")
    chart = ground(state).charts.corps_substitution.breakdown
    most = chart[CHART_ROWS[corps.corps_class]].most if corps.corps_class in CHART_ROWS else 0
    if _broken(state, corps.corps_class) >= most:
        yield Refusal("12.3-b", f"No more {corps.corps_class} corps may be broken down in this game ({most})")
    if len(divisions_for(state, corps)) < DIVISIONS:
        yield Refusal("12.3-b", f"There are no {DIVISIONS} division counters left for {corps.name}")


class BreakDown(Question):
    """Exchange one corps for three divisions?"""

    ruled_by = "12.3-a"
    otherwise = "Name an infantry corps, or break down no corps"

    @classmethod
    @case("12.0")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked in the German player-turn, where the players agreed on it and a corps is fit for it."""
        if side_of(parent) != GERMAN or not ground(state).has_option("breakdown"):
            return None
        fit = any(next(refusals_to_break_down(state, unit), None) is None for unit in forces(state, GERMAN))
        return cls(GERMAN) if fit else None

    def prompt(self, state: State) -> str:
        return "Exchange one full infantry corps for three divisions?"

    done = end("done", "Break down no corps")

    @order("break_down", "unit", "Break down")
    @case("12.3-a", "12.3-b")
    def break_down(self, tx: Transaction, corps: Unit) -> None:
        divisions = divisions_for(tx.state, corps)[:DIVISIONS]
        for division in divisions:
            place(tx, division, corps.place)
        hand_on_marks(tx, corps.key, (division.key for division in divisions))
        tx.put(replace(tx.state.get(Unit, corps.key), place=box(boxes.OUT, GERMAN)))
        tx.mark(corps.key, BROKEN, value=corps.corps_class)
        names = ", ".join(division.name for division in divisions)
        tell(tx, "CorpsBrokenDown", f"{corps} breaks down into {names}", "12.3-a", hex=corps.place)
        tx.pop()

    @break_down.targets
    def infantry_corps(self, state: State) -> Iterable[str]:
        return [unit.key for unit in forces(state, GERMAN) if unit.type == "infantry_corps"]

    @break_down.against
    def refusals_of_corps(self, state: State, corps: Unit) -> Iterator[Refusal]:
        return refusals_to_break_down(state, corps)


FRAMES = (BreakDown,)
