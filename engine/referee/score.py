"""The score of a game line by line: what decided it, and by which case."""

from __future__ import annotations

from engine.record import Record


class ScoreLine(Record):
    """One entry of the score."""

    text: str
    points: int
    side: str = ""
    """Whose entry it is; empty for nobody's."""
    case: str = ""


class Grade(Record):
    """One result that the score can have: from how many points to how many, and who wins then."""

    text: str
    winner: str
    low: int | None = None
    high: int | None = None
    reached: bool = False


class ScoreSheet(Record):
    """How the score stands: its lines, their sum and what it means."""

    title: str
    """What was asked, in the scenario's own words."""
    lines: tuple[ScoreLine, ...]
    total: int | None = None
    """None where no points are counted."""
    grades: tuple[Grade, ...] = ()
    decided: bool = False
    """It is this that decided the game."""
