"""After movement."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class AfterMovement(Procedure):
    """After movement."""

    side: str

    title = "After movement"


FRAMES: Final = (AfterMovement,)
