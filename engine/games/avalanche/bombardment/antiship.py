"""Anti-shipping air attacks."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class AntiShipping(Procedure):
    """Anti-shipping air attacks."""

    side: str

    title = "Anti-shipping attacks"


FRAMES: Final = (AntiShipping,)
