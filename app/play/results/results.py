"""The results of an action: each roll with everything that came of it, and the hexes concerned.

An action may lead to rolls that have nothing to do with each other: a combat, then the weather of the next
turn. Each of these is a page of its own.
"""

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
    """What a player is shown of these events, all in one; None if there is nothing to read."""
    told = [event for event in events if event.text]
    return _outcome(_results(told), before, after) if told else None


def pages_of(events: Sequence[Event], before: View | None, after: View) -> list[Outcome]:
    """What a player is shown of these events, one thing after the other."""
    pages: list[list[Result]] = []
    chapter = ""
    for result in _results([event for event in events if event.text]):
        first = result.events[0]
        same = bool(pages) and (not result.dice or chapter in ("", _chapter(first)))
        if same and first.turn is None:
            pages[-1].append(result)
        else:
            pages.append([result])
            chapter = ""
        if result.dice:
            chapter = _chapter(first)
    return [_outcome(page, before, after) for page in pages]


def _chapter(event: Event) -> str:
    """The chapter of the rules that a roll belongs to."""
    return event.case.partition(".")[0]


def _results(told: Sequence[Event]) -> list[Result]:
    """A result begins with each roll, and with each turn."""
    parts: list[list[Event]] = [[]]
    for event in told:
        if parts[-1] and (event.dice or event.turn is not None):
            parts.append([])
        parts[-1].append(event)
    return [Result(dice_of(part[0]) if part[0].dice else (), tuple(part)) for part in parts if part]


def _outcome(results: Sequence[Result], before: View | None, after: View) -> Outcome:
    told = [event for result in results for event in result.events]
    rolled = next((_WHY.split(event.text, maxsplit=1)[0] for event in told if event.dice), "")
    title = rolled or next((event.text for event in told if event.turn is not None), "What was shown")
    rolls = [event for result in results if result.dice for event in result.events]
    hexes = _hexes(rolls, before, after) or _hexes(told, before, after)
    return Outcome(title[:1].upper() + title[1:], tuple(results), hexes)


def public_outcome(controller: PlayController) -> Outcome | None:
    """What the last action came to, as far as everybody may read it; None without a roll."""
    events = controller.public_results_since(len(controller.session) - 1)
    return outcome_of(events, None, View(None, "")) if events else None


def concerns(side: str, events: Iterable[Event], before: View, after: View) -> bool:
    """Is a unit of this side named in these events, or is one of its units no longer as it was?"""
    old = {counter.id: counter for counter in before.counters if counter.side == side}
    new = {counter.id: counter for counter in after.counters if counter.side == side}
    if not side:
        return False
    named = {target for event in events for kind, target in event.about if kind == "unit"}
    return old != new or any(unit in named for unit in (*old, *new))


def changed_places(before: View, after: View) -> list[str]:
    """Where counters lie that were not there before, then where others lay that are gone or changed."""
    old, new = set(before.counters), set(after.counters)
    return [counter.place for counter in (*(new - old), *(old - new))]


def _hexes(events: Iterable[Event], before: View | None, after: View) -> tuple[str, ...]:
    """Where it happened: the hexes that are named, else where the units are or, if they are gone, were."""
    named = [target for event in events for kind, target in event.about if kind == "hex"]
    if not named:
        units = [target for event in events for kind, target in event.about if kind == "unit"]
        places = {c.id: c.place for view in (before, after) if view is not None for c in view.counters}
        named = [places[unit] for unit in units if unit in places]
    return tuple(dict.fromkeys(named))[:MOST_HEXES]
