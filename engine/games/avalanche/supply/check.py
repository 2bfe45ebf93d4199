"""The supply check of a player turn."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class SupplyCheck(Procedure):
    """The supply check of a player turn."""

    side: str

    title = "Supply check"


FRAMES: Final = (SupplyCheck,)
