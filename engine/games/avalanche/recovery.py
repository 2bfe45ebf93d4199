"""Recovery at the end of a player turn."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class Recovery(Procedure):
    """Recovery at the end of a player turn."""

    side: str

    title = "Recovery"


FRAMES: Final = (Recovery,)
