"""Which answers to a decision get a button in the bar, and which share a menu, so that all have room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from app.play.bar_height import BUTTON_LINES
from app.play.offer_groups import OfferGroup
from app.play.targets import Offer
from engine.referee.action import Action

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
    is_default: bool = False
    """Is it the answer that changes nothing? It is always in sight, too."""

    @property
    def stays(self) -> bool:
        """Does it never go into a menu?"""
        return self.ends or self.is_default


def answers_of(
    groups: Sequence[OfferGroup],
    short_of_room: bool,
    default: Action | None = None,
    most: int = MOST_BUTTONS,
) -> list[DecisionButton]:
    """The answers from left to right, at most so many."""
    alike = 1 if short_of_room else MOST_ALIKE
    found: list[DecisionButton] = []
    for group in groups:
        found += [DecisionButton(o.label, (o,), is_default=True) for o in group.offers if o.action == default]
        others = tuple(offer for offer in group.offers if offer.action != default)
        if len(others) > alike:
            found.append(DecisionButton(group.heading.rstrip(" …:") + "…", others))
        else:
            found += [DecisionButton(offer.label, (offer,), group.ends) for offer in others]
    if len(found) <= most:
        return found
    staying = [answer for answer in found if answer.stays]
    others_found = [answer for answer in found if not answer.stays]
    room = max(0, most - 1 - len(staying))
    rest = tuple(offer for answer in others_found[room:] for offer in answer.offers)
    more = [DecisionButton(f"{len(rest)} more", rest)] if rest else []
    return [*others_found[:room], *more, *staying]


def fitting(
    groups: Sequence[OfferGroup],
    default: Action | None,
    width_of: Callable[[DecisionButton], int],
    available: int,
) -> tuple[list[DecisionButton], int]:
    """The answers that have room in two lines of this width, and the width that they take."""
    tries = [(False, MOST_BUTTONS), *((True, most) for most in range(MOST_BUTTONS, 1, -1))]
    answers: list[DecisionButton] = []
    for short_of_room, most in tries:
        answers = answers_of(groups, short_of_room, default, most)
        widths = list(map(width_of, answers))
        if _lines(widths, available) <= BUTTON_LINES:
            break
    widths = list(map(width_of, answers))
    total = sum(widths)
    if total <= available // 2 or len(widths) < BUTTON_LINES:
        return answers, total
    narrow = max(widths)
    while _lines(widths, narrow) > BUTTON_LINES and narrow < available:
        narrow += max(1, min(widths) // 4)
    return answers, narrow


def _lines(widths: Sequence[int], available: int) -> int:
    lines, left = 0, 0
    for width in widths:
        if not lines or left < width:
            lines, left = lines + 1, available
        left -= width
    return lines
