"""Every case that code or a test cites is in its game's rules index."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from engine.referee.rulebook import Rulebook
from tests.architecture.source_tree import ROOT, calls, place, python_files, syntax

CITING = {"Refusal": 0, "Modifier": 0, "roll": 1, "draw": 1, "Event": 2}
"""Which argument of a call is a case; in @case all of them are."""
INTERPRETATION = re.compile(r"#\s*INTERPRETATION \(([^)\s]+)\)")
TOY = ROOT / "tests" / "toy"


def games() -> dict[str, tuple[Path, Path]]:
    """The package and the rules index of each game, the toy included."""
    found = {}
    if TOY.is_dir():
        found["toy"] = (TOY, TOY / "rules.toml")
    for start in sorted((ROOT / "engine" / "games").glob("*/__init__.py")):
        key = key_of(start)
        found[key] = (start.parent, ROOT / "resources" / "rules" / f"{key}.toml")
    return found


def key_of(start: Path) -> str:
    """The game's key, as its package declares it: KEY = "ddb"."""
    for node in syntax(start).body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id="KEY")], value=ast.Constant(value=str(key)))
                | ast.AnnAssign(target=ast.Name(id="KEY"), value=ast.Constant(value=str(key)))
            ):
                return key
    raise AssertionError(f'{start.relative_to(ROOT)} does not say KEY = "..."')


def index(rules: Path) -> set[str]:
    """The ids of a rules index."""
    return set(Rulebook.load(rules).cases)


def citations(path: Path) -> Iterator[tuple[str, str]]:
    """Each case id written in a module of rules, with its place."""
    for name, call in calls(path):
        if name == "case" and isinstance(call.func, ast.Name):
            cited = list(call.args)
        elif name in CITING:
            cited = [
                *call.args[CITING[name] : CITING[name] + 1],
                *(k.value for k in call.keywords if k.arg == "case"),
            ]
        else:
            continue
        for node in cited:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
                yield node.value, place(path, node)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for match in INTERPRETATION.finditer(line):
            yield match.group(1), f"{path.name}:{number}"


def marks(path: Path) -> Iterator[tuple[str, str]]:
    """Each `pytest.mark.case("KEY ID")` in a test module, with its place."""
    for name, call in calls(path):
        if (
            name == "case"
            and isinstance(call.func, ast.Attribute)
            and ast.unparse(call.func) == "pytest.mark.case"
        ):
            for node in call.args:
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value, place(path, node)


def test_cases_cited_by_the_rules_exist() -> None:
    assert games()
    for package, rules in games().values():
        known = index(rules)
        cited = [entry for path in sorted(package.rglob("*.py")) for entry in citations(path)]
        assert cited, f"{package.relative_to(ROOT)} cites no case"
        assert [f"{where} cites {case}" for case, where in cited if case not in known] == []


def test_cases_named_by_tests_exist() -> None:
    known = {f"{key} {case}" for key, (_, rules) in games().items() for case in index(rules)}
    cited = [entry for path in python_files("tests") for entry in marks(path)]
    assert [f"{where} names {case}" for case, where in cited if case not in known] == []


def test_every_way_of_citing_is_seen(tmp_path: Path) -> None:
    module = tmp_path / "combat.py"
    module.write_text(
        """
@case("1", "2")
def refusals(tx, weather):
    yield Refusal("3", "no")
    yield Modifier(case="4", text="", amount=1)
    tx.roll("2d6", "5", "why")  # INTERPRETATION (6): as printed
    tx.emit(Event("Stormed", "The sea is rough", "7"))
    weather.case("not a citation")
"""
    )
    assert sorted(case for case, _ in citations(module)) == ["1", "2", "3", "4", "5", "6", "7"]
    tests = tmp_path / "test_combat.py"
    tests.write_text("@pytest.mark.case('toy 1')\ndef test_it(): case('not a mark')\n")
    assert [case for case, _ in marks(tests)] == ["toy 1"]
