"""The guided first game of every game that has one, played as it is told."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from engine.games import game
from engine.referee.session import Accepted, Session, Start
from engine.referee.worked_example import resolve
from resources import FOLDER

LESSONS: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((FOLDER / "learn").glob("*.toml"))
}


@cache
def played_lesson(key: str) -> Session:
    """The game after the last step; never change it."""
    lesson = LESSONS[key]
    rules, scenario = game(key), lesson["scenario"]
    text = rules.scenario_text(scenario)
    session = Session.begin(rules, Start(key, "scenario", scenario, text, lesson["seed"], lesson["options"]))
    for step in lesson["step"]:
        assert session.decision is not None
        assert session.decision.side == step["side"], step["title"]
        for spelling in step["action"].split(";"):
            assert session.choice is not None
            side = session.choice.side
            answer = session.submit(side, resolve(session, side, spelling.strip()))
            assert isinstance(answer, Accepted), f"{step['title']}: {spelling} {answer}"
    return session
