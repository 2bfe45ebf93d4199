"""Combat, one attack after the other."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class CombatSegment(Procedure):
    """Combat, one attack after the other."""

    side: str

    title = "Combat"


FRAMES: Final = (CombatSegment,)
