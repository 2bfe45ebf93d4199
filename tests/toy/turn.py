"""The sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.victory import judge
from engine.mechanics import put_off
from engine.referee import (
    PASS,
    Action,
    Alternating,
    Choice,
    Cup,
    Due,
    Event,
    Frame,
    Procedure,
    Refusal,
    Simultaneous,
    State,
    Transaction,
    case,
    due,
    marked,
)
from tests.toy.combat import CombatSegment
from tests.toy.movement import MovementSegment, say, show
from tests.toy.records import BOX, BOXES, DEPOT, Clock, Held, Mine, Piece, ground, pieces_at


class SecretAnswer(Choice):
    """What both secret questions of the game have in common."""

    def is_secret(self, state: State) -> bool:
        return True

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop(action.target or action.verb)


class WriteMine(SecretAnswer):
    title = "Plans"

    def prompt(self, state: State) -> str:
        return f"{self.side}: write down in secret which hex is mined"

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("mine", "hex", here) for here in ground(state).exits]

    @case("5.2")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action.verb != "mine" or action.kind != "hex":
            yield Refusal("5.2", f"{action} is not a plan")
        elif any(not piece.concealed for piece in pieces_at(state, action.target)):
            yield Refusal("5.2", f"{action.target} is not empty")

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.put(Mine(self.side, action.target))
        tx.pop()


class ChooseTactics(SecretAnswer):
    title = "Tactics"
    ending_verbs = frozenset({"hold"})

    def prompt(self, state: State) -> str:
        return f"{self.side}: storm or hold this turn? Both sides answer before either is shown"

    def candidates(self, state: State) -> Iterable[Action]:
        return (Action("storm"), Action("hold"))

    @case("1.2")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in self.candidates(state):
            yield Refusal("1.2", f"{action} is not an answer: storm or hold")


class Tactics(Simultaneous):
    def ask(self, state: State, side: str) -> Choice:
        return ChooseTactics(side)

    @case("1.2")
    def reveal(self, tx: Transaction, answers: dict[str, str]) -> None:
        for side, answer in answers.items():
            tx.mark(side, "tactics", "game turn", value=answer)
            tx.emit(Event("TacticsRevealed", f"{side} chose {answer}", "1.2"))


class DigIn(Alternating):
    title = "Digging in"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls(side=state.scenario.sides[0])

    def ask(self, state: State, side: str) -> Choice | None:
        able = any(p.side == side and not list(refusals_to_dig(state, p)) for p in state.all(Piece).values())
        return DigOrPass(side) if able else None


class DigOrPass(Choice):
    def prompt(self, state: State) -> str:
        return f"{self.side}: dig one unit in, or pass"

    def candidates(self, state: State) -> Iterable[Action]:
        for piece in state.all(Piece).values():
            if piece.side == self.side:
                yield Action("dig", "unit", piece.key)
        yield Action(PASS)

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == Action(PASS):
            return
        if action.verb != "dig" or action.kind != "unit":
            yield Refusal("1.3", f"{action} is not a digging")
            return
        piece = state.get(Piece, action.target)
        if piece.side != self.side:
            yield Refusal("1.3", f"{piece.key} belongs to {piece.side}")
        yield from refusals_to_dig(state, piece)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "dig":
            piece = tx.state.get(Piece, action.target)
            tx.mark_until(piece.key, "dug in", "until it moves")
            say(tx, piece, "UnitDugIn", f"{piece.key} digs in", "1.3")
        tx.pop(action.verb)


@case("1.3")
def refusals_to_dig(state: State, piece: Piece) -> Iterator[Refusal]:
    if piece.place in BOXES or piece.steps < 2:
        yield Refusal("1.3", f"{piece.key} is off the map or too weak to dig in")
    if marked(state, piece.key, "dug in"):
        yield Refusal("1.3", f"{piece.key} is dug in already")


class Arrivals(Procedure):
    """What is due comes in; where too many stand then, the opponent sends one back."""

    title = "Arrivals"
    moment: ClassVar[str] = ""

    @case("6.1")
    def run(self, tx: Transaction) -> None:
        turn = tx.state.one(Clock).turn
        for entry in due(tx.state, turn, "arrives", self.moment):
            piece = tx.state.find(Piece, entry.subject)
            if piece is None:
                tx.remove(entry)
            elif piece.place == DEPOT:
                miss(tx, piece, entry)
            elif enemies := [other for other in pieces_at(tx.state, entry.place) if other.side != piece.side]:
                wait(tx, piece, entry, enemies)
            else:
                tx.remove(entry)
                tx.put(arrived := replace(piece, place=entry.place))
                say(tx, arrived, "UnitArrived", f"{piece.key} arrives in {entry.place}", "6.1")
        for place in ground(tx.state).exits:
            there = pieces_at(tx.state, place)
            if len(there) > 2:
                count_out(tx, there)
                tx.push(SendBack(ground(tx.state).other(there[0].side), place))
                return
        tx.pop()


@case("10.1")
def miss(tx: Transaction, piece: Piece, entry: Due) -> None:
    """A unit comes from the reserve: in the depot it misses its turn."""
    put_off(tx, entry.key, tx.state.one(Clock).turn + 1)
    say(tx, piece, "UnitWaits", f"{piece.key} is still in the depot and comes a turn later", "10.1")


@case("5.1", "2.5")
def count_out(tx: Transaction, there: Sequence[Piece]) -> None:
    """Whoever must send one of these back sees them all: being asked would betray the concealed ones."""
    for piece in there:
        if piece.concealed:
            show(tx, piece)
            tx.emit(Event("UnitRevealed", f"{piece.key} is seen in {piece.place}", "5.1"))


@case("6.1", "2.4")
def wait(tx: Transaction, piece: Piece, entry: Due, enemies: list[Piece]) -> None:
    """The enemy stands where the unit should arrive: it tries again next turn, and what it met is known."""
    put_off(tx, entry.key, tx.state.one(Clock).turn + 1)
    for enemy in enemies:
        if enemy.concealed:
            show(tx, enemy)
            tx.emit(Event("UnitRevealed", f"{piece.key} finds {enemy.key} in {entry.place}", "5.1"))
    say(tx, piece, "UnitWaits", f"{piece.key} waits: the enemy is in {entry.place}", "6.1")


class SendBack(Choice):
    """The opponent chooses for you."""

    place: str

    title = "Overstacked"

    def prompt(self, state: State) -> str:
        return (
            f"{self.side}: {self.place} is overstacked; choose the enemy unit that goes back to the reserve"
        )

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("send_back", "unit", piece.key) for piece in pieces_at(state, self.place)]

    @case("2.5")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in self.candidates(state):
            yield Refusal("2.5", f"{action.target or action} does not stand in {self.place}")

    def apply(self, tx: Transaction, action: Action) -> None:
        piece = tx.state.get(Piece, action.target)
        turn = tx.state.one(Clock).turn
        tx.put(replace(piece, place=BOX))
        tx.put(Due(f"{piece.key} back", turn + 1, "arrives", piece.key, self.place, piece.side))
        tx.end_scope("until it moves", piece.key)
        tx.emit(Event("UnitSentBack", f"{piece.key} goes back to the reserve", "2.5"))
        tx.pop()


def begin_turn(tx: Transaction, frame: Frame) -> None:
    turn = tx.state.one(Clock).turn + 1
    tx.put(Clock(turn))
    tx.begin_turn(turn, f"Turn {turn}", "1.1")


@case("1.4")
def draw_fate(tx: Transaction, frame: Frame) -> None:
    """One chit a turn: the side on it has its marker back."""
    cup = tx.state.get(Cup, "fate")
    if cup.chits:
        chit = tx.draw(cup, "1.4", "Fate of the turn")
        tx.unmark(chit, "reroll used")


class PlayerTurn(Procedure):
    side: str

    title = "Player turn"
    scope = "player turn"
    steps = (MovementSegment, CombatSegment)


def first_player_turn(tx: Transaction, frame: Frame) -> None:
    tx.push(PlayerTurn(tx.state.scenario.sides[0]))


@case("7.2")
def second_player_turn(tx: Transaction, frame: Frame) -> None:
    """A scenario may keep the second side still on turn 1."""
    if "7.2" not in ground(tx.state).special or tx.state.one(Clock).turn > 1:
        tx.push(PlayerTurn(tx.state.scenario.sides[1]))


class VictoryFacts(DocumentFacts):
    """What the scenario's conditions may ask."""

    clock = Clock

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        held = self.state.find(Held, hex_id)
        return held is not None and held.side == side

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        pieces = self.state.all(Piece).values()
        return sum(p.side == side and (hexes is None or p.place in hexes) for p in pieces)


