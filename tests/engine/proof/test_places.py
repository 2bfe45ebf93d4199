"""What counts as a place that enforces something, and what is left when it is taken out."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.proof.mutants import _Exchange
from engine.proof.places import Module, Place, places, scopes
from engine.proof.reach import Reach
from engine.proof.unreached import unreached

CHAPTER = """
def refusals(state) -> Iterator[Refusal]:
    if state.night:
        yield Refusal("1.1", "it is dark")
    yield from refusals_to_move(state)

def reason(state) -> Refusal:
    if state.river:
        return Refusal("1.2", "no bridge")
    return Refusal("1.3", "too far")

def modifiers(state) -> tuple[Modifier, ...]:
    found = []
    if state.river:
        found.append(Modifier("2.1", "river", -1))
    return (*found, *of_terrain(state), Modifier("2.2", "always", amount=2))

@case("3.1")
def in_reach(state) -> bool:
    return state.distance < 3

@case("3.2")
def points(state) -> int:
    return 6

@case("3.3")
def advance(tx: Transaction) -> None:
    tx.put(1)

@case("3.4")
def no_neutral_form(state) -> Report:
    return Report()

@case("3.5")
def check(records) -> None:
    if not records:
        raise BadInput("nothing there")
    for record in records:
        record.check()

class Turn(Procedure):
    steps = (advance, *(Elsewhere, points))

    def resume(self, tx: Transaction) -> None:
        tx.pop()
"""


@pytest.fixture
def chapter() -> Module:
    return Module("game.chapter", "chapter.py", Path("chapter.py"), ast.parse(CHAPTER))


def what(place: Place) -> tuple[str, str, str]:
    return place.kind, place.scope, ",".join(place.cases)


def test_every_kind_of_place_is_found_with_its_cases(chapter: Module) -> None:
    assert [what(place) for place in places([chapter])] == [
        ("refusal", "refusals", "1.1"),
        ("refusal", "refusals", ""),
        ("refusal", "reason", "1.2"),
        ("refusal", "reason", "1.3"),
        ("modifier", "modifiers", "2.1"),
        ("modifier", "modifiers", "2.2"),
        ("modifier", "modifiers", ""),
        ("rule", "in_reach", "3.1"),
        ("rule", "points", "3.2"),
        ("rule", "advance", "3.3"),
        ("step", "Turn", ""),
        ("step", "Turn", ""),
        ("step", "Turn", ""),
    ]


def test_a_step_runs_where_it_is_defined(chapter: Module) -> None:
    step, elsewhere, spread = [place for place in places([chapter]) if place.kind == "step"]
    assert "tx.put(1)" in CHAPTER.splitlines()[step.runs[0] - 1] and step.where == "chapter.py"
    assert not elsewhere.runs, "no line tells whether it runs"
    assert [step.step, elsewhere.step, spread.step] == [0, 1, 2]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("yield Refusal('1.1', 'it is dark')", "yield from ()"),
        ("yield from refusals_to_move(state)", "yield from ()"),
        ("return Refusal('1.2', 'no bridge')", "pass"),
        ("found.append(Modifier('2.1', 'river', -1))", "pass"),
        ("Modifier('2.2', 'always', amount=2)", "Modifier('2.2', 'always', amount=0)"),
        ("*of_terrain(state)", "*()"),
        ("return state.distance < 3", "return not state.distance < 3"),
        ("return 6", "return 0"),
        ("tx.put(1)", "return"),
    ],
)
def test_taking_a_place_out_changes_that_alone(chapter: Module, line: str, left: str) -> None:
    before = ast.unparse(chapter.tree)
    assert before.count(line) == 1
    changed = set()
    for place in places([chapter]):
        fresh = Module(chapter.name, chapter.file, chapter.path, ast.parse(CHAPTER))
        (same,) = [other for other in places([fresh]) if str(other) == str(place)]
        changed.add(ast.unparse(_Exchange(same.old, same.new).visit(fresh.tree)))
    assert before.replace(line, left) in changed


def test_what_enforces_something(chapter: Module) -> None:
    enforcing = [scope.name for scope in scopes(chapter) if scope.enforces]
    rules = ["in_reach", "points", "advance", "no_neutral_form", "check"]
    assert enforcing == ["refusals", "reason", "modifiers", *rules, "Turn.resume"]


def test_branches_that_are_never_taken_are_told_but_those_to_bad_input(chapter: Module) -> None:
    lines = CHAPTER.splitlines()
    objection = lines.index("    if not records:") + 1
    loop = lines.index("    for record in records:") + 1
    ran = {number: frozenset(("one.toml",)) for number in range(1, len(lines) + 1)}
    branches = ((objection, objection + 1), (loop, loop + 1), (loop, -1))
    found = unreached([chapter], places([chapter]), Reach({"chapter.py": ran}, {"chapter.py": branches}))
    assert [str(item) for item in found] == [
        f"chapter.py:{loop}: `for record in records` never goes round",
        f"chapter.py:{loop}: `for record in records` never comes to its end",
    ]
    assert found[0].key == "chapter.py: check: `for record in records` never goes round"
