"""Where each case of the rules is cited: in code, worked examples and tests, and how much is covered."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.game import Game
from engine.referee.position import Position
from engine.referee.refusal import REFEREE
from engine.referee.rulebook import Rulebook, RuleCase
from engine.referee.save import read_text
from engine.referee.worked_example import expected

CITING: Final[Mapping[str, tuple[str, int]]] = {
    "Refusal": ("refusal", 0),
    "Modifier": ("modifier", 0),
    "roll": ("roll", 1),
    "draw": ("draw", 1),
    "Event": ("event", 2),
    "tell": ("event", 3),
    "finish": ("outcome", 2),
    "Outcome": ("outcome", 2),
    "Strength": ("strength", 3),
}
"""The function that is called → the kind of citation, and which argument is the case."""
INTERPRETATION: Final = re.compile(r"#\s*INTERPRETATION \(([^)\s]+)\)")


class Citation(Record):
    """One place where a case is named; `how` is "rule" for @case."""

    case: str
    how: str
    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}".rstrip()


class Example(Record):
    """A position file as evidence: the cases it is about, and whether it says yes and no."""

    path: Path
    file: str
    title: str
    cases: tuple[str, ...]
    refused: frozenset[str]
    """Cases that it expects to be given as a reason."""
    accepts: bool
    """Something in it is accepted."""


class Row(Record):
    """Everything there is about one case."""

    case: RuleCase
    code: tuple[Citation, ...]
    examples: tuple[Example, ...]
    tests: tuple[Citation, ...]

    @property
    def permitted(self) -> bool:
        """An example shows what the case permits."""
        return any(example.accepts for example in self.examples)

    @property
    def refused(self) -> bool:
        """An example shows what the case forbids."""
        return any(self.case.id in example.refused for example in self.examples)

    @property
    def covered(self) -> bool:
        """True if there is code and an example or test for it, or nothing to enforce."""
        return self.case.information or bool(self.code and (self.examples or self.tests))

    def to_json(self) -> dict[str, Any]:
        return {
            "case": self.case.id,
            "title": self.case.title,
            "information": self.case.information,
            "optional": self.case.optional,
            "code": [f"{cited} ({cited.how})" for cited in self.code],
            "examples": [example.file for example in self.examples],
            "permitted": self.permitted,
            "refused": self.refused,
            "tests": [str(cited) for cited in self.tests],
            "covered": self.covered,
        }


class Matrix(Record):
    """One row per case in the order of the rulebook, and every citation of an unknown case."""

    rulebook: Rulebook
    rows: tuple[Row, ...]
    problems: tuple[str, ...]

    def totals(self) -> dict[str, int]:
        """How many cases there are, and how much of them is enforced and shown."""
        rules = [row for row in self.rows if not row.case.information]
        return {
            "cases": len(self.rows),
            "information only": len(self.rows) - len(rules),
            "with code": sum(bool(row.code) for row in rules),
            "with a worked example": sum(bool(row.examples) for row in rules),
            "with a permitted and a refused try": sum(row.permitted and row.refused for row in rules),
            "with a test of their own": sum(bool(row.tests) for row in rules),
            "uncovered": sum(not row.covered for row in rules),
        }

    def row(self, case_id: str) -> Row:
        """The row of this case."""
        self.rulebook.case(case_id)
        return next(row for row in self.rows if row.case.id == case_id)


def matrix(game: Game, tests: Path | None = None) -> Matrix:
    """Read the case index, the game's package, its worked examples and, if there are any, the tests."""
    book = Rulebook.load(game.rules_path())
    problems = []
    if book.key != game.key:
        problems.append(f"{game.rules_path().name} is the case index of {book.key!r}, not of {game.key!r}")
    shown = examples(game)
    cited = list(citations_in_code(Path(str(files(game.package)))))
    marks = list(citations_in_tests(tests, game.key)) if tests is not None else []
    problems += [
        f"{where} cites {where.case}, which is not a case"
        for where in (*cited, *marks)
        if where.case not in book.cases
    ]
    for example in shown:
        unknown = {*example.cases, *example.refused} - book.cases.keys() - {REFEREE}
        problems += [f"{example.file} names {case}, which is not a case" for case in sorted(unknown)]
    return Matrix(book, tuple(_rows(book, cited, shown, marks)), tuple(problems))


