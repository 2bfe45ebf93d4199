"""Reinforcements arrive."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class Reinforcements(Procedure):
    """Reinforcements arrive."""

    side: str

    title = "Reinforcements"


FRAMES: Final = (Reinforcements,)
