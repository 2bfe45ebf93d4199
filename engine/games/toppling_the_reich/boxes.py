"""The boxes off the map: each side has one of every kind (`box(boxes.POOL, side)`)."""

from __future__ import annotations

from typing import Final

POOL: Final = "pool"
"""Eliminated and to be rebuilt."""
COMZ: Final = "comz"
AIRDROP: Final = "airdrop"
OUT: Final = "out"
"""Gone for good."""
DUE: Final = "due"
"""Waiting for its side to place it before the first turn."""
WITHDRAWN: Final = "withdrawn"
IN_CORPS: Final = "corps"
"""On the composition chart of a corps counter."""
UNUSED: Final = "unused"
"""Counters that only optional rules bring into play."""
