"""The fields of a saved game and their types; BadInput says which of them is damaged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from engine.bad_input import BadInput
from engine.referee import ruling as rulings
from engine.referee.action import Action
from engine.referee.fair_seed import Contribution
from engine.referee.history import SavedStep
from engine.referee.session import Takeback
from engine.typed_data import convert

MOST_ACTIONS: Final = 250_000
"""A campaign of 36 turns has some 30,000."""
MOST_BOTS: Final = 100
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


_Few = Meta(max_length=MOST_ACTIONS)


class _Row(Struct, array_like=True, forbid_unknown_fields=True):
    """One action or ruling with its digest, as a list of texts."""

    side: str
    action: str
    digest: str
    mark: Literal["auto", "joined", ""] = ""
    second_mark: Literal["joined", ""] = ""


class _Given(Struct, array_like=True, forbid_unknown_fields=True):
    """What a side gave to the dice, as a list."""

    side: str
    value: str
    salt: str
    typed: bool


class SaveFields(Struct):
    """A saved game in the present format, before anything in it is compared."""

    game: str
    kind: Literal["scenario", "position"]
    scenario: str
    text: str
    seed: str
    seal: str
    text_seal: str
    rules_version: int
    options: Mapping[str, str | int | bool]
    contributions: tuple[_Given, ...]
    commitments: Mapping[str, str]
    actions: Annotated[tuple[_Row, ...], _Few]
    takebacks: Annotated[tuple[tuple[int | str, ...], ...], _Few]
    snapshot: Any = None
    bots: Annotated[Mapping[str, str], Meta(max_length=MOST_BOTS)] = {}

    @classmethod
    def of(cls, raw: dict[str, Any]) -> SaveFields:
        """Read plain JSON values; BadInput says which of them is damaged."""
        try:
            return convert(cls, raw, "")
        except BadInput as problem:
            raise BadInput(f"This saved game is damaged: {problem}") from None

    def steps(self) -> tuple[SavedStep, ...]:
        """All actions and rulings."""
        found: list[SavedStep] = []
        for number, row in enumerate(self.actions, start=1):
            step = _step(row, number)
            if step.joined and (not found or found[-1].side != step.side):
                raise BadInput(
                    f"Action {number} of this saved game is damaged: it is joined to no action of {step.side}"
                )
            found.append(step)
        return tuple(found)

    def agreements(self) -> tuple[Takeback, ...]:
        """What was taken back by agreement."""
        return tuple(map(_takeback, self.takebacks))

    def given(self) -> tuple[Contribution, ...]:
        """What each side gave to the dice, checked against the commitments."""
        found = tuple(Contribution(row.side, row.value, row.salt, row.typed) for row in self.contributions)
        if self.commitments != {given.side: given.commitment for given in found}:
            raise BadInput(
                "What the sides gave to the dice does not fit their commitments:"
                " the file is damaged, or the dice are loaded"
            )
        return found


def _step(row: _Row, number: int) -> SavedStep:
    try:
        if row.action.startswith(rulings.SIGN):
            if row.side or row.mark:
                raise BadInput("a ruling is nobody's own")
            return SavedStep("", rulings.parse(row.action), False, row.digest)
        if row.mark == row.second_mark == _JOINED:
            raise BadInput("it is marked twice")
        joined = _JOINED in (row.mark, row.second_mark)
        return SavedStep(row.side, Action.parse(row.action), row.mark == _AUTO, row.digest, joined)
    except BadInput as problem:
        raise BadInput(f"Action {number} of this saved game is damaged: {problem}") from None


def _takeback(row: tuple[int | str, ...]) -> Takeback:
    match row:
        case (int() as at, *consent):
            return Takeback(at, convert(tuple[str, ...], consent, "who agreed to a takeback"))
    raise BadInput("A takeback of this saved game has no number; the file is damaged")
