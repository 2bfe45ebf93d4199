"""What is on offer, sorted by what a player points at to mean it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
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
    regions: dict[str, frozenset[str]] = field(default_factory=dict)
    """The hexes of the regions on offer."""
    lit_hexes: frozenset[str] = frozenset()
    """The hexes that are targets themselves, through their region or through a marker on them."""
    lit_hexsides: frozenset[str] = frozenset()
    """The hexsides that are targets themselves or through a marker on them."""

    @classmethod
    def of(
        cls,
        offers: Iterable[Offer],
        view: View,
        drawn: Callable[[Action], Iterable[str]],
        hexes_of: Callable[[str], Iterable[str]],
    ) -> Targets:
        """Sort these; `drawn` tells which hexsides an action without a place would draw, `hexes_of` the hexes
        of a region."""
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
        regions = {region: frozenset(hexes_of(region)) for region in by_region}
        boxes = {box.key for box in view.boxes}
        marked = {m.place for m in view.markers if m.id in by_marker and m.place not in boxes}
        sides = {place for place in marked if "/" in place}
        return cls(
            dict(by_hex),
            dict(by_unit),
            dict(by_side),
            dict(by_marker),
            dict(by_region),
            dict(by_box),
            regions,
            frozenset(by_hex).union(marked - sides, *regions.values()),
            frozenset(by_side) | sides,
        )

    def in_region(self, hex_id: str) -> Iterator[Offer]:
        """What can be done with the regions that a hex belongs to."""
        for region, hexes in self.regions.items():
            if hex_id in hexes:
                yield from self.by_region[region]

    def beside(self, hex_id: str) -> list[Offer]:
        """What can be done on the sides of a hex."""
        sides = [offers for side, offers in self.by_side.items() if hex_id in side.split("/")]
        return list(dict.fromkeys(offer for offers in sides for offer in offers))
