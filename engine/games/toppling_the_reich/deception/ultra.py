"""ULTRA and the intelligence breakthrough (13.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from engine.games.toppling_the_reich.deception.reveal import hidden_units, reveal
from engine.games.toppling_the_reich.records import (
    ALLIED,
    CUT_OUT,
    GAME_TURN,
    GERMAN,
    Deception,
    Unit,
    headquarters,
    in_effect,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question, counted
from engine.games.toppling_the_reich.scenario.victory import points
from engine.mechanics.plural import article
from engine.referee import Action, Event, Frame, Procedure, Refusal, State, Transaction, case, marked

LEVELS = {10: "army", 11: "army_group"}
"""The sum of both dice → the level of the headquarters that the winner picks."""


@case("13.1")
def roll_ultra(tx: Transaction, frame: Frame) -> None:
    """The German total of victory points gives the column, the die the Deception Level of the turn."""
    column = points(tx.state, GERMAN)
    face = tx.roll("1d6", "13.1", f"ULTRA with {column} German victory points").total
    found = ground(tx.state).charts.ultra.result(column, face)
    tx.put(Deception(found.level, found.herbstnebel))
    tx.emit(Event("UltraRolled", f"ULTRA result {found.text}: Deception Level {found.level}", "13.1"))
    if found.no_effect:
        seek_breakthrough(tx)


@case("13.1.1-a")
def seek_breakthrough(tx: Transaction) -> None:
    """Both roll; the higher wins, ties go to the Allies or, under Herbstnebel, to the Germans."""
    rolls = {
        side: tx.roll("1d6", "13.1.1-a", f"Intelligence: {ground(tx.state).title_of(side)}").total
        for side in (ALLIED, GERMAN)
    }
    total = rolls[ALLIED] + rolls[GERMAN]
    tie_goes_to = GERMAN if in_effect(tx.state) else ALLIED
    winner = tie_goes_to if rolls[ALLIED] == rolls[GERMAN] else max(rolls, key=rolls.__getitem__)
    loser = ground(tx.state).other(winner)
    if total in LEVELS:
        if in_sight(tx.state, loser, LEVELS[total]):
            tx.push(CutOut(winner, LEVELS[total]))
    elif total > max(LEVELS) and len(_subordinates(tx.state, loser)) > rolls[loser]:
        tx.push(CutOutOwn(loser, rolls[loser]))


def in_sight(state: State, side: str, level: str) -> list[Unit]:
    """The headquarters of a side that the enemy can name."""
    return [hq for hq in headquarters(state, side, level) if not hq.hidden]


def cut_out(tx: Transaction, hq: Unit, by: str) -> None:
    """Cut out a headquarters and its leaders for this turn."""
    tx.mark(hq.key, CUT_OUT, GAME_TURN)
    text = f"{hq.name} is cut out for this turn by enemy intelligence"
    tx.emit(Event("HeadquartersCutOut", text, by, about=(("unit", hq.key),)))


class CutOut(Question):
    """The winner picks one headquarters of the loser."""

    level: str

    words: ClassVar[Mapping[str, str]] = {"cut_out": "Cut out"}

    def prompt(self, state: State) -> str:
        return (
            f"Intelligence breakthrough: which enemy {self.level.replace('_', ' ')} headquarters is cut out?"
        )

    def candidates(self, state: State) -> Iterable[Action]:
        for hq in in_sight(state, ground(state).other(self.side), self.level):
            yield Action("cut_out", "unit", hq.key)

    @case("13.1.1-b", "13.1.1-c")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in self.candidates(state):
            by = "13.1.1-b" if self.level == "army" else "13.1.1-c"
            yield Refusal(by, f"Name one {self.level.replace('_', ' ')} headquarters of the enemy")

    def apply(self, tx: Transaction, action: Action) -> None:
        by = "13.1.1-b" if self.level == "army" else "13.1.1-c"
        cut_out(tx, tx.state.get(Unit, action.target), by)
        tx.pop()


def _subordinates(state: State, side: str) -> list[Unit]:
    return [
        unit
        for level in ("army_group", "army")
        for unit in headquarters(state, side, level)
        if not marked(state, unit.key, CUT_OUT)
    ]


class CutOutOwn(Question):
    """A sum of 12: only some of the loser's headquarters stay active, and the loser chooses the others."""

    keeps: int

    words: ClassVar[Mapping[str, str]] = {"give_up": "Cut out"}

    def prompt(self, state: State) -> str:
        over = len(_subordinates(state, self.side)) - self.keeps
        return f"Only {self.keeps} headquarters may stay active this turn: {over} more must be cut out"

    def candidates(self, state: State) -> Iterable[Action]:
        for hq in _subordinates(state, self.side):
            yield Action("give_up", "unit", hq.key)

    @case("13.1.1-d")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in self.candidates(state):
            yield Refusal(
                "13.1.1-d", f"Name {article(self.side)} {self.side.title()} headquarters that is still active"
            )

    def apply(self, tx: Transaction, action: Action) -> None:
        cut_out(tx, tx.state.get(Unit, action.target), "13.1.1-d")
        if len(_subordinates(tx.state, self.side)) <= self.keeps:
            tx.pop()


class RevealSurplus(Question):
    """The Deception Level has fallen: reveal units until it fits."""

    words: ClassVar[Mapping[str, str]] = {"reveal": "Reveal"}

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls(GERMAN) if surplus(state) > 0 else None

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        return f"The Deception Level has fallen: reveal {counted(surplus(state), 'unit')}"

    def candidates(self, state: State) -> Iterable[Action]:
        for unit in hidden_units(state):
            yield Action("reveal", "unit", unit.key)

    @case("13.1-drop")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in self.candidates(state):
            yield Refusal("13.1-drop", "Name a concealed or unknown unit")

    def apply(self, tx: Transaction, action: Action) -> None:
        reveal(tx, tx.state.get(Unit, action.target), "13.1-drop")
        if surplus(tx.state) <= 0:
            tx.pop()


@case("13.1-drop", "13.1")
def surplus(state: State) -> int:
    """How many hidden units there are above the level."""
    found = state.find(Deception, "")
    return len(hidden_units(state)) - (found.level if found else 0)


class Intelligence(Procedure):
    """ULTRA, what it costs, and what it uncovers."""

    title = "Intelligence"
    steps = (roll_ultra, RevealSurplus)

    @classmethod
    @case("13.0")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Only in the campaign, and only where the players use Module 13."""
        return cls() if ground(state).is_campaign and ground(state).has_option("ultra") else None


FRAMES = (CutOut, CutOutOwn, RevealSurplus, Intelligence)
