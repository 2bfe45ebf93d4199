"""The combat phase."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.dday_to_berlin.records import COMBAT_PHASE
from engine.games.dday_to_berlin.retreat import FallBack
from engine.games.dday_to_berlin.throw import OfferFreeRoll
from engine.referee.frame import Procedure


@dataclass(frozen=True, slots=True)
class CombatPhase(Procedure):
    side: str

    title = "Combat"
    scope = COMBAT_PHASE


@dataclass(frozen=True, slots=True)
class NightAssaults(Procedure):
    side: str

    title = "Night assaults"
    scope = COMBAT_PHASE


@dataclass(frozen=True, slots=True)
class OfferAmbush(Procedure):
    side: str
    unit: str
    target: str


FRAMES = (CombatPhase, NightAssaults, OfferAmbush, FallBack, OfferFreeRoll)
