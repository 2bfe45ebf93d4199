"""The file of a guided game: the text of each step and its actions.

game, scenario, options, seed      what is played, with dice that fit the text
title, about, closing              the first and the last page
[[step]]                           side, title, text; action: spelled as in worked examples,
                                   several actions separated by semicolons; case: the rule case
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from engine import games
from engine.bad_input import BadInput
from engine.parse_limits import load_toml
from engine.referee.action import KINDS, Action
from engine.referee.save import read_text
from engine.referee.seat import Seat
from engine.referee.session import Session, Start

_TEXTS: Final = ("game", "scenario", "seed", "title", "about", "closing")
_STEP: Final = ("side", "title", "text", "action", "case")


class Step(Struct, frozen=True):
    """One page of the lesson."""

    side: str
    title: str
    text: str
    actions: tuple[str, ...]
    case: str


class Lesson(Struct, frozen=True):
    """A guided game."""

    game: str
    scenario: str
    seed: str
    title: str
    about: str
    closing: str
    options: Mapping[str, Any]
    steps: tuple[Step, ...]

    @classmethod
    def load(cls, path: Path) -> Lesson:
        """Read a lesson from its file."""
        try:
            return cls.loads(read_text(path, "lesson"))
        except BadInput as problem:
            text = str(problem)
            raise BadInput(text if str(path) in text else f"{path}: {text}") from None

    @classmethod
    def loads(cls, text: str) -> Lesson:
        """Read a lesson; BadInput says what is wrong with it."""
        try:
            raw = load_toml(text, "This lesson")
        except (ValueError, RecursionError) as error:
            raise BadInput(f"This is not a lesson: {error}") from None
        steps, options = raw.pop("step", []), raw.pop("options", {})
        if not isinstance(options, dict):
            raise BadInput("`options` of a lesson should be a table")
        if not isinstance(steps, list) or not steps or not all(isinstance(row, dict) for row in steps):
            raise BadInput("A lesson should have steps, each written as [[step]]")
        return cls(
            **_texts(raw, _TEXTS, "the lesson"),
            options=options,
            steps=tuple(_step(row, f"[[step]] number {n}") for n, row in enumerate(steps, start=1)),
        )

    @property
    def plan(self) -> list[tuple[int, str]]:
        """Every action in order, with the index of its step."""
        return [(number, spelling) for number, step in enumerate(self.steps) for spelling in step.actions]

    def begin(self) -> Session:
        """Start the game of the lesson."""
        rules = games.game(self.game)
        text = rules.scenario_text(self.scenario)
        start = Start(self.game, "scenario", self.scenario, text, self.seed, dict(self.options))
        return Session.begin(rules, start)


def _step(raw: dict[str, Any], where: str) -> Step:
    found = _texts(raw, _STEP, where)
    actions = tuple(part.strip() for part in found.pop("action").split(";"))
    if not all(actions):
        raise BadInput(f"An action of {where} is empty")
    return Step(actions=actions, **found)


def _texts(raw: dict[str, Any], names: tuple[str, ...], where: str) -> dict[str, str]:
    for name in names:
        if not isinstance(raw.get(name), str) or not raw[name].strip():
            raise BadInput(f"`{name}` of {where} should be a text")
    for name in raw:
        if name not in names:
            raise BadInput(f"{name!r:.60} of {where} is unknown; remove it or correct its spelling")
    return {name: raw[name] for name in names}


def matches(spelling: str, action: Action) -> bool:
    """Whether a spelling means this action: `verb`, `verb target` or `verb kind target`."""
    verb, *rest = spelling.split(None, 2)
    if verb != action.verb:
        return False
    if len(rest) == 2 and rest[0] in KINDS[1:]:
        return (action.kind, action.target) == tuple(rest)
    return action.target == spelling.removeprefix(verb).strip()


def followed(session: Session, plan: list[tuple[int, str]]) -> int:
    """How many actions of the plan the game has followed from its start."""
    most = min(len(plan), len(session))
    seat = Seat(session, None)  # One person plays every side of a lesson.
    for at in range(most):
        action = seat.step(at + 1).action
        if action is None or not matches(plan[at][1], action):
            return at
    return most
