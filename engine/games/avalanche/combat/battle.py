"""What is settled of a combat so far: who fights, what was chosen and which dice have fallen."""

from __future__ import annotations

from typing import Final

from engine.referee import Frame

STANDARD: Final = "Standard"
PROBE: Final = "Probe"
BLITZ: Final = "Blitz"
ASSAULT: Final = "Assault"
WITHDRAW: Final = "Withdraw"
DETERMINED: Final = "DetDefense"
RETREAT: Final = "Retreat"

SURPRISE: Final = "surprise"
PARTICIPATION: Final = "participation"


class Battle(Frame):
    """A combat against one hex, inside the frames that settle it. What is not settled has its usual value."""

    side: str
    """The attacker."""
    target: str
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    nation: str = ""
    """The nation that defends in a mixed Allied stack."""
    attack_option: str = STANDARD
    defence_option: str = STANDARD
    tries_surprise: bool = False
    surprised: bool = False
    defence_support: tuple[tuple[str, int], ...] = ()
    """Guns and ships of the defender with their points."""
    attack_support: tuple[tuple[str, int], ...] = ()
    """Guns of the attacker with their points, and ships that support."""
    ships_named: tuple[tuple[str, int], ...] = ()
    """Ships of the attacker that have not rolled yet."""
    doubled: tuple[str, ...] = ()
    """Guns that give their support twice."""
    air: int = 0
    """Ground support points of the attacker."""
    levels: tuple[int, ...] = ()
    """The morale levels of attacker and defender; empty where there is no morale step."""
    failed: tuple[str, ...] = ()
    """Units that failed the participation roll."""
    hit: tuple[str, ...] = ()
    """Attackers whose strength antitank fire halves."""
    helped: tuple[str, ...] = ()
    """Leaders whose roll gave a shift."""
    settled: tuple[str, ...] = ()
    """What no die decides any more: SURPRISE, PARTICIPATION, and each side that has decided on a leader."""
    breakthrough: bool = False

    @property
    def taking_part(self) -> tuple[str, ...]:
        """The attackers that did not fail the participation roll."""
        return tuple(key for key in self.attackers if key not in self.failed)
