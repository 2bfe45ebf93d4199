"""The results of an action: each roll with everything that came of it, and the hexes concerned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from app.play.panels.dice_art import Die, dice_of
from engine.referee.event import Event
from engine.referee.view import View

if TYPE_CHECKING:
    from app.play.play_controller import PlayController

_WHY: Final = re.compile(r" \(|: |; ")
"""Behind this a roll tells its modifiers and its dice; before it, what was rolled for."""
MOST_HEXES: Final = 4
"""A card lies beside one place: of an event that concerns more hexes, the first count."""


class Result(Struct, frozen=True):
    """A roll and what came of it; or sentences before the first roll, which have no dice."""

    dice: tuple[Die, ...]
    events: tuple[Event, ...]


class Outcome(Struct, frozen=True):
    """All results of one action."""

    title: str
    results: tuple[Result, ...]
    hexes: tuple[str, ...]


def outcome_of(events: Sequence[Event], before: View | None, after: View) -> Outcome | None:
    """What a player is shown of these events; None if there is nothing to read."""
    told = [event for event in events if event.text]
    if not told:
        return None
    parts: list[list[Event]] = [[]]
    for event in told:
        if event.dice and parts[-1]:
            parts.append([])
        parts[-1].append(event)
    results = tuple(Result(dice_of(part[0]) if part[0].dice else (), tuple(part)) for part in parts)
    rolled = next((_WHY.split(event.text, maxsplit=1)[0] for event in told if event.dice), "")
    title = rolled or "What was shown"
    rolls = [event for result in results if result.dice for event in result.events]
    hexes = _hexes(rolls, before, after) or _hexes(told, before, after)
    return Outcome(title[:1].upper() + title[1:], results, hexes)


def public_outcome(controller: PlayController) -> Outcome | None:
    """What the last action came to, as far as everybody may read it; None without a roll."""
    events = controller.public_results_since(len(controller.session) - 1)
    return outcome_of(events, None, View(None, "")) if events else None


def _hexes(events: Iterable[Event], before: View | None, after: View) -> tuple[str, ...]:
    """Where it happened: the hexes that are named, else where the units are or, if they are gone, were."""
    named = [target for event in events for kind, target in event.about if kind == "hex"]
    if not named:
        units = [target for event in events for kind, target in event.about if kind == "unit"]
        places = {c.id: c.place for view in (before, after) if view is not None for c in view.counters}
        named = [places[unit] for unit in units if unit in places]
    return tuple(dict.fromkeys(named))[:MOST_HEXES]
