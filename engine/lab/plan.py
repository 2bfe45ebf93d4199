"""Which games are played: every pairing of the bots, every what-if, each on the same seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import field

from engine.bots.match import MatchTask
from engine.bots.names import RANDOM
from engine.bots.players import character_of
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.scenario_text import dumps
from engine.lab.what_if import Find, Variant, what_if
from engine.record import Record

MOST_IN_MATRIX = 2
"""Sides for which every pairing of bots is played; with more sides all have the same bot."""


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


def planned(document: ScenarioDocument, wanted: Wanted, find: Find) -> Plan:
    """The plan of a run; BadInput if a bot or a what-if is not known."""
    for name in wanted.bots:
        if name != RANDOM:
            character_of(name)
    variants = [Variant("", document), *(what_if(document, words, find) for words in wanted.what_ifs)]
    return Plan(
        document,
        tuple(
            Cell(variant, bots, tuple(_tasks(variant, bots, wanted)))
            for variant in variants
            for bots in pairings(wanted.bots, len(document.sides))
        ),
    )


def pairings(bots: Sequence[str], sides: int) -> list[tuple[str, ...]]:
    """Every bot against every bot from both seats."""
    if sides > MOST_IN_MATRIX:
        return [(bot,) * sides for bot in bots]
    return list(product(bots, repeat=sides))


def _tasks(variant: Variant, bots: tuple[str, ...], wanted: Wanted) -> Iterator[MatchTask]:
    document, text = variant.document, dumps(variant.document)
    seats = {side.key: bot for side, bot in zip(document.sides, bots, strict=True)}
    for number in range(wanted.games):
        yield MatchTask(
            document.game,
            document.key,
            f"{wanted.seed}-{number}",
            seats,
            {**wanted.options, **variant.options},
            text,
        )
