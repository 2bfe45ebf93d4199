"""The German counteroffensive of the campaign (13.4, 17.3)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich.records import GERMAN, Clock, Deception, Herbstnebel
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import end, order, tell
from engine.referee import Frame, Refusal, State, Transaction, case


def window(state: State) -> tuple[int, int]:
    """The turns on which it may be declared."""
    rule = ground(state).rules.declaration
    return (rule.first_turn, rule.last_turn) if rule else (0, 0)


def refusals_to_declare(state: State) -> Iterator[Refusal]:
    """Once per game, in the window, and with Module 13 only on a result with the asterisk."""
    if state.find(Herbstnebel, ""):
        yield Refusal("13.4", "Herbstnebel has been declared already")
    yield from refusals_by_turn(state)
    yield from refusals_by_asterisk(state)


@case("17.3")
def refusals_by_turn(state: State) -> Iterator[Refusal]:
    """Only on certain turns of the campaign."""
    turn = state.one(Clock).turn
    first, last = window(state)
    if not first <= turn <= last:
        yield Refusal("17.3", f"Herbstnebel is declared on turns {first} to {last}, not on turn {turn}")


@case("13.4")
def refusals_by_asterisk(state: State) -> Iterator[Refusal]:
    """Where Module 13 is used, the ULTRA result of the turn must allow it."""
    found = state.find(Deception, "")
    if ground(state).has_option("ultra") and not (found and found.may_declare):
        yield Refusal("13.4", "The ULTRA result of this turn carries no asterisk")


def refusals_after_its_step(state: State, side: str) -> Iterator[Refusal]:
    """Why it is not declared later in the turn: what is against it at all, and that its step is over."""
    if side != GERMAN or not ground(state).has_rule("17.3"):
        yield Refusal("17.3", "Herbstnebel is declared by the German player, in the campaign")
        return
    yield from refusals_to_declare(state)
    yield Refusal("4.1-a", "Herbstnebel is declared in the Command Segment, when the ULTRA result is known")


class DeclareHerbstnebel(Question):
    """Launch the counteroffensive now?"""

    ruled_by = "17.3"
    otherwise = "Declare Herbstnebel or wait"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked in the campaign, when it could be declared."""
        able = ground(state).has_rule("17.3") and next(refusals_to_declare(state), None) is None
        return cls(GERMAN) if able else None

    def prompt(self, state: State) -> str:
        return "Declare Operation Herbstnebel? It can be done once in the game"

    @order("declare", words="Declare Operation Herbstnebel")
    @case("17.3", "16.4.7-e")
    def declare(self, tx: Transaction) -> None:
        clock = tx.state.one(Clock)
        tx.put(Herbstnebel(clock.turn))
        tx.put(replace(clock, first=GERMAN))
        text = "Operation Herbstnebel is declared: the Germans move first for four turns"
        tell(tx, "HerbstnebelDeclared", text, "17.3")
        tx.pop()

    wait = end("pass", "Not this turn")


FRAMES = (DeclareHerbstnebel,)
