"""What CONTRIBUTING tells about the way of a click through the code is true."""

from __future__ import annotations

import ast
import re

import pytest

from tests.architecture.source_tree import ROOT, syntax

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`((?:app|editor|engine|tests)/[\w/]+\.py): ([\w.]+)`", GUIDE)
FILES = re.findall(r"`((?:app|editor|engine|tests)/[\w/.-]+\.(?:py|toml))`", GUIDE)


def names_in(body: list[ast.stmt], prefix: str = "") -> set[str]:
    """Classes, functions and methods, as `Class.method`."""
    found = set()
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(prefix + node.name)
        if isinstance(node, ast.ClassDef):
            found |= names_in(node.body, f"{node.name}.")
    return found


def test_the_guide_walks_through_the_code() -> None:
    walks = re.findall(r"^\*\*(A move|A reaction|An undo|A brush stroke)\.\*\*", GUIDE, re.MULTILINE)
    assert len(walks) == 4
    assert len(NAMED) >= 20


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED)))
def test_what_the_guide_names_exists(file: str, name: str) -> None:
    assert name in names_in(syntax(ROOT / file).body), f"{file} has no {name}"


@pytest.mark.parametrize("file", sorted(set(FILES)))
def test_files_that_the_guide_names_exist(file: str) -> None:
    if "KEY" not in file:
        assert (ROOT / file).is_file()
