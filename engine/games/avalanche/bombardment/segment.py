"""Bombardment."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class BombardmentSegment(Procedure):
    """Bombardment."""

    side: str

    title = "Bombardment"


FRAMES: Final = (BombardmentSegment,)
