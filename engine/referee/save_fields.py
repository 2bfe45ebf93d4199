"""Reads the fields of a saved game; BadInput says which of them is damaged."""

from __future__ import annotations

from typing import Any, Final, Literal

from engine.bad_input import BadInput
from engine.referee import ruling as rulings
from engine.referee.action import Action
from engine.referee.fair_seed import Contribution, read_contributions
from engine.referee.history import SavedStep
from engine.referee.session import Takeback

MOST_ACTIONS: Final = 250_000
"""A campaign of 36 turns has some 30,000."""
_AUTO: Final = "auto"
_JOINED: Final = "joined"


def step_row(side: str, action: str, digest: str, auto: bool, joined: bool) -> list[str]:
    """One action or ruling as it is written: what is true of it besides stands behind its digest."""
    row = [side, action, digest]
    if auto:
        row.append(_AUTO)
    if joined:
        row.append(_JOINED)
    return row


def read_steps(rows: list[Any]) -> tuple[SavedStep, ...]:
    """Every action and ruling with its digest."""
    steps: list[SavedStep] = []
    for number, row in enumerate(rows, start=1):
        step = _read_step(row, number)
        if step.joined and (not steps or steps[-1].side != step.side):
            raise BadInput(
                f"Action {number} of this saved game is damaged: it is joined to no action of {step.side}"
            )
        steps.append(step)
    return tuple(steps)


def _read_step(row: Any, number: int) -> SavedStep:
    plain = isinstance(row, list) and len(row) >= 3 and all(isinstance(part, str) for part in row)
    if not plain or row[3:] not in ([], [_AUTO], [_JOINED], [_AUTO, _JOINED]):
        raise BadInput(f"Action {number} of this saved game is damaged")
    try:
        if row[1].startswith(rulings.SIGN):
            if row[0] or row[3:]:
                raise BadInput("a ruling is nobody's own")
            return SavedStep("", rulings.parse(row[1]), False, row[2])
        return SavedStep(row[0], Action.parse(row[1]), _AUTO in row[3:], row[2], _JOINED in row[3:])
    except BadInput as problem:
        raise BadInput(f"Action {number} of this saved game is damaged: {problem}") from None


def read_takeback(row: Any) -> Takeback:
    """A recorded agreement."""
    if (
        not isinstance(row, list)
        or not row
        or type(row[0]) is not int
        or not all(isinstance(s, str) for s in row[1:])
    ):
        raise BadInput("A takeback of this saved game is damaged")
    return Takeback(row[0], tuple(row[1:]))


def text_of(raw: dict[str, Any], name: str) -> str:
    """A text of the header."""
    value = raw.get(name)
    if not isinstance(value, str):
        raise BadInput(f"`{name}` of this saved game should be a text; the file is damaged")
    return value


def contributions_in(raw: dict[str, Any]) -> tuple[Contribution, ...]:
    """What each side gave to the dice, checked against the commitments."""
    try:
        found = read_contributions(raw.get("contributions"))
    except BadInput as problem:
        raise BadInput(f"{problem}; the file is damaged") from None
    if raw.get("commitments") != {given.side: given.commitment for given in found}:
        raise BadInput(
            "What the sides gave to the dice does not fit their commitments:"
            " the file is damaged, or the dice are loaded"
        )
    return found


def kind_of(raw: dict[str, Any]) -> Literal["scenario", "position"]:
    """What the game was set up from."""
    match raw.get("kind"):
        case "scenario":
            return "scenario"
        case "position":
            return "position"
    raise BadInput("`kind` of this saved game should be scenario or position; the file is damaged")


def rows_of(raw: dict[str, Any], name: str) -> list[Any]:
    """A list of the save."""
    value = raw.get(name)
    if not isinstance(value, list):
        raise BadInput(f"`{name}` of this saved game should be a list; the file is damaged")
    if len(value) > MOST_ACTIONS:
        raise BadInput(f"`{name}` of this saved game has {len(value)} rows; up to {MOST_ACTIONS} are read")
    return value


def options_of(value: Any) -> dict[str, Any]:
    """The switches chosen."""
    if not isinstance(value, dict) or not all(isinstance(item, str | int | bool) for item in value.values()):
        raise BadInput("`options` of this saved game should be a table of plain values; the file is damaged")
    return value
