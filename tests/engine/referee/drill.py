"""A drill square: the least a game can be, so that each part of the referee can be looked at alone."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.frame import Choice, Frame, Procedure
from engine.referee.game import Game, Opening
from engine.referee.marks import marked, marks_on
from engine.referee.modifier import Modifier
from engine.referee.position import Position
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal, case
from engine.referee.schedule import Cup
from engine.referee.session import Session, Start
from engine.referee.state import Scenario, State
from engine.referee.transaction import Transaction
from engine.referee.view import Counter, Marker, Overlay, Trace, Track, View

SIDES = ("north", "south")


class Squad(Record):
    key: str
    side: str
    post: int = 1
    hidden: bool = False


class Clock(Record):
    round: int = 0
    key: str = ""


@case("1.1")
def next_round(tx: Transaction, frame: Frame) -> None:
    tx.put(Clock(tx.state.one(Clock).round + 1))
    if tx.state.one(Clock).round > 3:
        tx.finish("north" if tx.state.get(Squad, "N1").post > 2 else "", "The drill is over", "1.1")


class Orders(Choice):
    title = "Orders"
    scope = "orders"

    def prompt(self, state: State) -> str:
        return f"{self.side}: what now?"

    def candidates(self, state: State) -> Iterable[Action]:
        for squad in state.all(Squad).values():
            yield Action("march", "unit", squad.key)
            yield Action("look", "unit", squad.key)
        yield from (Action("post", "number", str(n)) for n in (1, 2, 3))
        yield from map(Action, ("roll", "stumble", "whisper", "end"))

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action.verb == "march" and action.kind == "unit":
            yield from refusals_to_march(state, self.side, state.get(Squad, action.target))
        elif action not in self.candidates(state):
            yield Refusal("2.9", f"{action} is not an order")

    def preview(self, state: State, action: Action) -> Preview:
        return Preview("a die falls", modifiers=drill_modifiers(state, self.side))

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "march":
            march(tx, tx.state.get(Squad, action.target))
        elif action.verb == "look":
            squad = tx.state.get(Squad, action.target)
            tx.put(replace(squad, hidden=False))
            tx.reveal()
        elif action.verb == "roll":
            die = tx.roll("2d6", "2.2", "A die for nothing").total
            tx.emit(Event("Counted", f"{die} in all", "2.2"))
        elif action.verb == "whisper":
            tx.emit(Event("Whispered", "the password", "2.3", (self.side,), "somebody whispers"))
        elif action.verb == "stumble":
            tx.put(Clock(99))
            raise KeyError("a hole in the rules")
        elif action.verb == "end":
            tx.pop()


@case("2.1")
def refusals_to_march(state: State, side: str, squad: Squad) -> Iterator[Refusal]:
    """A squad marches once an order phase and not beyond post 3."""
    if squad.side != side:
        yield Refusal("2.1", f"{squad.key} belongs to {squad.side}")
    if squad.post >= 3:
        yield Refusal("2.1", f"{squad.key} stands at post 3, the last")
    if tired(state, squad):
        yield Refusal("2.4", f"{squad.key} is tired")


@case("2.4")
def tired(state: State, squad: Squad) -> bool:
    return marked(state, squad.key, "tired")


def march(tx: Transaction, squad: Squad) -> None:
    tx.put(replace(squad, post=squad.post + 1))
    tx.mark(squad.key, "tired", "orders")
    tx.emit(Event("Marched", f"{squad.key} marches to post {squad.post + 1}", "2.1"))


@case("2.5")
def drill_modifiers(state: State, side: str) -> tuple[Modifier, ...]:
    rested = sum(squad.side == side and not tired(state, squad) for squad in state.all(Squad).values())
    return (Modifier("2.5", "rested squads", rested), Modifier("2.6", "rain", -1, waived=True))


class Turn(Procedure):
    side: str
    scope = "turn"
    steps = (Orders,)


class Round(Procedure):
    title = "Round"
    scope = "round"
    steps = (next_round, *(lambda tx, frame, side=side: tx.push(Turn(side)) for side in SIDES))


class Parade(Procedure):
    steps = (Round,)

    def again(self, state: State) -> bool:
        return True


class Drill(Game):
    key = "drill"
    title = "The Drill"
    package = "tests.engine.referee.drill"
    records = (Squad, Clock)
    frames = (Orders, Turn, Round, Parade)

    def scenarios(self) -> tuple[str, ...]:
        return ("square",)

    def scenario_text(self, key: str) -> str:
        return "squads = 2\n"

    def open(self, text: str, options: Mapping[str, Any]) -> Opening:
        squads = tomllib.loads(text)["squads"]
        men = [Squad(f"{side[0].upper()}{n}", side) for side in SIDES for n in range(1, squads + 1)]
        return self._opening(men, options)

    def open_position(self, position: Position) -> Opening:
        men = []
        for unit in position.data.get("unit", []):
            if unit.get("side") not in SIDES:
                raise BadInput("a squad should belong to north or south")
            men.append(Squad(unit["id"], unit["side"], unit.get("post", 1), unit.get("hidden", False)))
        return self._opening(men, {})

    def _opening(self, men: list[Squad], options: Mapping[str, Any]) -> Opening:
        cup = Cup("lots", ("red", "white", "blue"))
        return Opening(Scenario("square", SIDES, options), (*men, Clock(), cup), (Parade(),))

    def view(self, state: State, side: str | None) -> View:
        seen = [s for s in state.all(Squad).values() if side in (None, s.side) or not s.hidden]
        return View(
            side,
            f"Round {state.one(Clock).round}",
            counters=tuple(
                Counter(
                    squad.key,
                    squad.side,
                    str(squad.post),
                    squad.key,
                    ratings=(("drill", "4"),),
                    statuses=tuple(mark.name for mark in marks_on(state, squad.key)),
                    known=not squad.hidden,
                )
                for squad in seen
            ),
            markers=(Marker("flag", "1", "flag"),),
            tracks=(Track("round", "Round", str(state.one(Clock).round)),),
            control={"1": "north"},
            features={"2/3": ("ditch", "fence")},
        )

    def overlays(self, state: State, side: str | None) -> Iterator[Overlay]:
        yield Overlay("ground", "Ground", {"1": "", "2": ""}, traces=(Trace(("2", "3")),))

    def knows(self, state: State, side: str, action: Action) -> bool:
        if action.kind == "unit":
            return state.find(Squad, action.target) is not None
        return action.kind == "number"


GAME = Drill()


def lookup(key: str) -> Game:
    if key != "drill":
        raise BadInput(f"There is no game {key!r}")
    return GAME


def new_game(seed: str = "drill seed") -> Session:
    """A game at its first decision, which is north's."""
    return Session.begin(GAME, Start("drill", "scenario", "square", GAME.scenario_text("square"), seed))
