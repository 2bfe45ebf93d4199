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
_Few = Meta(max_length=MOST_ACTIONS)


class _Row(Struct, array_like=True, forbid_unknown_fields=True):
    """One action or ruling with its digest, as a list of texts."""

    side: str
    action: str
    digest: str
    auto: Literal["auto", ""] = ""


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

    @classmethod
    def of(cls, raw: dict[str, Any]) -> SaveFields:
        """Read plain JSON values; BadInput says which of them is damaged."""
        try:
            return convert(cls, raw, "")
        except BadInput as problem:
            raise BadInput(f"This saved game is damaged: {problem}") from None

    def steps(self) -> tuple[SavedStep, ...]:
        """All actions and rulings."""
        return tuple(_step(row, number) for number, row in enumerate(self.actions, start=1))

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
            if row.side or row.auto:
                raise BadInput("a ruling is nobody's own")
            return SavedStep("", rulings.parse(row.action), False, row.digest)
        return SavedStep(row.side, Action.parse(row.action), bool(row.auto), row.digest)
    except BadInput as problem:
        raise BadInput(f"Action {number} of this saved game is damaged: {problem}") from None


def _takeback(row: tuple[int | str, ...]) -> Takeback:
    match row:
        case (int() as at, *consent):
            return Takeback(at, convert(tuple[str, ...], consent, "who agreed to a takeback"))
    raise BadInput("A takeback of this saved game has no number; the file is damaged")
