"""`engine.referee` and `engine.mechanics` offer the words of a rule writer and load only what is needed."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import engine.mechanics
import engine.referee

PACKAGES = [engine.referee, engine.mechanics]
OFFERED = [
    (package, module, name)
    for package in PACKAGES
    for module, names in package.MODULES.items()
    for name in names
]


@pytest.mark.parametrize(("package", "module", "name"), OFFERED)
def test_each_word_is_that_of_its_module(package: ModuleType, module: str, name: str) -> None:
    assert getattr(package, name) is getattr(import_module(f"{package.__name__}.{module}"), name)


@pytest.mark.parametrize("package", PACKAGES)
def test_type_checkers_are_told_the_same_words(package: ModuleType) -> None:
    tree, prefix = ast.parse(Path(str(package.__file__)).read_text(encoding="utf-8")), f"{package.__name__}."
    told = [
        (package, node.module.removeprefix(prefix), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(prefix)
        for alias in node.names
    ]
    assert sorted(told, key=str) == sorted((one for one in OFFERED if one[0] is package), key=str)


@pytest.mark.parametrize("package", PACKAGES)
def test_an_unknown_word_is_an_attribute_error(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match="'Wish'"):
        _ = package.Wish


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
