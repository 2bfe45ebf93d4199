"""The guided first game: every step is legal when it comes, and the story that is told is true."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.games import game
from engine.referee.rulebook import Rulebook
from engine.referee.session import Accepted, Session, Start
from engine.referee.worked_example import resolve

LESSON: dict[str, Any] = tomllib.loads(
    (Path(str(files("resources"))) / "learn" / "ddb.toml").read_text(encoding="utf-8")
)
STEP = {"side", "title", "text", "action", "case"}


def guided() -> Session:
    rules = game(LESSON["game"])
    text = rules.scenario_text(LESSON["scenario"])
    start = Start(LESSON["game"], "scenario", LESSON["scenario"], text, LESSON["seed"], LESSON["options"])
    return Session.begin(rules, start)


def test_the_lesson_is_complete_and_cites_cases_that_exist() -> None:
    book = Rulebook.load(game("ddb").rules_path())
    assert LESSON.keys() == {"game", "scenario", "options", "seed", "title", "about", "closing", "step"}
    for step in LESSON["step"]:
        assert step.keys() == STEP
        assert step["case"] in book.cases
        assert len(step["text"]) > 40


def test_every_step_can_be_played_as_it_is_told() -> None:
    session = guided()
    for step in LESSON["step"]:
        assert session.decision is not None
        assert session.decision.side == step["side"], step["title"]
        for spelling in step["action"].split(";"):
            assert session.choice is not None
            side = session.choice.side
            answer = session.submit(side, resolve(session, side, spelling.strip()))
            assert isinstance(answer, Accepted), f"{step['title']}: {spelling} {answer}"
    view = session.view(None)
    places = {counter.id: counter.place for counter in view.counters}
    assert places["us-3-502"] == "0907"
    assert places["ge-3-6"] == places["ge-1058"] == "shattered german"
    track = view.track("turn")
    assert track is not None
    assert track.value == "2"
