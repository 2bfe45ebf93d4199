"""Further orders of the movement segments: airborne drops (11.4)."""

from __future__ import annotations

from typing import Final

from engine.mechanics.menu import Order

ORDERS: Final[tuple[Order, ...]] = ()
