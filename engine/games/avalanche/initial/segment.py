"""The initial segment of AM turns."""

from __future__ import annotations

from typing import Final

from engine.referee import Procedure


class InitialSegment(Procedure):
    """The initial segment of AM turns."""

    title = "Initial segment"


FRAMES: Final = (InitialSegment,)
