"""`engine.referee` offers the words of a rule writer and loads only those that are asked for."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import engine.referee

OFFERED = [(module, name) for module, names in engine.referee.MODULES.items() for name in names]


@pytest.mark.parametrize(("module", "name"), OFFERED)
def test_each_word_is_that_of_its_module(module: str, name: str) -> None:
    assert getattr(engine.referee, name) is getattr(import_module(f"engine.referee.{module}"), name)


def test_type_checkers_are_told_the_same_words() -> None:
    tree = ast.parse(Path(engine.referee.__file__).read_text(encoding="utf-8"))
    told = [
        (node.module.removeprefix("engine.referee."), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("engine.referee.")
        for alias in node.names
    ]
    assert sorted(told) == sorted(OFFERED)


def test_an_unknown_word_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'Wish'"):
        _ = engine.referee.Wish


@pytest.mark.parametrize(
    ("statement", "loaded"),
    [
        ("import engine.referee.action", False),
        ("from engine.referee import Action", False),
        ("from engine.referee import Choice", True),
    ],
)
def test_a_small_import_does_not_load_the_frames(statement: str, loaded: bool) -> None:
    code = f"{statement}; import sys; print('engine.referee.frame' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(loaded)
