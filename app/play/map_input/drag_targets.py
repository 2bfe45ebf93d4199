"""What can be done with units in hand. They are picked up in thought: putting them back changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from app.play.play_controller import PlayController, WhyNot
from engine.referee.action import Action
from engine.referee.frame import Choice
from engine.referee.preview import Preview
from engine.referee.refusal import RulesBug
from engine.referee.session import play
from engine.referee.state import State

_LOOK_AT: Final = 4
"""Hexes on offer whose ways are looked at to find out which unit would take them."""


class Ahead(Struct, frozen=True):
    """A decision of the same side that is reached by `steps`, without dice and without anything shown."""

    steps: tuple[Action, ...]
    state: State
    choice: Choice

    def ways(self) -> list[Way]:
        """The hexes that this decision offers."""
        return [Way(self, action) for action in self.choice.legal(self.state) if action.kind == "hex"]


class Way(Struct, frozen=True):
    """One hex to which units in hand can be brought."""

    ahead: Ahead
    action: Action

    @property
    def steps(self) -> tuple[Action, ...]:
        """What is sent, in order, when they are put down there."""
        return (*self.ahead.steps, self.action)

    @property
    def label(self) -> str:
        """What the button of the last step says."""
        return self.ahead.choice.label(self.ahead.state, self.action)

    def preview(self) -> Preview:
        """The way there and what it costs."""
        return self.ahead.choice.preview(self.ahead.state, self.action)


class Hand(Struct):
    """The units that are carried and where they can be put down."""

    units: tuple[str, ...]
    ways: dict[str, list[Way]] = field(default_factory=dict)

    def why_not(self, controller: PlayController, place: str) -> list[WhyNot]:
        """Why they cannot be put down there: every kind of way, tried there."""
        session, side = controller.session, controller.viewing_side
        found = []
        kinds = {(way.ahead.steps, way.action.verb): way for ways in self.ways.values() for way in ways}
        for way in kinds.values():
            action, ahead = Action(way.action.verb, "hex", place), way.ahead
            if side is not None and session.game.knows(ahead.state, side, action):
                refusals = tuple(ahead.choice.refusals(ahead.state, action))
                if refusals:
                    found.append(WhyNot(ahead.choice.label(ahead.state, action), refusals))
        return found


def ahead_of(controller: PlayController, action: Action | None = None) -> Ahead | None:
    """The decision now, or the one behind an action that rolls and shows nothing and stays with the side."""
    session = controller.session
    choice, state = session.choice, session.state
    if choice is None or controller.looking_back:
        return None
    if action is None:
        return Ahead((), state, choice)
    try:
        moment = play(state, choice, action, False, len(session) + 1)
    except RulesBug:
        return None  # Whoever clicks it is told.
    after = moment.state.frames[-1] if moment.state.frames else None
    if moment.barrier or not isinstance(after, Choice) or after.side != choice.side:
        return None
    return Ahead((action,), moment.state, after)


def hand_with(controller: PlayController, unit: str) -> Hand | None:
    """Take hold of a unit: the units that the decision is about if it is one of them, else it alone."""
    now = ahead_of(controller)
    counter = controller.view.counter(unit)
    if now is None or counter is None:
        return None
    found = _ways_of(now, unit, counter.place)
    if not found:
        for offer in controller.offers_for_unit(unit):
            ahead = ahead_of(controller, offer.action) if offer.action.kind == "unit" else None
            if ahead is not None:
                found += _ways_of(ahead, unit, counter.place)
    if not found:
        return None
    first = found[0].ahead
    return _hand(tuple(sorted(first.choice.subjects(first.state))) or (unit,), found)


def _ways_of(ahead: Ahead, unit: str, place: str) -> list[Way]:
    """The ways of a decision if it is about this unit: it says so, or its ways begin where the unit is."""
    ways = ahead.ways()
    subjects = set(ahead.choice.subjects(ahead.state))
    return ways if unit in subjects or (not subjects and _start(ways) == place) else []


def _start(ways: list[Way]) -> str:
    """The one place from which all ways set out, as far as they say; empty if there is none."""
    starts = {path[0] for way in ways[:_LOOK_AT] if (path := way.preview().path)}
    return starts.pop() if len(starts) == 1 else ""


def _hand(units: tuple[str, ...], ways: Iterable[Way]) -> Hand:
    hand = Hand(units)
    for way in ways:
        hand.ways.setdefault(way.action.target, []).append(way)
    return hand


def gathering(controller: PlayController, units: Iterable[str]) -> Action | None:
    """The next action that adds one of these units to those the decision is about and loses none of them."""
    gathered = controller.subjects()
    for unit in units:
        if unit in gathered:
            continue
        for offer in controller.offers_for_unit(unit):
            if offer.action.kind != "unit":
                continue
            ahead = ahead_of(controller, offer.action)
            if ahead is not None and gathered | {unit} <= set(ahead.choice.subjects(ahead.state)):
                return offer.action
    return None
