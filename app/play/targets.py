"""What is on offer, sorted by what a player points at to mean it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct, field

from engine.referee.action import Action
from engine.referee.refusal import Refusal
from engine.referee.view import View

_DRAWING_KINDS: Final = ("none", "number", "marker", "box", "side", "region")


class Offer(Struct, frozen=True):
    """An action that the session offers now, and what its button says."""

    action: Action
    label: str


class WhyNot(Struct, frozen=True):
    """An action that a player tried by pointing, and every reason why it cannot be done."""

    label: str
    refusals: tuple[Refusal, ...]


Found = dict[str, list[Offer]]


class Targets(Struct):
    """Offers by hex, unit, hexside, marker, region and box."""

    by_hex: Found = field(default_factory=dict)
    by_unit: Found = field(default_factory=dict)
    by_side: Found = field(default_factory=dict)
    by_marker: Found = field(default_factory=dict)
    by_region: Found = field(default_factory=dict)
    by_box: Found = field(default_factory=dict)

    @classmethod
    def of(cls, offers: Iterable[Offer], view: View, drawn: Callable[[Action], Iterable[str]]) -> Targets:
        """Sort these; `drawn` tells which hexsides an action without a place would draw."""
        by_hex: defaultdict[str, list[Offer]] = defaultdict(list)
        by_unit: defaultdict[str, list[Offer]] = defaultdict(list)
        by_side: defaultdict[str, list[Offer]] = defaultdict(list)
        by_marker: defaultdict[str, list[Offer]] = defaultdict(list)
        by_region: defaultdict[str, list[Offer]] = defaultdict(list)
        by_box: defaultdict[str, list[Offer]] = defaultdict(list)
        named = {
            "hex": by_hex,
            "unit": by_unit,
            "hexside": by_side,
            "marker": by_marker,
            "region": by_region,
            "box": by_box,
        }
        for offer in offers:
            action = offer.action
            if action.kind in named:
                named[action.kind][action.target].append(offer)
            elif action.kind == "formation":
                for counter in view.counters:
                    if counter.formation == action.target:
                        by_unit[counter.id].append(offer)
            if action.kind in _DRAWING_KINDS:
                for side in drawn(action):
                    by_side[side].append(offer)
        return cls(*map(dict, (by_hex, by_unit, by_side, by_marker, by_region, by_box)))

    def beside(self, hex_id: str) -> list[Offer]:
        """What can be done on the sides of a hex."""
        sides = [offers for side, offers in self.by_side.items() if hex_id in side.split("/")]
        return list(dict.fromkeys(offer for offers in sides for offer in offers))
