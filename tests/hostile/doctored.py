"""Saves that somebody has changed with care: another position, and a digest that fits it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import games
from engine.referee.history import SavedStep
from engine.referee.save import Save, saved
from engine.referee.session import Session


def doctored(session: Session, change: Callable[[Any], object]) -> Save:
    """The save of a game whose snapshot was changed, with a last digest that fits it."""
    save = saved(session)
    snapshot = games.game(save.start.game).codec.encode_state(session.state)
    change(snapshot)
    return with_snapshot(save, session, snapshot)


def with_snapshot(save: Save, session: Session, snapshot: Any) -> Save:
    """Another position under a digest that fits it."""
    codec = session.game.codec
    state = codec.decode_state(snapshot, session.state.scenario, session.game.kinds)
    last = save.steps[-1]
    digest = codec.digest(state, codec.weigh_tables(state))
    forged = SavedStep(last.side, last.action, last.auto, digest)
    return replace(save, steps=(*save.steps[:-1], forged), snapshot=snapshot)


def without_units(number: int, kind: str = "Piece") -> Callable[[Any], object]:
    """The last so many units are gone."""

    def remove(snapshot: Any) -> None:
        del snapshot["tables"][kind][-number:]

    return remove


def with_other_steps(snapshot: Any) -> None:
    """A unit is stronger than it was."""
    unit = snapshot["tables"]["Piece"][-1]
    unit["steps"] = unit.get("steps", 1) + 1


def without_any_unit(snapshot: Any) -> None:
    """Nobody is left."""
    del snapshot["tables"]["Piece"]


def without_clock(snapshot: Any) -> None:
    """Every table but the units is empty: the rules look for records that are not there."""
    snapshot["tables"] = {"Piece": snapshot["tables"]["Piece"]}


def with_more_dice(snapshot: Any) -> None:
    """More dice have fallen than the actions rolled."""
    snapshot["dice"]["fallen"] = snapshot["dice"].get("fallen", 0) + 3


def over(snapshot: Any) -> None:
    """Red has won already."""
    snapshot["frames"] = []
    snapshot["outcome"] = {"is": "Outcome", "winner": "red", "text": "Red wins", "case": "1.1"}


WAYS: dict[str, Callable[[Any], object]] = {
    "five units are gone": without_units(5),
    "one unit is gone": without_units(1),
    "no unit is left": without_any_unit,
    "a unit has another step": with_other_steps,
    "only units are left": without_clock,
    "more dice have fallen": with_more_dice,
    "the game is over": over,
}
