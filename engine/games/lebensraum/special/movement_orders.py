"""Further orders of the phasing movement segment: airborne assaults (11.4) and landings (12.2, 12.3)."""

from __future__ import annotations

from typing import Final

from engine.games.lebensraum.special import free_landing, paratroops
from engine.mechanics.menu import Order

ORDERS: Final[tuple[Order, ...]] = (*paratroops.ORDERS, *free_landing.ORDERS)
