"""Planned airdrops come down."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class AirdropLanding(Procedure):
    """Planned airdrops come down."""

    side: str

    title = "Airdrops"


FRAMES: Final = (AirdropLanding,)
