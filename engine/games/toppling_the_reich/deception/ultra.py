"""ULTRA and the intelligence breakthrough (13.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.deception.reveal import hidden_units, reveal
from engine.games.toppling_the_reich.records import (
    ALLIED,
    GERMAN,
    Deception,
    Unit,
    headquarters,
    in_effect,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.scenario.victory import points
from engine.mechanics import article, counted, order, tell
from engine.referee import Action, Frame, Procedure, Refusal, State, Transaction, case, marked

LEVELS = {10: "army", 11: "army_group"}
"""The sum of both dice → the level of the headquarters that the winner picks."""


@case("13.1")
def roll_ultra(tx: Transaction, frame: Frame) -> None:
    """The German total of victory points gives the column, the die the Deception Level of the turn."""
    column = points(tx.state, GERMAN)
    face = tx.roll("1d6", "13.1", f"ULTRA with {column} German victory points").total
    found = ground(tx.state).charts.ultra.result(column, face)
    tx.put(Deception(found.level, found.herbstnebel))
    tell(tx, "UltraRolled", f"ULTRA result {found.text}: Deception Level {found.level}", "13.1")
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
    """Cut out a headquarters and its leaders for this turn, wherever they go."""
    tx.mark(hq.key, marks.CUT_OUT, marks.GAME_TURN, value=by)
    for leader in units_at(tx.state, hq.place):
        if leader.is_leader:
            tx.mark(leader.key, marks.CUT_OUT, marks.GAME_TURN, value=by)
    text = f"{hq.name} is cut out for this turn by enemy intelligence"
    tell(tx, "HeadquartersCutOut", text, by, unit=hq.key)


class CutOut(Question):
    """The winner picks one headquarters of the loser."""

    level: str

    def prompt(self, state: State) -> str:
        level = self.level.replace("_", " ")
        return f"Intelligence breakthrough: which enemy {level} headquarters is cut out?"

    @property
    def by(self) -> str:
        """The case that gives the winner a headquarters of this level."""
        return "13.1.1-b" if self.level == "army" else "13.1.1-c"

    @order("cut_out", "unit", "Cut out")
    def cut_out(self, tx: Transaction, hq: Unit) -> None:
        cut_out(tx, hq, self.by)
        tx.pop()

    @cut_out.targets
    def in_sight(self, state: State) -> Iterable[str]:
        return [hq.key for hq in in_sight(state, ground(state).other(self.side), self.level)]

    @case("13.1.1-b", "13.1.1-c")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal(self.by, f"Name one {self.level.replace('_', ' ')} headquarters of the enemy")


def _subordinates(state: State, side: str) -> list[Unit]:
    return [
        unit
        for level in ("army_group", "army")
        for unit in headquarters(state, side, level)
        if not marked(state, unit.key, marks.CUT_OUT)
    ]


class CutOutOwn(Question):
    """A sum of 12: only some of the loser's headquarters stay active, and the loser chooses the others."""

    keeps: int

    def prompt(self, state: State) -> str:
        over = len(_subordinates(state, self.side)) - self.keeps
        return f"Only {self.keeps} headquarters may stay active this turn: {over} more must be cut out"

    @order("give_up", "unit", "Cut out")
    def give_up(self, tx: Transaction, hq: Unit) -> None:
        cut_out(tx, hq, "13.1.1-d")
        if len(_subordinates(tx.state, self.side)) <= self.keeps:
            tx.pop()

    @give_up.targets
    def active(self, state: State) -> Iterable[str]:
        return [hq.key for hq in _subordinates(state, self.side)]

    @case("13.1.1-d")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        side = f"{article(self.side)} {self.side.title()}"
        yield Refusal("13.1.1-d", f"Name {side} headquarters that is still active")


class RevealSurplus(Question):
    """The Deception Level has fallen: reveal units until it fits."""

    ruled_by = "13.1-drop"
    otherwise = "Name a concealed or unknown unit"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls(GERMAN) if surplus(state) > 0 else None

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        return f"The Deception Level has fallen: reveal {counted(surplus(state), 'unit')}"

    @order("reveal", "unit", "Reveal")
    @case("13.1-drop")
    def reveal(self, tx: Transaction, unit: Unit) -> None:
        reveal(tx, unit, "13.1-drop")
        if surplus(tx.state) <= 0:
            tx.pop()

    @reveal.targets
    def hidden(self, state: State) -> Iterable[str]:
        return [unit.key for unit in hidden_units(state)]


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
