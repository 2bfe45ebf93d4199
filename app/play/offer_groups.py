"""The answers to a decision sorted into groups that say the same thing of different targets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from app.play.targets import Offer
    from engine.referee.preview import Price

POINTED_AT: Final = ("unit", "hex", "hexside", "marker", "formation", "region")


class OfferGroup(Struct, frozen=True):
    """Offers with one verb and one kind of target."""

    verb: str
    kind: str
    heading: str
    offers: tuple[Offer, ...]
    ends: bool = False
    """Does it end the decision? Such a group comes last wherever answers stand in a row."""

    @property
    def title(self) -> str:
        """What stands on it: the whole answer where there is only one without a target."""
        return self.offers[0].label if self.kind == "none" else self.heading

    @property
    def is_pointed_at(self) -> bool:
        """Is the target something on the map or in a box?"""
        return self.kind in POINTED_AT

    def targets(self) -> str:
        """How many there are, in words."""
        many = len(self.offers)
        what = self.kind if many == 1 else {"hex": "hexes"}.get(self.kind, f"{self.kind}s")
        return f"{many:,} {what}" if self.kind != "none" else ""

    def prices(self, controller: PlayController) -> tuple[Price, ...]:
        """What the first of them uses up."""
        preview = controller.preview(self.offers[0].action)
        return preview.prices if preview is not None else ()


def groups_of(offers: Iterable[Offer], controller: PlayController) -> list[OfferGroup]:
    """One group for each verb and kind of target, in the order in which they are offered, endings last."""
    sorted_out: dict[tuple[str, str], list[Offer]] = {}
    for offer in offers:
        sorted_out.setdefault((offer.action.verb, offer.action.kind), []).append(offer)
    groups = [
        OfferGroup(verb, kind, controller.heading(verb), tuple(found), controller.is_ending(found[0].action))
        for (verb, kind), found in sorted_out.items()
    ]
    return sorted(groups, key=lambda group: group.ends)
