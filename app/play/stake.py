"""What is left to chance by an action."""

from __future__ import annotations

from msgspec import Struct

from engine.referee.first_roll import FirstRoll
from engine.referee.preview import Preview


class Stake(Struct, frozen=True):
    """What a player sees before an action is done that is left to chance."""

    preview: Preview
    roll: FirstRoll | None
    """The first roll that follows; None if somebody else decides before dice fall."""
