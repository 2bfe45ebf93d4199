"""What no worked example runs: refusals, modifiers, and branches of the functions that enforce something."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.proof.places import MODIFIER, REFUSAL, WORDS, Module, Place, Scope, scopes
from engine.proof.reach import Reach
from engine.record import Record

BRANCH: Final = "branch"
FUNCTION: Final = "function"
KINDS: Final = (REFUSAL, MODIFIER, BRANCH, FUNCTION)


class Unreached(Record):
    """One thing that no example runs."""

    kind: str
    file: str
    line: int
    scope: str
    what: str
    cases: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"

    @property
    def key(self) -> str:
        """The same while lines above it come and go."""
        return f"{self.file}: {self.scope}: {self.what}"

    def to_json(self) -> dict[str, Any]:
        return {"place": str(self), "kind": self.kind, "key": self.key, "cases": list(self.cases)}


def unreached(modules: list[Module], places: list[Place], reach: Reach) -> list[Unreached]:
    """Everything that no example runs, module by module and line by line."""
    found: list[Unreached] = []
    for module in modules:
        here = [
            Unreached(place.kind, module.file, place.line, place.scope, place.what, place.cases)
            for place in places
            if place.module is module and place.kind in (REFUSAL, MODIFIER) and not reach.over(place)
        ]
        told = {item.line for item in here}
        for scope in scopes(module):
            if scope.enforces:
                here += _in_function(scope, reach, told)
        found += sorted(here, key=lambda item: item.line)
    return found


def _in_function(scope: Scope, reach: Reach, told: set[int]) -> Iterator[Unreached]:
    """A function that never runs, or the branches that are never taken from lines that do run."""
    file = scope.module.file
    if _is_abstract(scope):
        return
    if not reach.runs(file, scope.lines):
        if not told.intersection(scope.lines):
            what = f"{scope.name} never runs"
            yield Unreached(FUNCTION, file, scope.function.lineno, scope.name, what, scope.marked)
        return
    # Bad input and bugs are no answers of the rules: no example can show them.
    untold = told | {node.lineno for node in ast.walk(scope.function) if isinstance(node, ast.Raise)}
    for start, end in reach.missing[file]:
        if start in scope.lines and end not in untold and reach.runs(file, (start,)):
            what = _branch(scope.function, start, end)
            yield Unreached(BRANCH, file, start, scope.name, what, scope.marked)


def _is_abstract(scope: Scope) -> bool:
    """Nothing but a docstring, or an answer that every game overrides."""
    return all(
        isinstance(statement, ast.Pass)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        for statement in scope.function.body
    )


def _branch(function: ast.AST, start: int, end: int) -> str:
    """A branch in words."""
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.While) and start in range(node.lineno, node.body[0].lineno):
            taken = "true" if end == node.body[0].lineno else "false"
            return f"`{_short(node.test)}` is never {taken}"
        if isinstance(node, ast.For) and start in range(node.lineno, node.body[0].lineno):
            what = "goes round" if end == node.body[0].lineno else "comes to its end"
            return f"`for {_short(node.target)} in {_short(node.iter)}` never {what}"
    return "one way on from here is never taken"


def _short(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= WORDS else f"{text[:WORDS]}…"


def totals(found: list[Unreached]) -> Mapping[str, int]:
    """How many of each kind."""
    counted = Counter(item.kind for item in found)
    return {kind: counted[kind] for kind in KINDS}
