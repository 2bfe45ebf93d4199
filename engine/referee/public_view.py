"""What all sides may see: a table that everybody may look at while one side answers a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from engine.referee.game import Game
from engine.referee.state import State
from engine.referee.view import Box, Counter, Marker, Track, View

EVERYBODY: Final = ""
"""The reader of what all sides may see; in `View.side`, too."""

Owned = TypeVar("Owned", Counter, Marker, Track, Box)


def view_for(game: Game, state: State, side: str | None) -> View:
    """What a side sees, what everybody may see (`EVERYBODY`), or the open table (None)."""
    if side != EVERYBODY:
        return game.view(state, side)
    return public_view({side: game.view(state, side) for side in state.scenario.sides})


def public_view(views: Mapping[str, View]) -> View:
    """Of what belongs to a side, what every other side sees of it; of everything else, what all see alike."""
    every = list(views.values())
    return View(
        EVERYBODY,
        every[0].turn,
        counters=_common({side: view.counters for side, view in views.items()}),
        markers=_common({side: view.markers for side, view in views.items()}),
        tracks=_in_order(_common({side: view.tracks for side, view in views.items()}), every[0].tracks),
        boxes=_in_order(_common({side: view.boxes for side, view in views.items()}), every[0].boxes),
        control=_alike([view.control for view in every]),
        features=_alike([view.features for view in every]),
    )


def _common(parts: Mapping[str, Sequence[Owned]]) -> tuple[Owned, ...]:
    """The things that every side but their owner sees alike; the owner always sees at least as much."""
    seen = {side: frozenset(things) for side, things in parts.items()}
    found: dict[Owned, None] = {}
    for viewer, things in parts.items():
        for thing in things:
            others = (known for side, known in seen.items() if side != thing.side)
            if thing.side != viewer and all(thing in known for known in others):
                found[thing] = None
    return tuple(found)


def _in_order(things: Sequence[Owned], shown: Sequence[Owned]) -> tuple[Owned, ...]:
    """In the order in which a side sees them, so that nothing jumps when everybody looks on."""
    places = {getattr(thing, "key", ""): place for place, thing in enumerate(shown)}
    return tuple(sorted(things, key=lambda thing: places.get(getattr(thing, "key", ""), len(places))))


def _alike(tables: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first, *others = tables
    return {
        key: value
        for key, value in first.items()
        if all(key in other and other[key] == value for other in others)
    }
