"""Airdrops are planned."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class AirdropPlanning(Procedure):
    """Airdrops are planned."""

    side: str

    title = "Airdrop planning"


FRAMES: Final = (AirdropPlanning,)
