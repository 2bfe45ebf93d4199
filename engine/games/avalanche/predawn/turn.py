"""The predawn turn."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class PredawnTurn(Procedure):
    """The predawn turn."""

    title = "Predawn"


FRAMES: Final = (PredawnTurn,)