def _rows(
    book: Rulebook, cited: list[Citation], shown: list[Example], marks: list[Citation]
) -> Iterator[Row]:
    code: dict[str, list[Citation]] = defaultdict(list)
    tests: dict[str, list[Citation]] = defaultdict(list)
    for table, citations in ((code, cited), (tests, marks)):
        for citation in citations:
            table[citation.case].append(citation)
    for case in book.cases.values():
        of_case = tuple(example for example in shown if case.id in example.cases)
        yield Row(case, tuple(code[case.id]), of_case, tuple(tests[case.id]))


# worked examples


def examples(game: Game) -> list[Example]:
    """All position files of a game, in the order of their names."""
    folder = game.examples_path()
    return [_example(path, folder, game.key) for path in sorted(folder.rglob("*.toml"))]


def _example(path: Path, folder: Path, key: str) -> Example:
    try:
        position = Position.loads(read_text(path, "position file"))
        plan = expected(position)
        if position.game != key:
            raise BadInput(f"this is a position of {position.game!r:.60}, but lies with those of {key!r}")
    except BadInput as problem:
        raise BadInput(f"{path}: {problem}") from None
    return Example(
        path,
        path.relative_to(folder).as_posix(),
        position.title,
        position.cases,
        frozenset(case for entry in plan for case in entry.cases_refused),
        any(entry.refused is None for entry in plan),
    )


# source code


def citations_in_code(package: Path) -> Iterator[Citation]:
    """Every case that is named in the modules of a game, with its place. Test modules are left out."""
    for path in sorted(package.rglob("*.py")):
        if path.name.startswith("test_"):
            continue
        text = read_text(path, "module")
        tree = parsed(path, text)
        for function, node in calls_within(tree):
            for how, case in cases_cited(node):
                yield Citation(case, how, path.relative_to(package).as_posix(), node.lineno, function)
        for name, value in cases_of_decisions(tree):
            for case in _literals([value]):
                yield Citation(case, "refusal", path.relative_to(package).as_posix(), value.lineno, name)
        for number, line in enumerate(text.splitlines(), start=1):
            for match in INTERPRETATION.finditer(line):
                yield Citation(match[1], "interpretation", path.relative_to(package).as_posix(), number)


def citations_in_tests(tests: Path, key: str) -> Iterator[Citation]:
    """Every `pytest.mark.case("KEY ID")` with this game's key below a folder of tests."""
    for path in sorted(tests.rglob("*.py")):
        text = read_text(path, "module")
        if "mark.case(" not in text:
            continue
        for function, node in calls_within(parsed(path, text)):
            if not isinstance(node.func, ast.Attribute) or not ast.unparse(node.func).endswith("mark.case"):
                continue
            for mark in _literals(node.args):
                game, _, case = mark.partition(" ")
                if game == key:
                    yield Citation(case, "test", path.relative_to(tests).as_posix(), node.lineno, function)


def parsed(path: Path, text: str) -> ast.Module:
    """The syntax tree of a module."""
    try:
        return ast.parse(text, filename=str(path))
    except (SyntaxError, ValueError) as error:
        raise BadInput(f"{path} is not Python: {error}") from None


def calls_within(node: ast.AST, inside: tuple[str, ...] = ()) -> Iterator[tuple[str, ast.Call]]:
    """Each call with the function that contains it; a decorator belongs to the function it decorates."""
    for child in ast.iter_child_nodes(node):
        within = inside
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            within = (*inside, child.name)
        if isinstance(child, ast.Call):
            yield ".".join(inside), child
        yield from calls_within(child, within)


def cases_of_decisions(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The case that a decision cites against what is not on its menu: `ruled_by` of its class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "ruled_by":
                    yield node.name, statement.value


def cases_cited(call: ast.Call) -> Iterator[tuple[str, str]]:
    """What a call cites: how, and which case."""
    if isinstance(call.func, ast.Name) and call.func.id == "case":
        for case in _literals(call.args):
            yield "rule", case
        return
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in CITING:
        how, at = CITING[name]
        named = [keyword.value for keyword in call.keywords if keyword.arg == "case"]
        for case in _literals([*call.args[at : at + 1], *named]):
            if case != REFEREE:
                yield how, case


def _literals(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.IfExp):
            yield from _literals([node.body, node.orelse])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
            yield node.value
