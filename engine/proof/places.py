"""The places of a game's package that enforce something, found in its source.

A refusal or a modifier that is made, a list of them that is passed on, a step of a printed sequence, and a
function marked with `@case`. Each comes with the change to the source that takes it out and nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Final

from engine.record import Record
from engine.referee.citations import calls_within, cases_cited, parsed
from engine.referee.game import Game
from engine.referee.save import read_text

REFUSAL: Final = "refusal"
MODIFIER: Final = "modifier"
STEP: Final = "step"
RULE: Final = "rule"
MADE: Final[Mapping[str, str]] = {"Refusal": REFUSAL, "Modifier": MODIFIER}
"""What is made → the kind of place."""
AMOUNT: Final = 2
"""Which argument of a modifier is its amount."""
WORDS: Final = 100

Function = ast.FunctionDef | ast.AsyncFunctionDef
NEUTRAL: Final[Mapping[str, str]] = {
    "int": "0",
    "Fraction": "0",
    "Amount": "0",
    "str": "''",
    "tuple": "()",
    "Sequence": "()",
    "Iterable": "()",
    "Iterator": "iter(())",
    "list": "[]",
    "dict": "{}",
    "Mapping": "{}",
    "set": "set()",
    "frozenset": "frozenset()",
}
"""What a function answers → what it answers when its rule is taken out."""


class Module(Record):
    """One module of a game, as text and as syntax tree."""

    name: str
    file: str
    path: Path
    tree: ast.Module


class Scope(Record):
    """The outermost function that a place stands in, with the name by which its module knows it."""

    module: Module
    name: str
    function: Function
    owner: str
    """The class that it is a method of, if any."""

    @property
    def answer(self) -> str:
        return ast.unparse(self.function.returns) if self.function.returns else ""

    @property
    def lines(self) -> range:
        """The lines that run when it is called."""
        return range(self.function.body[0].lineno, (self.function.end_lineno or 0) + 1)

    @property
    def marked(self) -> tuple[str, ...]:
        """The cases of its `@case`."""
        return tuple(
            case
            for decorator in self.function.decorator_list
            if isinstance(decorator, ast.Call)
            for how, case in cases_cited(decorator)
            if how == RULE
        )

    @property
    def writes(self) -> bool:
        """It is given a transaction, the only way to change the state."""
        wanted = self.function.args.args + self.function.args.kwonlyargs
        return any(arg.annotation and "Transaction" in ast.unparse(arg.annotation) for arg in wanted)

    @property
    def enforces(self) -> bool:
        """It is marked as a rule, changes the state, or answers with refusals or modifiers."""
        return self.writes or bool(self.marked) or any(name in self.answer for name in MADE)


class Place(Record):
    """One place that enforces something, and what takes it out: an old node and a new one."""

    kind: str
    module: Module
    line: int
    scope: str
    what: str
    cases: tuple[str, ...]
    runs: range
    """If one of these lines runs, the place does; empty where no line tells."""
    old: ast.AST
    new: ast.AST
    where: str = ""
    """The file whose lines `runs` are, if it is another one: a step is often defined elsewhere."""
    step: int = -1
    """Which step of its sequence it is."""

    def __str__(self) -> str:
        return f"{self.module.file}:{self.line}: {self.what}"

    @property
    def key(self) -> str:
        """The place by its text: it stays the same while lines above it come and go."""
        return f"{self.module.file}: {self.scope}: {self.what}"


def modules_of(game: Game) -> list[Module]:
    """The modules of a game's package, but its tests."""
    folder = Path(str(files(game.package)))
    found = []
    for path in sorted(folder.rglob("*.py")):
        if path.name.startswith("test_"):
            continue
        inner = path.relative_to(folder).with_suffix("").parts
        name = ".".join([game.package, *(part for part in inner if part != "__init__")])
        tree = parsed(path, read_text(path, "module"))
        found.append(Module(name, path.relative_to(folder).as_posix(), path, tree))
    return found


def scopes(module: Module) -> Iterator[Scope]:
    """The outermost functions and methods of a module."""
    for node in module.tree.body:
        yield from _scopes(module, node, "")


def _scopes(module: Module, node: ast.stmt, owner: str) -> Iterator[Scope]:
    if isinstance(node, Function):
        yield Scope(module, f"{owner}.{node.name}".lstrip("."), node, owner)
    elif isinstance(node, ast.ClassDef):
        for inner in node.body:
            yield from _scopes(module, inner, f"{owner}.{node.name}".lstrip("."))


def places(modules: list[Module]) -> list[Place]:
    """Every place of a package that enforces something, module by module and line by line."""
    makers = dict(MADE)
    for module in modules:
        for scope in scopes(module):
            if scope.answer.removesuffix(" | None") in MADE:
                makers[scope.function.name] = MADE[scope.answer.removesuffix(" | None")]
    found: list[Place] = []
    for module in modules:
        here = [*_steps(module, modules)]
        for scope in scopes(module):
            here += _made(scope, makers)
            here += _passed_on(scope)
            here += _rules(scope)
        found += sorted(here, key=lambda place: place.line)
    return found


# Refusals and modifiers


def _made(scope: Scope, makers: Mapping[str, str]) -> Iterator[Place]:
    """Where one is made: the whole statement is left out, or a modifier in a larger one counts nothing."""
    handled: set[ast.AST] = set()
    for node in ast.walk(scope.function):
        call = _said(node)
        if isinstance(call, ast.Call) and _name(call) in makers:
            handled.add(call)
            assert isinstance(node, ast.stmt)
            yield _place(makers[_name(call)], scope, call, node, _left_out(node))
    for node in ast.walk(scope.function):
        if isinstance(node, ast.Call) and node not in handled and _name(node) == "Modifier":
            nothing = deepcopy(node)
            if len(nothing.args) > AMOUNT:
                nothing.args[AMOUNT] = ast.Constant(0)
            nothing.keywords = [
                ast.keyword(word.arg, ast.Constant(0)) if word.arg == "amount" else word
                for word in node.keywords
            ]
            yield _place(MODIFIER, scope, node, node, nothing)


