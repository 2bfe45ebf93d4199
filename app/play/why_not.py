"""What a player has tried by pointing, and the reasons against it: what is nearest to being legal first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from app.play.targets import Offer, WhyNot
from engine.referee.action import Action
from engine.referee.refusal import REFEREE, Refusal

if TYPE_CHECKING:
    from engine.referee.seat import Seat
    from engine.referee.view import Counter, View


class Attempt:
    """A click on a hex or a unit that is not on offer, in the decision of one seat."""

    def __init__(self, seat: Seat, view: View, offers: Sequence[Offer]) -> None:
        self._seat, self._view = seat, view
        self._offered: dict[tuple[str, str], list[str]] = {}
        """The targets that each verb has now."""
        for offer in offers:
            key = offer.action.verb, offer.action.kind
            self._offered.setdefault(key, []).append(offer.action.target)
        self._counters = {counter.id: counter for counter in view.counters}
        self._is_acting = bool(seat.subjects())
        """Units are in hand: whoever points at a hex means them to do something there."""

    def explained(self, hex_id: str, counters: Iterable[Counter], insists: bool = False) -> list[WhyNot]:
        """The reasons against what the click most likely means; none if the player only looks.

        Who drags a unit `insists`: he does not only look, whoever it belongs to.
        """
        refused = self._refused(hex_id, counters, insists)
        nearest = refused[0][0][:2] if refused else ()
        return [why_not for distance, why_not in refused if distance[:2] == nearest]

    def refused(self, hex_id: str, counters: Iterable[Counter]) -> list[WhyNot]:
        """The reasons against everything that the click could mean, what is nearest to being legal first."""
        return [why_not for _, why_not in self._refused(hex_id, counters)]

    def _refused(
        self, hex_id: str, counters: Iterable[Counter], insists: bool = False
    ) -> list[tuple[tuple[bool, bool, int], WhyNot]]:
        tried = list(self._tried(hex_id, list(counters), insists))
        answers = [(action, self._seat.refusals(action)) for action in tried]
        refused = [(self._distance(action, why), action, why) for action, why in answers if why]
        refused.sort(key=lambda entry: entry[0])
        return [
            (distance, WhyNot(self._seat.label(action), tuple(sorted(why, key=_is_general))))
            for distance, action, why in refused
        ]

    def _tried(self, hex_id: str, counters: list[Counter], insists: bool) -> Iterator[Action]:
        seat = self._seat
        for verb, kind in seat.kinds_of_action():
            offered = self._offered.get((verb, kind), [])
            if kind == "unit":
                for counter in counters:
                    if insists or self._is_meant(counter, offered):
                        yield Action(verb, kind, counter.id)
            elif not hex_id or not (offered or self._is_acting):
                continue
            elif kind == "hex":
                yield Action(verb, kind, hex_id)
            elif kind == "region":
                yield from (Action(verb, kind, region) for region in seat.regions_at(hex_id))
            elif kind == "marker":
                there = (marker.id for marker in self._view.markers if marker.place == hex_id)
                yield from (Action(verb, kind, marker) for marker in there)

    def _is_meant(self, counter: Counter, offered: Sequence[str]) -> bool:
        """Could the verb be meant for a counter of this side? Of the enemy only what can be aimed at him."""
        sides = {self._counters[target].side for target in offered if target in self._counters}
        return counter.side in sides if sides else counter.side == self._seat.side

    def _distance(self, action: Action, why: Sequence[Refusal]) -> tuple[bool, bool, int]:
        """How far an action is from being legal: nothing else can be done so, it is aimed at another type of
        unit than all that are possible, and the number of reasons."""
        offered = self._offered.get((action.verb, action.kind), [])
        another_type = False
        if action.kind == "unit" and action.target in self._counters:
            types = {self._counters[target].kind for target in offered if target in self._counters}
            another_type = bool(types) and self._counters[action.target].kind not in types
        return not offered, another_type, len(why)


def _is_general(refusal: Refusal) -> bool:
    """Reasons of the rulebook come before those of the referee."""
    return refusal.case == REFEREE
