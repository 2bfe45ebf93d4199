"""Marked functions do what they did, and tell which lines ran and which way every branch went."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.proof.places import Module
from engine.proof.probes import END, Arc, Probes

CHAPTER = "marked_chapter"


class Marked:
    """A module whose functions are marked."""

    def __init__(self, path: Path) -> None:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.rules: Any = import_module(CHAPTER)
        self._probes = Probes([Module(CHAPTER, path.name, path, tree)])
        self._probes.install()

    def lines(self) -> list[int]:
        """Those that ran since the last look."""
        return sorted({line for number in self._probes.run() for line in self._probes.all[number].lines})

    def arcs(self) -> set[Arc]:
        """Those that were taken since the last look."""
        return {arc for number in self._probes.run() for arc in self._probes.all[number].arcs}


@pytest.fixture
def chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a test writes its module."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, CHAPTER, None)
    monkeypatch.delitem(sys.modules, CHAPTER)
    return tmp_path / f"{CHAPTER}.py"


def marked(chapter: Path, text: str) -> Marked:
    chapter.write_text(text, encoding="utf-8")
    return Marked(chapter)


def test_a_branch_without_else_goes_on_behind_it(chapter: Path) -> None:
    found = marked(
        chapter,
        "def cost(hexes):\n"
        '    """A docstring."""\n'
        "    spent = 0\n"
        "    for each in hexes:\n"
        "        if each > 1:\n"
        "            spent += each\n"
        "    return spent\n",
    )
    assert found.rules.cost([1]) == 0
    assert found.arcs() == {(4, 5), (5, 4), (4, 7)}
    assert found.rules.cost([2]) == 2
    assert found.lines() == [3, 4, 5, 6, 7]
    assert found.rules.cost([]) == 0
    assert found.lines() == [3, 4, 7]
    assert found.rules.cost.__doc__ == "A docstring."


def test_else_and_elif_and_loops_that_are_left_early(chapter: Path) -> None:
    found = marked(
        chapter,
        "def hint(number):\n"
        "    while number:\n"
        "        number -= 1\n"
        "        if number == 5:\n"
        "            break\n"
        "    else:\n"
        '        return "ended"\n'
        "    if number > 5:\n"
        '        return "high"\n'
        "    elif number > 4:\n"
        '        return "low"\n',
    )
    assert found.rules.hint(2) == "ended"
    assert found.arcs() == {(2, 3), (4, 2), (2, 7)}
    assert found.rules.hint(6) == "low"
    assert found.arcs() == {(2, 3), (4, 5), (8, 10), (10, 11)}, "the loop did not come to its end"


def test_the_last_branch_of_a_function_leads_to_its_end(chapter: Path) -> None:
    found = marked(chapter, "def odd(number):\n    if number % 2:\n        return True\n")
    assert found.rules.odd(2) is None
    assert found.arcs() == {(2, END)}


def test_every_case_before_the_one_that_fits_is_passed(chapter: Path) -> None:
    found = marked(
        chapter,
        "def kind(verb):\n"
        "    match verb:\n"
        '        case "move":\n'
        "            return 1\n"
        '        case "halt" | "stop":\n'
        "            return 2\n"
        "    return 3\n",
    )
    assert found.rules.kind("move") == 1
    assert found.arcs() == {(3, 4)}
    assert found.rules.kind("stop") == 2
    assert found.arcs() == {(3, 5), (5, 6)}
    assert found.rules.kind("sing") == 3
    assert found.arcs() == {(3, 5), (5, 7)}, "none of them fits"


def test_statements_behind_an_error_or_a_yield_may_not_run(chapter: Path) -> None:
    found = marked(
        chapter,
        "def refusals(unit):\n"
        "    try:\n"
        "        size = int(unit)\n"
        "        size += 1\n"
        "    except ValueError:\n"
        "        size = 0\n"
        "    yield size\n"
        "    yield unit\n",
    )
    assert next(found.rules.refusals("x")) == 0
    assert found.lines() == [2, 3, 6, 7]
    assert list(found.rules.refusals("2")) == [3, "2"]
    assert found.lines() == [2, 3, 4, 7, 8]


def test_calls_on_lines_of_their_own_are_told_apart(chapter: Path) -> None:
    found = marked(
        chapter,
        "def modifiers(river, night):\n"
        "    return [\n"
        "        *(\n"
        "            [str(1)]\n"
        "            if river\n"
        "            else []\n"
        "        ),\n"
        "        *filter(\n"
        "            len,\n"
        "            [\n"
        "                str(2)\n"
        "                if night\n"
        '                else ""\n'
        "            ],\n"
        "        ),\n"
        "    ]\n",
    )
    assert found.rules.modifiers(True, False) == ["1"]
    assert found.lines() == [2, 4, 8]
    assert found.rules.modifiers(False, True) == ["2"]
    assert found.lines() == [2, 8, 11]


def test_the_condition_of_a_branch_may_take_several_lines(chapter: Path) -> None:
    found = marked(
        chapter,
        "def falls(fort, side):\n"
        "    if (\n"
        "        fort\n"
        "        and side\n"
        "    ):\n"
        "        return True\n"
        "    return False\n",
    )
    assert not found.rules.falls(True, "")
    assert found.arcs() == {(2, 7)}
    assert found.rules.falls(True, "us")
    assert found.lines() == [2, 6]


def test_whatever_wraps_a_function_or_hides_its_name(chapter: Path) -> None:
    found = marked(
        chapter,
        "from functools import cache\n"
        "def twice(function):\n"
        "    def inner(number):\n"
        "        return 2 * function(number)\n"
        "    return inner\n"
        "@twice\n"
        "def one(number):\n"
        "    return number\n"
        "@cache\n"
        "def known():\n"
        "    return 7\n"
        "class Unit:\n"
        "    @property\n"
        "    def moves(self):\n"
        "        return super().__hash__() * 0\n"
        "kept = known\n"
        "known = None\n",
    )
    assert (found.rules.one(3), found.rules.kept(), found.rules.Unit().moves) == (6, 7, 0)
    assert found.lines() == [4, 8, 11, 15]
    assert found.rules.kept() == 7
    assert found.lines() == [], "the answer was remembered"
