"""Every piece of the kit has tests of its own."""

from __future__ import annotations

import re
from pathlib import Path

from tests.architecture.source_tree import ROOT

KIT = ROOT / "engine" / "mechanics"
TESTS = ROOT / "tests" / "engine" / "mechanics"


def imported(path: Path) -> set[str]:
    """The modules of the kit that a test imports from."""
    return set(re.findall(r"^from engine\.mechanics\.(\w+) import", path.read_text(encoding="utf-8"), re.M))


def test_every_module_of_the_kit_is_tested_by_itself() -> None:
    modules = {path.stem for path in KIT.glob("*.py")} - {"__init__"}
    tested = {module for path in TESTS.glob("test_*.py") for module in imported(path)}
    assert sorted(modules - tested) == []
