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
    (Path(str(files("resources"))) / "learn" / "ttr.toml").read_text(encoding="utf-8")
)
STEP = {"side", "title", "text", "action", "case"}


def guided() -> Session:
    rules = game(LESSON["game"])
    text = rules.scenario_text(LESSON["scenario"])
    start = Start(LESSON["game"], "scenario", LESSON["scenario"], text, LESSON["seed"], LESSON["options"])
    return Session.begin(rules, start)


def test_the_lesson_is_complete_and_cites_cases_that_exist() -> None:
    book = Rulebook.load(game("ttr").rules_path())
    assert LESSON.keys() == {"game", "scenario", "options", "seed", "title", "about", "closing", "step"}
    for step in LESSON["step"]:
        assert step.keys() == STEP
        assert step["case"] in book.cases, step["case"]
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
    counters = {counter.id: counter for counter in view.counters}
    places = {name: counters[name].place for name in ("br-gds-arm", "br-11-arm", "us-82-abn", "12-vg")}
    assert places == {"br-gds-arm": "3113", "br-11-arm": "3015", "us-82-abn": "3112", "12-vg": "3313"}
    steps = {name: counters[name].steps for name in ("br-gds-arm", "us-82-abn", "erdm", "9ss-pz")}
    assert steps == {"br-gds-arm": 2, "us-82-abn": 1, "erdm": 1, "9ss-pz": 2}
    assert counters["flak-1"].place == "pool german"
    tracks = {track.key: track.value for track in view.tracks}
    assert (tracks["vp.allied"], tracks["weather"], tracks["turn"]) == ("55", "clear", "1")
    log = " ".join(event.text for _, event in session.log(None))
    assert "33 against 10: 3:1, on 7:1" in log
    assert "180 Inf is out of supply" in log
