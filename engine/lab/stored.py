"""Games of the lab as the catalogue stores them, and as saved games that can be opened."""

from __future__ import annotations

from engine.bots.match import MatchTask, begin
from engine.catalogue.lab_store import LabRow
from engine.catalogue.plain_data import read, write
from engine.lab.figures import GameFigures, PlayedGame
from engine.referee.action import Action
from engine.referee.refusal import RulesBug
from engine.referee.session import Accepted, Session


def row_of(key: str, played: PlayedGame) -> LabRow:
    """A game that was played as a row."""
    task, figures = played.task, played.figures
    return LabRow(
        key,
        task.game,
        task.scenario,
        task.seed,
        dict(task.bots),
        dict(task.options),
        write(figures),
        played.actions,
    )


def figures_of(row: LabRow) -> GameFigures:
    """What was noted of a stored game; BadInput if it is damaged."""
    return read(GameFigures, row.figures, f"The lab's game {row.key}")


def reopened(row: LabRow, text: str) -> Session:
    """A stored game, played again up to its end."""
    task = MatchTask(row.game, row.scenario, row.seed, row.bots, row.options, text)
    session = begin(task)
    for action in row.actions:
        choice = session.choice
        answer = session.submit(choice.side, Action.parse(action)) if choice is not None else None
        if not isinstance(answer, Accepted):
            raise RulesBug(f"the lab's game {row.key} was played by other rules: {action} is refused")
    return session