def _passed_on(scope: Scope) -> Iterator[Place]:
    """Where the refusals or modifiers of another function are passed on."""
    kind = next((kind for name, kind in MADE.items() if name in scope.answer), None)
    if kind is None:
        return
    empty = ast.Tuple([], ast.Load())
    neutral = NEUTRAL.get(scope.answer.partition("[")[0])
    for node in ast.walk(scope.function):
        if isinstance(node, ast.YieldFrom):
            yield _place(kind, scope, node.value, node, ast.YieldFrom(empty))
        elif isinstance(node, ast.Starred) and isinstance(node.value, ast.Call):
            yield _place(kind, scope, node.value, node, ast.Starred(empty, ast.Load()))
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Call) and neutral is not None:
            yield _place(kind, scope, node.value, node, ast.Return(_expression(neutral)))


def _said(node: ast.AST) -> ast.expr | None:
    """What a statement answers, yields or appends."""
    if isinstance(node, ast.Return):
        return node.value
    if isinstance(node, ast.Expr):
        value = node.value
        if isinstance(value, ast.Yield):
            return value.value
        if isinstance(value, ast.Call) and _name(value) == "append" and len(value.args) == 1:
            return value.args[0]
    return None


def _left_out(statement: ast.stmt) -> ast.stmt:
    """A statement that does nothing in its place; a generator stays one."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield):
        return ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
    return ast.Pass()


def _place(kind: str, scope: Scope, said: ast.expr, old: ast.AST, new: ast.AST) -> Place:
    named = tuple(case for _, call in calls_within(ast.Expr(said)) for _, case in cases_cited(call))
    text = ast.unparse(said)
    return Place(
        kind,
        scope.module,
        said.lineno,
        scope.name,
        f"{kind} {text[:WORDS]}{'…' if len(text) > WORDS else ''}",
        named or scope.marked,
        range(said.lineno, said.lineno + 1),
        old,
        new,
    )


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


# Steps of procedures


def _steps(module: Module, modules: list[Module]) -> Iterator[Place]:
    """Each step of a printed sequence; a step that is left out does nothing when its turn comes."""
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for statement in node.body:
            sequence = _sequence(statement)
            for number, step in enumerate(_elements(sequence) if sequence is not None else ()):
                yield _step(module, node.name, number, step, modules)


def _elements(sequence: ast.Tuple) -> Iterator[ast.expr]:
    """The elements of a tuple as Python counts them: a starred tuple in it is spread out."""
    for element in sequence.elts:
        if isinstance(element, ast.Starred) and isinstance(element.value, ast.Tuple):
            yield from _elements(element.value)
        else:
            yield element


def _sequence(statement: ast.stmt) -> ast.Tuple | None:
    """The tuple of an assignment to `steps`, with or without a type."""
    match statement:
        case ast.Assign(targets=[ast.Name(id="steps")], value=ast.Tuple() as steps):
            return steps
        case ast.AnnAssign(target=ast.Name(id="steps"), value=ast.Tuple() as steps):
            return steps
    return None


def _step(module: Module, owner: str, number: int, step: ast.expr, modules: list[Module]) -> Place:
    name = ast.unparse(step).rpartition(".")[2]
    where, runs = _definition(name, [module, *modules])
    what = f"{STEP} {name} of {owner}"
    return Place(STEP, module, step.lineno, owner, what, (), runs, step, step, where, number)


def _definition(name: str, modules: list[Module]) -> tuple[str, range]:
    """The file and the lines of the function or class of this name, nearest module first."""
    for module in modules:
        for node in module.tree.body:
            if isinstance(node, Function | ast.ClassDef) and node.name == name:
                runs = any(isinstance(inner, Function) for inner in ast.walk(node))
                return module.file, range(node.body[0].lineno, (node.end_lineno or 0) + 1 if runs else 0)
    return "", range(0)


# Functions marked with @case


def _rules(scope: Scope) -> Iterator[Place]:
    """A marked function that does nothing, counts nothing or answers the opposite.

    One that neither returns a value nor writes can only raise BadInput, which no example can show.
    """
    answer = scope.answer
    checks_input = answer == "None" and not scope.writes
    if not scope.marked or checks_input or any(name in answer for name in MADE):
        return
    neutral = _neutral(scope.function, answer)
    if neutral is not None:
        line = scope.function.lineno
        what = f"{RULE} {scope.name} -> {answer}"
        yield Place(
            RULE, scope.module, line, scope.name, what, scope.marked, scope.lines, scope.function, neutral
        )


def _neutral(function: Function, answer: str) -> Function | None:
    """The function with nothing left of its rule; None if its answer has no neutral form."""
    changed = deepcopy(function)
    if answer == "bool":
        _Opposite().visit_body(changed)
        return changed
    generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
    if generator:
        changed.body = [ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))]
    elif answer == "None" or answer.endswith("| None"):
        changed.body = [ast.Return(None)]
    elif answer.partition("[")[0] in NEUTRAL:
        changed.body = [ast.Return(_expression(NEUTRAL[answer.partition("[")[0]]))]
    else:
        return None
    return changed


class _Opposite(ast.NodeTransformer):
    """Each `return` of a function answers the opposite; functions inside it are left alone."""

    def visit_body(self, function: Function) -> None:
        function.body = [self.visit(statement) for statement in function.body]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.Return(ast.UnaryOp(ast.Not(), node.value or ast.Constant(None)))
