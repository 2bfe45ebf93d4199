"""What the rules of a game asked functions of the kit, with the marks and the schedule before and after."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final, NamedTuple

from engine.mechanics.arrivals import put_off, take_off_schedule
from engine.mechanics.combat import column_from, ratio_column, within
from engine.mechanics.lines import judge
from engine.mechanics.step_ladder import ways_down
from engine.mechanics.substitution import hand_on_marks, take_over_marks
from engine.referee import Due, Mark, Transaction
from engine.referee.game import Game

WATCHED: Final = (
    *(column_from, hand_on_marks, judge, put_off, ratio_column),
    *(take_off_schedule, take_over_marks, ways_down, within),
)
GAMES: Final = ("engine.games.", "tests.toy")
ALSO: Final = ("engine.mechanics.lines", "engine.mechanics.combat")
"""Modules of the kit that call these functions for the rules."""


class Call(NamedTuple):
    """One call of a function of the kit."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    """Without the transaction."""
    before: dict[type, dict[str, Any]]
    after: dict[type, dict[str, Any]]
    result: Any


def _tables(arguments: tuple[Any, ...]) -> dict[type, dict[str, Any]]:
    if not isinstance(arguments[0], Transaction):
        return {}
    return {kind: dict(arguments[0].state.all(kind)) for kind in (Mark, Due)}


def _noted(function: Callable[..., Any], calls: list[Call]) -> Callable[..., Any]:
    @wraps(function)
    def noting(*given: Any) -> Any:
        arguments = tuple(tuple(one) if isinstance(one, Iterator) else one for one in given)
        before = _tables(arguments)
        result = function(*arguments)
        told = arguments[1:] if before else arguments
        calls.append(Call(function, told, before, _tables(arguments), result))
        return result

    return noting


@contextmanager
def watched() -> Iterator[list[Call]]:
    """Note the calls of every module of a game."""
    calls: list[Call] = []
    noting = {id(function): _noted(function, calls) for function in WATCHED}
    changed: list[tuple[Any, str, Any]] = []
    for name, module in list(sys.modules.items()):
        if name.startswith((*GAMES, *ALSO)):
            for attribute, value in list(vars(module).items()):
                if id(value) in noting:
                    changed.append((module, attribute, value))
                    setattr(module, attribute, noting[id(value)])
    try:
        yield calls
    finally:
        for module, attribute, value in changed:
            setattr(module, attribute, value)


def callers(function: Callable[..., Any], game: Game) -> set[str]:
    """The modules of a game that have this function, or the module of the kit that it is in."""
    package = type(game).__module__.rpartition(".")[0]
    home = sys.modules[function.__module__]
    return {
        name
        for name, module in list(sys.modules.items())
        if name.startswith(package)
        and any(value is function or value is home for value in vars(module).values())
    }
