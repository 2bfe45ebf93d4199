"""Marks of a combat segment: who has attacked, and who has been attacked and stood (7.2)."""

from __future__ import annotations

from typing import Final

ATTACKED: Final = "attacked"
"""It has attacked in this segment."""
STOOD: Final = "stood"
"""It was attacked in this segment and has not retreated since."""
