"""Artillery resupply."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class ArtilleryResupply(Procedure):
    """Artillery resupply."""

    side: str

    title = "Artillery resupply"


FRAMES: Final = (ArtilleryResupply,)
