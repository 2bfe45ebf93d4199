"""Movement of a player turn."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class MovementSegment(Procedure):
    """Movement of a player turn."""

    side: str

    title = "Movement"


FRAMES: Final = (MovementSegment,)
