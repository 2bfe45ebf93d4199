"""Engineering tasks."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class Engineering(Procedure):
    """Engineering tasks."""

    side: str

    title = "Engineering"


FRAMES: Final = (Engineering,)
