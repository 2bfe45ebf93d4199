"""What work that takes long says of itself, and how it learns that nobody wants it any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.lean_dataclass import dataclass

Progress: TypeAlias = Callable[[int, int, str], None]
"""Tell how far the work has come, of how much, and with what; raises CalledOff when it is unwanted."""


def silent(done: int, of: int, what: str) -> None:
    """Nobody wants to know."""


class CalledOff(Exception):
    """Nobody wants the result any more."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How the work ended: with a value, with a sentence why not, or by being called off."""

    value: Any = None
    problem: str = ""
    called_off: bool = False

    @property
    def well(self) -> bool:
        """Is there a result?"""
        return not self.problem and not self.called_off
