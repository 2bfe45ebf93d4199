"""Marks in the code of a game that note which lines run and which way every branch goes.

A marked function does what it did before, and nearly as fast: each statement, each way out of a branch and
each call on a line of its own first sets one byte. Nothing outside the game's package is slowed down.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy
from importlib import import_module
from itertools import compress
from typing import Final

from engine.proof.functions import exchange_code
from engine.proof.places import Function, Module
from engine.record import Record

RAN: Final = "__ran__"
"""The name by which the marked functions of a module know the bytes."""
END: Final = -1
"""The line after the last one of a function."""
Arc = tuple[int, int]
"""From the line of a branch to the one where it goes on."""
Block = list[ast.stmt]


class Probe(Record):
    """What it tells when the byte of this probe is set."""

    file: str
    lines: tuple[int, ...] = ()
    arcs: tuple[Arc, ...] = ()


class Probes:
    """The probes of some modules. Once they are installed, they note what runs until the process ends."""

    def __init__(self, modules: Sequence[Module]) -> None:
        self.all: list[Probe] = []
        self._marked = [(module, _Marker(self.all, module.file).marked(module.tree)) for module in modules]
        self._ran = bytearray(len(self.all))

    def install(self) -> None:
        """Exchange the code of every function of the modules."""
        for module, _ in self._marked:
            vars(import_module(module.name))[RAN] = self._ran
        exchange_code([compile(tree, str(module.path), "exec") for module, tree in self._marked])

    def run(self) -> list[int]:
        """The numbers of the probes that were passed since the last call."""
        found = list(compress(range(len(self._ran)), self._ran))
        self._ran[:] = bytes(len(self._ran))
        return found


class _Marker:
    """Puts probes into the functions of a module, and tells what each of them stands for."""

    def __init__(self, probes: list[Probe], file: str) -> None:
        self.probes = probes
        self.file = file

    def marked(self, tree: ast.Module) -> ast.Module:
        """A copy of a module whose functions are marked."""
        copied = deepcopy(tree)
        for node in _outermost(copied):
            node.body = self._block(node.body, END)
        return ast.fix_missing_locations(copied)

    def _number(self, lines: tuple[int, ...], arcs: tuple[Arc, ...]) -> int:
        self.probes.append(Probe(self.file, lines, arcs))
        return len(self.probes) - 1

    def _probe(self, *lines: int, arcs: tuple[Arc, ...] = ()) -> ast.stmt:
        """A statement that sets a byte."""
        number = self._number(lines, arcs)
        return ast.parse(f"{RAN}[{number}] = 1").body[0]

    def _block(self, body: Block, after: int, *arcs: Arc) -> Block:
        """A block with a probe before each statement; the first one tells of the arcs by which it is entered.

        `after` is the line where it goes on behind the block.
        """
        marked: Block = [self._probe(arcs=arcs)] if arcs else []
        for at, statement in enumerate(body):
            following = body[at + 1].lineno if at + 1 < len(body) else after
            if not _is_docstring(statement):
                marked.append(self._probe(statement.lineno))
            self._statement(statement, following)
            marked.append(statement)
        return marked

    def _statement(self, node: ast.stmt, after: int) -> None:
        calls = _Calls(self, node.lineno)
        match node:
            case ast.If() | ast.While() | ast.For():
                self._fork(node, after, calls)
            case ast.Match():
                self._match(node, after, calls)
            case ast.With():
                for item in node.items:
                    calls.generic_visit(item)
                node.body = self._block(node.body, after)
            case ast.Try():
                self._try(node, after)
            case ast.FunctionDef():
                node.body = self._block(node.body, END)
            case _:
                calls.generic_visit(node)

    def _fork(self, node: ast.If | ast.While | ast.For, after: int, calls: _Calls) -> None:
        """Into the body or past it: a loop that comes to its end runs its `else`, as a false test does."""
        into = (node.lineno, node.body[0].lineno)
        past = (node.lineno, node.orelse[0].lineno if node.orelse else after)
        if isinstance(node, ast.For):
            node.iter = calls.visit(node.iter)
        else:
            node.test = calls.visit(node.test)
        if not isinstance(node, ast.While) or not isinstance(node.test, ast.Constant):
            node.orelse = self._block(node.orelse, after, past)
        node.body = self._block(node.body, after if isinstance(node, ast.If) else node.lineno, into)

    def _match(self, node: ast.Match, after: int, calls: _Calls) -> None:
        """Every case before the one that fits is tried in vain."""
        node.subject = calls.visit(node.subject)
        starts = [case.pattern.lineno for case in node.cases]
        past = list(zip(starts, [*starts[1:], after], strict=True))
        for at, case in enumerate(node.cases):
            into = (starts[at], case.body[0].lineno)
            tried = self._probe(*starts[: at + 1], arcs=(*past[:at], into))
            case.body = [tried, *self._block(case.body, after)]
        last = node.cases[-1]
        if last.guard is not None or not _fits_all(last.pattern):
            tried = self._probe(*starts, arcs=tuple(past))
            node.cases.append(ast.match_case(ast.MatchAs(), None, [tried]))

    def _try(self, node: ast.Try, after: int) -> None:
        beyond = node.finalbody[0].lineno if node.finalbody else after
        node.body = self._block(node.body, node.orelse[0].lineno if node.orelse else beyond)
        for handler in node.handlers:
            handler.body = self._block(handler.body, beyond)
        node.orelse = self._block(node.orelse, beyond)
        node.finalbody = self._block(node.finalbody, after)

    def call(self, node: ast.Call) -> ast.expr:
        """A call that sets a byte before it is made."""
        number = self._number((node.lineno,), ())
        marked = ast.parse(f"{RAN}.__setitem__({number}, 1) or _", mode="eval").body
        assert isinstance(marked, ast.BoolOp)
        marked.values[1] = node
        return marked


class _Calls(ast.NodeTransformer):
    """Marks the calls of a statement that stand on lines of their own."""

    def __init__(self, marker: _Marker, line: int) -> None:
        self.marker = marker
        self.lines = {line}

    def visit_Call(self, node: ast.Call) -> ast.expr:
        alone = node.lineno not in self.lines
        self.lines.add(node.lineno)
        self.generic_visit(node)
        return self.marker.call(node) if alone else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        return node


def _outermost(tree: ast.Module | ast.ClassDef) -> Iterator[Function]:
    for node in tree.body:
        if isinstance(node, Function):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from _outermost(node)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _fits_all(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None
