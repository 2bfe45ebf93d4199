"""The marks on units, with their scopes and values."""

from __future__ import annotations

from typing import Final

GAME_TURN: Final = "game turn"
PLAYER_TURN: Final = "player turn"
COMBAT_PHASE: Final = "combat phase"

# Marks on units. Behind each: the scope it is made for, and what its value says.
ACTIVATED: Final = "activated"
"""player turn; double, full, hold or fallback"""
MP: Final = "movement points"
"""player turn; the points left"""
MOVED: Final = "moved"
"""player turn; the case that makes the zone it entered the only one of its turn, else empty"""
ARRIVED: Final = "arrived"
"""player turn; came in as a reinforcement"""
GUN_MOVED: Final = "gun moved"
"""game turn; ATG and ART"""
FIRED: Final = "fired"
"""game turn; a gun or SPA that fired, supported or was committed"""
COLUMN: Final = "road column"
"""no scope: until the next own movement phase"""
WORKED: Final = "worked"
"""player turn; did an engineering task"""
ATTACKED: Final = "attacked"
"""player turn"""
COMMITTED: Final = "committed"
"""combat phase"""
BRIDGING: Final = "bridging"
"""no scope: until it moves or does something else; the hexside"""
STIRRED: Final = "stirred"
"""no scope; the unit that a scenario lets lie in ambush has moved"""
AMBUSHED: Final = "ambush sprung"
"""no scope; it has used its ambush"""
OUT_OF_SUPPLY: Final = "out of supply"
"""no scope: until the next own supply phase"""

DOUBLE: Final = "double"
FULL: Final = "full"
HOLD: Final = "hold"
FALLBACK: Final = "fallback"
