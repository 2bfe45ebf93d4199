"""What the rules say to the players: sentences speak of units and sides by their names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import games
from tests.architecture.source_tree import ROOT

ADDRESSED = re.compile(r"\byou(?:rs?)?\b", re.IGNORECASE)


def sentences(path: Path) -> Iterator[str]:
    """The texts of a module that are no descriptions of its code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield node.value


@pytest.mark.parametrize("key", games.SHIPPED)
def test_nobody_is_called_you(key: str) -> None:
    """One table, two players: who reads a refusal is not always the one it is about."""
    folder = ROOT.joinpath(*games.game(key).package.split("."))
    said = [text for path in sorted(folder.rglob("*.py")) for text in sentences(path)]
    assert any(" is out of " in text for text in said), "sentences of the rules are found"
    assert [text for text in said if ADDRESSED.search(text)] == []
