"""Further orders of the movement segments: evacuation by sea (7.462-c)."""

from __future__ import annotations

from typing import Final

from engine.mechanics.menu import Order

ORDERS: Final[tuple[Order, ...]] = ()
