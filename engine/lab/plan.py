"""Which games are played: every pairing of the bots, every what-if, each on the same seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any

from msgspec import field

from engine.bad_input import BadInput
from engine.bots.match import MatchTask
from engine.bots.names import RANDOM
from engine.bots.players import character_of
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.scenario_text import dumps
from engine.lab.what_if import Find, Variant, what_if
from engine.record import Record

MOST_IN_MATRIX = 2
"""Sides for which every pairing of bots is played."""


class Cell(Record):
    """Games that differ in their seeds alone: a variant, with a bot for each side."""

    variant: Variant
    bots: tuple[str, ...]
    """In the order of the sides."""
    tasks: tuple[MatchTask, ...]


class Plan(Record):
    """All games of a run, the scenario as it is first."""

    document: ScenarioDocument
    cells: tuple[Cell, ...]

    @property
    def tasks(self) -> tuple[MatchTask, ...]:
        """Every game; those with the same seed follow each other, so that a run that stops is balanced."""
        rows = zip(*(cell.tasks for cell in self.cells), strict=True)
        return tuple(task for row in rows for task in row)

    def variants(self) -> tuple[Variant, ...]:
        """The scenario as it is, and each what-if."""
        return tuple({cell.variant.words: cell.variant for cell in self.cells}.values())


class Wanted(Record):
    """What somebody wants to know of a scenario."""

    bots: tuple[str, ...]
    games: int
    """For each pairing and what-if."""
    seed: str
    what_ifs: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The bots of some sides; the others have `bots`."""


def planned(document: ScenarioDocument, wanted: Wanted, find: Find) -> Plan:
    """The plan of a run; BadInput if a bot or a what-if is not known."""
    sides = [side.key for side in document.playing_sides]
    for side in wanted.seats:
        if side not in sides:
            raise BadInput(f"{document.title} has no side {side!r:.40}; it has {', '.join(sides)}")
    for name in (*wanted.bots, *chain.from_iterable(wanted.seats.values())):
        if name != RANDOM:
            character_of(name)
    variants = [Variant("", document), *(what_if(document, words, find) for words in wanted.what_ifs)]
    return Plan(
        document,
        tuple(
            Cell(variant, bots, tuple(_tasks(variant, bots, wanted)))
            for variant in variants
            for bots in pairings([wanted.seats.get(side) or wanted.bots for side in sides])
        ),
    )


def pairings(bots: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Every bot of each side against every bot of the other; of more sides, the first bots, the second …"""
    return list(product(*bots)) if len(bots) <= MOST_IN_MATRIX else _side_by_side(bots)


def _side_by_side(bots: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    longest = max(map(len, bots))
    return [tuple(names[min(at, len(names) - 1)] for names in bots) for at in range(longest)]


def _tasks(variant: Variant, bots: tuple[str, ...], wanted: Wanted) -> Iterator[MatchTask]:
    document, text = variant.document, dumps(variant.document)
    seats = {side.key: bot for side, bot in zip(document.playing_sides, bots, strict=True)}
    for number in range(wanted.games):
        yield MatchTask(
            document.game,
            document.key,
            f"{wanted.seed}-{number}",
            seats,
            {**wanted.options, **variant.options},
            text,
        )
