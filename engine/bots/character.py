"""How a bot weighs what it sees, and how hard it thinks."""

from __future__ import annotations

from typing import Final

from engine.record import Record


class Character(Record):
    """The weights of a bot, and its budget in positions looked at: never in seconds, so that games repeat."""

    title: str
    focus: float = 1.0
    """Weight of the victory conditions."""
    material: float = 0.35
    """Weight of the strength of both sides."""
    care: float = 1.0
    """What an own step counts against one of the enemy."""
    advance: float = 0.15
    """Weight of the way to the places in dispute."""
    noise: float = 0.0
    """How far its judgement errs; 0 for the strongest."""
    positions: int = 64
    """Positions that are looked at in one decision."""
    dice: int = 4
    """How often an action with dice is imagined."""

    @property
    def total(self) -> float:
        """The sum of the weights."""
        return self.focus + self.material + self.advance


CHARACTERS: Final[dict[str, Character]] = {
    "steady": Character("Steady"),
    "bold": Character("Bold", material=0.3, care=0.6, advance=0.25),
    "careful": Character("Careful", material=0.5, care=1.6, advance=0.1),
    "single-minded": Character("Single-minded", focus=1.6, material=0.2),
}
"""The named presets."""
LEVELS: Final[dict[str, tuple[float, int, int]]] = {
    "recruit": (0.08, 16, 1),
    "regular": (0.02, 50, 2),
    "veteran": (0.0, 200, 3),
}
"""Noise, positions and dice of each level; the weaker ones misjudge, none of them cheats."""