@case("1.1")
def judge_turn(tx: Transaction, frame: Frame) -> None:
    land = ground(tx.state)
    last = tx.state.one(Clock).turn >= land.document.turns.last
    verdict = judge(land.document.victory, VictoryFacts(tx.state), "end" if last else "turn")
    if verdict is not None:
        tx.finish(verdict.winner, f"{verdict.level}: {verdict.winner or 'nobody'} wins", "1.1")


class GameTurn(Procedure):
    title = "Turn"
    scope = "game turn"
    player_turns: ClassVar[tuple[Any, ...]] = (first_player_turn, second_player_turn)
    steps: ClassVar[tuple[Any, ...]] = (
        begin_turn,
        Arrivals,
        draw_fate,
        Tactics,
        DigIn,
        first_player_turn,
        second_player_turn,
        judge_turn,
    )


class Plans(Procedure):
    """Each side writes its plan; it is shown when it is used."""

    def run(self, tx: Transaction) -> None:
        sides = tx.state.scenario.sides
        if self.at < len(sides):
            tx.replace(replace(self, at=self.at + 1))
            tx.push(WriteMine(sides[self.at]))
        else:
            tx.pop()


class Turns(Procedure):
    steps = (GameTurn,)

    def again(self, state: State) -> bool:
        return True


class WholeGame(Procedure):
    steps = (Plans, Turns)
