"""Retreats."""

from __future__ import annotations

from dataclasses import dataclass

from engine.referee.frame import Procedure


@dataclass(frozen=True, slots=True)
class FallBack(Procedure):
    """Every unit of a group goes back 1 zone."""

    side: str
    units: tuple[str, ...]
