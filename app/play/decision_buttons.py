"""Which answers to a decision get a button in the bar, and which share a menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from app.play.offer_groups import OfferGroup
from app.play.targets import Offer

MOST_BUTTONS: Final = 7
"""Answers that stand side by side; the rest are in a menu."""
MOST_ALIKE: Final = 4
"""Of more answers that differ only in their target a menu is made; of fewer too, where room is short."""


class DecisionButton(Struct, frozen=True):
    """A button with one offer, or a menu with several."""

    title: str
    offers: tuple[Offer, ...]
    ends: bool = False
    """Does it leave the decision? Such an answer is always in sight, and comes last."""


def answers_of(groups: Sequence[OfferGroup], short_of_room: bool) -> list[DecisionButton]:
    """The answers from left to right."""
    alike = 1 if short_of_room else MOST_ALIKE
    found: list[DecisionButton] = []
    for group in groups:
        if len(group.offers) > alike:
            found.append(DecisionButton(group.heading.rstrip(" …:") + "…", group.offers))
        else:
            found += [DecisionButton(offer.label, (offer,), group.ends) for offer in group.offers]
    if len(found) <= MOST_BUTTONS:
        return found
    endings = [answer for answer in found if answer.ends]
    others = [answer for answer in found if not answer.ends]
    room = max(1, MOST_BUTTONS - 1 - len(endings))
    rest = tuple(offer for answer in others[room:] for offer in answer.offers)
    return [*others[:room], *([DecisionButton(f"{len(rest)} more", rest)] if rest else ()), *endings]
