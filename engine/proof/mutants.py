"""Does a worked example notice when a place is taken out? Each is taken out in a copy of this process."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from engine.proof.children import answers, limit_time
from engine.proof.functions import exchange_code
from engine.proof.places import STEP, Place
from engine.proof.reach import Progress, Reach, passes
from engine.record import Record
from engine.referee.citations import Example
from engine.referee.game import Game
from engine.referee.refusal import RulesBug

SECONDS: Final = 20
"""Processor time for one example in seconds: without a rule it may never end."""


class Verdict(Record):
    """Whether one of the examples that run over a place fails without it."""

    place: Place
    noticed: bool
    examples: tuple[str, ...]
    """Those that run over it."""

    def __str__(self) -> str:
        over = ", ".join(self.examples) or "no example runs over it"
        return f"{self.place}; {over}"

    def to_json(self) -> dict[str, Any]:
        return {
            "place": str(self.place),
            "kind": self.place.kind,
            "cases": list(self.place.cases),
            "noticed": self.noticed,
            "examples": list(self.examples),
        }


def prove(
    game: Game,
    found: Sequence[Place],
    reach: Reach,
    examples: Sequence[Example],
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[Verdict]:
    """Take each of these places out and play the examples that run over it."""
    mutants = [_Mutant(game, place, _in_order(place, reach, examples)) for place in found]
    verdicts: list[Verdict | None] = [None] * len(mutants)
    ended = answers([mutant.survives for mutant in mutants], jobs)
    for done, (number, survives) in enumerate(ended, start=1):
        mutant = mutants[number]
        over = tuple(example.file for example in mutant.examples)
        verdicts[number] = Verdict(mutant.place, not survives, over)
        if progress is not None:
            progress(done, len(mutants))
    return [verdict for verdict in verdicts if verdict is not None]


def _in_order(place: Place, reach: Reach, examples: Sequence[Example]) -> tuple[Example, ...]:
    """The examples that run over a place, those first that are most likely to notice."""
    over = reach.over(place)

    def distance(example: Example) -> tuple[bool, bool]:
        cases = set(place.cases)
        return cases.isdisjoint(example.refused), cases.isdisjoint(example.cases)

    return tuple(sorted((example for example in examples if example.file in over), key=distance))


class _Mutant(Record):
    """A place to remove, and the examples that might notice."""

    game: Game
    place: Place
    examples: tuple[Example, ...]

    def survives(self) -> bool:
        """Remove it in this process, and check whether all examples pass."""
        if not self.examples:
            return True
        take_out(self.place)
        for example in self.examples:
            limit_time(SECONDS)
            if not passes(self.game, example):
                return False
        return True


# Taking out


def take_out(place: Place) -> None:
    """Change the running rules: from now on this place enforces nothing."""
    if place.kind == STEP:
        _skip_step(place)
        return
    module = place.module
    tree = _Exchange(place.old, place.new).visit(module.tree)
    changed = compile(ast.fix_missing_locations(tree), str(module.path), "exec")
    if not exchange_code([changed]):
        raise RulesBug(f"No function of {module.name} is in use, so nothing can be taken out of it")


class _Exchange(ast.NodeTransformer):
    """Puts a new node where an old one was."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return ast.copy_location(self.new, node) if node is self.old else super().visit(node)


def _skip_step(place: Place) -> None:
    """Replace a step by an empty one: the sequence keeps its length, so that saved positions stay valid."""
    sequence: Any = getattr(import_module(place.module.name), place.scope)
    steps = list(sequence.steps)
    steps[place.step] = _nothing
    sequence.steps = tuple(steps)


def _nothing(tx: Any, frame: Any) -> None:
    """An empty step."""
