"""Where units can be dragged to: the hexes that a decision offers, or would offer once they are selected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct, field

from app.play.play_controller import PlayController
from app.play.targets import WhyNot
from engine.referee.action import Action
from engine.referee.look_ahead import LookAhead
from engine.referee.preview import Preview
from engine.referee.refusal import RulesBug

PLACES: Final = ("hex", "box")
"""Kinds of targets on which units can be dropped."""
_SAMPLED_WAYS: Final = 4
"""Ways whose first hex is compared to find out which unit would take them."""


class Way(Struct, frozen=True):
    """One hex or box to which the dragged units can go."""

    ahead: LookAhead
    action: Action

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that are sent, as one group, when the units are dropped there."""
        return (*self.ahead.actions, self.action)

    @property
    def label(self) -> str:
        """What the button of the last action says."""
        return self.ahead.label(self.action)

    def preview(self) -> Preview:
        """The way there and what it costs."""
        return self.ahead.preview(self.action)


class Hand(Struct):
    """The units that are dragged, and where they can be dropped."""

    units: tuple[str, ...]
    ways: dict[str, list[Way]] = field(default_factory=dict)

    def why_not(self, place: str) -> list[WhyNot]:
        """Why they cannot be dropped there: every kind of way, tried there."""
        found = []
        kinds = {(way.ahead.actions, way.action.verb): way for ways in self.ways.values() for way in ways}
        for way in kinds.values():
            action = Action(way.action.verb, way.action.kind, place)
            refusals = tuple(way.ahead.refusals(action))
            if refusals:
                found.append(WhyNot(way.ahead.label(action), refusals))
        return found


def hand_with(controller: PlayController, unit: str) -> Hand | None:
    """Start to drag a unit: all units that the decision is about if it is one of them, else it alone."""
    now = controller.look_ahead()
    counter = controller.view.counter(unit)
    if now is None or counter is None:
        return None
    found = _ways_of(now, unit, counter.place)
    if not found:
        for offer in controller.offers_for_unit(unit):
            ahead = controller.look_ahead(offer.action) if offer.action.kind == "unit" else None
            if ahead is not None:
                found += _ways_of(ahead, unit, counter.place)
    if not found:
        return None
    return _hand(tuple(sorted(found[0].ahead.subjects())) or (unit,), found)


def _ways_of(ahead: LookAhead, unit: str, place: str) -> list[Way]:
    """The ways of a decision if it is about this unit: it says so, or its ways begin where the unit is."""
    ways = [Way(ahead, action) for action in ahead.legal() if action.kind in PLACES]
    subjects = ahead.subjects()
    return ways if unit in subjects or (not subjects and _start(ways) == place) else []


def _start(ways: list[Way]) -> str:
    """The one place from which all ways set out, as far as they say; empty if there is none."""
    starts = {path[0] for way in ways[:_SAMPLED_WAYS] if (path := way.preview().path)}
    return starts.pop() if len(starts) == 1 else ""


def _hand(units: tuple[str, ...], ways: Iterable[Way]) -> Hand:
    hand = Hand(units)
    for way in ways:
        hand.ways.setdefault(way.action.target, []).append(way)
    return hand


def gathering(controller: PlayController, units: Sequence[str]) -> tuple[Action, ...]:
    """The actions that add as many of these units as possible to those that the decision is about."""
    now = controller.look_ahead()
    if now is None:
        return ()
    with suppress(RulesBug):  # It is reported when the action is played.
        while (further := _with_one_more(now, units, controller.singled_out)) is not None:
            now = further
    return now.actions


def _with_one_more(
    now: LookAhead, units: Sequence[str], singled_out: tuple[str, str] | None
) -> LookAhead | None:
    """The decision after an action that adds one of the units and loses none; None if there is none.

    Where one order is singled out, only that order gathers.
    """
    gathered, legal = now.subjects(), now.legal()
    meant = [action for action in legal if (action.verb, action.kind) == singled_out] or legal
    for unit in units:
        if unit in gathered:
            continue
        for action in meant:
            if action.kind == "unit" and action.target == unit:
                ahead = now.after(action)
                if ahead is not None and gathered | {unit} <= ahead.subjects():
                    return ahead
    return None
